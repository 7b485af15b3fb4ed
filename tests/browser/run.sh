#!/usr/bin/env bash
# Pages of jsmf-report as HTML and in a browser: tests/browser/run.sh BUILD_DIR. Prints TAP. What is not installed
# (`make deps-extra` does it) is skipped by its name.
set -u
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../../data
modules=$here/../../build/browser/node_modules
PATH=$(cd "$1" && pwd):$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-browser.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8
cd "$scratch" || exit 1
# shellcheck source=tests/tap.bash
. "$here/../tap.bash"
skip() { count=$((count + 1)) && echo "ok $count - $1 # SKIP $2 is not installed (make deps-extra)"; }

make_page() {
    zcat "$data/docword.wordnet.txt.gz" | awk 'NR == FNR { word[FNR] = $1; next }
        FNR > 3 && $1 % 6 == 0 { if ($1 != d) { if (d) print line; d = $1; line = "doc-" d / 6 "\t" }
            line = line word[$2] " " }
        END { print line }' "$data/vocab.wordnet.txt" - >texts &&
        awk '{ print 1990 + NR % 9 }' texts >years &&
        jsmf-text -q --from text --with-ids --keep-text 200 --min-length 1 texts | jsmf-bow -q --top 600 -o bag &&
        jsmf-cooc -q bag -o cooc && jsmf-rectify-ap -q -k 8 cooc | jsmf-aw -q -o model &&
        jsmf-infer -q model bag -o w &&
        jsmf-report -q --bag bag --cooc cooc --compositions w --labels years --title 'A page of tests' \
            --date 2026-11-29 model -o page.html
}
# Words, names, texts and a title that mean something to HTML and scripts; long ones, and from right to left.
make_hostile_page() {
    local script='</script><script>window.hacked=1</script>' i long
    long=$(printf '%0250d' 7)
    {
        echo 'id,body'
        for i in 1 2 3 4; do
            printf '%s%s,"<img src=x onerror=hacked=1> ]]> plain %s <!-- &lt; ""q"" '"'"'y'"'"' word%s %s"\n' \
                "$script" "$i" "$script" "$i" "$long"
            printf '%s,"plain \xe2\x80\xae\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d <blink> word%s {{title}} %s other%s"\n' \
                "$(printf '%010000d' "$i")" "$i" "$script" "$i"
        done
    } >hostile.csv && jsmf-text -q hostile.csv --id id --text body --keep-text 500 --pattern '[^ ]+' --keep-case \
        -o hostile-bag && jsmf-cooc -q hostile-bag | jsmf-aw -q -k 2 --min-df 1 -o hostile-model &&
        jsmf-infer -q hostile-model hostile-bag -o hostile-w && jsmf-report -q --bag hostile-bag \
        --compositions hostile-w --title "</title>$script" hostile-model -o hostile.html
}
# It does not know the attributes that two elements have within SVG.
is_valid() {
    ! tidy -q -e --drop-empty-elements no "$1" 2>&1 |
        grep -vE '<title> proprietary attribute "id"|<a> proprietary attribute "(class|href|data-topic)"' | grep .
}
# What the browser's process says is not the pages'.
in_browser() {
    NODE_PATH=$modules timeout 120 node "$here/pages.js" "$scratch/page.html" "$scratch/hostile.html" \
        "$(command -v chromium)"
}

ok 'a page is made' make_page
ok 'a page of hostile text is made' make_hostile_page
for page in page.html hostile.html; do
    if command -v tidy >/dev/null; then ok "$page is valid to tidy" is_valid $page; else skip "$page: tidy" tidy; fi
done
for needed in chromium node; do
    command -v $needed >/dev/null || { skip 'pages in a browser' $needed; plan; exit; }
done
for needed in puppeteer-core axe-core; do
    [ -e "$modules/$needed" ] || { skip 'pages in a browser' "npm's $needed"; plan; exit; }
done
in_browser >browser.log 2>&1
while IFS= read -r line; do
    case $line in
    'ok '* | 'not ok '*)
        count=$((count + 1))
        printf '%s\n' "$line" | sed -E "s/^(not )?ok [0-9]+/\1ok $count/"
        case $line in not*) failed=$((failed + 1)) ;; esac
        ;;
    '#'*) printf '%s\n' "$line" ;;
    esac
done <browser.log
ok 'the browser ended well' grep -q '^1\.\.' browser.log
plan
