#!/usr/bin/env bash
# What jsmf-polish makes of RAW's and LR-JSMF's topics, with either prior, with and without a hold on the start, and by
# Gibbs sampling from these topics and from random ones, as TSV, beside scikit-learn's LDA by batches (100 iterations):
# NPMI, unique words and clustering accuracy in the nine documents of ten that are learned from, the log-probability of
# the tenth, and the time of polishing.
# usage: tests/bench/polish.sh BUILD_DIR [CORPUS:N:K ...]
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"

learn=$scratch/learn.npz score=$scratch/score.npz

metric() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$2"; }

# judge NAME MODEL SECONDS
judge() {
    local labels=$scratch/labels
    : >"$scratch/labelled"
    # A bag that lost documents has no labels by line.
    if [ "$(wc -l <"$labels")" = "$(jsmf-cat --array H.shape "$learn" | head -n 1)" ]; then
        jsmf-infer -q --method vb "$2" "$learn" -o "$scratch/w"
        jsmf-eval -q --compositions "$scratch/w" --labels "$labels" "$2" >"$scratch/labelled"
    fi
    jsmf-eval -q -n 10 --bag "$learn" "$2" >"$scratch/read"
    jsmf-eval -q --bag "$score" "$2" >"$scratch/held"
    printf '%s\t%s\t%.3f\t%.2f\t%s\t%.4f\t%s\n' "$corpus" "$1" "$(metric NPMI "$scratch/read")" \
        "$(metric UniqueWords "$scratch/read")" "$(metric TopicAccuracy "$scratch/labelled")" \
        "$(metric HeldOutLogProbability "$scratch/held")" "$3"
}

# polished NAME MODEL OPTIONS...: polishes the model, and judges what comes of it.
polished() {
    local name=$1 model=$2 took
    shift 2
    took=$(seconds 1 "jsmf-polish -q -t $threads $* $model $learn -o $scratch/polished")
    judge "$name" "$scratch/polished" "$took"
}

compare() {
    local corpus=$1 k=$3 way prior passes labels=$shared/data/$1/labels.$1.txt
    [ -f "$labels" ] || labels=/dev/null
    /usr/bin/python3 "$here/hold_out.py" "$(bag "$1" "$2")" "$labels" "$learn" "$score" "$scratch/labels"
    jsmf-cooc -q "$learn" | jsmf-rectify-ap -q -k "$k" | jsmf-aw -q -k "$k" -o "$scratch/RAW"
    jsmf-cooc -q --low-rank -k "$k" "$learn" | jsmf-rectify-enn -q -k "$k" | jsmf-law -q -o "$scratch/LR"
    for way in RAW LR; do
        judge $way "$scratch/$way" ''
        for prior in dirichlet matrix; do
            for passes in 3 10 20; do
                polished "$way, $passes passes, $prior" "$scratch/$way" --prior $prior -i $passes
            done
            polished "$way, 10 passes, $prior, no hold" "$scratch/$way" --prior $prior --anchor-weight 0
        done
        polished "$way, gibbs" "$scratch/$way" --method gibbs
    done
    polished 'random, gibbs' "$scratch/RAW" --method gibbs --random
    if have_python sklearn; then
        /usr/bin/python3 "$here/peer_model.py" "$learn" "$score" "$k" "$scratch/peer.npz" "$scratch/w" >/dev/null
        judge 'scikit-learn LDA' "$scratch/peer.npz" ''
    fi
}

have_python scipy || { echo 'polish: needs python3-numpy and python3-scipy' >&2; exit 1; }
have_python sklearn || echo 'polish: without scikit-learn (python3-sklearn), not compared with it' >&2
printf 'corpus\tmodel\tNPMI\tunique words\taccuracy\theld out\tseconds\n'
[ $# -gt 0 ] || set -- kos:5000:20 nips12:5000:20 bbc:2500:20 tdt2:5000:30 20ng-bydate:5000:20 nyt-topmost:5000:20
for which; do
    IFS=: read -r corpus words topics <<<"$which"
    compare "$corpus" "$words" "$topics"
done
