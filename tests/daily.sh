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
awk 'NR % 6 == 0' all >first
awk 'NR % 48 == 1' all >second
tr ' ' '\n' <first | awk 'NF' | awk '{ word[NR] = $0 } END {
    for (d = 0; d < 6000; d++) { line = ""
        for (i = 0; i < 12; i++) line = line " " word[1 + (d % 6 * 911 + (d * 31 + i * 37) % 400) % NR]
        print line } }' >strange
# Words that no model knows, and a batch that comes later.
awk 'NR <= 200 { print "quux" NR % 7, "xyzzy" NR % 5, "frobnicate plugh", $0 }' second | tr -d '0-9' >aged
awk 'NR % 48 == 2' all >third
awk 'NR % 48 == 3' all >fourth
mkdir topics
daily() { timeout 120 ./topics-daily topics "$1" >said 2>&1; }
documents() { jsmf-cat --array H.shape topics/bag.npz | head -n 1; }
batches() { find topics/days -name '*.txt' | wc -l; }
# compositions BATCH: of its documents, and of no others.
compositions() {
    local sum
    sum=$(sha256sum <"$1" | cut -c 1-12)
    jsmf-cat "topics/compositions/$(date +%F)-$sum.npz" | grep -q "^array	W	float64	6 x $(wc -l <"$1") by columns\$"
}

