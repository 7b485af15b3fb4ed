#!/usr/bin/env bash
# What the papers found better than what, here.
# usage: tests/bench/orderings.sh BUILD_DIR [inference|recover|solvers|rectifiers|anchorfree|semisynthetic ...]
# TSV. inference: DOCUMENTS (1000) of each truth; TOPICS (10 20 50), LENGTHS (30 150 300). recover: SIZES, numbers of
# documents. solvers, rectifiers: CORPORA, NAME:WORDS:TOPICS each. rectifiers: ITERATIONS (1 2 5 10 15 20 50).
# anchorfree: CATEGORIES (3 5 7 10 15 20 25) drawn DRAWS (10) times; WEIGHTS: options of jsmf-cooc; RARE (10):
# everyone's --min-df. semisynthetic: MODELS, NAME:WORDS:TOPICS each, SIZES (5000 20000 80000 infinite), WAYS.
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
# shellcheck source=tests/bench/truth.bash
. "$here/truth.bash"
# shellcheck source=tests/bench/semisynthetic.bash
. "$here/semisynthetic.bash"
export PATH="$build:$PATH"
parts=${*:-inference recover solvers}
documents=${DOCUMENTS:-1000} topics=${TOPICS:-10 20 50} lengths=${LENGTHS:-30 150 300}
categories=${CATEGORIES:-3 5 7 10 15 20 25} draws=${DRAWS:-10} rare=${RARE:-10}
weights=${WEIGHTS:---weight ncut --estimator biased}
sizes=${SIZES:-1000 10000 100000 infinite} corpora=${CORPORA:-kos:5000:50 20ng-bydate:5000:50}

# Lee, Bindel and Mimno (2020): TLI is behind PADD and PAMI but on few topics; PADD is ahead of PAMI where topics are
# independent, PAMI of PADD where they go together and documents are short. B and A are the true ones.
inference() {
    local prior k length method table=$scratch/inference.tsv
    columns=$measures
    header $'prior\tK\tlength' | tee "$table"
    for prior in dirichlet logistic-normal; do
        for k in $topics; do
            for length in $lengths; do
                known "$prior" "$k" "$length" "$documents"
                for method in tli 'tli --threshold' padd 'padd --paper' pami 'pami --paper' scls normal; do
                    # shellcheck disable=SC2086
                    jsmf-infer -q -t "$threads" --method $method "$scratch/model.npz" "$scratch/truth.npz" \
                        -o "$scratch/w.npz"
                    tell "$prior"$'\t'"$k"$'\t'"$length"$'\t'"$method" --truth "$scratch/truth.npz" | tee -a "$table"
                done
            done
        done
    done
    inference_orders "$table"
}

# The paper's orders by F1, and in how many of the settings they hold: jsmf's methods, and the paper's to the letter.
inference_orders() {
    awk -F '\t' -v OFS='\t' '
        function count(name, what, holds) { total[name, what]++; held[name, what] += holds
            if (!((name, what) in seen)) { seen[name, what] = ++n; names[n] = name; whats[n] = what } }
        NR > 1 { f[$4] = $5 }
        $4 == "normal" {
            for (i = 0; i < 2; i++) {
                letter = i ? " --paper" : ""; who = i ? "to the letter" : "jsmf"
                for (cut = 0; cut < 2; cut++) {
                    tli = cut ? "tli --threshold" : "tli"; name = cut ? "TLI" : "TLI, projected,"
                    count(who, name " < PADD, K = " $2, f[tli] < f["padd" letter])
                    count(who, name " < PAMI, K = " $2, f[tli] < f["pami" letter])
                }
                if ($1 == "dirichlet")
                    count(who, "PAMI < PADD, independent topics", f["pami" letter] < f["padd" letter])
                else if ($3 <= 30) count(who, "PADD < PAMI, topics together, short documents",
                                         f["padd" letter] < f["pami" letter])
                else count(who, "PADD < PAMI, topics together, longer documents", f["padd" letter] < f["pami" letter])
            } }
        END { print "methods", "order", "holds", "of"
            for (i = 1; i <= n; i++)
                print names[i], whats[i], held[names[i], whats[i]], total[names[i], whats[i]] }' "$1"
}

# learned OPTIONS...: the mean l1 error of the topics that jsmf-aw finds in cooc.npz, "fails" where it finds none.
learned() {
    if jsmf-aw -q -t "$threads" -k 20 "$@" "$scratch/cooc.npz" -o "$scratch/model.npz" 2>"$scratch/err"; then
        jsmf-eval -q --truth "$scratch/truth.npz" "$scratch/model.npz" | awk -F '\t' '$1 == "TopicL1" { print $2 }'
    else
        echo fails
    fi
}

