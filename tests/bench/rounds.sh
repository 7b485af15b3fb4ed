#!/usr/bin/env bash
# What rounds of polishing by shards lose beside a run over the whole: the log-probability a token of a tenth of the
# documents that was held out, of `jsmf-polish --online` over the others, and of online and whole rounds over these in
# eight blocks. TSV: the corpus, the prior, the way, the means over the seeds, the difference to the first way, and the
# least difference of a seed; a line with ! lacks more than 0.01. The result does not depend on the number of shards.
# usage: [SEEDS="1 2 3"] [PRIORS="matrix dirichlet"] [ROUNDS="2 2"] tests/bench/rounds.sh BUILD_DIR [CORPUS:WORDS:K...]
# ROUNDS: the numbers of online and of whole rounds, several pairs by colons; with `soft` from soft topics.
set -eu
build=$(cd "$1" && pwd)
shift
[ $# != 0 ] || set -- kos:1500:10 bbc:1500:10 ap:1500:10 sotu:1500:15 wordnet:1500:15
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"
seeds=${SEEDS:-1 2 3} priors=${PRIORS:-matrix dirichlet} rounds=${ROUNDS:-2 2:8 2 soft}
learn=$scratch/learn.npz held=$scratch/held.npz start=$scratch/start.npz model=$scratch/model.npz
conditions

# held_out MODEL: of a token.
held_out() { jsmf-eval -q -t "$threads" --held-out "$held" "$1" | sed -n 's/^HeldOutLogProbability	//p'; }

# a_round WAY MODEL STEP_OPTIONS...: one round over all blocks; the next model is $model.
a_round() {
    local way=$1 from=$2
    # shellcheck disable=SC2086 # an option, or none
    jsmf-polish -q -t "$threads" --partial $way "$from" "$learn" -o "$scratch/sums"
    jsmf-polish -q -t "$threads" --step "${@:3}" "$from" "$scratch/sums" -o "$scratch/next"
    mv "$scratch/next" "$model"
}
# by_rounds PRIOR SEED ONLINE WHOLE [soft]
by_rounds() {
    local i block
    block=$((($(jsmf-cat --array H.shape "$learn" | head -n 1) + 7) / 8))
    a_round "--block $block --seed $2" "$start" --prior "$1" ${5:+--soft}
    for ((i = 0; i < $3; i++)); do a_round --online "$model"; done
    for ((i = 1; i < $4; i++)); do a_round '' "$model"; done
    a_round '' "$model" --finish
}
# line CORPUS PRIOR WAY <FIGURE REFERENCE of each seed
line() {
    awk -v what="$1\t$2\t$3" '{ d = $1 - $2; n++; sum += $1; all += d; if (n == 1 || d < least) least = d }
        END { printf "%s\t%.4f\t%+.4f\t%+.4f%s\n", what, sum / n, all / n, least, least < -0.01 ? "\t!" : "" }'
}

IFS=: read -ra pairs <<<"$rounds"
for corpus; do
    IFS=: read -r name words k <<<"$corpus"
    whole=$(bag "$name" "$words" 2)
    for prior in $priors; do
        rm -f "$scratch"/figures.*
        for seed in $seeds; do
            jsmf-bow -q --min-df 0 --seed "$seed" --split 0.9 --rest "$held" "$whole" -o "$learn"
            jsmf-cooc -q -t "$threads" "$learn" | jsmf-rectify-ap -q -t "$threads" -k "$k" |
                jsmf-aw -q -t "$threads" -k "$k" -o "$start"
            jsmf-polish -q -t "$threads" --seed "$seed" --online --prior "$prior" "$start" "$learn" -o "$model"
            serial=$(held_out "$model")
            echo "$serial $serial" >>"$scratch/figures.online"
            for pair in "${pairs[@]}"; do
                # shellcheck disable=SC2086 # two numbers, and perhaps a word
                by_rounds "$prior" "$seed" $pair
                echo "$(held_out "$model") $serial" >>"$scratch/figures.$pair"
            done
        done
        line "$name" "$prior" 'whole, --online' <"$scratch/figures.online"
        for pair in "${pairs[@]}"; do
            line "$name" "$prior" "rounds: $pair" <"$scratch/figures.$pair"
        done
    done
done
