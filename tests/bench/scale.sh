#!/usr/bin/env bash
# Benchmarks of large vocabularies: whole pipelines, wall time, and the peak memory of the largest process.
# usage: tests/bench/scale.sh BUILD_DIR [low_rank|synthetic|polishing|exact_small|exact|linear|product|peers ...]
# RUNS (3) medians; what takes over five minutes is run once. The synthetic corpus is 1.1 GB of text in TMPDIR.
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
runs=${RUNS:-3}
parts=${*:-low_rank synthetic polishing exact_small linear product peers exact}
note_peaks "$build"
conditions

imdb=$shared/data/imdb-df2

low_rank() {
    measure "$runs" "imdb-df2 K=100: LR-JSMF from .gz to model" \
        "$(low_rank_command "$imdb/docword.imdb-df2.txt.gz" "$imdb/vocab.imdb-df2.txt" 100)"
}

make_synthetic() {
    [ -f "$scratch/big.gz" ] || jsmf-synth --size 300000 --words 102660 -k 100 --length 332 --format uci \
        --vocab-file "$scratch/big.vocab" | gzip -1 >"$scratch/big.gz"
}

synthetic() {
    make_synthetic
    for k in 100 50; do
        measure "$runs" "synthetic 300,000 x 102,660, K=$k: LR-JSMF from .gz to model" \
            "$(low_rank_command "$scratch/big.gz" "$scratch/big.vocab" $k)"
    done
}

# polish TITLE K BAG OPTIONS: the topics of the low-rank pipeline, polished.
polish() {
    jsmf-cooc -q --low-rank -k "$2" "$3" | jsmf-rectify-enn -q -k "$2" | jsmf-law -q -o "$scratch/start.npz"
    measure "$runs" "$1 K=$2: polish $4" "jsmf-polish -q -t $threads $4 $scratch/start.npz $3 -o $scratch/polished.npz"
}

polishing() {
    make_synthetic
    polish '20ng-bydate N=5,000' 20 "$(bag 20ng-bydate 5000)" '-i 10 --prior dirichlet'
    jsmf-bow -q "$imdb/docword.imdb-df2.txt.gz" --vocab "$imdb/vocab.imdb-df2.txt" -o "$scratch/imdb.npz"
    polish imdb-df2 100 "$scratch/imdb.npz" '-i 10 --prior dirichlet'
    jsmf-bow -q "$scratch/big.gz" --vocab "$scratch/big.vocab" -o "$scratch/big.npz"
    polish 'synthetic 300,000 x 102,660' 100 "$scratch/big.npz" '--online --prior dirichlet'
}

linear() {
    local n
    make_synthetic
    for n in 25000 50000 100000; do
        jsmf-bow -q "$scratch/big.gz" --vocab "$scratch/big.vocab" --top $n | jsmf-cooc -q --low-rank -k 100 \
            -o "$scratch/lr.npz"
        measure "$runs" "N=$n K=100: rectify-enn | law" \
            "jsmf-rectify-enn -q -k 100 -t $threads $scratch/lr.npz | jsmf-law -q -t $threads"
    done
}

# Rare words' rows of the rectified C are all but empty: without --min-df they would all be anchors.
exact_small() {
    jsmf-cooc -q --factored "$(bag 20ng-bydate 15000)" -o "$scratch/f.npz"
    measure "$runs" "20ng-bydate N=15,000 K=50: exact AP (15) + AW, factored" \
        "jsmf-rectify-ap -q -k 50 --memory 600M -t $threads $scratch/f.npz | jsmf-aw -q -k 50 --min-df 50 -t $threads"
}

exact() {
    jsmf-bow -q "$imdb/docword.imdb-df2.txt.gz" --vocab "$imdb/vocab.imdb-df2.txt" | jsmf-cooc -q --factored \
        -o "$scratch/f.npz"
    measure 1 "imdb-df2 N=78,246 K=100: exact AP (15) + AW" \
        "jsmf-rectify-ap -q -k 100 --memory 1500M -t $threads $scratch/f.npz |
            jsmf-aw -q -k 100 --min-df 50 -t $threads"
}

product() { "$build/tests/bench/product" 20000 50 70 "$threads"; }

peers() {
    local peer
    jsmf-bow -q "$imdb/docword.imdb-df2.txt.gz" --vocab "$imdb/vocab.imdb-df2.txt" -o "$scratch/imdb.npz"
    for peer in multicore sklearn; do
        if have_python gensim && have_python sklearn; then
            row "imdb-df2 K=100: $peer LDA, one pass, from the bag" \
                "$(seconds 1 "/usr/bin/python3 $here/peer_lda.py $peer $scratch/imdb.npz 100")"
        else
            echo "gensim or sklearn is not installed (Debian: python3-gensim python3-sklearn): left out"
        fi
    done
}

for part in $parts; do
    $part
done
