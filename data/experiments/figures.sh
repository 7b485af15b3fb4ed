#!/usr/bin/env bash
# The figures of OUT/results.tsv, as OUT/figures/NAME.svg and .png, and NAME.gp, what gnuplot was told: those that
# there is something for. usage: figures.sh OUT
# Programs of awk stand in single quotes.
# shellcheck disable=SC2016
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
figures=$out/figures
mkdir -p "$figures"
command -v gnuplot >/dev/null || {
    echo "figures: gnuplot is not installed (Debian: apt-get install gnuplot-nox): results.tsv is all there is" >&2
    exit 0
}

# draw NAME: the program on standard input, drawn in both forms.
draw() {
    local form
    cat >"$figures/$1.gp"
    for form in svg png; do
        gnuplot -e "form='$form'; file='$figures/$1.part'" "$figures/$1.gp" && mv "$figures/$1.part" "$figures/$1.$form"
    done
    echo "$figures/$1.png"
}

# rows PROGRAM: results.tsv through an awk program that calls emit(row, x, series) for the lines it wants.
rows() {
    awk -F '\t' 'function emit(row, x, series) { print row "\t" x "\t" series "\t" $5 "\t" $6 }
        function option(name, of,    part, n, i) {
            n = split(of, part, "@")
            for (i = 2; i <= n; i++) if (index(part[i], name "-") == 1) return substr(part[i], length(name) + 2)
            return ""
        }
        '"$1" "$out/results.tsv"
}

# panels NAME TITLE XNAME SERIES METRICS [VARIABLE=VALUE...]: lines on standard input, if there are any.
panels() {
    local name=$1 title=$2 xname=$3 series=$4 metrics=$5 settings=() setting
    shift 5
    for setting; do settings+=(-v "$setting"); done
    if awk -v title="$title" -v xname="$xname" -v series="$series" -v metrics="$metrics" "${settings[@]}" \
        -f "$here/panels.awk" 2>/dev/null >"$figures/$name.part"; then
        draw "$name" <"$figures/$name.part"
    fi
    rm -f "$figures/$name.part"
}

methods='AW=AW (no rectification)|AP+AW|ENN+LAW|PALM+LAW|LR-JSMF'
quality='RelativeRecovery|RelativeApproximation|Dominancy2021|Specificity|Dissimilarity|Seconds'
rows '$1 !~ /@/ { emit($1, $3, $2) }' |
    panels topics 'Rectifiers: the metrics of topics against their number' 'K (topics)' "$methods" "$quality" per_row=3