begins() {
    daily first && [ ! -s said ] && jsmf-cat --check topics/model.npz && [ ! -e topics/start.npz ] &&
        [ "$(documents)" = "$(wc -l <first)" ] &&
        compositions first
}
# cron looks for programs in /usr/bin and /bin alone.
is_found_by_cron() { grep -q "^PATH=$(sed -n 's/^PREFIX ?*= *//p' "$here/../Makefile")/bin:" "$here/../man/jsmf.7"; }
ok "topics-daily: the crontab's PATH has the programs" is_found_by_cron
ok 'topics-daily: the first day makes a model and says nothing' begins
is_polished() { jsmf-cat topics/model.npz | grep -q '^history	jsmf-polish'; }
ok 'topics-daily: the model is polished' is_polished
goes_on() {
    cp topics/model.npz before && daily "$1" && [ ! -s said ] && ! cmp -s before topics/model.npz &&
        [ "$(documents)" = "$(cat "${@:2}" "$1" | wc -l)" ] && [ "$(batches)" = $# ] && compositions "$1"
}
ok 'topics-daily: another batch adds its documents, rebuilds the model and says nothing' goes_on second first
# Topics in another order than the program gives them, one with a name of its own.
keeps_numbers() {
    echo '2: mine' | jsmf-edit --sort weight --name - topics/model.npz -o topics/model.npz &&
        goes_on third first second &&
        jsmf-cat --array names topics/model.npz | grep -qx mine &&
        diff <(jsmf-cat --array names before) <(jsmf-cat --array names topics/model.npz) &&
        jsmf-eval -q --per-topic --against before topics/model.npz | awk -F '\t' '
            NR == 1 { for (j = 1; j <= NF; j++) if ($j == "AgainstTopic") column = j; next }
            $column != $1 { bad = 1 } END { exit bad || NR != 7 }'
}
ok 'topics-daily: three batches of one date are three batches, and topics keep numbers and names' keeps_numbers
is_the_same_again() {
    cp topics/model.npz before && daily third && [ ! -s said ] && cmp before topics/model.npz && [ "$(batches)" = 3 ]
}
ok 'topics-daily: run again, nothing is added twice' is_the_same_again
# On another day, too.
is_the_same_later() {
    TODAY=$(date +%Y-%m)-00 daily third && [ ! -s said ] && [ "$(batches)" = 3 ] && cmp before topics/model.npz
}
ok 'topics-daily: nor on another day' is_the_same_later
tells_of_a_failure() {
    cp topics/model.npz before && mkdir -p broken && printf '#!/bin/sh\necho "jsmf-law: out of luck" >&2\nexit 4\n' \
        >broken/jsmf-law && chmod +x broken/jsmf-law && ! PATH=$scratch/broken:$PATH daily second &&
        grep -q 'out of luck' said && cmp before topics/model.npz && tail -n 1 topics/log | grep -q 'exit 4'
}
ok 'topics-daily: a failure is told, and the model stays' tells_of_a_failure
takes_new_words() {
    daily aged && jsmf-cat --array vocab topics/model.npz | grep -qx quux &&
        [ "$(documents)" = "$(cat first second third aged | wc -l)" ] && compositions aged &&
        tail -n 1 topics/log | grep -q 'exit 0; new vocabulary: .* above --max-unknown 0.3; most of all quux'
}
ok 'topics-daily: where many words are new the vocabulary is made anew, and the log tells' takes_new_words
# A day without documents, and one of words that are in no vocabulary: the next day is as any other.
goes_on_after() {
    cp topics/model.npz before
    : >empty && daily empty && [ ! -s said ] && [ "$(batches)" = 4 ] && cmp before topics/model.npz &&
        tail -n 1 topics/log | grep -q 'exit 0; no words in .*/empty: left out' &&
        CUT='--from csv --text body' daily empty && [ ! -s said ] && CUT='--text body' daily empty && [ ! -s said ] &&
        [ "$(batches)" = 4 ] || return 1
    printf 'zzqq wwvv\nzzqq xxyy\n' >foreign && daily foreign && [ ! -s said ] && compositions foreign &&
        tail -n 1 topics/log | grep -q 'exit 0; new .*; none of the words of .*/foreign is in the vocabulary' &&
        daily fourth && [ ! -s said ] && compositions fourth && [ "$(batches)" = 6 ] &&
        [ "$(documents)" = "$(cat first second third aged foreign fourth | wc -l)" ]
}
ok 'topics-daily: batches without a word, or of foreign words, stop no later day' goes_on_after
tells_of_a_change() {
    cp topics/model.npz before
    ! daily strange && grep -q '^of 6 topics [012] are' said && cmp before topics/model.npz &&
        jsmf-cat --check topics/new.npz
}
ok 'topics-daily: topics that are no longer there are told, and the model stays' tells_of_a_change

# Below, days of six small topics whose words change, so that there is a new vocabulary on 11-23, and on 12-01.
topics_of() {
    awk -v first="$1" 'BEGIN { srand(first + 1); for (d = 0; d < 240; d++) { line = ""
        for (i = 0; i < 20; i++) line = line " w" sprintf("%c%c", 97 + d % 6, 97 + first + int(8 * rand()))
        print line } }'
}
topics_of 0 >old
topics_of 1 >like
topics_of 3 >new
run() { TODAY=2026-$1 timeout 120 "./${4:-topics-daily}" "$2" "$3" >said 2>&1; }
mkdir early && run 11-21 early old
cp -r early whole && run 12-01 whole new
# dies_behind PATTERN DATE FOLDER [SIGNAL]: the script takes in "new", and is killed behind the line with these words.
dies_behind() {
    sed "/$1/a kill -${4:-KILL} \$\$" topics-daily >topics-dies && chmod +x topics-dies &&
        ! cmp -s topics-daily topics-dies && { run "$2" "$3" new topics-dies; [ $? -ge 129 ]; }
}
is_like() {
    local file
    [ -s "$1/model.npz" ] || return 1
    for file in model.npz run.npz bag.npz vocabulary.npz month compositions sums bags words days; do
        diff -r "$1/$file" "$2/$file" || return 1
    done
}
# Nor is it what the programs behind it say of the one that failed.
tells_what_failed() {
    awk 'NR % 6 < 2 && n++ < 12' old >few && mkdir small && ! K=14 run 11-21 small few && [ "$(wc -l <said)" = 1 ] &&
        grep -q 'jsmf-rectify-enn: .*-k' said && grep -q '11-21-.*: exit 4' small/log &&
        printf 'a\377b\n' >latin && ! run 11-22 small latin && grep -q 'exit 3; refused: .*/latin$' small/log
}
ok 'topics-daily: too many topics for a small batch, and a batch that is refused, are in the log' tells_what_failed
# Every run but the last ends a little later than the one before.
goes_on_where_it_was_killed() {
    local place
    cp -r early killed
    for place in '^ *mv days' '^ *-o "words' '--top 5000' '>month$' 'rm -f run' '^ *jsmf-cooc' \
        '^jsmf-merge --alike "' '-o bag.npz' '-o start.npz' '-o new.npz' '^jsmf-edit' 'jsmf-infer'; do
        dies_behind "$place" 12-01 killed || { echo "behind $place:"; cat said; return 1; }
    done
    run 12-01 killed new && [ ! -s said ] && is_like whole killed
}
ok 'topics-daily: killed at any place, even again and again, the next run makes what was to be made' \
    goes_on_where_it_was_killed
