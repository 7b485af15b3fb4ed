#!/usr/bin/env bash
# The manuals for a browser, which make html makes. usage: html.sh, prints TAP.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-html.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# shellcheck source=tests/tap.bash
. "$here/tap.bash"
cd "$here/.." || exit 1

# Links go to places of these pages, the style sheet, or elsewhere. mandoc takes a hyphen in Sx for another sign.
no_link_is_dead() {
    (cd build/html && awk '
        FNR == 1 { file = substr(FILENAME, 3); there[file] }
        { line = $0
          while (match(line, /(id|href)="[^"]*"/)) {
            name = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
            value = name; sub(/^[a-z]*="/, "", value); sub(/"$/, "", value)
            if (name ~ /^id/) there[file "#" value]
            else if (value !~ /^https:/) { from[++n] = file; to[n] = (value ~ /^#/ ? file : "") value }
          } }
        END { for (i = 1; i <= n; i++) if (!(to[i] in there)) { print from[i] ": " to[i]; bad = 1 }
          exit bad || n < 500 }' ./*.html ./manual.css)
}
# The index has every page, and pages link to each other as they name each other.
pages_are_linked() {
    diff <(cd man && printf '%s\n' *.[157]) \
        <(sed -n 's/^<dt><a href="\(.*\)\.html">.*/\1/p' build/html/index.html | sort) &&
        grep -qF '<a class="Xr" href="jsmf-polish.1.html">jsmf-polish(1)</a>' build/html/jsmf-learn.1.html &&
        grep -qF '<a class="Xr" href="https://manpages.debian.org/make.1">make(1)</a>' build/html/jsmf.7.html
}
if command -v mandoc >/dev/null; then
    ok 'make html' make -s --no-print-directory html
    ok 'make html: no link is dead' no_link_is_dead
    ok 'make html: pages are linked' pages_are_linked
else
    ok 'make html # SKIP no mandoc (make deps)' true
fi
plan