# Arora and others (2013): recovery by inversion is behind least squares and divergences wherever data are finite; all
# gain with documents, and their errors go to 0 where topics have anchors (here a word of mass 0.01 each).
recover() {
    local anchors size few method table=$scratch/recover.tsv
    printf 'anchor mass\tdocuments\tmethod\tTopicL1\n' | tee "$table"
    for anchors in 0 0.01; do
        for size in $sizes; do
            few=0
            if [ "$size" = infinite ]; then
                jsmf-synth -q --words 1000 -k 20 --anchor-mass $anchors --infinite -o "$scratch/truth.npz"
                cp "$scratch/truth.npz" "$scratch/cooc.npz"
            else
                few=$((size / 100))
                jsmf-synth -q --words 1000 -k 20 --anchor-mass $anchors --size "$size" -o "$scratch/truth.npz"
                jsmf-cooc -q "$scratch/truth.npz" -o "$scratch/cooc.npz"
            fi
            for method in 'recover plain' 'loss l2' 'loss kl'; do
                # shellcheck disable=SC2086
                printf '%s\t%s\t%s\t%s\n' "$anchors" "$size" "$method" \
                    "$(learned --min-df $few --$method)" |
                    tee -a "$table"
            done
        done
    done
    recover_orders "$table"
}

recover_orders() {
    awk -F '\t' -v OFS='\t' '
        function count(what, holds) { total[what]++; held[what] += holds; if (!(what in seen)) { seen[what]
            names[++n] = what } }
        NR > 1 { e[$3] = $4 == "fails" ? 2 : $4 }
        $3 == "loss kl" {
            data = $2 == "infinite" ? "infinite data" : "documents"
            count("least squares < inversion, " data, e["loss l2"] < e["recover plain"])
            count("divergences < inversion, " data, e["loss kl"] < e["recover plain"]) }
        END { print "error", "holds", "of"; for (i = 1; i <= n; i++) print names[i], held[names[i]], total[names[i]] }
        ' "$1"
}

# Lee, Cho, Bindel and Mimno (2019): ADMM and the active set against exponentiated gradient. The mean distance
# |Cbar_i - x' Cbar_S|, seconds of the whole program, and the topics' NPMI; divergences and inversion too.
solvers() {
    local which corpus n k method words aw spent
    printf 'corpus\tN\tK\tmethod\tRecovery\tseconds\tNPMI\n'
    for which in $corpora; do
        IFS=: read -r corpus n k <<<"$which"
        words=$(bag "$corpus" "$n")
        jsmf-cooc -q "$words" | jsmf-rectify-ap -q -k "$k" -o "$scratch/rectified.npz"
        for method in 'solver active-set' 'solver admm' 'solver expgrad' 'loss kl' 'recover plain'; do
            printf '%s\t%s\t%s\t%s' "$corpus" "$n" "$k" "$method"
            aw="jsmf-aw -q -t $threads --min-df 1 --$method -k $k $scratch/rectified.npz -o $scratch/model.npz"
            spent=$(seconds 1 "$aw")
            jsmf-eval -q --hulls 0 --cooc "$scratch/rectified.npz" --bag "$words" "$scratch/model.npz" |
                awk -F '\t' -v s="$spent" '{ value[$1] = $2 }
                    END { printf "\t%.10g\t%s\t%.4f\n", value["Recovery"], s, value["NPMI"] }'
        done
    done
}

# Lee, Cho, Bindel and Mimno (2019), figure 2: alternating projection and Douglas-Rachford iterations end alike, after
# 15 to 20 iterations; 5 are often enough; without rectification models are far worse. Errors are to the original C.
rectifiers() {
    local columns='RelativeApproximation Recovery Legality NPMI seconds' which corpus n k all method t
    header $'corpus\titerations'
    for which in ${CORPORA:-kos:2000:20 nips12:2000:20 20ng-bydate:2000:20}; do
        IFS=: read -r corpus n k <<<"$which"
        all=$(bag "$corpus" "$n")
        jsmf-cooc -q "$all" -o "$scratch/c.npz"
        cp "$scratch/c.npz" "$scratch/rectified.npz"
        judged none 0 0
        for method in ap dr; do
            for t in ${ITERATIONS:-1 2 5 10 15 20 50}; do
                judged $method "$t" "$(seconds 1 "jsmf-rectify-ap -q -t $threads -k $k --method $method -i $t \
                    $scratch/c.npz -o $scratch/rectified.npz")"
            done
        done
    done
}

