#!/usr/bin/env bash
# What labels a topic's documents have, as lines `corpus method K seed Label:TOPIC:NAME value`: the part of the topic's
# mass in all compositions that documents of this label have. Topic all is the corpus, Weight:TOPIC a topic's part of
# it.
# usage: measure-labels.sh CORPUS METHOD K SEED THREADS MODEL BAG LABELS
set -eu -o pipefail
head=$1$'\t'$2$'\t'$3$'\t'$4 threads=$5 model=$6 bag=$7 labels=$8
jsmf-infer -q -t "$threads" --format tsv --mass 1 "$model" "$bag" | awk -F '\t' -v OFS='\t' -v head="$head" \
    -v labels="$labels" -v bag="$bag" '
    NR == FNR { sub(/\r$/, ""); gsub(/\t/, " "); label[NR - 1] = $0; n = NR; next }
    $1 + 1 > documents { documents = $1 + 1 }
    { mass[$2, label[$1]] += $3; of_topic[$2] += $3; mass["all", label[$1]] += $3; of_topic["all"] += $3 }
    END {
        if (documents != n) {
            print labels ": " n " labels, but " documents " documents in " bag >"/dev/stderr"
            exit 3
        }
        for (key in mass) { split(key, part, SUBSEP)
            print head, "Label:" part[1] ":" part[2], mass[key] / of_topic[part[1]] }
        for (topic in of_topic) print head, "Weight:" topic, of_topic[topic] / of_topic["all"]
    }' "$labels" - | sort -V
