#!/usr/bin/env bash
# Runs a command that has OUT to itself. usage: lock.sh OUT DATA COMMAND...
# What the command starts inherits the lock: it is there until the last of them has ended.
set -eu
out=$1 data=$2
shift 2
case $out$data in
*[:\#\$%\'\"\;\&\|\*?\(\)\<\>=\\\`]*)
    printf 'experiments: OUT (%s), DATA (%s): make cannot have such characters in names\n' "$out" "$data" >&2
    exit 2
    ;;
esac
command -v jsmf-bow >/dev/null || {
    echo 'experiments: no jsmf-bow: build or install jsmf, or set EXPERIMENTS_BIN, the folder of its programs' >&2
    exit 2
}
{ mkdir -p "$out" && exec 9>"$out/lock"; } 2>/dev/null || {
    printf 'experiments: OUT (%s): nothing can be written there: set OUT to another folder\n' "$out" >&2
    exit 1
}
flock -n 9 || {
    printf 'experiments: something of another run is still at work in %s: wait for its end, or set OUT\n' "$out" >&2
    exit 1
}
"$@"
