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

# seconds N COMMAND: the median wall time of N runs of a shell command.
seconds() {
    local n=$1 i
    for ((i = 0; i < n; i++)); do
        /usr/bin/env bash -c "set -o pipefail; TIMEFORMAT=%R; time { $2; } >/dev/null 2>$scratch/err" 2>&1 ||
            { cat "$scratch/err" >&2; exit 1; }
    done | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

row() { printf '%-62s %9s s\n' "$1" "$2"; }
ratio() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { printf "%-62s %9.1f x\n", t, a / b }'; }
have_python() { /usr/bin/python3 -c "import $1" 2>/dev/null; }

# bag CORPUS N: a curated bag in the scratch folder, its name on standard output.
bag() {
    local out=$scratch/$1-$2.bag.npz dir=$shared/data/$1
    [ -f "$out" ] || jsmf-bow -q "$dir/docword.$1.txt.gz" --vocab "$dir/vocab.$1.txt" --stop english --max-df 0.5 \
        --top "$2" --min-words 5 -o "$out"
    echo "$out"
}
