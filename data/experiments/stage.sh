#!/usr/bin/env bash
# One stage of an experiment. usage: stage.sh TARGET STAGE COMMAND...
# The command's output becomes TARGET when it is whole. TARGET.time says how long it took: the stage's name, seconds,
# seconds of processor and, where GNU time is installed, kilobytes of memory. A command that fails leaves TARGET.failed
# instead: itself, and what it said.
set -u
target=$1 stage=$2
shift 2
mkdir -p "${target%/*}"
rm -f "$target.failed"
trap 'rm -f "$target.part"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
printf '  %-8s %s\n' "$stage" "$target"
# In memory, as the disk may be what fails: what the command says, and how long it took, the last line.
TIMEFORMAT=$'\n%R %U %S'
gnu=()
if [[ $(/usr/bin/time --version 2>&1) == *GNU* ]]; then gnu=(/usr/bin/time -q -f $'\n%M'); fi
said=$({ time "${gnu[@]}" "$@" >"$target.part" 2>&3; } 3>&1 2>&1)
status=$?
took=${said##*$'\n'}
said=${said%$'\n'*}
said=${said%$'\n'}
if [ ${#gnu[@]} -gt 0 ]; then
    took+=" ${said##*$'\n'}"
    said=${said%$'\n'*}
    said=${said%$'\n'}
fi
if [ $status = 0 ]; then
    awk -v stage="$stage" -v took="$took" 'BEGIN { split(took, t, " "); print stage, t[1], t[2] + t[3], t[4] }' \
        >"$target.time" && mv "$target.part" "$target" && exit 0
    status=1 said="$target: cannot be written"
fi
printf '  FAILED   %s: %s\n' "$target" "${said%%$'\n'*}" >&2
rm -f "$target.part" "$target" # which is of an earlier run, of something else
printf 'exit %d: %s\n%s\n' "$status" "$*" "$said" >"$target.failed"
exit "$status"
