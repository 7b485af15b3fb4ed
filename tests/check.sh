#!/usr/bin/env bash
# Runs the suites and counts: `tests/check.sh all|plain|sanitized|asan|tsan|valgrind` after the flavours are built (make
# check does). all is plain and sanitized beside each other, as most of a suite is one process after another.
# Every suite prints TAP; its output is kept in build/check/. The last line is "N passed, N failed[, N skipped]".
set -u
cd "$(dirname "$0")/.." || exit 1
self=$PWD/tests/check.sh

mode=${1:-all}
logs=build/check
shared=${JSMF_SHARED:-../shared}
passed=0 failed=0 skipped=0
mkdir -p "$logs"
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 LC_ALL=C
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1

# suite NAME COMMAND...: counts the TAP lines; a failing exit without a failing line is one failure.
suite() {
    local name=$1 log started ok bad skip status
    shift
    log=$logs/${name//[^A-Za-z0-9._-]/_}.log
    started=$SECONDS
    "$@" >"$log" 2>&1
    status=$?
    skip=$(grep -cE '^ok.*# SKIP' "$log")
    ok=$(($(grep -cE '^ok( |$)' "$log") - skip))
    bad=$(grep -cE '^not ok' "$log")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
        printf 'not ok - %s exited %d\n' "$name" "$status" >>"$log"
    fi
    if [ $((ok + bad + skip)) -eq 0 ]; then
        bad=1
        printf 'not ok - %s ran no test\n' "$name" >>"$log"
    fi
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
    printf '%-28s %5d passed %3d failed %3d skipped %4ds\n' "$name" "$ok" "$bad" "$skip" $((SECONDS - started))
    grep -E '^ok.*# SKIP' "$log" | sed 's/^/    /'
    if [ "$bad" -gt 0 ]; then
        grep -E '^not ok' "$log" | head -n 20 | sed 's/^/    /'
        printf '    (%s)\n' "$log"
    fi
}

units() {
    local flavour=$1 test
    shift
    while read -r test; do
        suite "$flavour/${test#build/*/tests/unit/}" env CMOCKA_MESSAGE_OUTPUT=TAP "$@" "$test"
    done < <(make -s --no-print-directory FLAVOUR="$flavour" names-of-units)
}

lint_pages() {
    local page n=0 said
    for page in man/*.[157]; do
        n=$((n + 1))
        if said=$(groff -mdoc -ww -z "$page" 2>&1) && [ -z "$said" ]; then
            echo "ok $n - $page"
        else
            printf 'not ok %d - %s\n%s\n' "$n" "$page" "$said"
        fi
    done
}

lint_scripts() {
    local script n=0
    while read -r script; do
        n=$((n + 1))
        if shellcheck -x "$script"; then echo "ok $n - $script"; else echo "not ok $n - $script"; fi
    done < <(find tests data .ci -type f \( -name '*.sh' -o -path '.ci/run' \) | sort)
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
        -o -name '*.py' -o -path '.ci/run' \) | sort)
}

# The kernels' unit tests with every set of instructions that the machine has, and what a pipeline writes with each.
kernels() {
    local set test
    for set in avx512 avx2 baseline; do
        if JSMF_KERNELS=$set build/release/jsmf-cat --version >/dev/null 2>&1; then
            for test in build/release/tests/unit/{dense,operator}/test_*; do
                if [ -f "$test" ] && [ -x "$test" ]; then
                    suite "$set/${test##*/}" env JSMF_KERNELS="$set" CMOCKA_MESSAGE_OUTPUT=TAP "$test"
                fi
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

release() {
    local script
    units release
    kernels
    suite rooms python3 -B tests/rooms.py build/release
    for script in tests/golden/*.py; do
        if [ "$script" = tests/golden/common.py ]; then continue; fi
        suite "${script#tests/}" oracle "$script" build/release
    done
    suite golden/bundled tests/golden/bundled.sh build/release
    suite tools tests/tools.sh build/release
    suite faults tests/faults.sh build/release
    suite experiments tests/experiments.sh build/release
    suite daily tests/daily.sh build/release
    suite numpy tests/interop/numpy.sh build/release
    suite pages lint_pages
    suite scripts lint_scripts
    suite lines lint_lines
}

# Which fifth of the fault matrix runs under the address sanitizer: the commit decides, so that all are seen in turn;
# with EVERY=yes (make check-full) all of them are.
sample_of_faults() {
    local commit
    commit=$(git rev-parse --short=7 HEAD 2>/dev/null) || commit=0
    if [ "${EVERY:-no}" = yes ]; then echo '0 of 1'; else echo "$((16#${commit:0:7} % 5)) of 5"; fi
}

asan() {
    local sample=${JSMF_FAULT_SAMPLE:-$(sample_of_faults)}
    units asan
    suite "asan/faults, $sample" env JSMF_FAULT_SAMPLE="$sample" tests/faults.sh build/asan
    suite asan/tools tests/tools.sh build/asan
}

# count FILE: adds what the last line of a run says.
count() {
    local ok bad skip
    read -r ok _ bad _ skip _ < <(tail -n 1 "$1")
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
}

beside_each_other() {
    "$self" sanitized >"$logs/sanitized.txt" 2>&1 &
    "$self" plain 2>&1 | tee "$logs/plain.txt" | sed -u '$d'
    wait
    sed '$d' "$logs/sanitized.txt"
    count "$logs/plain.txt"
    count "$logs/sanitized.txt"
}

case $mode in
all) beside_each_other ;;
plain) release; units clang ;;
sanitized) asan; units tsan ;;
asan) asan ;;
tsan) units tsan ;;
valgrind) units debug valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite ;;
*) echo "usage: tests/check.sh all|plain|sanitized|asan|tsan|valgrind" >&2; exit 2 ;;
esac

printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
