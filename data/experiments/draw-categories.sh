#!/usr/bin/env bash
# The documents of some categories, drawn by a seed, as a docword, by gzip, on standard output, and their labels in a
# file, a line each. Documents without a label, whose line is empty, are of none.
# DOCWORD may be as it is, too, whatever its name says, as for jsmf-bow.
# usage: draw-categories.sh DOCWORD.gz LABELS CATEGORIES SEED LABELS_OF_THESE
set -eu -o pipefail
export LC_ALL=C
docword=$1 labels=$2 categories=$3 seed=$4 kept=$5
# Digests of seed and name put the categories in an order that is as good as random.
chosen=$(sed 's/\r$//; /^$/d' "$labels" | sort -u | awk -v seed="$seed" '
    BEGIN { for (i = 32; i < 127; i++) code[sprintf("%c", i)] = i }
    { text = seed ":" $0 ":" seed
      h = 5381
      for (i = 1; i <= length(text); i++) {
          h = (h * 33 + code[substr(text, i, 1)] + 1) % 16777213
          h = (h * h + 12345) % 16777213 # squares below 2^53 are exact
      }
      print h "\t" $0 }' | sort -n | cut -f 2-)
there=$(grep -c . <<<"$chosen") || true
if [ "$there" -lt "$categories" ]; then
    echo "$labels: only $there categories, but $categories are to be drawn" >&2
    exit 3
fi
chosen=$(head -n "$categories" <<<"$chosen")
gzip -dcf "$docword" | awk '
    { sub(/\r$/, "") }
    FILENAME == ARGV[1] { wanted[$0] = 1; next }
    FILENAME == ARGV[2] { n_labels = FNR; if ($0 in wanted) id[FNR] = ++documents; next }
    FNR == 1 && $1 != n_labels {
        print ARGV[2] ": " n_labels " labels, but " $1 " documents" >"/dev/stderr"
        failed = 1
        exit 3
    }
    FNR == 2 { words = $1 }
    FNR > 3 && $1 in id { line[++n] = id[$1] " " $2 " " $3 }
    END {
        if (failed) exit 3
        print documents; print words; print n
        for (i = 1; i <= n; i++) print line[i]
    }' <(echo "$chosen") "$labels" - | gzip -1
awk '{ sub(/\r$/, "") } NR == FNR { wanted[$0] = 1; next } $0 in wanted' <(echo "$chosen") "$labels" >"$kept.part"
mv "$kept.part" "$kept"
