#!/usr/bin/env bash
# What labels a topic's documents have. Label:TOPIC:NAME is the part of the topic's mass in the compositions of all
# documents that have a label which those of this label have, Weight:TOPIC the topic's part of the corpus, and topic all
# is the corpus. A document without a label has an empty line.
# usage: measure-labels.sh THREADS MODEL BAG LABELS
set -eu -o pipefail
threads=$1 model=$2 bag=$3 labels=$4
jsmf-infer -q -t "$threads" --format tsv --mass 1 "$model" "$bag" | awk -F '\t' -v OFS='\t' -v labels="$labels" \
    -v bag="$bag" '
    FILENAME == ARGV[1] { sub(/\r$/, ""); gsub(/\t/, " "); label[FNR - 1] = $0; n = FNR; next }
    $1 + 1 > documents { documents = $1 + 1 }
    { weight[$2] += $3; weight["all"] += $3 }
    label[$1] != "" {
        mass[$2, label[$1]] += $3; of_topic[$2] += $3
        mass["all", label[$1]] += $3; of_topic["all"] += $3
    }
    END {
        if (documents != n) {
            print labels ": " n + 0 " labels, but " documents " documents in " bag >"/dev/stderr"
            exit 3
        }
        for (key in mass) { split(key, part, SUBSEP)
            print "Label:" part[1] ":" part[2], mass[key] / of_topic[part[1]] }
        for (topic in weight) print "Weight:" topic, weight[topic] / weight["all"]
    }' "$labels" - | sort -V
