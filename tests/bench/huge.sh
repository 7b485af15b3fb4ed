#!/usr/bin/env bash
# PubMed's size on one machine: as many documents, words and entries as UCI's docword.pubmed has, drawn from 100 known
# topics. Time and peak memory of the low-rank way from .gz to a model, in a few passes from a file, of compositions and
# of an online pass of polishing, these two on a tenth of the documents.
# usage: tests/bench/huge.sh BUILD_DIR
# DOCUMENTS (8200000): fewer for a trial. HUGE: a folder that keeps the corpus, about 3 GB, and its bag, about 6 GB;
# else they are made anew in TMPDIR. THREADS (2). PARTS (model passes tenth): some of it.
# The sizes are those of "Bag of Words", UCI Machine Learning Repository, archive.ics.uci.edu/ml/datasets/Bag+of+Words:
# D = 8,200,000, W = 141,043, N = 730,000,000 (approx.), and the header of docword.pubmed.txt: 483,450,157 entries.
# Its users have counted 737,869,083 tokens, 7,499,755 of the most frequent word and 82 of the least; no slope is
# published, and zipf_topics.py derives it from these.
set -eu
build=$(cd "$1" && pwd)
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
documents=${DOCUMENTS:-8200000} k=100
place=${HUGE:-$scratch}
corpus=$place/docword.$documents.gz vocab=$place/vocab.txt bag=$place/bag.$documents.npz
note_peaks "$build"
have_python numpy || { echo 'bench: no numpy for the topics' >&2; exit 1; }
conditions
draw="jsmf-synth -q -t $threads --model $scratch/truth.npz --length 90 --alpha 0.1"
/usr/bin/python3 "$here/zipf_topics.py" "$scratch/truth.npz" $k 0.08 >"$scratch/law"

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
            END { print NR, $1, (n * sxy - sx * sy) / (n * sxx - sx * sx) }' >"$scratch/slope"
    awk '{ printf "# %d documents; a document: %.2f entries (%+.1f %% of UCI), %.2f tokens (%+.1f %%)\n", $1, $2 / $1,
        ($2 / $1 / (483450157 / 8200000) - 1) * 100, $3 / $1, ($3 / $1 / (737869083 / 8200000) - 1) * 100 }' \
        "$scratch/sizes"
    awk 'NR == FNR { s = $1; q = $2; slope = $3; next }
        { printf "# %d words occur, the least frequent %d times; slope of ranks 10 to 10,000 %.3f (%+.1f %% of %.3f, " \
            "which is by (r + %.1f)^-%.3f)\n", $1, $2, $3, ($3 / slope - 1) * 100, slope, q, s }' \
        "$scratch/law" "$scratch/slope"
}

# Of the model, beside the topics that the corpus was drawn from.
recovered() {
    $draw --size 2 -o "$scratch/drawn.npz"
    jsmf-eval -q --truth "$scratch/drawn.npz" "$model" | sed -n 's/^Topic/# Topic/p'
}

if [ ! -f "$corpus" ]; then
    measure 1 "$documents documents: jsmf-synth | gzip" \
        "$draw --size $documents --format uci --vocab-file $vocab | gzip -1 >$corpus.part && mv $corpus.part $corpus"
fi
describe
for part in ${PARTS:-model passes tenth}; do
    conditions
    model=$place/model.$documents.npz
    [ "$part" = model ] || [ -f "$bag" ] ||
        measure 1 'jsmf-bow: a bag in a file' "jsmf-bow -q --min-df 0 $corpus --vocab $vocab -o $bag"
    case $part in
    model)
        measure 1 "LR-JSMF K=$k from .gz to model" "$(low_rank_command "$corpus" "$vocab" $k '--min-df 0') -o $model"
        recovered
        ;;
    passes)
        measure 1 "jsmf-cooc --low-rank -k $k --passes 8 from a file" \
            "jsmf-cooc -q -t $threads --low-rank -k $k --passes 8 $bag -o $scratch/passes.npz"
        ;;
    tenth)
        measure 1 'a tenth of the bag' "jsmf-bow -q --min-df 0 --split 0.1 --rest /dev/null $bag -o $scratch/tenth.npz"
        measure 1 'a tenth: jsmf-infer' "jsmf-infer -q -t $threads $model $scratch/tenth.npz -o $scratch/w.npz"
        measure 1 'a tenth: jsmf-polish --online' \
            "jsmf-polish -q -t $threads --online $model $scratch/tenth.npz -o $scratch/polished.npz"
        ;;
    esac
done
