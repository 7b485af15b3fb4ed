#!/bin/sh
# The manuals as HTML by mandoc, with links between them and an index: usage: html.sh MAN_DIR OUT_DIR (make html).
set -eu
command -v mandoc >/dev/null || {
    echo 'html.sh: no mandoc, which makes HTML of the manuals (make deps installs it)' >&2
    exit 1
}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
rm -f "$out"/*.html
# Pages that are not in this folder are Debian's.
cd "$1"
for page in *.[157]; do
    mandoc -T html -O "toc,style=manual.css,man=%N.%S.html;https://manpages.debian.org/%N.%S" "$page" >"$out/made"
    sed 's|<html>|<html lang="en">|
        s|\(<td class="head-vol">\)[^<]*|\1<a href="index.html">jsmf: manuals</a>|' "$out/made" >"$out/$page.html"
done
printf '%s\n' *.[157] >"$out/made"
cd "$out"
cp "$here/manual.css" .

# entries HEADING PAGE...: a list of pages with what each is for, which mandoc says behind "Nd".
entries() {
    printf '<h2>%s</h2>\n<dl>\n' "$1"
    shift
    for page; do
        tr '\n' ' ' <"$page.html" | sed -n "s|.*<span class=\"Nd\">\([^<]*\)</span>.*|\1|p" | tr -s ' ' |
            sed "s|^|<dt><a href=\"$page.html\">${page%.*}(${page##*.})</a></dt><dd>|; s|\$|</dd>|"
        echo
    done
    echo '</dl>'
}
{
    cat <<'END'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1.0"/>
<link rel="stylesheet" href="manual.css"/>
<title>jsmf: manuals</title>
</head>
<body>
<h1>jsmf: manuals</h1>
<p>Begin with <a href="jsmf.7.html">the tour</a>.</p>
END
    # shellcheck disable=SC2046
    entries 'Guides' $(grep '\.7$' made)
    # shellcheck disable=SC2046
    entries 'Programs' $(grep '\.1$' made)
    # shellcheck disable=SC2046
    entries 'Files' $(grep '\.5$' made)
    printf '</body>\n</html>\n'
} >index.html
rm made
