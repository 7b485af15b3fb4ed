#!/usr/bin/env bash
# Models beside each other, as TSV: RAW (AP, AW) and LR-JSMF (low rank, ENN, LAW) with jsmf-infer's compositions, and
# scikit-learn's LDA by batches with its own, learned from nine tenths of a corpus with labels. Words and clusters are
# judged by these documents, completion by the others; LDA's a second time by its own inference.
# usage: tests/bench/quality.sh BUILD_DIR [CORPUS:N:K ...]
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"
columns='NPMI UniqueWords KMeansAccuracy KMeansNMI TopicAccuracy TopicPurity HeldOutLogProbability'
train=$scratch/train.npz test=$scratch/test.npz labels=$scratch/labels
model=$scratch/model.npz w=$scratch/w.npz

# What anchors are chosen in, once for every choice.
statistics() {
    jsmf-cooc -q "$train" | jsmf-rectify-ap -q -k "$1" -o "$scratch/rectified.npz"
    jsmf-cooc -q --low-rank -k "$1" "$train" | jsmf-rectify-enn -q -k "$1" -o "$scratch/compressed.npz"
}

# learn METHOD K OPTIONS...: the model, and the training documents' compositions.
learn() {
    case $1 in
    RAW) jsmf-aw -q -k "$2" "${@:3}" "$scratch/rectified.npz" -o "$model" ;;
    LR-JSMF) jsmf-law -q "${@:3}" "$scratch/compressed.npz" -o "$model" ;;
    esac
    jsmf-infer -q "$model" "$train" -o "$w"
}

# judge HEAD...: a line.
judge() {
    {
        jsmf-eval -q --bag "$train" --compositions "$w" --labels "$labels" "$model" | grep -v '^HeldOut'
        jsmf-eval -q --bag "$test" "$model" | grep '^HeldOut'
    } | awk -F '\t' -v head="$*" -v columns="$columns" '{ value[$1] = $2 }
        END { n = split(columns, name, " "); printf "%s", head
            for (i = 1; i <= n; i++) printf "\t%.4g", value[name[i]]; print "" }'
}

compare() {
    local corpus=$1 n=$2 k=$3 head method least few own
    head=$corpus$'\t'$n$'\t'$k
    /usr/bin/python3 "$here/hold_out.py" "$(bag "$corpus" "$n")" "$shared/data/$corpus/labels.$corpus.txt" "$train" \
        "$test" "$labels"
    few=$(($(wc -l <"$labels") / 200))
    statistics "$k"
    for method in RAW LR-JSMF; do
        for least in 1 auto $few; do
            learn $method "$k" --min-df "$least"
            judge "$head"$'\t'"$method --min-df $least"
        done
    done
    if have_python sklearn; then
        own=$(/usr/bin/python3 "$here/peer_model.py" "$train" "$test" "$k" "$model" "$w")
        judge "$head"$'\t'"scikit-learn LDA"
        printf '%s\tscikit-learn LDA, own inference\t\t\t\t\t\t\t%.4g\n' "$head" "$own"
    fi
}

have_python scipy || { echo 'quality: needs python3-numpy and python3-scipy' >&2; exit 1; }
printf 'corpus\tN\tK\tmethod\t%s\n' "${columns// /$'\t'}"
[ $# -gt 0 ] || set -- bbc:2000:20 nyt-topmost:5000:20 tdt2:5000:30 20ng-bydate:5000:20
for which; do
    IFS=: read -r corpus n k <<<"$which"
    compare "$corpus" "$n" "$k"
done
