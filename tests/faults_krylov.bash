# The fault matrix's cells of jsmf-krylov alone, and of the products that it takes. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

# steps_not CODE PATTERN OPERANDS...: what jsmf-krylov refuses under -o.
steps_not() {
    local code=$1 pattern=$2
    shift 2
    fails "$code" "$pattern" jsmf-krylov "$@" -o o/out
}
# product NAME SHARD OPTIONS...: sums of the product of block 2.
product() {
    local name=$1 shard=$2
    shift 2
    jsmf-cooc -q --partial --block 4 --times good/block "$@" "good/$shard" -o "good/$name" || note "no $name"
}

# Each part, or all but one, of what a product needs.
product_cells() {
    local all='good/block0 good/block1 good/block' words
    read -ra words <<<"$all"
    product half0 shard0 && product half1 shard1
    steps_not 3 'half1: documents 0 to [0-9]* of [0-9]* are missing: a shard before shard 1' "${words[@]}" good/half1
    steps_not 3 'half0: documents [0-9]* to [0-9]* of [0-9]* are missing: a shard behind 0' "${words[@]}" good/half0
    done_cell 'jsmf-krylov: a shard is missing'
    fails 3 'shard 0 is there twice: in good/half0 and in good/half0' jsmf-merge good/half0 good/half0 -o o/out
    done_cell 'jsmf-merge: a part of a product twice'
    steps_not 3 'times1: shard 0: is of block 1, [0-9a-f]{16} .expected block 2, [0-9a-f]{16}, as good/block.' \
        "${words[@]}" good/times1
    jsmf-cooc -q --partial --block 4 --times good/block1 good/shard1 -o good/older1 || note 'no older part'
    fails 3 'older1: shard 1: made with pass 1 .expected pass 2' jsmf-merge good/half0 good/older1 -o o/out
    jsmf-krylov --begin -k 2 --passes 4 --seed 7 good/shard0 -o good/other-block0 &&
        jsmf-cooc -q --partial --block 4 --times good/other-block0 good/sharded -o good/other-times0
    steps_not 3 'other-times0: shard 0: is of block 0' good/block0 good/other-times0
    jsmf-krylov good/other-block0 good/other-times0 -o good/other-block1 || note 'no other block'
    done_cell 'jsmf-krylov: the product of another block'
    steps_not 3 'sums: shard 0: sums of cooc .expected times' "${words[@]}" good/sums
    fails 3 'sums of times .expected cooc' jsmf-merge --finish good/times1 -o o/out
    done_cell 'jsmf-krylov: other sums'
    product biased sharded --estimator biased
    steps_not 3 'shard 0: made with estimator biased .expected unbiased, as in the products before' "${words[@]}" \
        good/biased
    done_cell 'jsmf-krylov: another recipe than before'
    jsmf-bow -q --match good/bag --shard a good/shard0 -o good/a && product open a
    steps_not 3 'open: shard 0 is missing, which was in the products before' "${words[@]}" good/open
    awk 'NR == 4 { $3++ } 1' text/docword >text/altered &&
        jsmf-bow -q text/altered --vocab text/vocab -o good/altered &&
        jsmf-bow -q --cut 2 --block 4 good/altered -o good/altered%d &&
        jsmf-merge good/altered0 good/altered1 -o good/altered-shards && product altered-times altered-shards
    steps_not 3 'altered-times: shard 0 has other documents than in the products before' "${words[@]}" \
        good/altered-times
    done_cell 'jsmf-krylov: other documents than before'
}

krylov_cells() {
    local fault bad words
    if ! built jsmf-krylov || [ ! -e good/block ]; then return; fi
    product_cells
    jsmf-bow -q --top 5 good/shard1 -o good/five-words || note 'no few words'
    fails 3 'five-words: shard 1: 5 words .expected 10, as good/block; jsmf-bow --match' \
        jsmf-cooc --partial --times good/block good/five-words -o o/out
    sed 's/word3/other/' text/vocab >text/renamed && jsmf-bow -q text/docword --vocab text/renamed -o good/renamed
    fails 3 'renamed: shard 0: word 2 is other .expected word3, as good/block; jsmf-bow --match' \
        jsmf-cooc --partial --times good/block good/renamed -o o/out
    fails 3 'text/docword: shard 0: word 2 is other .expected word3' \
        jsmf-cooc --partial --times good/block text/docword --vocab text/renamed -o o/out
    done_cell 'jsmf-cooc --times: other words'
    steps_not 3 'good/block: block 1, which it was made from, is missing' good/block0 good/block good/times2
    steps_not 3 'block1 and good/block1 are both block 1: name one' good/block0 good/block1 good/block1 good/times1
    steps_not 3 'block0 and good/block0 are both block 0: name one' good/block0 good/block1 good/block0 good/times1
    steps_not 3 'other-block1: is another block 1 than the one that good/block was made from' good/other-block1 \
        good/block good/times2
    done_cell 'jsmf-krylov: a block is missing, twice, or another'
    steps_not 3 'block1: no eigenpairs behind 1 product' --finish good/block0 good/block1
    done_cell 'jsmf-krylov --finish: too early'
    for bad in '--begin good/bag' '--begin -k 2 good/bag good/bag' '--begin --finish -k 2 good/bag' '-k 2 good/block' \
        '--passes 3 good/block' 'good/block0' 'good/times0' 'good/block0 good/times0 good/times0' 'good/block0 - -'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-krylov --help|two sums' jsmf-krylov "${words[@]}" -o o/out
        done_cell "jsmf-krylov $bad"
    done
    steps_not 2 'no room for blocks of vectors in 10 words' --begin -k 8 good/bag
    steps_not 2 '40 eigenpairs of 10 words' --begin -k 40 good/bag
    done_cell 'jsmf-krylov --begin: few words'
    for bad in '--times good/block good/bag' '--partial --times good/block --dense good/bag' \
        '--partial --times - -'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-cooc --help' jsmf-cooc "${words[@]}" -o o/out
        done_cell "jsmf-cooc $bad"
    done
    fails 3 'good/bag: is a bag stream, expected block' jsmf-cooc --partial --times good/bag good/bag -o o/out
    fails 1 'memory' jsmf-cooc --partial --memory 1K --times good/block good/bag -o o/out
    steps_not 1 'memory' --memory 1K good/block0 good/block1 good/block good/times2
    done_cell 'jsmf-cooc --times: another kind, too little memory'
    for fault in damaged-block/*; do
        case ${fault#*/} in
        cut-* | flip-* | newer | nan-* | infinite-* | nothing | hidden-* | twice) ;;
        *) case " ${WRONG[block]} ${PASSED[block]} " in *[[:space:]]"${fault#*/}"[[:space:]]*) ;; *) continue ;; esac ;;
        esac
        in_sample || continue
        steps_not 3 . good/block0 good/block1 good/times2 "$fault"
        done_cell "jsmf-krylov: a block, ${fault#*/}"
    done
    mkdir -p damaged-times && python3 -B "$here/faults.py" good/times2 damaged-times
    for fault in cut-04 cut-11 nodirectory; do
        steps_not 3 'trunc' good/block0 good/block1 good/block "damaged-times/$fault"
        fails 3 'trunc' jsmf-cooc --partial --times "damaged-block/$fault" good/bag -o o/out
    done
    done_cell 'jsmf-krylov: truncated products and blocks'
    for fault in short-real.times without-real.times short-whole.df negative-whole.df \
        without-whole.documents short-real.unigram; do
        steps_not 3 . good/block0 good/block1 good/block "damaged-times/$fault"
        done_cell "jsmf-krylov: a product, $fault"
    done
}
