#!/usr/bin/env bash
# How near LR-JSMF (low rank, ENN, LAW) comes to RAW (AP, AW): anchors in common and metrics, side by side, as TSV; and
# how far the metrics of LR-JSMF spread over five seeds.
# usage: tests/bench/agreement.sh BUILD_DIR [CORPUS:N ...]
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"
metrics='Recovery Approximation Specificity Dissimilarity'

# metric NAME FILE
metric() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$2"; }

anchors() { jsmf-cat --array S "$1" | sort; }

# low_rank_model BAG K SEED MODEL
low_rank_model() {
    jsmf-cooc -q --low-rank -k "$2" --seed "$3" "$1" | jsmf-rectify-enn -q -k "$2" --seed "$3" |
        jsmf-law -q --min-df 1 -o "$4"
}

# The largest relative spread of a metric over the seeds.
spread() {
    local b=$1 k=$2 c=$3 seed
    for seed in 1 2 3 4 5; do
        low_rank_model "$b" "$k" "$seed" "$scratch/seed.npz"
        jsmf-eval -q --cooc "$c" "$scratch/seed.npz"
    done | awk -F '\t' '$2 != "nan" { v = $2; if (!($1 in low) || v < low[$1]) low[$1] = v
            if (!($1 in high) || v > high[$1]) high[$1] = v }
        END { for (m in low) { s = high[m] - low[m]; t = high[m] > -low[m] ? high[m] : -low[m]
            if (t > 0 && s / t > most) { most = s / t } } printf "%.1e", most }'
}

compare() {
    local corpus=$1 n=$2 k=$3 b c=$scratch/c.npz m
    b=$(bag "$corpus" "$n")
    jsmf-cooc -q "$b" -o "$c"
    jsmf-rectify-ap -q -k "$k" "$c" | jsmf-aw -q -k "$k" --min-df 1 -o "$scratch/raw.npz"
    low_rank_model "$b" "$k" 1 "$scratch/lr.npz"
    jsmf-eval -q --cooc "$c" "$scratch/raw.npz" >"$scratch/raw.tsv"
    jsmf-eval -q --cooc "$c" "$scratch/lr.npz" >"$scratch/lr.tsv"
    printf '%s\t%s\t%s\t%s' "$corpus" "$n" "$k" \
        "$(comm -12 <(anchors "$scratch/raw.npz") <(anchors "$scratch/lr.npz") | wc -l)"
    for m in $metrics; do
        printf '\t%.4g\t%.4g' "$(metric "$m" "$scratch/raw.tsv")" "$(metric "$m" "$scratch/lr.tsv")"
    done
    printf '\t%s\n' "$(spread "$b" "$k" "$c")"
}

printf 'corpus\tN\tK\tanchors in common'
for m in $metrics; do printf '\t%s RAW\tLR' "$m"; done
printf '\tspread\n'
[ $# -gt 0 ] || set -- kos:5000 bbc:2000 tdt2:5000 20ng-bydate:5000
for which; do
    for k in 10 20 50; do
        compare "${which%:*}" "${which#*:}" "$k"
    done
done
