#!/usr/bin/env bash
# The script of jsmf(7)'s CRON, run day after day as it stands in the page. usage: daily.sh BUILD_DIR   prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-daily.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export PATH=$build:$PATH LC_ALL=C K=6
cd "$scratch" || exit 1
# shellcheck source=tests/tap.bash
. "$here/tap.bash"

awk '/^#!/ { on = 1 } /^\.Ed/ { on = 0 } on { gsub(/\\e/, "\\"); print }' "$here/../man/jsmf.7" >topics-daily
chmod +x topics-daily
# Glosses again, as text: a part of them for each day, and, for a day of trouble, words thrown together.
zcat "$here/../data/docword.wordnet.txt.gz" | awk 'NR == FNR { word[NR] = $0; next } FNR > 3 {
    for (i = 0; i < $3; i++) text[$1] = text[$1] " " word[$2] }
    END { for (d = 1; d in text; d++) print text[d] }' "$here/../data/vocab.wordnet.txt" - >all
awk 'NR % 4 == 0' all >first
awk 'NR % 24 == 1' all >second
tr ' ' '\n' <first | awk 'NF' | awk '{ word[NR] = $0 } END {
    for (d = 0; d < 6000; d++) { line = ""
        for (i = 0; i < 12; i++) line = line " " word[1 + (d % 6 * 911 + (d * 31 + i * 37) % 400) % NR]
        print line } }' >strange
mkdir topics
daily() { timeout 120 ./topics-daily topics "$1" >said 2>&1; }
# Another day: the documents so far are of an earlier one.
passes() { mv "topics/days/$(date +%F).txt" "topics/days/2000-01-0$1.txt"; }
documents() { jsmf-cat --array H.shape topics/bag.npz | head -n 1; }

begins() {
    daily first && [ ! -s said ] && jsmf-cat --check topics/model.npz && [ "$(documents)" = "$(wc -l <first)" ]
}
# cron looks for programs in /usr/bin and /bin alone.
is_found_by_cron() { grep -q "^PATH=$(sed -n 's/^PREFIX ?*= *//p' "$here/../Makefile")/bin:" "$here/../man/jsmf.7"; }
ok "topics-daily: the crontab's PATH has the programs" is_found_by_cron
ok 'topics-daily: the first day makes a model and says nothing' begins
goes_on() {
    passes 1 && cp topics/model.npz yesterday && daily second && [ ! -s said ] && ! cmp -s yesterday topics/model.npz &&
        [ "$(documents)" = "$(cat first second | wc -l)" ]
}
ok 'topics-daily: the second day adds its documents, rebuilds the model and says nothing' goes_on
is_the_same_again() {
    cp topics/model.npz yesterday && daily second && [ ! -s said ] && cmp yesterday topics/model.npz
}
ok 'topics-daily: run again, nothing is added twice' is_the_same_again
tells_of_a_failure() {
    mkdir -p broken && printf '#!/bin/sh\necho "jsmf-law: out of luck" >&2\nexit 4\n' >broken/jsmf-law &&
        chmod +x broken/jsmf-law && ! PATH=$scratch/broken:$PATH daily second && grep -q 'out of luck' said &&
        cmp yesterday topics/model.npz
}
ok 'topics-daily: a failure is told, and the model stays' tells_of_a_failure
tells_of_a_change() {
    passes 2 && ! daily strange && grep -q '^of 6 topics [012] are' said && cmp yesterday topics/model.npz &&
        jsmf-cat --check topics/new.npz
}
ok 'topics-daily: topics that are no longer there are told, and the model stays' tells_of_a_change

plan
