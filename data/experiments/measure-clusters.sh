#!/usr/bin/env bash
# How near the documents' clusters, by their compositions as they are, are to their labels.
# usage: measure-clusters.sh THREADS MODEL COMPOSITIONS LABELS
set -eu -o pipefail
threads=$1 model=$2 compositions=$3 labels=$4
jsmf-eval -q -t "$threads" --euclidean --labels "$labels" --compositions "$compositions" "$model" |
    grep -E $'^(KMeans|Topic)(Accuracy|Purity|NMI)\t'
