# The good inputs of the fault matrix (faults.sh): corpora of a few words, and the streams that the tools make of them.
# shellcheck shell=bash disable=SC2154

# 12 documents over 10 words in three groups, word 10 in most; word 10 is without mass in `massless`.
corpus() {
    awk 'BEGIN {
        for (d = 1; d <= 12; d++) {
            g = int((d - 1) / 4) * 3
            for (w = 1; w <= 3; w++) { n++; line[n] = d " " g + w " " 1 + (d * w) % 4 }
            if (d % 5) { n++; line[n] = d " 10 " 1 + d % 2 }
        }
        print 12; print 10; print n
        for (i = 1; i <= n; i++) print line[i]
    }'
}
words() { for i in $(seq "$1"); do echo "word$i"; done; }
pairs() { printf '6\n6\n12\n1 1 1\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n3 3 1\n4 4 1\n4 5 1\n5 5 1\n5 6 1\n6 4 1\n6 6 1\n'; }

# What a round of polishing by shards begins with, and of which it makes the next model.
make_rounds() {
    jsmf-polish -q --partial --block 4 good/model good/bag -o good/count &&
        jsmf-polish -q --step --anchor-weight 0.5 good/model good/count -o good/begun &&
        jsmf-polish -q --partial good/begun good/bag -o good/round
}

# Sums of two shards, which are the whole.
make_sums() {
    jsmf-bow -q --cut 2 --block 4 good/bag -o good/shard%d && jsmf-merge good/shard0 good/shard1 -o good/sharded &&
        jsmf-cooc -q --partial --block 4 good/sharded -o good/sums
}

# Blocks 0, 1 and 2 of these two shards, the last of which is good/block, and the sums of their products.
make_blocks() {
    local i blocks=()
    jsmf-krylov --begin -k 2 --passes 4 good/shard0 -o good/block0
    for i in 0 1 2; do
        blocks+=("good/block$i")
        jsmf-cooc -q --partial --block 4 --times good/block$i good/sharded -o good/times$i
        [ $i = 2 ] || jsmf-krylov "${blocks[@]}" good/times$i -o good/block$((i + 1))
    done
    mv good/block2 good/block
}

make_inputs() {
    corpus >text/docword
    words 10 >text/vocab
    gzip -n <text/docword >text/docword.gz
    pairs >text/pairs
    words 6 >text/vocab6
    printf '3\n2\n2\n1 1 1\n3 2 1\n' >text/short
    printf '1\n3\n3\n1 1 2\n1 2 3\n1 3 4\n' >text/one-document
    printf '2\n1\n2\n1 1 3\n2 1 2\n' >text/one-word
    printf '4\n4\n6\n1 1 2\n1 2 1\n2 2 1\n2 3 2\n3 3 3\n4 4 1\n' >text/massless
    for i in 1 2 3 4; do words "$i" >"text/vocab$i"; done
    printf '1\n2000\n2\n1 1 1\n1 2000 1\n' >text/wide
    words 2000 >text/vocab2000
    make_good docword vocab ''
    make_good pairs vocab6 pairs-
    make_good one-document vocab3 one-document-
    make_good one-word vocab1 one-word-
    make_good massless vocab4 massless-
    if built jsmf-bow; then jsmf-bow -q text/short --vocab text/vocab2 -o good/short-bag; fi
    awk 'BEGIN { print "5000\n3\n10000"; for (d = 1; d <= 5000; d++) print d " 1 1\n" d " " 2 + d % 2 " 1" }' >text/many
    if built jsmf-bow; then jsmf-bow -q text/many --vocab text/vocab3 -o good/many-bag; fi
    : >text/empty
    printf 'one two three\nfour five\n' >text/prose
    printf 'id,n,text\na,1,"the ""cat"", the dog"\nb,2,a bird\n' >text/talks.csv
    gzip -n <text/prose >text/prose.gz
    printf '\223NUMPY\1\0v\0{}' >text/bare.npy
}

# make_good DOCWORD VOCAB PREFIX: good/PREFIXKIND of every kind whose tools are built.
make_good() {
    local g=good/$3 k=2
    case $3 in one-*) k=1 ;; esac
    if built jsmf-bow; then jsmf-bow "text/$1" --vocab "text/$2" -o "${g}bag"; fi
    if built jsmf-cooc; then
        for form in dense sparse factored; do jsmf-cooc -q --$form "${g}bag" -o "$g$form"; done
        jsmf-cooc -q --low-rank -k $k "${g}bag" -o "${g}lowrank"
    fi
    if built jsmf-rectify-ap; then jsmf-rectify-ap -q -k $k "${g}dense" -o "${g}rectified"; fi
    if built jsmf-rectify-enn; then jsmf-rectify-enn -q -k $k "${g}dense" -o "${g}compressed"; fi
    if built jsmf-aw && [ -e "${g}rectified" ]; then jsmf-aw -q -k $k "${g}rectified" -o "${g}model"; fi
    if built jsmf-infer && [ -z "$3" ] && [ -e good/model ]; then
        jsmf-infer -q good/model good/bag -o good/compositions
    fi
    if built jsmf-merge && [ -z "$3" ]; then make_sums; fi
    if built jsmf-krylov && [ -z "$3" ]; then make_blocks; fi
    if built jsmf-polish && [ -z "$3" ] && [ -e good/model ]; then make_rounds; fi
} 2>>making
