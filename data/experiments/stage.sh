#!/usr/bin/env bash
# One stage of an experiment. usage: stage.sh TARGET STAGE COMMAND...
# The command's output becomes TARGET when it is whole. TARGET.time says how long it took: the stage's name, seconds,
# seconds of processor. A command that fails leaves TARGET.failed instead: itself, and what it said.
set -u
target=$1 stage=$2
shift 2
mkdir -p "${target%/*}"
rm -f "$target.failed"
trap 'rm -f "$target.part" "$target.took" "$target.said"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
printf '  %-8s %s\n' "$stage" "$target"
TIMEFORMAT='%R %U %S'
{ time "$@" >"$target.part" 2>"$target.said"; } 2>"$target.took"
status=$?
# Of a failing write to the disk nothing is known but that the files are not there.
if [ $status = 0 ] && awk -v stage="$stage" '{ print stage, $1, $2 + $3 }' "$target.took" >"$target.time"; then
    mv "$target.part" "$target" && exit 0
    status=1
fi
{
    printf 'exit %d:' "$status"
    printf ' %s' "$@"
    echo
    cat "$target.said"
} >"$target.failed"
sed -n "2s|^|  FAILED   $target: |p" "$target.failed" >&2
exit "$status"
