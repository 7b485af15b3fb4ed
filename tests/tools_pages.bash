# The examples of the pages, on the bundled corpus. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# shown PAGE: the commands in its EXAMPLES, which begin with "$ " and go on behind "> ", print what stands below them;
# those that stand alone (.Dl) print nothing.
# The pages share a folder, as they use each other's files. Blocks without a command are for corpora that are not there.
shown() {
    awk '/^\.Sh/ { on = /EXAMPLES/ } /^\.Bd/ { block = on; told = 0; next } /^\.Ed/ { block = 0 }
        block && /^\$ / { told = 1 } on && sub(/^\.Dl \$/, "$") || block && told {
            gsub(/\\e/, "\\"); gsub(/\\\(dq/, "\""); sub(/^\\&/, ""); print }' "$here/../man/$1" \
        >shown.page && sed -n 's/^[$>] //p' shown.page >shown.sh && [ -s shown.sh ] && mkdir -p pages-shown &&
        cp "$data"/*.wordnet.txt* "$data/glosses.csv.gz" pages-shown || return 1
    (cd pages-shown && run bash -e -o pipefail ../shown.sh) >shown.out 2>shown.err || { cat shown.err && return 1; }
    grep -v '^[$>] ' shown.page | diff - shown.out
}
# In this order, as pages take files of those before them.
PAGES=(bow.1 text.1 cooc.1 merge.1 cat.1 rectify-ap.1 rectify-enn.1 palm.1
    krylov.1 aw.1 law.1 anchorfree.1 synth.1)
for page in "${PAGES[@]}"; do
    ok "jsmf-$page: its examples print what it shows" shown "jsmf-$page"
done
# Those that make their own.
for page in learn.1 choose.1 edit.1 eval.1 infer.1 near.1 polish.1 prevalence.1 topics.1; do
    ok "jsmf-$page: its examples print what it shows" shown "jsmf-$page"
done
# A field of a table may have blanks, so that awk and sort are told what is between fields.
fields_are_apart() {
    ! grep -nE "awk '|awk -v|sort -[a-su-z0-9]*k" "$here"/../man/*.[157] "$here/../README.md" "$here"/../tools/*.c
}
ok 'the pages tell awk and sort that tabs are between fields' fields_are_apart
