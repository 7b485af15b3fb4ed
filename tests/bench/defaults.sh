#!/usr/bin/env bash
# What the roads that a user takes without thinking make of every corpus, as TSV, from nine documents of ten: anchors
# among all words (--min-df 1, the papers'), among those of the default, then polished, and jsmf-learn with the whole
# vocabulary by low rank. Each must exit with 0, and so must jsmf-infer after it; the last line counts what did not.
# Words and clusters are judged by the documents that were learned from, completion by the others.
# usage: tests/bench/defaults.sh BUILD_DIR [CORPUS:K ...]
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"

learn=$scratch/learn.npz score=$scratch/score.npz labels=$scratch/labels model=$scratch/model.npz w=$scratch/w.npz
failures=0

# documents CORPUS WORDS: all documents, so that labels go by line; WORDS 0: the whole vocabulary.
documents() {
    local dir=$shared/data/$1 own=$shared/data/$1/labels.$1.txt choice=()
    [ "$2" = 0 ] || choice=(--stop english --max-df 0.5 --top "$2")
    [ -f "$own" ] || own=/dev/null
    jsmf-bow -q "$dir/docword.$1.txt.gz" --vocab "$dir/vocab.$1.txt" "${choice[@]}" -o "$scratch/all.npz"
    /usr/bin/python3 "$here/hold_out.py" "$scratch/all.npz" "$own" "$learn" "$score" "$labels"
}

metric() { awk -F '\t' -v name="$1" '$1 == name { printf "%.4f", $2 }' "$scratch/metrics"; }

# Topics whose anchor occurs with no other, so that A had nothing of them: a warning tells their number.
without_mass() {
    sed -n 's/.*warning: the anchors\{0,1\} of \([0-9]*\) topics\{0,1\} occurs\{0,1\} with no anchor.*/\1/p' \
        "$scratch/said" | head -n 1
}

# judge NAME COMMAND: a line for the model that the command wrote to $model.
judge() {
    local status=0 inferred=0 dead clusters=()
    rm -f "$model" "$w"
    /usr/bin/env bash -c "set -o pipefail; $2" 2>"$scratch/said" || status=$?
    if [ "$status" = 0 ]; then
        jsmf-infer -q -t "$threads" "$model" "$learn" -o "$w" 2>>"$scratch/said" || inferred=$?
    fi
    if [ "$status$inferred" != 00 ]; then
        failures=$((failures + 1))
        printf '%s\t%s\t%s\texit %s, infer %s: %s\n' "$corpus" "$k" "$1" "$status" "$inferred" \
            "$(grep -v warning "$scratch/said" | tail -n 1)"
        return
    fi
    [ ! -s "$labels" ] || clusters=(--compositions "$w" --labels "$labels")
    {
        jsmf-eval -q -n 10 --bag "$learn" "${clusters[@]}" "$model" | grep -v '^HeldOut'
        jsmf-eval -q --bag "$score" "$model" | grep '^HeldOut'
    } >"$scratch/metrics" 2>"$scratch/evaluated" || :
    dead=$(without_mass)
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$corpus" "$k" "$1" "${dead:-0}" "$(metric Legality)" \
        "$(metric NPMI)" "$(metric UniqueWords)" "$(metric Specificity)" "$(metric HeldOutLogProbability)" \
        "$(metric TopicAccuracy)"
}

compare() {
    local rectified=$scratch/rectified.npz
    documents "$corpus" 5000
    jsmf-cooc -q "$learn" | jsmf-rectify-ap -q -k "$k" -t "$threads" -o "$rectified" || {
        printf '%s\t%s\tnot so many topics\n' "$corpus" "$k"
        return
    }
    judge 'all words' "jsmf-aw -k $k --min-df 1 $rectified -o $model"
    judge 'default' "jsmf-aw -k $k $rectified -o $model"
    judge 'learn' "jsmf-learn -k $k -t $threads $learn -o $model"
    documents "$corpus" 0
    judge 'learn, all words of the corpus' "jsmf-learn --low-rank -k $k -t $threads $learn -o $model"
}

have_python scipy || { echo 'defaults: needs python3-numpy and python3-scipy' >&2; exit 1; }
if [ $# -eq 0 ]; then
    for k in 20 50 10 100; do
        for folder in "$shared"/data/*/; do
            set -- "$@" "$(basename "$folder"):$k"
        done
    done
fi
printf 'corpus\tK\troad\twithout mass\tlegality\tNPMI\tunique words\tSpecificity\theld out\taccuracy\n'
for which; do
    IFS=: read -r corpus k <<<"$which"
    compare
done
echo "# $failures failed"
