# The lines that the suites print, one a test (TAP). Sourced.
# shellcheck shell=bash
count=0 failed=0

# verdict STATUS NAME: the test's line.
verdict() {
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $2"
    fi
}

# choices PROGRAM OPTION: those of its help, one a line.
choices() { "$1" --help=all | sed -nE "s/^ +--$2 ([a-z0-9-]+(\|[a-z0-9-]+)+).*/\1/p" | tr '|' '\n'; }

# because FILE LINES: what the failed test said.
because() { sed 's/^/#   /' "$1" | head -n "$2"; }

# ok NAME COMMAND...: the command succeeds. What it says goes to the file log of $scratch.
ok() {
    local name=$1 status
    shift
    "$@" >"$scratch/log" 2>&1
    status=$?
    verdict $status "$name"
    [ $status = 0 ] || because "$scratch/log" 20
}

# plan: after the last test; fails where one did.
plan() {
    echo "1..$count"
    [ $failed = 0 ]
}

# cheap_timeout: timeout is tests/timeout.c from here on, in the folder $scratch, where a compiler can make it.
cheap_timeout() {
    mkdir "$scratch/bin"
    if ${CC:-cc} -O1 -static -o "$scratch/bin/timeout" "$here/timeout.c" 2>/dev/null ||
        ${CC:-cc} -O1 -o "$scratch/bin/timeout" "$here/timeout.c"; then
        PATH=$scratch/bin:$PATH
    fi
}
