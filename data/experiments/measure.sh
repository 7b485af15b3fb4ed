#!/usr/bin/env bash
# What a model is worth, as lines `corpus method K seed metric value`.
# usage: measure.sh CORPUS METHOD K SEED THREADS HULLS STREAM...
# The STREAMs are what the model, the last of them, was made from, with their .time files. The model's corpus has
# cooc.npz, train.npz and, where documents were held out, test.npz.
set -eu -o pipefail
head=$1$'\t'$2$'\t'$3$'\t'$4 threads=$5 hulls=$6
shift 6
model=${!#}
corpus=$(dirname "$(dirname "$model")")
lines() { awk -F '\t' -v OFS='\t' -v head="$head" '{ print head, $1, $2 }'; }

jsmf-eval -q -t "$threads" --hulls "$hulls" --cooc "$corpus/cooc.npz" --bag "$corpus/train.npz" "$model" |
    grep -v '^HeldOut' | lines
if [ -f "$corpus/test.npz" ]; then
    jsmf-eval -q -t "$threads" --bag "$corpus/test.npz" "$model" | grep '^HeldOut' | lines
fi
jsmf-cat --array H.shape "$corpus/train.npz" | tr '\n' '\t' | awk '{ print "Documents\t" $1 "\nWords\t" $2 }' | lines
for stream; do cat "$stream.time"; done | awk -v OFS='\t' '
    { wall[$1] += $2; all += $2; cpu += $3 }
    END { for (stage in wall) print "Seconds." stage, wall[stage]; print "Seconds", all; print "CpuSeconds", cpu }' |
    sort | lines
