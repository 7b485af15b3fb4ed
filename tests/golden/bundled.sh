#!/usr/bin/env bash
# The bundled corpus, K = 25, against numbers of an independent implementation (numpy, exact eigendecompositions), which
# stand in wordnet-raw.txt (without rectification) and wordnet-ap15.txt. usage: bundled.sh BUILD_DIR   prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../../data
PATH=$1:$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-golden.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# shellcheck source=tests/tap.bash
. "$here/../tap.bash"

# expected FILE NAME: the values, one a line.
expected() { awk -v name="$2" '$1 == name { for (i = 2; i <= NF; i++) print $i }' "$here/$1"; }

# close_to NAME GOLDEN KEY RELATIVE: standard input against the golden values, to RELATIVE of the larger of each and
# 1e-6.
close_to() {
    local worst
    worst=$(paste - <(expected "$2" "$3") | awk -v bound="$4" '
        NF != 2 { print "different lengths"; bad = 1; exit }
        { d = $1 - $2; d = d < 0 ? -d : d; s = $2 < 0 ? -$2 : $2; s = s < 1e-6 ? 1e-6 : s }
        d / s > worst { worst = d / s }
        END { if (!bad && worst > bound) print "worst " worst; if (!bad && NR == 0) print "nothing" }')
    verdict "$([ -z "$worst" ] && echo 0 || echo 1)" "$1 ${worst:+($worst)}"
}

# live_part MODEL GOLDEN: the legality, then each topic's probability and its entry of A's diagonal, by the topics that
# have mass in the golden values alone: what the others have was filled in from all words.
live_part() {
    paste <(expected "$2" pz) <(jsmf-cat --array A "$1") | awk -v legality="$(jsmf-cat --array legality "$1")" '
        { live[NR] = $1 > 0; for (j = 2; j <= NF; j++) a[NR, j - 1] = $j }
        END { for (i = 1; i <= NR; i++) for (j = 1; j <= NR; j++) if (live[i] && live[j]) p[i] += a[i, j]
            for (i = 1; i <= NR; i++) sum += p[i]
            printf "%.17g\n", legality * sum
            for (i = 1; i <= NR; i++) printf "%.17g %.17g\n", p[i] / sum, live[i] ? a[i, i] / sum : 0 }'
}

compare() {
    local model=$1 golden=$2
    jsmf-cat --array vocab "$model" >"$scratch/words"
    jsmf-cat --array S "$model" |
        awk 'NR == FNR { word[NR - 1] = $0; next } { print word[$1] }' "$scratch/words" - >"$scratch/anchors"
    diff "$scratch/anchors" <(expected "$golden" anchors) >/dev/null
    verdict $? "$golden: anchors and their order"
    close_to "$golden: residuals" "$golden" residuals 1e-6 < <(jsmf-cat --array residuals "$model")
    live_part "$model" "$golden" >"$scratch/live"
    close_to "$golden: legality" "$golden" legality 1e-6 < <(head -n 1 "$scratch/live")
    close_to "$golden: p(topic)" "$golden" pz 1e-6 < <(awk 'NR > 1 { print $1 }' "$scratch/live")
    close_to "$golden: A's diagonal" "$golden" Adiag 1e-6 < <(awk 'NR > 1 { print $2 }' "$scratch/live")
    close_to "$golden: B's largest entries" "$golden" Bmax 1e-6 < <(jsmf-cat --array B "$model" | awk '
        { for (i = 1; i <= NF; i++) if ($i > m[i]) m[i] = $i }
        END { for (i = 1; i <= NF; i++) printf "%.17g\n", m[i] }')
}

jsmf-bow -q "$data/docword.wordnet.txt.gz" --vocab "$data/vocab.wordnet.txt" -o "$scratch/bag.npz"
for form in dense sparse factored; do
    jsmf-cooc -q --$form "$scratch/bag.npz" -o "$scratch/c.npz"
    jsmf-rectify-ap -q -k 25 "$scratch/c.npz" | jsmf-aw -q --min-df 1 -k 25 -o "$scratch/model.npz"
    compare "$scratch/model.npz" wordnet-ap15.txt
    jsmf-aw -q --min-df 1 -k 25 "$scratch/c.npz" -o "$scratch/model.npz"
    compare "$scratch/model.npz" wordnet-raw.txt
done
plan
