#!/usr/bin/env bash
# How good topics are of documents of some categories, and how near the documents' clusters are to these, as lines
# `corpus method K seed metric value`.
# usage: measure-categories.sh CORPUS METHOD K SEED THREADS LABELS BAG COMPOSITIONS STREAM...
# The STREAMs are what the model, the last of them, was made from, with their .time files.
set -eu -o pipefail
head=$1$'\t'$2$'\t'$3$'\t'$4 threads=$5 labels=$6 bag=$7 compositions=$8
shift 8
{
    jsmf-eval -q -t "$threads" --bag "$bag" --euclidean --labels "$labels" --compositions "$compositions" "${!#}" |
        grep -E $'^(Coherence|NPMI|SimCount|UniqueWords|(KMeans|Topic)(Accuracy|NMI))\t'
    for stream; do cat "$stream.time"; done |
        awk '{ wall += $2; cpu += $3 } END { print "Seconds\t" wall "\nCpuSeconds\t" cpu }'
} | awk -F '\t' -v OFS='\t' -v head="$head" '{ print head, $1, $2 }'
