#!/usr/bin/env bash
# What the papers found better than what, here.
# usage: tests/bench/orderings.sh BUILD_DIR [inference ...]
# TSV. inference: DOCUMENTS (1000) of each truth; TOPICS (10 20 50), LENGTHS (30 150 300).
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
# shellcheck source=tests/bench/truth.bash
. "$here/truth.bash"
export PATH="$build:$PATH"
parts=${*:-inference}
documents=${DOCUMENTS:-1000} topics=${TOPICS:-10 20 50} lengths=${LENGTHS:-30 150 300}

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

for part in $parts; do $part; done
