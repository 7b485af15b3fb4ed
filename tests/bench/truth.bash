# Sourced by benchmarks of compositions whose truth is known. measures: the columns of their tables.
# shellcheck shell=bash disable=SC2034,SC2154
measures='F1 Precision Recall NonProminent CompositionL1 CompositionLInfinity Hellinger Cosine'

# take FROM TO NAME=ENTRY...: a stream TO of arrays of FROM under other names, where FROM has them.
take() {
    /usr/bin/python3 -c 'import sys, numpy
with numpy.load(sys.argv[1]) as z:
    pairs = [p.split("=") for p in sys.argv[3:]]
    numpy.savez(sys.argv[2], **{name: z[entry] for name, entry in pairs if entry in z})' "$@"
}

# tell HEAD OPTIONS...: a line of measures of the compositions in w.npz.
tell() {
    local head=$1
    shift
    jsmf-eval -q "$@" --compositions "$scratch/w.npz" "$scratch/model.npz" |
        awk -F '\t' -v head="$head" -v columns="$columns" '{ value[$1] = $2 }
            END { n = split(columns, name, " "); printf "%s", head
                for (i = 1; i <= n; i++) printf "\t%.4f", value[name[i]]; print "" }'
}

header() {
    printf '%s\tmethod' "$1"
    for column in $columns; do printf '\t%s' "$column"; done
    echo
}

# known PRIOR K LENGTH DOCUMENTS: a synthetic corpus of 2000 words, truth.npz, and its model, model.npz.
known() {
    jsmf-synth --size "$4" --words 2000 -k "$2" --length "$3" --prior "$1" -o "$scratch/truth.npz"
    take "$scratch/truth.npz" "$scratch/model.npz" B=truth.B A=truth.A vocab=vocab
}
