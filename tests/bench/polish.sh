#!/usr/bin/env bash
# What jsmf-polish makes of the topics of AP and AW, with either prior, in three, five and ten passes, with and without
# the hold on the start, beside Gibbs sampling from the same topics, as TSV: the log-probability a token of a tenth of
# the documents that was not learned from, and what this is more than by the samples and by the start, with half of a
# 95 % interval; NPMI, and what it is more than that of the samples, unique words of ten, and Specificity, in the
# others; the processor's time of polishing; the seeds.
# usage: [SPLIT=HASH] [SEEDS="1 2 3"] [DOCUMENTS=5000] [TOKENS=200000] [SWEEPS=500] [WAYS=...] [CELLS=FOLDER]
#        [UNTIL=17:30] tests/bench/polish.sh BUILD_DIR [CORPUS:N:K ...]
# SPLIT, by default the commit's hash, so that no one chooses, draws DOCUMENTS documents at most, or as many as have
# TOKENS tokens, and the tenth held out. Each of SEEDS has another tenth, and is the seed of samples and of the
# documents' order; the tenths are judged together. WAYS are lines of options of jsmf-polish, in the place of those
# below. What a way makes of a corpus and a seed is a file in CELLS, which is not made again, so that a bench goes on
# where it was interrupted; from UNTIL on none is made, and seeds that lack one are left out.
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"

split=${SPLIT:-$(git -C "$here" rev-parse HEAD)}
cells=${CELLS:-$build/bench/polish} sweeps=${SWEEPS:-500} most=${DOCUMENTS:-5000} tokens=${TOKENS:-200000}
learn=$scratch/learn.npz first=$scratch/first.npz second=$scratch/second.npz start=$scratch/start model=$scratch/model
default_ways='
--anchor-weight 0
-i 3
-i 10
--prior dirichlet -i 3
--prior dirichlet
--prior dirichlet -i 10
--prior dirichlet -i 10 --anchor-weight 0
--online'

metric() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$scratch/read"; }

# place CORPUS SEED WAY: the cell's file. Documents and the split are in its name.
place() {
    local way=${3:-defaults}
    echo "$cells/${1//:/-}-$most-$tokens/${split:0:12}-$2/${way//[ \/]/_}.npz"
}

# prepare CORPUS WORDS TOPICS SEED: the documents, and the start.
prepare() {
    /usr/bin/python3 "$here/completion.py" split "$(bag "$1" "$2" 2)" "$split" "$4" "$most" "$tokens" "$learn" \
        "$first" "$second"
    jsmf-cooc -q -t "$threads" "$learn" | jsmf-rectify-ap -q -k "$3" -t "$threads" |
        jsmf-aw -q -k "$3" -t "$threads" -o "$start"
}

# judge CELL SEED WAY: makes the model of this way, and its cell.
judge() {
    local took=0
    if [ "$3" = start ]; then
        cp "$start" "$model"
    else
        took=$(processor_seconds 1 "jsmf-polish -q -t $threads --seed $2 $3 $start $learn -o $model")
    fi
    jsmf-infer -q -t "$threads" "$model" "$first" -o "$scratch/w"
    jsmf-eval -q -t "$threads" -n 10 --bag "$learn" --held-out "$first" "$model" >"$scratch/read"
    mkdir -p "${1%/*}"
    /usr/bin/python3 "$here/completion.py" score "$learn" "$second" "$model" "$scratch/w" "$1.part.npz" \
        "$(metric NPMI)" "$(metric UniqueWords)" "$(metric Specificity)" "$took"
    mv "$1.part.npz" "$1"
}

late() { [ -n "${UNTIL:-}" ] && [ "$(date +%s)" -ge "$(date -d "$UNTIL" +%s)" ]; }

# models_of CORPUS WORDS TOPICS SEED: the cells that are lacking, until it is late.
models_of() {
    local way cell prepared=
    while read -r way; do
        cell=$(place "$1:$2:$3" "$4" "$way")
        [ ! -f "$cell" ] || continue
        ! late || return 0
        [ -n "$prepared" ] || prepare "$@"
        prepared=yes
        judge "$cell" "$4" "$way" </dev/null
    done <<<"$ways"
}

# cells_of WAY CORPUS WORDS TOPICS SEED...: the cells of these seeds, apart by commas.
cells_of() {
    local seed all=
    for seed in "${@:5}"; do all+=,$(place "$2:$3:$4" "$seed" "$1"); done
    echo "${all#,}"
}

complete() {
    local way
    while read -r way; do
        [ -f "$(place "$1:$2:$3" "$4" "$way")" ] || return 1
    done <<<"$ways"
}

compare() {
    local seed way made=() rows=()
    for seed in ${SEEDS:-1 2 3}; do
        models_of "$1" "$2" "$3" "$seed"
        ! complete "$1" "$2" "$3" "$seed" || made+=("$seed")
    done
    [ ${#made[@]} -gt 0 ] || return 0
    while read -r way; do rows+=("$(cells_of "$way" "$1" "$2" "$3" "${made[@]}")"); done <<<"$ways"
    /usr/bin/python3 "$here/completion.py" compare "${rows[@]}" |
        paste <(while read -r way; do echo "$1"$'\t'"${way:-defaults}"; done <<<"$ways") -
}

have_python scipy || { echo 'polish: needs python3-numpy and python3-scipy' >&2; exit 1; }
ways="--method gibbs -i $sweeps
start
${WAYS-$default_ways}"
printf 'corpus\tmodel\tdocuments\twords\theld out\tless gibbs\t+-\tless start\t+-\tNPMI\tless gibbs\t+-\tunique words\t'
printf 'Specificity\tseconds\tseeds\n'
[ $# -gt 0 ] || set -- msweb groceries stackoverflow wordnet tweet lda395 sotu bbc kos ap enron-spam nyt-topmost tdt2 \
    poliblog5k nips12
for which; do
    IFS=: read -r corpus words topics <<<"$which"
    compare "$corpus" "${words:-3000}" "${topics:-20}"
done
