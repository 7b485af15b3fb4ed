#!/usr/bin/env bash
# Benchmarks: whole processes, medians of RUNS, both sides in one run, THREADS threads each.
# usage: tests/bench/run.sh BUILD_DIR [rawN ...]   (all parts when none is named: raw lda pipeline memory)
# Needs the corpora in JSMF_SHARED/data (default ../shared/data). The environment's choice of OpenBLAS kernel is
# dropped.
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"
runs=${RUNS:-5}
parts=${*:-raw lda pipeline memory}

raw() {
    local corpus n c ours peer oracle
    for corpus in nips12 20ng-bydate; do
        for n in 5000 3000; do
            c=$scratch/c.npz
            jsmf-cooc -q --dense "$(bag $corpus $n)" -o "$c"
            ours=$(seconds "$runs" "jsmf-rectify-ap -q -k 50 -t $threads $c | jsmf-aw -q -k 50 -t $threads")
            row "$corpus N=$n K=50: rectify-ap (15) | aw" "$ours"
            peer=$(seconds "$runs" "/usr/bin/python3 $here/peer_numpy.py $c 50 $scratch/peer.npz")
            row "$corpus N=$n K=50: numpy/scipy peer" "$peer"
            ratio "$peer" "$ours" "$corpus N=$n K=50: faster than the peer"
            if [ $n = 5000 ] && [ -f "$shared/oracle/oracle.py" ]; then
                oracle=$(seconds 1 "/usr/bin/python3 $here/peer_oracle.py $c 50 $shared/oracle")
                row "$corpus N=$n K=50: oracle (one run)" "$oracle"
                ratio "$oracle" "$ours" "$corpus N=$n K=50: faster than the oracle"
            fi
        done
    done
}

# from .gz to model: CORPUS N K
pipeline_command() {
    local dir=$shared/data/$1
    echo "jsmf-bow -q $dir/docword.$1.txt.gz --vocab $dir/vocab.$1.txt --stop english --max-df 0.5 --top $2 \
        --min-words 5 | jsmf-cooc -q -t $threads | jsmf-rectify-ap -q -k $3 -t $threads | jsmf-aw -q -k $3 -t $threads"
}

pipeline() {
    row "20ng-bydate from .gz to model, N=5000, K=50" "$(seconds "$runs" "$(pipeline_command 20ng-bydate 5000 50)")"
    row "nips12 from .gz to model, N=5000, K=50" "$(seconds "$runs" "$(pipeline_command nips12 5000 50)")"
    row "kos from .gz to model, N=5000, K=20" "$(seconds "$runs" "$(pipeline_command kos 5000 20)")"
}

lda() {
    local corpus peer ours theirs b
    for corpus in kos 20ng-bydate; do
        ours=$(seconds "$runs" "$(pipeline_command $corpus 5000 20)")
        row "$corpus N=5000 K=20: our whole pipeline, from .gz" "$ours"
        b=$(bag $corpus 5000)
        for peer in gensim sklearn; do
            if have_python $peer; then
                theirs=$(seconds "$runs" "/usr/bin/python3 $here/peer_lda.py $peer $b 20")
                row "$corpus N=5000 K=20: $peer LDA, one pass, from the bag" "$theirs"
                ratio "$theirs" "$ours" "$corpus N=5000 K=20: faster than $peer"
            else
                echo "$peer is not installed (Debian: python3-gensim python3-sklearn): left out"
            fi
        done
    done
}

# Peak resident memory of rectify-ap on a dense C of 15,000 words (1.8 GB) on standard input.
memory() {
    local b
    b=$(bag 20ng-bydate 15000)
    jsmf-cooc -q --dense "$b" -o "$scratch/c.npz"
    # shellcheck disable=SC2016
    /usr/bin/time -f '%M %e' -o "$scratch/time" jsmf-rectify-ap -q -k 50 -t "$threads" <"$scratch/c.npz" \
        >"$scratch/r.npz"
    awk '{ printf "%-62s %9.2f GB\n%-62s %9s s\n", "rectify-ap N=15000 K=50, dense C on stdin: peak resident",
        $1 * 1024 / 1e9, "... its time", $2 }' "$scratch/time"
    rm -f "$scratch/c.npz" "$scratch/r.npz"
}

conditions
for part in $parts; do
    $part
done
