#!/usr/bin/env bash
# How near compositions are to those that are taken for the truth, as lines `corpus method K seed metric value`.
# usage: measure-compositions.sh CORPUS METHOD K SEED THREADS MODEL COMPOSITIONS TRUTH DOCUMENTS
set -eu -o pipefail
head=$1$'\t'$2$'\t'$3$'\t'$4 threads=$5 model=$6 compositions=$7 truth=$8 documents=$9
{
    # Of the documents the fit is asked for, and nothing else.
    jsmf-eval -q -t "$threads" --truth "$truth" --compositions "$compositions" --bag "$documents" "$model" |
        grep -E '^(Precision|Recall|F1|NonProminent|Composition|Hellinger|Cosine|[A-Z][A-Za-z]*Diff)'
    awk '{ print "Seconds\t" $2 "\nCpuSeconds\t" $3 }' "$compositions.time"
} | awk -F '\t' -v OFS='\t' -v head="$head" '{ print head, $1, $2 }'
