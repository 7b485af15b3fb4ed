#!/usr/bin/env bash
# What labels a topic's documents have. Label:TOPIC:NAME is the part of the topic's mass in all compositions that
# documents of this label have, Weight:TOPIC the topic's part of the corpus, and topic all is the corpus.
# usage: measure-labels.sh THREADS MODEL BAG LABELS
set -eu -o pipefail
threads=$1 model=$2 bag=$3 labels=$4
jsmf-infer -q -t "$threads" --format tsv --mass 1 "$model" "$bag" | awk -F '\t' -v OFS='\t' -v labels="$labels" \
    -v bag="$bag" '
    NR == FNR { sub(/\r$/, ""); gsub(/\t/, " "); label[NR - 1] = $0; n = NR; next }
    $1 + 1 > documents { documents = $1 + 1 }
    { mass[$2, label[$1]] += $3; of_topic[$2] += $3; mass["all", label[$1]] += $3; of_topic["all"] += $3 }
    END {
        if (documents != n) {
            print labels ": " n " labels, but " documents " documents in " bag >"/dev/stderr"
            exit 3
        }
        for (key in mass) { split(key, part, SUBSEP)
            print "Label:" part[1] ":" part[2], mass[key] / of_topic[part[1]] }
        for (topic in of_topic) print "Weight:" topic, of_topic[topic] / of_topic["all"]
    }' "$labels" - | sort -V
