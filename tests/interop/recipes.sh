#!/usr/bin/env bash
# The recipes of jsmf-python(7), as they stand there, in each language that is installed. usage: recipes.sh BUILD_DIR
# prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "$1" && pwd):$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-recipes.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 RETICULATE_PYTHON=/usr/bin/python3
# shellcheck source=tests/tap.bash
. "$here/../tap.bash"
cd "$scratch" || exit 1
# Debian's Python, which has Debian's modules.
mkdir bin && ln -s /usr/bin/python3 bin && PATH=$scratch/bin:$PATH
# A part of the definitions will do. Some of their ids begin with a quote, which nothing closes.
zcat "$here/../../data/glosses.csv.gz" | awk 'NR % 12 == 1 { if (NR % 156 == 13) sub(/^"/, "\"\"\""); print }' |
    gzip >glosses.csv.gz

# recipes SECTION MISSING: the blocks of a section of the page, without those that name something that is missing, a
# pattern.
recipes() {
    awk -v section=".Sh $1" -v missing="$2" '
        /^\.Sh/ { on = $0 == section }
        /^\.Bd/ { inside = on; block = "" }
        /^\.Ed/ { if (inside && (missing == "" || block !~ missing)) printf "%s", block; inside = 0 }
        inside && !/^\.Bd/ { gsub(/\\e/, "\\"); block = block $0 "\n" }' "$here/../../man/jsmf-python.7"
}
# skips NAME WHAT: a test that cannot be run here, for lack of what make deps-extra installs, but for pyLDAvis.
skips() { ok "the recipes of jsmf-python(7): $1 # SKIP no $2" true; }

# ---- Python: its script, and what is wrong with what it made ----

in_python() {
    { recipes PYTHON "$1" && echo "missing = '$1'" && cat "$here/recipes.py"; } >recipes.py &&
        python3 recipes.py >said && jsmf-topics model.npz | grep -q '^10 topics'
}
missing=$(python3 -c 'from importlib.util import find_spec
print("|".join(m for m in ("numpy", "pandas", "sklearn", "gensim", "pyLDAvis") if not find_spec(m)))' 2>/dev/null ||
    echo numpy)
# gensim takes longer to start than all else, and so does Python within R.
if [ "${EVERY:-no}" != yes ] && [[ $missing != *gensim* ]]; then missing=${missing:+$missing|}gensim; fi
case $missing in
*numpy* | *pandas* | *sklearn*) skips Python "python3 with $missing" ;;
*)
    ok 'the recipes of jsmf-python(7): Python' in_python "$missing"
    for module in ${missing//|/ }; do skips "Python, $module" "$module, or not EVERY=yes"; done
    ;;
esac

# ---- R ----

in_r() {
    {
        recipes R "$1" &&
            sed -n 's/^    \(tsv <- .*\|.* <- tsv(.*\)$/\1/p' "$here/../../README.md" | sed 's/^w /plain /' &&
            cat <<'END'
stopifnot(dim(plain) == dim(w), plain$document == table$id)
stopifnot(nrow(topics) == 100, nrow(w) == nrow(table), w$document == table$id, w$kind == table$kind)
stopifnot(abs(rowSums(w[, -(1:2)]) - 1) < 1e-5, abs(colSums(B) - 1) < 1e-9, ncol(B) == 10)
stopifnot(near$query %in% w$document, near$document %in% w$document, near$rank >= 1, near$distance <= 1)
stopifnot(rownames(B)[which.max(B[, 1])] == topics$word[1])
if (exists("A")) stopifnot(dim(A) == 10, abs(sum(A) - 1) < 1e-9, file.exists("other-w.npz"))
END
    } >recipes.R && Rscript recipes.R >said &&
        [ "$(jsmf-cat --array H counts.npz | tr '\t\n' ' ;')" = \
            '0 1 1;0 2 1;0 3 2;1 1 2;1 2 1;1 4 1;2 0 1;2 3 1;2 4 2;' ]
}
if ! command -v Rscript >/dev/null; then
    skips R r-base-core
elif [ "${EVERY:-no}" = yes ] &&
    Rscript -e 'quit(status = !requireNamespace("reticulate", quietly = TRUE))' 2>/dev/null; then
    ok 'the recipes of jsmf-python(7): R' in_r ''
else
    ok 'the recipes of jsmf-python(7): R' in_r 'reticulate|numpy'
    skips 'R, streams' 'r-cran-reticulate, or not EVERY=yes'
fi

# ---- Octave, which goes on with a bag that is there ----

in_octave() {
    rm -f other-w.npz && {
        recipes OCTAVE '' && echo 'assert(columns(B) == 10 && rows(B) == numel(vocab) && rows(W) == 10)
assert(all(abs(sum(B) - 1) < 1e-9) && all(abs(sum(W) - 1) < 1e-9))
assert(numel(ids) == columns(W) && exist("other-w.npz", "file"))'
    } >recipes.m && octave --no-gui --quiet recipes.m >said &&
        [ "$(jsmf-cat --array H counts.npz | tr '\t\n' ' ;')" = '0 0 2;0 1 1;1 1 1;1 2 2;2 2 1;' ]
}
if command -v octave >/dev/null; then
    [ -e bag.npz ] || jsmf-text -q glosses.csv.gz --text gloss --id id | jsmf-bow -q --min-df 5 -o bag.npz
    ok 'the recipes of jsmf-python(7): Octave' in_octave
else
    skips Octave octave
fi
plan
