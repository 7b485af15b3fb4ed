#!/usr/bin/env bash
# The script of jsmf(7)'s CRON over sixty days whose words change: six topics, of whose words some are new every week.
# Prints the log, and whether what stands at the end is what all batches at once give.
# usage: tests/bench/days.sh BUILD_DIR [DAYS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
days=${2:-60}
# shellcheck source=tests/bench/common.bash
. "$here/common.bash"
export PATH="$build:$PATH" K=6
cd "$scratch"
awk '/^#!/ { on = 1 } /^\.Ed/ { on = 0 } on { gsub(/\\e/, "\\"); print }' "$here/../../man/jsmf.7" >topics-daily
chmod +x topics-daily
mkdir topics

# documents DAY: eighty, of a topic each and a few words of another. A word is a topic's letters and those of a number,
# of the forty around the week's.
documents() {
    awk -v day="$1" '
        function word(topic, n) {
            return substr("alphabetagammadeltaepsilzeta", 1 + topic * 5, 5) substr("abcdefghijklmnopqrstuvwxyz",
                1 + int(n / 26), 1) substr("abcdefghijklmnopqrstuvwxyz", 1 + n % 26, 1) }
        BEGIN { srand(100 + day)
            for (d = 0; d < 80; d++) { line = ""
                topic = int(6 * rand()); other = int(6 * rand())
                for (i = 0; i < 40; i++)
                    line = line " " word(rand() < 0.8 ? topic : other, int(day / 7) * 6 + int(40 * rand()))
                print line } }'
}
conditions
for ((day = 0; day < days; day++)); do
    documents $day >today
    TODAY=$(date -d "2026-01-15 + $day days" +%F) ./topics-daily topics today >said 2>&1 || true
    sed "s/^/day $day: /" said
done
cat topics/log
cd topics
jsmf-merge sums/*.npz | cmp - run.npz
jsmf-merge words/*.npz -o all-words
printf '%d batches, %d words in all, %d in the vocabulary\trun.npz is the sum of all\n' "$(find days -type f | wc -l)" \
    "$(jsmf-cat --array vocab all-words | wc -l)" "$(jsmf-cat --array vocab vocabulary.npz | wc -l)"
