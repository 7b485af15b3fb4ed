#!/usr/bin/env bash
# What jsmf-polish makes of RAW's and LR-JSMF's topics, as TSV: NPMI, unique words, clustering accuracy, held-out
# log-probability (documents 9 of 10 are learned from, the others scored), and the time of polishing.
# usage: tests/bench/polish.sh BUILD_DIR [CORPUS:N:K ...]
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"

metric() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$2"; }

# split CORPUS N: $scratch/learn, $scratch/score: bags of the documents that are learned from, and of every tenth.
split() {
    local dir=$shared/data/$1 all
    all=$(bag "$1" "$2")
    for part in learn score; do
        zcat "$dir/docword.$1.txt.gz" | awk -v part=$part 'NR <= 3 { print; next }
            ($1 % 10 == 0) == (part == "score")' | awk 'NR <= 3 { h[NR] = $0; next } { line[n++] = $0 }
            END { print h[1]; print h[2]; print n; for (i = 0; i < n; i++) print line[i] }' >"$scratch/docword"
        jsmf-bow -q "$scratch/docword" --vocab "$dir/vocab.$1.txt" --match "$all" -o "$scratch/$part"
    done
}

# judge NAME MODEL SECONDS
judge() {
    local labels=$shared/data/$corpus/labels.$corpus.txt
    jsmf-infer -q --method vb "$2" "$all" -o "$scratch/w"
    : >"$scratch/labelled"
    # A bag that lost documents has no labels by line.
    if [ -f "$labels" ] && [ "$(wc -l <"$labels")" = "$(jsmf-cat --array H.shape "$all" | head -n 1)" ]; then
        jsmf-eval -q --compositions "$scratch/w" --labels "$labels" "$2" >"$scratch/labelled"
    fi
    jsmf-eval -q -n 10 --bag "$all" "$2" >"$scratch/read"
    jsmf-eval -q --bag "$scratch/score" "$2" >"$scratch/held"
    printf '%s\t%s\t%.3f\t%.2f\t%s\t%.4f\t%s\n' "$corpus" "$1" "$(metric NPMI "$scratch/read")" \
        "$(metric UniqueWords "$scratch/read")" "$(metric TopicAccuracy "$scratch/labelled")" \
        "$(metric HeldOutLogProbability "$scratch/held")" "$3"
}

compare() {
    local corpus=$1 k=$3 all way passes took
    all=$(bag "$1" "$2")
    split "$1" "$2"
    jsmf-cooc -q "$scratch/learn" | jsmf-rectify-ap -q -k "$k" | jsmf-aw -q -k "$k" -o "$scratch/RAW"
    jsmf-cooc -q --low-rank -k "$k" "$scratch/learn" | jsmf-rectify-enn -q -k "$k" | jsmf-law -q -o "$scratch/LR"
    for way in RAW LR; do
        judge $way "$scratch/$way" ''
        for passes in 3 10 20; do
            took=$(seconds 1 "jsmf-polish -q -t $threads -i $passes $scratch/$way $scratch/learn -o $scratch/polished")
            judge "$way, $passes passes" "$scratch/polished" "$took"
        done
    done
}

printf 'corpus\tmodel\tNPMI\tunique words\taccuracy\theld out\tseconds\n'
[ $# -gt 0 ] || set -- kos:5000:20 nips12:5000:50 bbc:2500:20 tdt2:5000:30 20ng-bydate:5000:20 nyt-topmost:5000:20
for which; do
    IFS=: read -r corpus words topics <<<"$which"
    compare "$corpus" "$words" "$topics"
done
