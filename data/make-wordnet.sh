#!/bin/sh
# Makes docword.wordnet.txt.gz, vocab.wordnet.txt, labels.wordnet.txt and glosses.csv.gz from WordNet 3.0's glosses of
# nouns.
#
#   make-wordnet.sh [DIRECTORY [DATA.NOUN]]
#
# DIRECTORY takes the four files (default: where this script is), DATA.NOUN is WordNet's file (default: where Debian's
# package wordnet-base has it). The same DATA.NOUN gives the same bytes. Needs a POSIX shell, awk, sort and gzip.
set -eu
LC_ALL=C
export LC_ALL

min_letters=3   # shorter words are left out
min_df=25       # so are words of fewer glosses,
min_words=7     # then glosses with fewer distinct words left: the short ones,
min_kept_df=10  # then words of fewer of the glosses that stay,
min_left=5      # then glosses that are too short without these
csv_words=14    # a gloss in glosses.csv.gz has so many different words of four or more letters

# The function words among what these limits leave: part of the script, so that no other change alters the corpus.
stop_words='
able about above according across actually after again against ago all almost alone along already
also although always among and another any anything apart approximately are around away back
became because become becomes becoming been before behind being below beneath between beyond both
but came can cannot certain come comes coming completely concerning could did didn does doing don
done down due during each easily eight either else elsewhere enough especially etc even eventually
every everyone everything except extremely far few first five following for former formerly forth
four from gave generally get getting give given gives giving goes going got had has have having
her here highly him himself his how including inside instead into its itself just largely last
later least less let like little lot made mainly make makes making many may might more most mostly
much must near nearly never next nine non normally not nothing now off often once one only onto
originally other others otherwise our out outside over own partly per possibly primarily probably
put puts putting rather recently relatively said same say second seems seven several she should
since six slightly some someone something sometimes somewhat soon still such take taken takes
taking ten than that the their them themselves then there these they third this those three
through throughout together too took toward two typically unable under until upon used using
usually various very via was well went were what when where whereby whether which while who whom
whose will with within without would yet you your yourself
'

# Lexicographer files 03 to 28, in their order (lexnames(5WN)).
labels='
noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition noun.communication noun.event
noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person noun.phenomenon noun.plant
noun.possession noun.process noun.quantity noun.relation noun.shape noun.state noun.substance noun.time
'

if [ $# -gt 2 ]; then
    echo "usage: ${0##*/} [DIRECTORY [DATA.NOUN]]" >&2
    exit 2
fi
out=${1:-$(dirname "$0")}
nouns=${2:-/usr/share/wordnet/data.noun}
if [ ! -r "$nouns" ]; then
    echo "${0##*/}: $nouns: cannot be read (Debian's package wordnet-base has it)" >&2
    exit 1
fi
work=$(mktemp -d "$out/.make-wordnet.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# A gloss a line: its label, then its words. Lines that begin with a space are the licence; after " | " comes the gloss.
labels="$labels" stop_words="$stop_words" awk -v min_letters="$min_letters" '
    BEGIN {
        split(ENVIRON["labels"], label)
        n = split(ENVIRON["stop_words"], word)
        for (i = 1; i <= n; i++) stopped[word[i]] = 1
    }
    /^ / { next }
    {
        name = label[$2 - 2]
        $0 = tolower(substr($0, index($0, " | ") + 3))
        gsub(/[^a-z]+/, " ")
        line = ""
        for (i = 1; i <= NF; i++)
            if (length($i) >= min_letters && !($i in stopped)) line = line " " $i
        print name line
    }
' "$nouns" >"$work/glosses"

# Leaves out the words of fewer than min_df lines, then the lines with fewer than min_words distinct words.
curate() {
    awk -v min_df="$1" -v min_words="$2" '
        FNR == 1 { pass++ }
        pass == 1 {
            for (i = 2; i <= NF; i++)
                if (seen[$i] != FNR) { seen[$i] = FNR; df[$i]++ }
            next
        }
        {
            line = $1
            distinct = 0
            for (i = 2; i <= NF; i++) {
                if (df[$i] < min_df) continue
                line = line " " $i
                if (last[$i] != FNR) { last[$i] = FNR; distinct++ }
            }
            if (distinct >= min_words) print line
        }
    ' "$3" "$3"
}
curate "$min_df" "$min_words" "$work/glosses" >"$work/long"
curate "$min_kept_df" "$min_left" "$work/long" >"$work/documents"

cut -d ' ' -f 1 "$work/documents" >"$work/labels.wordnet.txt"
cut -d ' ' -f 2- "$work/documents" | tr ' ' '\n' | sort -u >"$work/vocab.wordnet.txt"
awk '
    NR == FNR { id[$1] = FNR; next }
    {
        split("", count)
        for (i = 2; i <= NF; i++) count[$i]++
        for (word in count) print FNR, id[word], count[word]
    }
' "$work/vocab.wordnet.txt" "$work/documents" | sort -k 1,1n -k 2,2n >"$work/triples"
{
    for file in labels.wordnet.txt vocab.wordnet.txt triples; do
        awk 'END { print NR }' "$work/$file"
    done
    cat "$work/triples"
} | gzip -9n >"$work/docword.wordnet.txt.gz"

# The same glosses as text: the noun, its label and the gloss. A noun's second gloss is called "bank.2".
labels="$labels" awk -v least="$csv_words" '
    function quoted(field) { gsub(/"/, "\"\"", field); return "\"" field "\"" }
    BEGIN { split(ENVIRON["labels"], label); print "id,kind,gloss" }
    /^ / { next }
    {
        noun = $5
        name = label[$2 - 2]
        gloss = substr($0, index($0, " | ") + 3)
        sub(/ +$/, "", gloss)
        $0 = tolower(gloss)
        gsub(/[^a-z]+/, " ")
        different = 0
        for (i = 1; i <= NF; i++)
            if (length($i) >= 4 && last[$i] != FNR) { last[$i] = FNR; different++ }
        if (different < least) next
        gsub(/_/, " ", noun)
        if (++seen[noun] > 1) noun = noun "." seen[noun]
        print quoted(noun) "," name "," quoted(gloss)
    }
' "$nouns" | gzip -9n >"$work/glosses.csv.gz"

mv "$work/glosses.csv.gz" "$work/docword.wordnet.txt.gz" "$work/vocab.wordnet.txt" \
    "$work/labels.wordnet.txt" "$out"
