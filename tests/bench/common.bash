# Sourced by the benchmarks: the corpora, medians of whole processes, rows of the report.
set -o pipefail
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE
here=$(cd "$(dirname "$0")" && pwd)
shared=${JSMF_SHARED:-$here/../../../shared}
threads=${THREADS:-2}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export OPENBLAS_NUM_THREADS=$threads OMP_NUM_THREADS=$threads LC_ALL=C

[ -d "$shared/data" ] || { echo "bench: no corpora in $shared/data" >&2; exit 1; }

# seconds N COMMAND [FORMAT]: the median wall time of N runs of a shell command (FORMAT: of bash's TIMEFORMAT).
seconds() {
    local n=$1 i format=${3:-%R}
    for ((i = 0; i < n; i++)); do
        /usr/bin/env bash -c "set -o pipefail; TIMEFORMAT=$format; time { $2; } >/dev/null 2>$scratch/err" 2>&1 ||
            { cat "$scratch/err" >&2; exit 1; }
    done | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# processor_seconds N COMMAND: the same of the user time.
processor_seconds() { seconds "$1" "$2" %U; }

# What a figure holds for: figures of two machines, or of two sets of instructions, do not compare.
conditions() {
    jsmf-aw --version | sed -n 's/^openblas:.*, \(core .*\)/\1/p; /^kernels:/p' | paste -sd ' ' |
        sed "s/^/# /; s/\$/; $threads threads; load $(cut -d ' ' -f 1 /proc/loadavg) on $(nproc) processors/"
}

# Every tool behind a wrapper of its name that notes its peak resident memory and its times, for measure.
note_peaks() {
    local tool
    mkdir "$scratch/bin"
    for tool in "$1"/jsmf-*; do
        [ -x "$tool" ] || continue
        # shellcheck disable=SC2016
        printf '#!/bin/sh\nexec /usr/bin/time -a -o "%s/peaks" -f "%%M %s %%e %%U" "%s" "$@"\n' "$scratch" \
            "${tool##*/}" "$tool" >"$scratch/bin/${tool##*/}"
        chmod +x "$scratch/bin/${tool##*/}"
    done
    export PATH="$scratch/bin:$PATH"
}

# measure RUNS TITLE COMMAND, after note_peaks
measure() {
    rm -f "$scratch/peaks"
    row "$2" "$(seconds "$1" "$3")"
    sort -rn "$scratch/peaks" | awk '!seen[$2]++ {
        printf "    %-24s %9.1f s by the clock, %9.1f s user %9.0f MB\n", $2, $3, $4, $1 * 1024 / 1e6 }'
}

# low_rank_command DOCWORD VOCAB K [OPTIONS]: the last of jsmf-bow
low_rank_command() {
    echo "jsmf-bow -q -t $threads ${4:-} $1 --vocab $2 | jsmf-cooc -q -t $threads --low-rank -k $3 |
        jsmf-rectify-enn -q -t $threads -k $3 | jsmf-law -q -t $threads"
}

row() { printf '%-62s %9s s\n' "$1" "$2"; }
ratio() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { printf "%-62s %9.1f x\n", t, a / b }'; }
have_python() { /usr/bin/python3 -c "import $1" 2>/dev/null; }

# bag CORPUS N [WORDS]: a curated bag of documents of at least so many words (5) in the scratch folder, its name on
# standard output.
bag() {
    local out=$scratch/$1-$2-${3:-5}.bag.npz dir=$shared/data/$1
    [ -f "$out" ] || jsmf-bow -q "$dir/docword.$1.txt.gz" --vocab "$dir/vocab.$1.txt" --stop english --max-df 0.5 \
        --top "$2" --min-words "${3:-5}" -o "$out"
    echo "$out"
}