is_ended_by_a_signal() {
    cp -r early ended && cp -r early other && run 11-23 other new && dies_behind '--top 5000' 11-23 ended TERM &&
        tail -n 1 ended/log | grep -q 'exit 143; new vocabulary: .* above --max-unknown' &&
        run 11-23 ended new && [ ! -s said ] && is_like other ended
}
ok 'topics-daily: the log tells a signal, and the next run is as any other' is_ended_by_a_signal
# The program fails once; the day after has other documents, and what the failed day left is made, too.
goes_on_after_failures() {
    local program
    cp -r early failed
    for program in bow cooc law polish; do
        printf '#!/bin/sh\ncase "$*" in *null* | *--counts*) exec %s "$@" ;; esac\nexit 1\n' \
            "$build/jsmf-$program" >broken/jsmf-$program
        chmod +x broken/jsmf-$program
        PATH=$scratch/broken:$PATH run 12-01 failed new && return 1
        rm broken/jsmf-$program
    done
    tail -n 1 failed/log | grep -q 'exit 1' && cp -r failed later && rm later/words/2026-12-01-* &&
        run 12-02 later like && [ "$(find later/words later/compositions -type f | wc -l)" = 6 ] &&
        run 12-01 failed new && [ ! -s said ] && is_like whole failed
}
ok 'topics-daily: whatever program fails, the next run makes up for it' goes_on_after_failures
tells_of_no_documents() {
    cp whole/log before && ! run 12-02 whole nowhere && grep -q "nowhere" said &&
        tail -n 1 whole/log | grep -q 'exit 1$' &&
        ! run 12-02 whole "$scratch" && tail -n 1 whole/log | grep -q 'exit 1$'
}
ok 'topics-daily: documents that are not there are an error' tells_of_no_documents
# The commands stand in the page.
forgets_a_day() {
    local day
    day=$(basename whole/bags/2026-11-21-*.npz .npz)
    (
        cd whole || exit 1
        eval "$(sed -n "s/^\\.Dl \\(jsmf-merge run.npz --remove .*\\|rm {bags.*\\)/\\1/p" "$here/../man/jsmf.7" |
            sed "s/2025-11-28-0123456789ab/$day/g")"
    ) && run 12-02 whole like && [ ! -s said ] && [ "$(jsmf-cat --array sums.shards whole/run.npz | wc -l)" = 2 ] &&
        [ "$(jsmf-cat --array H.shape whole/bag.npz | head -n 1)" = "$(cat new like | wc -l)" ]
}
ok 'topics-daily: a day is taken away by what the page says' forgets_a_day
takes_a_table() {
    { echo 'id,body'; sed 's/.*/x,"&, Größe."/' old; } >table.csv && mkdir table &&
        CUT='--from csv --text body --id id' run 11-21 table table.csv && [ ! -s said ] &&
        jsmf-cat --array vocab table/words/*.npz | grep -qx größe && jsmf-cat --check table/model.npz &&
        [ "$(jsmf-cat --array H.shape table/bag.npz | head -n 1)" = 240 ]
}
ok 'topics-daily: a table will do, by options of jsmf-text' takes_a_table
# table_day N VALUE WORDS: a day of one document, N is its id, VALUE what its other column has.
table_day() {
    { echo 'id,body,year' && echo "$1,$3,$2"; } >"day-$1.csv" &&
        CUT='--from csv --text body --id id --keep year' run 11-22 kept "day-$1.csv"
}
# Two batches of the same counts, and one whose column has another type.
takes_days_that_are_alike() {
    { echo 'id,body,year'; sed 's/.*/x,&,2026/' old; } >table.csv && mkdir kept &&
        CUT='--from csv --text body --id id --keep year' run 11-21 kept table.csv && table_day 1 2026 'waa wba' &&
        table_day 2 2026 'waa wba' && [ ! -s said ] && rm kept/run.npz kept/bag.npz || return 1
    table_day 3 NA waa
    [ $? = 3 ] && grep -q '^.*/day-3.csv: jsmf-merge: .*array year: .* --keep year:text' said &&
        tail -n 1 kept/log | grep -q 'exit 3; refused: .*/day-3.csv$' && table_day 4 2026 wba && [ ! -s said ] &&
        [ "$(jsmf-cat --array H.shape kept/bag.npz | head -n 1)" = 243 ]
}
ok 'topics-daily: equal days are days, and one that does not fit is refused and stops no other' \
    takes_days_that_are_alike
# A capital makes another batch, of the same counts.
takes_lines_that_are_alike() {
    cp -r early lines && echo 'waa wba' >one && echo 'Waa wba' >two && run 11-22 lines one && run 11-23 lines two &&
        [ ! -s said ] && [ "$(jsmf-cat --array sums.shards lines/run.npz | wc -l)" = 3 ]
}
ok 'topics-daily: equal lines of two days are two batches' takes_lines_that_are_alike

plan
