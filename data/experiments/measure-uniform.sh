#!/usr/bin/env bash
# How far topics that have all words alike are from the true ones. usage: measure-uniform.sh TRUTH
set -eu -o pipefail
jsmf-cat --array truth.B "$1" | awk -F '\t' -v OFS='\t' '
    { for (k = 1; k <= NF; k++) b[NR, k] = $k; topics = NF }
    END {
        for (i = 1; i <= NR; i++) for (k = 1; k <= topics; k++) {
            d = b[i, k] - 1 / NR
            sum += d < 0 ? -d : d
        }
        print "TopicL1", sum / topics
    }'
