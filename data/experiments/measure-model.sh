#!/usr/bin/env bash
# What a model is worth. usage: measure-model.sh THREADS HULLS FOLDER STREAM...
# The STREAMs are what the model, the last of them, was made from, with their .time files. FOLDER has
# cooc.npz, train.npz and, where documents were held out, test.npz. Where train.npz has the truth in it, how near the
# model is to that is all that is asked.
set -eu -o pipefail
threads=$1 hulls=$2 folder=$3
shift 3
model=${!#}
judge() { jsmf-eval -q -t "$threads" "$@" "$model"; }

if jsmf-cat "$folder/train.npz" | grep truth.B >/dev/null; then # not -q: jsmf-cat would end by SIGPIPE
    judge --truth "$folder/train.npz" | grep -E '^(TopicL1|AnchorRecovery|CorrelationError)'
elif [ -f "$folder/test.npz" ]; then
    judge --hulls "$hulls" --cooc "$folder/cooc.npz" --bag "$folder/train.npz" --held-out "$folder/test.npz"
else
    judge --hulls "$hulls" --cooc "$folder/cooc.npz" --bag "$folder/train.npz" | grep -v '^HeldOut'
fi
# Of infinitely many documents there is the co-occurrence alone.
! jsmf-cat "$folder/train.npz" | grep H.shape >/dev/null ||
    jsmf-cat --array H.shape "$folder/train.npz" | tr '\n' '\t' |
    awk '{ print "Documents\t" $1 "\nWords\t" $2 }'
for stream; do cat "$stream.time"; done | awk -v OFS='\t' '
    { wall[$1] += $2; cpu[$1] += $3; wall_all += $2; cpu_all += $3 }
    $4 / 1024 > memory[$1] { memory[$1] = $4 / 1024 }
    END {
        for (stage in wall) print "Seconds." stage, wall[stage] "\nCpuSeconds." stage, cpu[stage]
        for (stage in memory) if (memory[stage] > 0) print "Megabytes." stage, memory[stage]
        print "Seconds", wall_all "\nCpuSeconds", cpu_all
    }' |
    sort
