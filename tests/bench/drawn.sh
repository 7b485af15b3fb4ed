#!/usr/bin/env bash
# What polishing makes of topics that are known, as TSV: documents of 100 words are drawn from the topics of a corpus,
# with Dirichlet compositions, of a few topics a document (parameters of 0.03) or of many (0.25), and with
# logistic-normal ones that correlate as in the corpus; the mean l1 error of topics (TopicL1) of AP and AW, and of these
# polished.
# usage: [SIZES="2000 32000"] [WAYS=...] tests/bench/drawn.sh BUILD_DIR [CORPUS:N:K ...]
# WAYS are lines of options of jsmf-polish, in the place of the defaults, and of the Dirichlet prior.
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"
default_ways='
--prior dirichlet'

error() { jsmf-eval -q -t "$threads" --truth "$scratch/drawn" "$1" | awk -F '\t' '$1 == "TopicL1" { print $2 }'; }

# learn K COOC MODEL
learn() {
    jsmf-rectify-ap -q -k "$1" -t "$threads" "$2" | jsmf-aw -q -k "$1" -t "$threads" -o "$3"
}

# judge HEAD K: lines of the documents drawn.
judge() {
    local way
    jsmf-cooc -q -t "$threads" "$scratch/drawn" -o "$scratch/cooc"
    learn "$2" "$scratch/cooc" "$scratch/start"
    printf '%s\tstart\t%.3f\n' "$1" "$(error "$scratch/start")"
    while read -r way; do
        # shellcheck disable=SC2086
        jsmf-polish -q -t "$threads" $way "$scratch/start" "$scratch/drawn" -o "$scratch/polished" </dev/null
        printf '%s\t%s\t%.3f\n' "$1" "${way:-defaults}" "$(error "$scratch/polished")"
    done <<<"${WAYS-$default_ways}"
}

drawn() {
    local compositions options size
    jsmf-cooc -q -t "$threads" "$(bag "$1" "$2")" -o "$scratch/cooc"
    learn "$3" "$scratch/cooc" "$scratch/topics"
    while IFS='|' read -r compositions options; do
        for size in ${SIZES:-2000 32000}; do
            # shellcheck disable=SC2086
            jsmf-synth -q --model "$scratch/topics" --size "$size" $options -o "$scratch/drawn"
            judge "$1"$'\t'"$3"$'\t'"$compositions"$'\t'"$size" "$3" </dev/null
        done
    done < <(awk -v k="$3" 'BEGIN { printf "Dirichlet 0.03|--alpha %g\nDirichlet 0.25|--alpha %g\n", 0.03 * k, 0.25 * k
        print "as fitted|--prior fitted" }')
}

printf 'corpus\tK\tcompositions\tdocuments\tmodel\tTopicL1\n'
[ $# -gt 0 ] || set -- kos:5000:20
for which; do
    IFS=: read -r corpus words topics <<<"$which"
    drawn "$corpus" "$words" "$topics"
done
