#!/usr/bin/env bash
# How near compositions are to those that are taken for the truth.
# usage: measure-compositions.sh THREADS MODEL COMPOSITIONS TRUTH DOCUMENTS
set -eu -o pipefail
threads=$1 model=$2 compositions=$3 truth=$4 documents=$5
# Of the documents the fit is asked for, and nothing else.
jsmf-eval -q -t "$threads" --truth "$truth" --compositions "$compositions" --bag "$documents" "$model" |
    grep -E '^(Precision|Recall|F1|NonProminent|Composition|Hellinger|Cosine|[A-Z][A-Za-z]*Diff)'
awk '{ print "Seconds\t" $2 "\nCpuSeconds\t" $3 }' "$compositions.time"
