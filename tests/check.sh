#!/usr/bin/env bash
# Runs the suites and counts: `tests/check.sh all|plain|sanitized|asan|tsan|valgrind|PART...` after the flavours are
# built (make check does). A part is a word of PARTS; as some of them wait, one more is run at a time than there are
# processors. Every suite prints TAP; its output is kept in build/check/. The last line is "N passed, N failed[,
# N skipped]".
set -u
cd "$(dirname "$0")/.." || exit 1
self=$PWD/tests/check.sh

# The parts of all, longest first, so that no processor is idle long before the last one ends.
PARTS=(
    asan/tools cluster tools tsan/units asan/units faults asan/faults experiments golden/pipeline.py kernels
    release/units clang/units golden/lowrank.py scripts numpy recipes golden/metrics.py golden/enn.py golden/bundled.sh
    daily golden/law.py streams library packages browser records golden/recover.py golden/rectifiers.py
    golden/baselines.py golden/anchorfree.py golden/palm.py options rooms pages lines
)
logs=build/check
shared=${JSMF_SHARED:-../shared}
mkdir -p "$logs"
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 LC_ALL=C
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1
# By the commit's number what is not run every time comes in turn, so that all is seen in some commits; with EVERY=yes
# (make check-full) all of it is run.
JSMF_COMMIT=$((16#$(git rev-parse --short=7 HEAD 2>/dev/null || echo 0)))
export JSMF_COMMIT
# Of time: seconds by the clock, of the processor, of the processor in the kernel.
TIMEFORMAT='%0R %0U %0S'

# suite NAME COMMAND...: counts the TAP lines; a failing exit without a failing line is one failure. What it prints it
# prints at once, as another part may print beside it.
suite() {
    local name=$1 log ok bad skip status clock user system
    shift
    log=$logs/${name//[^A-Za-z0-9._-]/_}.log
    { time "$@" >"$log" 2>&1; } 2>"$log.time"
    status=$?
    read -r clock user system <"$log.time"
    rm -f "$log.time"
    # cmocka writes "not ok" where a test is skipped.
    skip=$(grep -cE '^(not )?ok.*# SKIP' "$log")
    ok=$(grep -E '^ok( |$)' "$log" | grep -vc '# SKIP')
    bad=$(grep -E '^not ok' "$log" | grep -vc '# SKIP')
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
        printf 'not ok - %s exited %d\n' "$name" "$status" >>"$log"
    fi
    if [ $((ok + bad + skip)) -eq 0 ]; then
        bad=1
        printf 'not ok - %s ran no test\n' "$name" >>"$log"
    fi
    echo "$ok $bad $skip" >>"$counts"
    printf '%s\n' "$(
        printf '%-28s %5d passed %3d failed %3d skipped %4d s (processor %d s)\n' "$name" "$ok" "$bad" "$skip" \
            "$clock" $((user + system))
        grep -E '^(not )?ok.*# SKIP' "$log" | sed 's/^/    /'
        if [ "$bad" -gt 0 ]; then
            grep -E '^not ok' "$log" | grep -v '# SKIP' | head -n 20 | sed 's/^/    /'
            printf '    (%s)\n' "$log"
        fi
    )"
}

units() {
    local flavour=$1 test tests
    shift
    mapfile -t tests < <(make -s --no-print-directory FLAVOUR="$flavour" names-of-units)
    [ ${#tests[@]} != 0 ] || suite "$flavour/units" false
    for test in "${tests[@]}"; do
        suite "$flavour/${test#build/*/tests/unit/}" env CMOCKA_MESSAGE_OUTPUT=TAP "$@" "$test"
    done
}

lint_pages() {
    local page n=0 said
    for page in man/*.[157]; do
        n=$((n + 1))
        # A quote behind a backslash begins a comment, which cuts off what a line has to say.
        if said=$(groff -mdoc -ww -z "$page" 2>&1 && ! grep -n '[^.]\\"' "$page") && [ -z "$said" ]; then
            echo "ok $n - $page"
        else
            printf 'not ok %d - %s\n%s\n' "$n" "$page" "$said"
        fi
    done
    lint_spelling $((n + 1))
}

# Of all that people read; tests/words.txt has what codespell takes for a slip. A line end in a string, and a macro of
# mdoc's, are no letters of a word.
lint_spelling() {
    local said
    if ! command -v codespell >/dev/null; then
        echo "ok $1 - spelling # SKIP no codespell (make deps)"
    elif said=$(codespell --ignore-words tests/words.txt --ignore-regex '\\[a-z]|^\.[A-Z][a-z]' \
        --skip '*.gz,*.npz,*.txt,stopwords_english.c' README.md Makefile data include man src tests tools 2>&1); then
        echo "ok $1 - spelling"
    else
        printf 'not ok %d - spelling\n%s\n' "$1" "$said"
    fi
}

lint_scripts() {
    local script n=0
    while read -r script; do
        n=$((n + 1))
        if shellcheck -x "$script"; then echo "ok $n - $script"; else echo "not ok $n - $script"; fi
    done < <(find tests data .ci -type f \( -name '*.sh' -o -name '*.sbatch' -o -path '.ci/run' \) | sort)
}

# No line of sources and scripts is wider than 120 columns.
lint_lines() {
    local file n=0 long
    while read -r file; do
        n=$((n + 1))
        if long=$(awk 'length > 120 { print FILENAME ":" FNR; bad = 1 } END { exit bad }' "$file"); then
            echo "ok $n - $file"
        else
            printf 'not ok %d - %s\n%s\n' "$n" "$file" "$long"
        fi
    done < <(find src include tools tests data .ci -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.bash' \
        -o -name '*.py' -o -name '*.awk' -o -name '*.mk' -o -path '.ci/run' \) | sort)
}

# The unit tests of the rooms that have kernels with every set of instructions that the machine has, and what a pipeline
# writes with each.
kernels() {
    local set test rooms tests own
    rooms=$(printf '%s\n' src/*/*_kernels.h | cut -d / -f 2 | sort -u | paste -sd '|')
    mapfile -t tests < <(make -s --no-print-directory FLAVOUR=release names-of-units | grep -E "/unit/($rooms)/")
    own=$(build/release/jsmf-cat --version | sed -n 's/^kernels: //p')
    for set in avx512 avx2 baseline; do
        if [ "$set" != "$own" ] && JSMF_KERNELS=$set build/release/jsmf-cat --version >/dev/null 2>&1; then
            for test in "${tests[@]}"; do
                suite "$set/${test#build/*/tests/unit/}" env JSMF_KERNELS="$set" CMOCKA_MESSAGE_OUTPUT=TAP "$test"
            done
        fi
    done
    suite kernels tests/kernels.sh build/release
}

# A comparison with the independent implementation, where it lies beside the checkout.
oracle() {
    if [ -f "$shared/oracle/oracle.py" ] && /usr/bin/python3 -c 'import numpy, scipy' 2>/dev/null; then
        /usr/bin/python3 -B "$1" "$2" "$shared"
    else
        echo "ok 1 - $1 # SKIP no $shared/oracle, or no python3-numpy and python3-scipy"
    fi
}

# Which tenth of the fault matrix runs under the address sanitizer.
sample_of_faults() { if [ "${EVERY:-no}" = yes ]; then echo '0 of 1'; else echo "$((JSMF_COMMIT % 10)) of 10"; fi; }

faults_of_asan() {
    local sample=${JSMF_FAULT_SAMPLE:-$(sample_of_faults)}
    suite "asan/faults, $sample" env JSMF_FAULT_SAMPLE="$sample" tests/faults.sh build/asan
}

part() {
    case $1 in
    valgrind) units debug valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite ;;
    */units) units "${1%/units}" ;;
    asan/tools) suite asan/tools tests/tools.sh build/asan ;;
    asan/faults) faults_of_asan ;;
    golden/*.py) suite "$1" oracle "tests/$1" build/release ;;
    golden/bundled.sh) suite "$1" tests/golden/bundled.sh build/release ;;
    tools | faults | streams | experiments | daily | library | packages) suite "$1" "tests/$1.sh" build/release ;;
    kernels) kernels ;;
    rooms | options) suite "$1" python3 -B "tests/$1.py" build/release ;;
    cluster) suite cluster tests/cluster/run.sh build/release ;;
    records) suite records python3 -B tests/interop/records.py build/release ;;
    browser) suite browser tests/browser/run.sh build/release ;;
    numpy | recipes) suite "$1" "tests/interop/$1.sh" build/release ;;
    pages)
        suite pages lint_pages
        suite html tests/html.sh
        ;;
    scripts | lines) suite "$1" "lint_$1" ;;
    esac
}

# parts_of MODE...: their names, one a line.
parts_of() {
    case $* in
    all) printf '%s\n' "${PARTS[@]}" ;;
    plain) parts_of all | grep -vE '^[at]san/' ;;
    sanitized) parts_of all | grep -E '^[at]san/' ;;
    asan | tsan) parts_of all | grep "^$1/" ;;
    *) printf '%s\n' "$@" ;;
    esac
}

# What xargs calls below.
if [ "${1-}" = --part ]; then
    part "$2"
    exit
fi

# A comparison that the list lacks comes last.
for script in tests/golden/*.py; do
    case " golden/common.py ${PARTS[*]} " in *" ${script#tests/} "*) ;; *) PARTS+=("${script#tests/}") ;; esac
done
for name in $(parts_of "${@:-all}"); do
    case " valgrind ${PARTS[*]} " in
    *" $name "*) ;;
    *)
        printf 'usage: tests/check.sh all|plain|sanitized|asan|tsan|valgrind|PART..., parts:\n%s\n' "${PARTS[*]}" >&2
        exit 2
        ;;
    esac
done
counts=$(mktemp)
export counts
trap 'rm -f "$counts"' EXIT
workers=$(getconf _NPROCESSORS_ONLN 2>/dev/null) || workers=1
if ! parts_of "${@:-all}" | xargs -P $((workers + 1)) -n 1 "$self" --part; then echo '0 1 0' >>"$counts"; fi
awk '{ ok += $1; bad += $2; skip += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", ok, bad, skip; exit bad > 0 }' "$counts"
