#!/usr/bin/env bash
# What labels the leading words of topics have: their purity and entropy; Label:TOPIC:NAME, a label's part of the
# topic's leading words, and of all labelled words for topic all; Weight:TOPIC, the topic's part of the corpus.
# usage: measure-word-labels.sh THREADS MODEL LABELS
set -eu -o pipefail
threads=$1 model=$2 labels=$3
{
    jsmf-eval -q -t "$threads" --word-labels "$labels" "$model" | grep -E '^WordLabel(Purity|Entropy)'
    jsmf-eval -q -t "$threads" --per-topic --word-labels "$labels" "$model" | awk -F '\t' -v OFS='\t' '
        NR == 1 { for (j = 1; j <= NF; j++) if ($j == "Weight" || sub(/^WordLabel:/, "", $j)) name[j] = $j; next }
        { for (j in name) if ($j != "nan")
            print (name[j] == "Weight" ? "Weight:" $1 : "Label:" $1 ":" name[j]), $j }'
    jsmf-cat --array vocab "$model" | awk -F '\t' -v OFS='\t' '
        FILENAME == ARGV[1] { sub(/\r$/, ""); label[$1] = $2; next }
        $0 in label { count[label[$0]]++; n++ }
        END { for (name in count) print "Label:all:" name, count[name] / n; print "Weight:all", 1 }' "$labels" -
} | sort -V
