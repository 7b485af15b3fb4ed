#!/usr/bin/env bash
# What jsmf-polish makes of the topics of AP and AW, with either prior, in three, five and ten passes, with and without
# the hold on the start, beside Gibbs sampling from the same topics, as TSV: the log-probability a token of a tenth of
# the documents that was not learned from, and what this is more than by the samples and by the start, with half of a
# 95 % interval; NPMI and unique words of ten, and Specificity, in the others; the processor's time of polishing.
# usage: [SEEDS=1] [DOCUMENTS=5000] [TOKENS=200000] [SWEEPS=200] [WAYS=...] tests/bench/polish.sh BUILD_DIR
#        [CORPUS:N:K ...]
# Each of SEEDS draws documents, DOCUMENTS of them at most or as many as have TOKENS tokens, and the tenth; the tenths
# are judged together. WAYS are lines of a name, a bar, and options of jsmf-polish, in the place of those below.
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"

learn=$scratch/learn.npz first=$scratch/first.npz second=$scratch/second.npz models=$scratch/models
default_ways='defaults|
no hold|--anchor-weight 0
matrix, 3 passes|--prior matrix -i 3
matrix, 10 passes|--prior matrix -i 10
dirichlet, 3 passes|--prior dirichlet -i 3
dirichlet, 5 passes|--prior dirichlet -i 5
dirichlet, 10 passes|--prior dirichlet -i 10
dirichlet, 10 passes, no hold|--prior dirichlet -i 10 --anchor-weight 0
online|--online'

metric() { awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$scratch/read"; }

# judge PLACE NAME SECONDS: composes the first halves by the model of this place, and notes what else there is to it.
judge() {
    jsmf-infer -q -t "$threads" "$models/$1" "$first" -o "$models/$1.w"
    jsmf-eval -q -t "$threads" -n 10 --bag "$learn" --held-out "$first" "$models/$1" >"$scratch/read"
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$(metric NPMI)" "$(metric UniqueWords)" "$(metric Specificity)" \
        "${3:-0}" >>"$scratch/notes"
}

# polished PLACE NAME OPTIONS...: polishes the start, and judges what comes of it.
polished() {
    local took
    took=$(processor_seconds 1 "jsmf-polish -q -t $threads ${*:3} $scratch/start $learn -o $models/$1")
    judge "$1" "$2" "$took"
}

# models_of SEED: the scores of all ways in scores-SEED.npz.
models_of() {
    local place=12 name options
    rm -rf "$models"
    mkdir "$models"
    read -r documents words_a_document < <(/usr/bin/python3 "$here/completion.py" split "$all" "$1" \
        "${DOCUMENTS:-5000}" "${TOKENS:-200000}" "$learn" "$first" "$second")
    jsmf-cooc -q "$learn" | jsmf-rectify-ap -q -k "$topics" -t "$threads" |
        jsmf-aw -q -k "$topics" -o "$scratch/start"
    polished 10 gibbs --method gibbs -i "${SWEEPS:-200}"
    cp "$scratch/start" "$models/11"
    judge 11 start
    while IFS='|' read -r name options; do
        polished $place "$name" "$options" </dev/null
        place=$((place + 1))
    done <<<"${WAYS:-$default_ways}"
    /usr/bin/python3 "$here/completion.py" score "$second" "$scratch/scores-$1.npz" "$models"/??
}

# Means over the seeds.
notes() {
    sort -s -k 1,1n "$scratch/notes" | awk -F '\t' -v OFS='\t' -v seeds="$1" '
        { for (i = 3; i <= 6; i++) sum[i] += $i }
        NR % seeds == 0 {
            printf "%s\t%.3f\t%.1f\t%.2f\t%.2f\n", $2, sum[3] / seeds, sum[4] / seeds, sum[5] / seeds, sum[6] / seeds
            split("", sum)
        }'
}

compare() {
    local corpus=$1 topics=$3 all documents words_a_document seed seeds=0 scores=()
    all=$(bag "$1" "$2" 2)
    : >"$scratch/notes"
    for seed in ${SEEDS:-1}; do
        models_of "$seed"
        scores+=("$scratch/scores-$seed.npz")
        seeds=$((seeds + 1))
    done
    notes $seeds >"$scratch/tails"
    /usr/bin/python3 "$here/completion.py" compare "${scores[@]}" | paste - "$scratch/tails" |
        awk -F '\t' -v OFS='\t' -v corpus="$corpus" -v documents="$documents" -v words="$words_a_document" '
            { print corpus, documents, words, $6, $1, $2, $3, $4, $5, $7, $8, $9, $10 }'
}

have_python scipy || { echo 'polish: needs python3-numpy and python3-scipy' >&2; exit 1; }
printf 'corpus\tdocuments\twords\tmodel\theld out\tless gibbs\t+-\tless start\t+-\tNPMI\tunique words\tSpecificity\t'
printf 'seconds\n'
[ $# -gt 0 ] || set -- nips12 poliblog5k nyt-topmost enron-spam tdt2 sotu bbc ap kos stackoverflow tweet wordnet \
    groceries msweb lda395
for which; do
    IFS=: read -r corpus words topics <<<"$which"
    compare "$corpus" "${words:-3000}" "${topics:-20}"
done
