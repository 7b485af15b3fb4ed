#!/usr/bin/env bash
# What one core does in a second, for data/cluster/estimate.sh: seconds of the processor, so that other work beside it
# matters little. usage: tests/bench/rates.sh BUILD_DIR [CORPUS]   a quarter of imdb-df2 of ../shared/data, K = 100
set -eu
build=$(cd "$1" && pwd)
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
corpus=$shared/data/${2:-imdb-df2}
export PATH=$build:$PATH
cd "$scratch"
threads=1
conditions
name=${corpus##*/}
{ zcat "$corpus/docword.$name.txt.gz" 2>/dev/null || :; } | awk 'NR == 1 { most = int($1 / 4); print most; next }
    NR == 2 { words = $1; next }
    NR > 3 { if ($1 > most) exit; line[++n] = $0 }
    END { print words; print n; for (i = 1; i <= n; i++) print line[i] }' | gzip -1 >docword.gz
# rate NAME WORK COMMAND: how much of the work a second of the processor does.
rate() {
    local took
    took=$(processor_seconds 1 "$3")
    awk -v name="$1" -v work="$2" -v took="$took" 'BEGIN {
        printf "%-10s %.3g  # %s in %.2f s\n", name, work / took, work, took }'
}
size() { stat -c %s "$1"; }
read_it="jsmf-bow -q docword.gz --vocab $corpus/vocab.$name.txt"
$read_it -o bag
jsmf-cat --array H.shape bag >shape
documents=$(head -n 1 shape) words=$(tail -n 1 shape)
entries=$(jsmf-cat bag | awk -F '\t' '$2 == "H.data" { print $4 }')
printf '# %s: %d documents, %d words, %d entries\n' "$name" "$documents" "$words" "$entries"
rate COUNT "$entries" "$read_it --counts -o counts"
rate MATCH "$entries" "$read_it --match bag -o matched"
jsmf-bow -q --min-df 0 --shard 1 bag -o shard
jsmf-krylov --begin -k 100 shard -o block.0
rate TIMES $((entries * 200)) 'jsmf-cooc -q -t 1 --partial --times block.0 shard -o times'
jsmf-bow -q --min-df 0 --shard 2 --documents <(seq 1 $((documents - 1))) bag -o other
jsmf-cooc -q -t 1 --partial --times block.0 other -o times-too
rate MERGE $(($(size times) + $(size times-too))) 'jsmf-merge -t 1 times times-too -o /dev/null'
rate STEP $((words * 200 * 200)) 'jsmf-krylov -t 1 block.0 times -o block.1'
jsmf-cooc -q -t 2 --low-rank -k 100 shard -o cooc
rate RECTIFY $((words * 100)) 'jsmf-rectify-enn -q -t 1 -k 100 cooc | jsmf-law -q -t 1 -o start'
jsmf-polish -q --partial start shard | jsmf-polish -q --step start - -o model
rate ONLINE $((entries * 100)) 'jsmf-polish -q -t 1 --partial --online model shard -o sums'
jsmf-polish -q --step model sums -o model.1
rate WHOLE $((entries * 100)) 'jsmf-polish -q -t 1 --partial model.1 shard -o sums'
rate UPDATE $((words * 100)) 'jsmf-polish -q -t 1 --step model.1 sums -o model.2'
rate INFER $((entries * 100)) 'jsmf-infer -q -t 1 model.2 shard -o w'
