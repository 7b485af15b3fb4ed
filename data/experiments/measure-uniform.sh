#!/usr/bin/env bash
# How far topics that have all words alike are from the true ones, as a line `corpus method K seed TopicL1 value`.
# usage: measure-uniform.sh CORPUS METHOD K SEED TRUTH
set -eu -o pipefail
jsmf-cat --array truth.B "$5" | awk -F '\t' -v OFS='\t' -v head="$1"$'\t'"$2"$'\t'"$3"$'\t'"$4" '
    { for (k = 1; k <= NF; k++) b[NR, k] = $k; topics = NF }
    END {
        for (i = 1; i <= NR; i++) for (k = 1; k <= topics; k++) {
            d = b[i, k] - 1 / NR
            sum += d < 0 ? -d : d
        }
        print head, "TopicL1", sum / topics
    }'
