#!/usr/bin/env bash
# Streams between numpy and jsmf, both ways, in every dialect that numpy's versions write, over files and pipes.
# usage: numpy.sh BUILD_DIR   prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "$1" && pwd):$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-numpy.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
# shellcheck source=tests/tap.bash
. "$here/../tap.bash"

exchange() { /usr/bin/python3 "$here/exchange.py" "$@"; }

if ! /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    printf '1..1\nok 1 - streams between numpy and jsmf # SKIP no python3-numpy\n'
    exit 0
fi

# Every array of the stream in file $1 prints as numpy's values.
same_values() {
    local array
    for array in values/*; do
        if ! jsmf-cat --array "${array#values/}" "$1" | cmp - "$array"; then
            echo "array ${array#values/}"
            return 1
        fi
    done
}

# The same through a pipe, whose bytes come in pieces.
# shellcheck disable=SC2094
same_list() { dd bs=97 status=none <"$1" | jsmf-cat | cmp - <(jsmf-cat "$1"); }

reads() { jsmf-cat --check "$1" && same_values "$1" && same_list "$1"; }

refuses() {
    local status
    jsmf-cat --check "$1" >out 2>err
    status=$?
    cat err
    [ "$status" -eq 3 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$2" err
}

cooc_agrees() { jsmf-cooc --dense <streams/bag.npz >cooc.npz && exchange check cooc.npz; }
cooc_pipe_agrees() { exchange bag | jsmf-cooc --dense | cat >pipe.npz && exchange check pipe.npz; }
market_agrees() { jsmf-cat --array H --format mm <streams/bag.npz >bag.mtx && exchange market bag.mtx; }

infer_agrees() {
    local model=streams/model.npz bag=streams/bag.npz
    jsmf-infer -q --method scls $model $bag -o w.npz && exchange compositions w.npz &&
        jsmf-infer -q --method scls $model <$bag | cmp - w.npz
}

polish_agrees() {
    local polish='jsmf-polish -q -i 1 --prior dirichlet --minibatch 0 --beta 0.3 --anchor-weight 0.5 streams/model.npz'
    $polish streams/bag.npz -o polished.npz && exchange polished polished.npz &&
        $polish <streams/bag.npz | cmp - polished.npz
}

# What jsmf-stream(5) says about reading a stream from a pipe in Python.
python_reads_pipes() {
    jsmf-cooc --dense streams/bag.npz | /usr/bin/python3 -c '
import io, sys, numpy
with numpy.load(io.BytesIO(sys.stdin.buffer.read())) as stream:
    assert abs(stream["C"].sum() - 1) < 1e-12'
}

# Block number $1 of what jsmf-stream(5) says about the topics of other programs.
recipe() {
    sed -n '/^\.Sh TOPICS OF OTHER PROGRAMS/,/^\.Sh EXAMPLES/p' "$here/../../man/jsmf-stream.5" |
        awk -v want="$1" '/^\.Ed/ { inside = 0 } inside && n == want; /^\.Bd/ { n++; inside = 1 }'
}
use_recipe() { # of model.npz and docs.txt, whose words it has
    recipe 6 >use && sh -e use >lines && [ "$(cut -f 1 lines | uniq | wc -l)" = "$(wc -l <docs.txt)" ] &&
        jsmf-topics model.npz >topics && grep -q '^4 topics of' topics && jsmf-cat --check polished.npz &&
        jsmf-infer -q polished.npz --from text docs.txt -o w.npz && jsmf-infer -q --method em --from text \
        model.npz docs.txt -o w.npz && jsmf-eval -q model.npz | grep -q '^UniqueWords'
}
topics_by_hand() {
    { printf 'import numpy\nrandom = numpy.random.RandomState(1)\ncomponents = 9 * random.rand(4, 30)\n' &&
        printf 'words = ["w%%d" %% i for i in range(30)]\n' && recipe 1; } | /usr/bin/python3 - && use_recipe
}
topics_of_mallet() {
    awk 'BEGIN { for (t = 0; t < 4; t++) for (i = 0; i < 30; i++) print t "\tw" i "\t" (i * (t + 3)) % 11 + 0.01 }' \
        >weights.txt && { echo 'import numpy' && recipe 4 && recipe 1; } | /usr/bin/python3 - && use_recipe &&
        jsmf-cat --array B model.npz | awk 'NR == 6 && ($1 < 0.02 || $1 > 0.1) { exit 1 }'
}
topics_of_a_table() {
    awk '{ row[$1] = row[$1] " " $3; if ($1 == 0) print $2 > "words.txt" }
        END { for (t = 0; t < 4; t++) print row[t] > "topics.txt" }' weights.txt &&
        jsmf-cat --array B model.npz >of-mallet &&
        { echo 'import numpy' && recipe 5 && recipe 1; } | /usr/bin/python3 - &&
        jsmf-cat --array B model.npz | cmp - of-mallet && jsmf-cat --array vocab model.npz | cmp - words.txt
}
topics_of_sklearn() {
    { echo 'texts = open("docs.txt").read().splitlines()' && recipe 2 && recipe 1; } | /usr/bin/python3 - && use_recipe
}

mkdir values streams
awk 'BEGIN { for (d = 0; d < 40; d++) { line = "w" d % 30
    for (i = 1; i < 12; i++) line = line " w" (d % 4 * 7 + i * i) % 30
    print line } }' >docs.txt
ok 'numpy writes its arrays' exchange everything .
while read -r name; do ok "numpy's arrays are read: $name" reads "streams/$name.npz"; done <cases
while read -r name message; do ok "refused by name: $name" refuses "streams/$name.npz" "$message"; done <refused
ok 'a bag by scipy gives its co-occurrence, and numpy reads that and all other arrays unchanged' cooc_agrees
ok 'the same over pipes' cooc_pipe_agrees
ok 'Matrix Market holds the bag' market_agrees
ok 'compositions of a model and a bag by numpy, which reads them and all other arrays unchanged' infer_agrees
ok 'a model by numpy, polished on a bag by scipy, is what numpy makes of it' polish_agrees
ok 'numpy reads a stream from a pipe' python_reads_pipes
ok 'the recipe for topics of other programs makes a model that jsmf-infer, polish, topics and eval take' topics_by_hand
ok "the recipe for MALLET's topics" topics_of_mallet
ok 'the recipe for topics that are a table of numbers' topics_of_a_table
if /usr/bin/python3 -c 'import sklearn' 2>/dev/null; then
    ok "the recipe for scikit-learn's topics" topics_of_sklearn
else
    ok "the recipe for scikit-learn's topics # SKIP no python3-sklearn" true
fi

plan
