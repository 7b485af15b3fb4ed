#!/usr/bin/env bash
# PubMed's size on one machine: as many documents, words and entries as UCI's docword.pubmed has, drawn from 100 known
# topics. Time and peak memory of the low-rank way from .gz to a model, in a few passes from a file, of compositions and
# of an online pass of polishing, these two on a tenth of the documents.
# usage: tests/bench/huge.sh BUILD_DIR
# DOCUMENTS (8200000): fewer for a trial. HUGE: a folder that keeps the corpus, about 3 GB, and its bag, about 6 GB;
# else they are made anew in TMPDIR. THREADS (2). No word is left out, so that topics stand beside the true ones. UCI
# tells 8,200,000 documents, 141,043 words, 483,450,157 entries and 738 million tokens; no slope of the words'
# frequencies: that of ranks 10 to 10,000 is told as it is.
set -eu
build=$(cd "$1" && pwd)
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
documents=${DOCUMENTS:-8200000} words=141043 k=100
place=${HUGE:-$scratch}
corpus=$place/docword.$documents.gz vocab=$place/vocab.txt bag=$place/bag.$documents.npz
note_peaks "$build"
conditions
draw="jsmf-synth -q -t $threads --words $words -k $k --length 90 --alpha 0.5 --beta 0.02 --zipf 1.3"

# What the corpus is like beside UCI's figures, by document; the slope is that of log counts over log ranks.
describe() {
    gzip -dc "$corpus" | awk '
        NR == 1 { documents = $1 }
        NR == 3 { entries = $1 }
        NR > 3 { tokens += $3; count[$2] += $3 }
        END { print documents, entries, tokens > "/dev/stderr"; for (w in count) print count[w] }' 2>"$scratch/sizes" |
        sort -rn | awk 'NR >= 10 && NR <= 10000 {
                x = log(NR); y = log($1); w = 1 / NR
                n += w; sx += w * x; sy += w * y; sxx += w * x * x; sxy += w * x * y
            }
            END { print NR, (n * sxy - sx * sy) / (n * sxx - sx * sx) }' >"$scratch/slope"
    awk '{ printf "# %d documents; a document: %.2f entries (%+.1f %% of UCI), %.2f tokens (%+.1f %%)\n", $1, $2 / $1,
        ($2 / $1 / (483450157 / 8200000) - 1) * 100, $3 / $1, ($3 / $1 / (737869083 / 8200000) - 1) * 100 }' \
        "$scratch/sizes"
    awk '{ printf "# %d words occur; slope of their frequencies %.2f\n", $1, $2 }' "$scratch/slope"
}

# Of the model, beside the topics that the corpus was drawn from, which do not depend on the number of documents.
recovered() {
    $draw --size 2 -o "$scratch/truth.npz"
    jsmf-eval -q --truth "$scratch/truth.npz" "$scratch/model.npz" | sed -n 's/^Topic/# Topic/p'
}

[ -f "$corpus" ] || measure 1 "$documents documents: jsmf-synth | gzip" \
    "$draw --size $documents --format uci --vocab-file $vocab | gzip -1 >$corpus.part && mv $corpus.part $corpus"
describe
measure 1 "LR-JSMF K=$k from .gz to model" \
    "$(low_rank_command "$corpus" "$vocab" $k '--min-df 0') -o $scratch/model.npz"
recovered
[ -f "$bag" ] || measure 1 'jsmf-bow: a bag in a file' "jsmf-bow -q --min-df 0 $corpus --vocab $vocab -o $bag"
measure 1 "jsmf-cooc --low-rank -k $k --passes 8 from a file" \
    "jsmf-cooc -q -t $threads --low-rank -k $k --passes 8 $bag -o $scratch/passes.npz"
jsmf-bow -q --min-df 0 --split 0.1 --rest /dev/null "$bag" -o "$scratch/tenth.npz"
measure 1 'a tenth: jsmf-infer' "jsmf-infer -q -t $threads $scratch/model.npz $scratch/tenth.npz -o $scratch/w.npz"
measure 1 'a tenth: jsmf-polish --online' \
    "jsmf-polish -q -t $threads --online $scratch/model.npz $scratch/tenth.npz -o $scratch/polished.npz"
