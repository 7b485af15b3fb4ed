# The fault matrix's cells of jsmf-merge alone, and of what it merges. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

# part NAME OPTIONS...: sums of the second shard, made otherwise.
part() {
    local name=$1
    shift
    jsmf-cooc -q --partial "$@" good/shard1 -o "good/$name" || note "no $name"
}
# merges_not CODE PATTERN OPERANDS...: what jsmf-merge refuses under -o.
merges_not() {
    local code=$1 pattern=$2
    shift 2
    fails "$code" "$pattern" jsmf-merge "$@" -o o/out
}

merge_cells() {
    local fault name
    if ! built jsmf-merge || [ ! -e good/sums ]; then return; fi
    jsmf-cooc -q --partial --block 4 good/shard0 -o good/sums0 && part sums1 --block 4
    refuses 3 'documents [0-9]* to [0-9]* of [0-9]* are missing: a shard behind 0' good/sums0 jsmf-merge --finish
    done_cell 'jsmf-merge: a shard is missing'
    merges_not 3 'shard 0 is there twice: in good/sums and in good/sums0' good/sums good/sums0
    merges_not 3 'shard 0 is there twice: in good/sharded and in good/shard0' good/sharded good/shard0
    done_cell 'jsmf-merge: a shard twice'
    part other-block --block 2
    merges_not 3 'other-block: shard 1: made with block 2 .expected block 4' good/sums0 good/other-block
    part other-estimator --block 4 --estimator biased
    merges_not 3 'shard 1: made with estimator biased' good/sums0 good/other-estimator
    part other-form --block 4 --sparse
    merges_not 3 'shard 1: made with form sparse' good/sums0 good/other-form
    done_cell 'jsmf-merge: another recipe'
    jsmf-bow -q --top 5 good/shard1 -o good/few-words &&
        jsmf-cooc -q --partial --block 4 good/few-words -o good/other-words
    merges_not 3 'other-words: shard 1: 5 words .expected 10' good/sums0 good/other-words
    merges_not 3 'few-words: .*words?.*jsmf-text FILE.* all files into one bag' good/shard0 good/few-words
    done_cell 'jsmf-merge: other words'
    for name in again first; do
        jsmf-bow -q --min-df 0 --shard $name good/shard0 -o good/$name &&
            jsmf-cooc -q --partial --block 4 good/$name -o good/${name}0
    done
    merges_not 3 'again .* and first .* have the same documents under two names' good/again0 good/first0
    merges_not 3 'shard 0 is of a whole of [0-9]* documents, good/again0 is of an open one' good/sums0 good/again0
    done_cell 'jsmf-merge: the same documents under another name'
    merges_not 3 'good/sums1: shard 1 is not in good/sums0' good/sums0 --remove good/sums1
    merges_not 3 'without the shards of good/sums0 nothing is left' good/sums0 --remove good/sums0
    done_cell 'jsmf-merge --remove: what is not there, and all that is'
    printf '0\n1\n2\n' >text/three-shards && printf '0\n' >text/one-shard && printf '1\n1\n' >text/twice
    merges_not 3 'shard 2 is missing .text/three-shards expects it; of its 3 shards 1 is missing.' \
        good/sums --expect text/three-shards
    merges_not 3 'good/sums: shard 1 is not expected' good/sums --expect text/one-shard
    merges_not 3 'text/twice:2: ' good/sums --expect text/twice
    merges_not 1 'No such file' good/sums --expect text/missing
    done_cell 'jsmf-merge --expect'
    merges_not 3 'lowrank: eigenpairs of shards do not add up' good/dense good/lowrank
    merges_not 3 'factored: a factored co-occurrence' good/factored
    merges_not 3 'shard good/dense is there twice' good/dense good/dense
    merges_not 3 'good/model: is a model stream, expected bag' good/shard0 good/model
    merges_not 3 'good/dense: is a cooc stream, expected bag, compositions or sums' --finish good/dense
    merges_not 2 'more than one input on standard input' - -
    done_cell 'jsmf-merge: other kinds'
    if [ "$(jsmf-merge --version | sed -n 's/^kernels: //p')" != baseline ]; then
        JSMF_KERNELS=baseline part other-machine --block 4
        merges_not 3 'shard 1: made by baseline kernels, .*; --mixed takes both' good/sums0 good/other-machine
        jsmf-merge --mixed good/sums0 good/other-machine -o good/mixed || note 'no mixture with --mixed'
        [ "$(jsmf-cat --array sums.machine good/mixed)" = mixed ] || note 'a mixture is not told'
    fi
    done_cell 'jsmf-merge: sums of another kind of processor'
    for fault in cut-05 cut-11; do
        merges_not 3 'trunc' good/sums0 "damaged-sums/$fault"
        merges_not 3 'trunc' good/sums0 --remove "damaged-sums/$fault"
    done
    done_cell 'jsmf-merge: a truncated part'
    # shellcheck disable=SC2046
    python3 "$here/with_arrays.py" good/sums good/below real.unigram i8 10,2 $(yes -- -1 | head -n 20) &&
        python3 "$here/with_arrays.py" good/sums good/beyond real.C i8 55,2 $(yes 0 9999999 | head -n 55) &&
        python3 "$here/with_arrays.py" good/sums good/odd-df whole.df i8 10 $(yes -- -1 | head -n 10)
    merges_not 3 'below: array real.unigram: holds a sum of -.* .expected 0 to' --finish good/below
    merges_not 3 'beyond: array real.C: holds a sum of .* .expected 0 to' --finish good/beyond
    merges_not 3 'odd-df: array whole.df: holds -1 at .0. .expected 0 to' --finish good/odd-df
    done_cell 'jsmf-merge --finish: sums that cannot be'
    merges_not 2 '--half-life goes with --finish only' --half-life 3 good/sums
    merges_not 3 'shard 0: its name begins with no date' --finish --half-life 3 good/sums
    merges_not 2 'name files' --finish --half-life 3 -
    done_cell 'jsmf-merge --half-life'
    jsmf-bow -q --counts good/shard0 -o good/words0 && jsmf-bow -q --counts good/shard1 -o good/words1
    merges_not 3 'words1: shard 1: sums of words .expected cooc' good/sums0 good/words1
    fails 3 'sums0: sums of cooc .expected words' jsmf-bow --counts-from good/sums0 -o o/out
    fails 3 'are missing: a shard behind 0' jsmf-bow --counts-from good/words0 -o o/out
    jsmf-merge good/words0 good/words1 -o good/words
    merges_not 3 'good/words: sums of words .expected cooc' --finish good/words
    # shellcheck disable=SC2046
    python3 "$here/with_arrays.py" good/words good/words-df df i8 10 $(seq 10) &&
        jsmf-bow -q --counts-from good/words-df --top 3 -o good/words-3 && jsmf-cat -q --check good/words-3 ||
        note 'an array of words that is no sum stays'
    fails 3 'no words left' jsmf-bow --counts-from good/words --min-df 1000 -o o/out
    fails 2 '--counts-from goes without --vocab' jsmf-bow --counts-from good/words --vocab text/vocab -o o/out
    fails 2 '--counts-from reads no corpus' jsmf-bow --counts-from good/words good/bag -o o/out
    fails 2 '--counts goes without --min-df' jsmf-bow --counts --min-df 2 good/bag -o o/out
    done_cell 'jsmf-bow --counts and --counts-from'
    fails 2 'name the shards. files with -o' jsmf-bow --cut 2 good/bag
    fails 2 'name the shards. files with -o' jsmf-bow --cut 2 good/bag -o o/out
    fails 2 'use a smaller --block' jsmf-bow --cut 2 good/bag -o o/out%d
    fails 2 '--first goes with --shard only' jsmf-bow --first 2 good/bag -o o/out
    fails 2 '--block goes with --partial only' jsmf-cooc --block 2 good/bag -o o/out
    fails 2 '--partial goes without' jsmf-cooc --partial --factored good/bag -o o/out
    fails 3 'shard 1 begins at document .*, within a block of 64' jsmf-cooc --partial --block 64 good/shard1 -o o/out
    done_cell 'jsmf-bow --cut and jsmf-cooc --partial: what does not go together'
}
