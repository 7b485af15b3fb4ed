#!/usr/bin/env bash
# How good topics are of documents of some categories, and how near the documents' clusters are to these.
# usage: measure-categories.sh THREADS LABELS BAG COMPOSITIONS STREAM...
# The STREAMs are what the model, the last of them, was made from, with their .time files.
set -eu -o pipefail
threads=$1 labels=$2 bag=$3 compositions=$4
shift 4
jsmf-eval -q -t "$threads" --bag "$bag" --euclidean --labels "$labels" --compositions "$compositions" "${!#}" |
    grep -E $'^(Coherence|NPMI|SimCount|UniqueWords|(KMeans|Topic)(Accuracy|NMI))\t'
for stream; do cat "$stream.time"; done |
    awk '{ wall += $2; cpu += $3 } END { print "Seconds\t" wall "\nCpuSeconds\t" cpu }'
