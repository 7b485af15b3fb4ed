# The part of the fault matrix of what programs write: full disks, pipes, closed descriptors, names under -o. Sourced by
# faults.sh.
# shellcheck shell=bash disable=SC2154

# good_run TOOL KIND OPTIONS...: leaves what the tool writes in the file expected.
good_run() {
    local tool=$1 good
    operand_of "$2"
    shift 2
    : >out
    "$tool" "$@" "${good[@]}" >expected 2>err || note 'the good input fails'
    done_cell "$tool $*: the good input"
}

# written TOOL KIND OPTIONS...: what the writer of these bytes may meet.
written() {
    local tool=$1 good
    operand_of "$2"
    shift 2
    timeout 20 "$tool" "$@" "${good[@]}" >/dev/full 2>err
    fails_with $? 1 "$tool"
    done_cell "$tool $*: a full disk"
    fails 1 'No space' "$tool" "$@" "${good[@]}" -o /dev/full
    done_cell "$tool $*: -o /dev/full"
    mkfifo fifo
    timeout 20 cat fifo >received &
    works '^$' "$tool" "$@" "${good[@]}" -o fifo
    wait $!
    cmp -s received expected || note 'the bytes through the FIFO differ'
    [ -p fifo ] || note 'the FIFO is no FIFO any more'
    done_cell "$tool $*: -o a FIFO"
    leave_fifo
    (trap '' PIPE; timeout 20 "$tool" "$@" "${good[@]}" >&9 2>err)
    fails_with $? 1 "$tool"
    exec 9>&-
    rm -f fifo
    done_cell "$tool $*: a reader that has left, SIGPIPE ignored"
}

# leave_fifo: descriptor 9 writes to the FIFO, whose reader has left.
leave_fifo() {
    exec 8<>fifo
    exec 9>fifo 8<&-
}

# outputs TOOL KIND OPTIONS...: what every program does with its output in the same way.
outputs() {
    local tool=$1 kind=$2 code good
    shift 2
    operand_of "$kind"
    timeout 20 "$tool" "$@" "${good[@]}" >&- 2>err
    fails_with $? 1 "$tool"
    done_cell "$tool $*: standard output closed"
    fails 1 'o/missing/out: its directory does not exist' "$tool" "$@" "${good[@]}" -o o/missing/out
    done_cell "$tool $*: -o in a missing directory"
    fails 1 'directory' "$tool" "$@" "${good[@]}" -o good
    done_cell "$tool $*: -o a folder"
    works '^$' "$tool" "$@" "${good[@]}" -o /dev/null
    [ -c /dev/null ] || note '/dev/null is no device any more'
    done_cell "$tool $*: -o /dev/null"
    outputs_to_pipes "$tool" "$@"
    outputs_beside_closed "$tool" "$@"
    if [ "$kind" = - ]; then return; fi
    echo old >o/out
    timeout 20 "$tool" "$@" text/empty -o o/out 2>err
    [ "$(cat o/out)" = old ] || note 'the old file is gone'
    rm -f o/out
    done_cell "$tool $*: a failure leaves the old file under -o"
    timeout 20 "$tool" "$@" text/empty -o o/out 2>&-
    code=$?
    [ $code = 3 ] || note "exit $code, expected 3"
    left_behind
    done_cell "$tool $*: a failure with standard error closed"
}

outputs_beside_closed() {
    local tool=$1
    shift
    timeout 20 "$tool" -v "$@" "${good[@]}" -o o/out 2>&- || note "exit $?, expected 0"
    cmp -s o/out expected || note 'the bytes differ'
    rm -f o/out
    done_cell "$tool $*: messages do not land in the file where standard error is closed"
    timeout 20 "$tool" -v "$@" "${good[@]}" -o o/out >&- 2>err || note "exit $?, expected 0"
    cmp -s o/out expected || note 'the bytes differ'
    rm -f o/out
    done_cell "$tool $*: -o needs no standard output"
}

outputs_to_pipes() {
    local tool=$1 code
    shift
    if [ ${#good[@]} != 0 ]; then
        works '^$' "$tool" "$@" <(cat "${good[@]}")
        cmp -s out expected || note 'the bytes differ'
        done_cell "$tool $*: a FIFO as operand"
    fi
    mkfifo fifo
    leave_fifo
    timeout 20 "$tool" "$@" "${good[@]}" >&9 2>err
    code=$?
    exec 9>&-
    rm -f fifo
    [ $code = 141 ] || note "exit $code, expected 141 (SIGPIPE)"
    [ ! -s err ] || note 'a message'
    done_cell "$tool $*: a reader that has left"
    timeout 20 "$tool" "$@" "${good[@]}" 2>err | head -c 10 >out
    code=${PIPESTATUS[0]}
    [ "$code" = 0 ] || [ "$code" = 141 ] || note "exit $code, expected 0 or 141"
    [ ! -s err ] || note 'a message'
    cmp -s out <(head -c 10 expected) || note 'the first 10 bytes differ'
    done_cell "$tool $*: a reader of 10 bytes"
}
