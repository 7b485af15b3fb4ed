#!/usr/bin/env bash
# Benchmarks of what rests on the kernels: what they take with the set of instructions in use, and beside an earlier
# build where one is named.
# usage: [OLD=BUILD_DIR] tests/bench/processors.sh BUILD_DIR [models low_rank short rectify infer polish ...]
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
runs=${RUNS:-3}
parts=${*:-models low_rank short rectify infer polish}
note_peaks "$build"
imdb=$shared/data/imdb-df2

# beside TITLE COMMAND ARGUMENTS: wall and processor time, and how many times the earlier build's processor time.
beside() {
    local title=$1 ours theirs
    shift
    row "$title" "$(seconds "$runs" "$*")"
    ours=$(processor_seconds "$runs" "$*")
    row "    user time" "$ours"
    if [ -n "${OLD:-}" ]; then
        theirs=$(PATH="$OLD:$PATH" processor_seconds "$runs" "$*")
        row "    user time of the earlier build" "$theirs"
        ratio "$theirs" "$ours" "    less user time"
    fi
}

models() {
    local corpus dir
    for corpus in kos nips12; do
        dir=$shared/data/$corpus
        row "$corpus from .gz to model, N=5000, K=50" "$(seconds "$runs" "jsmf-bow -q $dir/docword.$corpus.txt.gz \
            --vocab $dir/vocab.$corpus.txt --stop english --max-df 0.5 --top 5000 --min-words 5 |
            jsmf-cooc -q -t $threads | jsmf-rectify-ap -q -k 50 -t $threads | jsmf-aw -q -k 50 -t $threads")"
    done
}

low_rank() {
    measure "$runs" "imdb-df2 K=100: LR-JSMF from .gz to model" \
        "$(low_rank_command "$imdb/docword.imdb-df2.txt.gz" "$imdb/vocab.imdb-df2.txt" 100)"
}

# Like the glosses of a dictionary: a large vocabulary, in documents of 17 words.
short() {
    jsmf-synth --size 126000 --words 94000 -k 50 --length 19 --format uci --vocab-file "$scratch/short.vocab" |
        gzip -1 >"$scratch/short.gz"
    measure "$runs" "126,000 short documents of 94,000 words, K=50: LR-JSMF from .gz" \
        "$(low_rank_command "$scratch/short.gz" "$scratch/short.vocab" 50)"
}

rectify() {
    local dir=$shared/data/sotu
    jsmf-bow -q "$dir/docword.sotu.txt.gz" --vocab "$dir/vocab.sotu.txt" | jsmf-cooc -q -o "$scratch/sotu.npz"
    beside 'sotu, all 5,406 words, K=30: rectify-ap' "jsmf-rectify-ap -q -k 30 -t $threads $scratch/sotu.npz"
    jsmf-cooc -q "$(bag kos 5000)" -o "$scratch/kos.npz"
    beside 'kos N=5000 K=50: rectify-ap' "jsmf-rectify-ap -q -k 50 -t $threads $scratch/kos.npz"
}

infer() {
    jsmf-bow -q "$imdb/docword.imdb-df2.txt.gz" --vocab "$imdb/vocab.imdb-df2.txt" -o "$scratch/imdb.npz"
    jsmf-cooc -q --low-rank -k 100 "$scratch/imdb.npz" | jsmf-rectify-enn -q -k 100 | jsmf-law -q \
        -o "$scratch/imdb-model.npz"
    measure "$runs" 'imdb-df2 K=100: infer, the default' \
        "jsmf-infer -q -t $threads $scratch/imdb-model.npz $scratch/imdb.npz"
}

polish() {
    local prior b
    b=$(bag 20ng-bydate 5000)
    jsmf-cooc -q "$b" | jsmf-rectify-ap -q -k 20 | jsmf-aw -q -k 20 -o "$scratch/20ng.npz"
    for prior in dirichlet matrix; do
        beside "20ng-bydate N=5000 K=20: polish -i 10 --prior $prior" \
            "jsmf-polish -q -t $threads -i 10 --prior $prior $scratch/20ng.npz $b"
    done
}

conditions
for part in $parts; do
    $part
done