# judged METHOD ITERATIONS SECONDS: a line of what comes of the rectified co-occurrence.
judged() {
    jsmf-aw -q -k "$k" --min-df 1 "$scratch/rectified.npz" -o "$scratch/model.npz"
    {
        jsmf-eval -q --cooc "$scratch/c.npz" --bag "$all" "$scratch/model.npz"
        printf 'seconds\t%s\n' "$3"
    } | awk -F '\t' -v head="$corpus"$'\t'"$2"$'\t'"$1" -v columns="$columns" '{ value[$1] = $2 }
        END { n = split(columns, name, " "); printf "%s", head
            for (i = 1; i <= n; i++) printf "\t%.4g", value[name[i]]; print "" }'
}

# Huang, Fu and Sidiropoulos (2016), Table 1: documents of F categories of tdt2, drawn at random; anchors by each of
# four selections and least squares, and AnchorFree. Coherence and accuracy are to be high, SimCount low.
anchorfree() {
    local f draw method
    printf 'F\tdraw\tmethod\tCoherence\tSimCount\tKMeansAccuracy\tseconds\n' | tee "$scratch/anchorfree.tsv"
    for f in $categories; do
        for ((draw = 1; draw <= draws; draw++)); do
            draw_categories "$f" "$draw"
            # shellcheck disable=SC2086
            jsmf-cooc -q $weights "$scratch/bag.npz" -o "$scratch/c.npz"
            for method in affine spa snpa xray anchorfree; do judge_topics "$f" "$draw" $method; done
        done
    done | tee -a "$scratch/anchorfree.tsv"
    anchorfree_means "$scratch/anchorfree.tsv"
}

# draw_categories F DRAW: $scratch/bag.npz and $scratch/labels of the documents of F categories; the draw is the seed.
draw_categories() {
    local dir=$shared/data/tdt2
    sort -u "$dir/labels.tdt2.txt" | awk -v seed="$2" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort -g |
        cut -f 2 | head -n "$1" >"$scratch/drawn"
    awk -v labels="$scratch/labels" 'NR == FNR { drawn[$0] = 1; next } $0 in drawn { print FNR - 1; print > labels }' \
        "$scratch/drawn" "$dir/labels.tdt2.txt" >"$scratch/listed"
    jsmf-bow -q "$dir/docword.tdt2.txt.gz" --vocab "$dir/vocab.tdt2.txt" --documents "$scratch/listed" --min-df 2 \
        --max-df 0.5 --top 5000 -o "$scratch/bag.npz"
}

# judge_topics F DRAW METHOD: a line.
judge_topics() {
    local learn="jsmf-aw -q -k $1 --min-df $rare --select $3" took k
    [ "$3" != anchorfree ] || learn="jsmf-anchorfree -q -k $1 --min-df $rare"
    took=$(seconds 1 "$learn -t $threads $scratch/c.npz -o $scratch/model.npz")
    jsmf-infer -q -t "$threads" --method scls "$scratch/model.npz" "$scratch/bag.npz" -o "$scratch/w.npz"
    jsmf-eval -q -t "$threads" --bag "$scratch/bag.npz" --euclidean --compositions "$scratch/w.npz" \
        --labels "$scratch/labels" "$scratch/model.npz" >"$scratch/values"
    printf '%s\t%s\t%s' "$1" "$2" "$3"
    for k in Coherence SimCount KMeansAccuracy; do
        awk -F '\t' -v name=$k '$1 == name { printf "\t%s", $2 }' "$scratch/values"
    done
    printf '\t%s\n' "$took"
}

anchorfree_means() {
    awk -F '\t' -v OFS='\t' '
        NR > 1 { if (!($1 in known)) { known[$1] = 1; order[++n] = $1 }
            for (i = 4; i <= 7; i++) sum[$1, $3, i] += $i; count[$1, $3]++ }
        END { print "F", "mean", "FastAnchor", "SPA", "SNPA", "XRAY", "AnchorFree"
            split("affine spa snpa xray anchorfree", methods, " ")
            split("Coherence SimCount KMeansAccuracy seconds", names, " ")
            for (f = 1; f <= n; f++) for (i = 4; i <= 7; i++) {
                printf "%s\t%s", order[f], names[i - 3]
                for (m = 1; m <= 5; m++) printf "\t%.2f", sum[order[f], methods[m], i] / count[order[f], methods[m]]
                printf "\n" } }' "$1"
}

for part in $parts; do $part; done
