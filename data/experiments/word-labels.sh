#!/usr/bin/env bash
# A label for each word: that of most of the documents that it stands in, of equals the first by bytes; lines of a word,
# a tab and its label. Documents without a label, whose line is empty, are left out.
# DOCWORD may be as it is, too, whatever its name says, as for jsmf-bow.
# usage: word-labels.sh LABELS VOCAB DOCWORD.gz
set -eu -o pipefail
gzip -dcf "$3" | LC_ALL=C awk -v OFS='\t' '
    { sub(/\r$/, "") }
    FILENAME == ARGV[1] { gsub(/\t/, " "); label[FNR] = $0; documents = FNR; next }
    FILENAME == ARGV[2] { word[FNR] = $0; n = FNR; next }
    FNR == 1 && $1 != documents {
        print ARGV[1] ": " documents + 0 " labels, but " $1 " documents" >"/dev/stderr"
        failed = 1
        exit 3
    }
    FNR > 3 && label[$1] != "" { count[$2, label[$1]]++ }
    END {
        if (failed) exit 3
        for (key in count) {
            split(key, part, SUBSEP)
            i = part[1]
            if (count[key] > most[i] || (count[key] == most[i] && part[2] < best[i])) {
                most[i] = count[key]
                best[i] = part[2]
            }
        }
        for (i = 1; i <= n; i++) if (i in best) print word[i], best[i]
    }' "$1" "$2" -
