#!/usr/bin/env bash
# How near the documents' clusters, by their compositions as they are, are to their labels, as lines `corpus method K
# seed metric value`. usage: measure-clusters.sh CORPUS METHOD K SEED THREADS MODEL COMPOSITIONS LABELS
set -eu -o pipefail
head=$1$'\t'$2$'\t'$3$'\t'$4 threads=$5 model=$6 compositions=$7 labels=$8
jsmf-eval -q -t "$threads" --euclidean --labels "$labels" --compositions "$compositions" "$model" |
    awk -F '\t' -v OFS='\t' -v head="$head" '/^(KMeans|Topic)(Accuracy|Purity|NMI)\t/ { print head, $1, $2 }'
