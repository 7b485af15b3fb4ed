#!/usr/bin/env bash
# Whether shards give what the whole does: corpora cut into 1 to 16 shards whose sums are added by random trees, on one
# thread and two; against the plain co-occurrence and its model; days in random orders; 2000 parts with few descriptors;
# merges that are killed.
# usage: tests/bench/merge.sh BUILD_DIR [CORPUS...]   kos, nips12 and wordnet of ../shared/data; others by their names.
# Needs python3-numpy and python3-scipy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
data=${JSMF_SHARED:-$here/../../../shared}/data
# shellcheck source=tests/bench/common.bash
. "$here/common.bash"
export PATH="$build:$PATH"
cd "$scratch"
block=64
RANDOM=1

# any_of COUNT: a number below it. (RANDOM is the shell's, seeded above.)
any_of() { echo $((RANDOM % $1)); }

# add_up OUT PARTS...: by a random tree; the parts go.
add_up() {
    local out=$1 number=0 i
    shift
    local parts=("$@")
    while [ ${#parts[@]} -gt 1 ]; do
        local some=() many=$((2 + $(any_of 3)))
        while [ ${#some[@]} -lt $many ] && [ ${#parts[@]} -gt 0 ]; do
            i=$(any_of ${#parts[@]})
            some+=("${parts[$i]}")
            parts=("${parts[@]:0:$i}" "${parts[@]:$((i + 1))}")
        done
        jsmf-merge -t "$threads" "${some[@]}" -o "$out.$number"
        rm "${some[@]}"
        parts+=("$out.$number")
        number=$((number + 1))
    done
    mv "${parts[0]}" "$out"
}

# shards CORPUS N: the finished stream of N shards.
finish_shards() {
    local i parts=()
    jsmf-bow -q --cut "$2" --block $block "$1.bag" -o shard-%d
    for ((i = 0; i < $2; i++)); do
        jsmf-cooc --partial --block $block -t "$threads" shard-$i -o "sums-$i"
        parts+=("sums-$i")
    done
    add_up sums "${parts[@]}"
    jsmf-merge -q --finish sums -o "$1.merged"
}

compare() {
    /usr/bin/python3 - "$@" <<'END'
import sys
import numpy as np
import scipy.sparse as sparse
def cooc(z):
    return z["C"] if "C" in z else sparse.csr_matrix((z["C.data"], z["C.indices"], z["C.indptr"])).toarray()
plain, merged, model, other = (np.load(f) for f in sys.argv[1:])
C, D = cooc(plain), cooc(merged)
assert ((C != 0) == (D != 0)).all()
print("C: largest relative difference\t%.1e" % (abs(C - D)[C != 0] / C[C != 0]).max())
print("anchors\t%s" % ("equal" if (model["S"] == other["S"]).all() else "OTHERS"))
print("B: largest difference\t%.1e" % abs(model["B"] - other["B"]).max())
END
}

trees() {
    local corpus=$1 n first=''
    for n in 1 2 3 7 16; do
        for threads in 1 2; do
            finish_shards "$corpus" $n
            if [ -z "$first" ]; then cp "$corpus.merged" "$corpus.first" && first=yes; fi
            cmp "$corpus.first" "$corpus.merged"
            printf '%s: %d shards, -t %d\tthe same bytes\n' "$corpus" $n "$threads"
        done
    done
    jsmf-cooc -q "$corpus.bag" -o "$corpus.plain"
    for c in plain merged; do
        jsmf-rectify-ap -q -k 20 "$corpus.$c" | jsmf-aw -q -k 20 -o "$corpus.$c-model"
    done
    compare "$corpus.plain" "$corpus.merged" "$corpus.plain-model" "$corpus.merged-model"
}

days() {
    local i days=()
    jsmf-bow -q --cut 30 --block $block "$1.bag" -o shard-%d
    for i in {0..29}; do
        jsmf-bow -q --min-df 0 --shard "2026-01-$((10 + i))" "shard-$i" | jsmf-cooc --partial --block $block >"day-$i"
    done
    cp day-0 run
    for i in {1..29}; do jsmf-merge run "day-$i" -o run; done
    for _ in 1 2 3; do
        mapfile -t days < <(seq 0 29 | shuf --random-source=<(yes $RANDOM) | sed 's/^/copy-/')
        for i in {0..29}; do cp "day-$i" "copy-$i"; done
        add_up all "${days[@]}"
        cmp run all
    done
    for i in 0 11 29; do
        jsmf-merge run --remove "day-$i" -o without
        mapfile -t days < <(seq 0 29 | grep -vx $i | sed 's/^/day-/')
        jsmf-merge "${days[@]}" | cmp - without
    done
    printf '%s: thirty days, four orders, three removals\tthe same bytes\n' "$1"
}

few_descriptors() {
    mkdir parts
    printf 'a b c\nb c d a\nc c d\n' | jsmf-bow -q --shard first | jsmf-cooc -q --partial >one
    python3 -B "$here/../sums_parts.py" one 2000 parts
    (ulimit -n 256 && cd parts && jsmf-merge -v --finish {0..1999} -o ../thousands 2>&1 | tail -n 1)
    (ulimit -n 256 && cd parts && jsmf-merge {0..999} -o ../low && jsmf-merge {1999..1000} -o ../high)
    jsmf-merge --finish high low | cmp - thousands
    printf '2000 parts with 256 descriptors\tthe same bytes\n'
}

# Twenty kills at random moments of what takes so many milliseconds.
kills() {
    local start end took moment hit=0 code
    start=$(date +%s%N)
    (cd parts && jsmf-merge {0..1999} -o ../kept)
    end=$(date +%s%N)
    took=$(((end - start) / 1000000))
    for _ in {1..20}; do
        mkdir place
        code=0
        moment=$((1 + RANDOM * RANDOM % (took * 2 / 3)))
        {
            (cd parts && timeout -s KILL "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))" \
                jsmf-merge {0..1999} -o ../place/out) || code=$?
        } 2>/dev/null
        if [ $code = 137 ]; then
            hit=$((hit + 1))
            [ -z "$(ls -A place)" ]
            (cd parts && jsmf-merge {0..1999} -o ../place/out)
        fi
        cmp place/out kept
        rm -r place
    done
    printf '20 kills within %d ms, %d of them while it ran\tno partial file, the same bytes\n' $took $hit
}

conditions
[ $# != 0 ] || set -- wordnet kos nips12
for corpus; do
    if [ ! -d "$data/$corpus" ]; then
        echo "$corpus: no $data/$corpus, left out"
        continue
    fi
    jsmf-bow -q "$data/$corpus/docword.$corpus.txt.gz" --vocab "$data/$corpus/vocab.$corpus.txt" --stop english \
        --max-df 0.5 --top "${TOP:-3000}" -o "$corpus.bag"
    trees "$corpus"
    days "$corpus"
done
few_descriptors
kills
