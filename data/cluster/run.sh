#!/usr/bin/env bash
# Makes the parts of some steps, one step after the other. usage: run.sh OUT STEP...   jsmf.mk calls it.
# Silent but for what it makes; what fails is named with its log.
set -u
home=$(cd "$(dirname "$0")" && pwd)
arguments=("$@") folder=$PWD AGAIN=${AGAIN:-}
out=$1
shift
stop() {
    printf 'jsmf.mk: %s\n' "$*" >&2
    exit 1
}
case $out in /*) whole=$out ;; *) whole=$PWD/$out ;; esac
case $whole in
*[!A-Za-z0-9._/+@-]*) stop "OUT ($whole): names may have letters, digits and ._+@- alone" ;;
esac
# shellcheck source=data/cluster/steps.bash
. "$home/steps.bash"
settings=$whole/settings.new
if [ -n "$AGAIN" ]; then settings=$whole/settings.mk; fi
pattern=$(setting SHARDS "$settings") vocab=$(setting VOCAB "$settings") lists=$(setting STOP "$settings")

# What make and a shell read needs names without signs of theirs.
plain() { # plain SETTING NAME
    case $2 in
    *[[:space:]\'\"\\\$\`\;\&\|\(\)\<\>\*\?\#]*) stop "$1 ($2): names must have no blanks, quotes or \$" ;;
    esac
}
plain 'the folder of jsmf.mk' "$home"
plain BIN "$(setting BIN "$settings")"
plain VOCAB "$vocab"
[ -z "$vocab" ] || [ -r "$vocab" ] || stop "VOCAB ($vocab): there is no such file"
for list in $lists; do
    plain STOP "$list"
    [ "$list" = english ] || [ -r "$list" ] || stop "STOP ($list): there is no such file; names must have no blanks"
done

# The shards in the order of their names, in which numbers count as such.
shopt -s nullglob
# shellcheck disable=SC2206 # a pattern, or several
files=($pattern)
[ ${#files[@]} != 0 ] || stop "SHARDS ($pattern): there are no such files"
for file in "${files[@]}"; do [ -r "$file" ] || stop "SHARDS ($file): there is no such file"; done
mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -V)
shard_lines() {
    local file name
    for file in "${files[@]}"; do
        name=${file##*/}
        name=${name%.gz}
        printf '%s\t%s\n' "${name%.@(txt|npz|csv|tsv|json|jsonl|ldac|svm|mtx)}" "$(realpath "$file")"
    done
}
shopt -s extglob
shards=$(shard_lines)
odd=$(grep -vE '^[A-Za-z0-9._+@-]+	/[A-Za-z0-9._+@/-]+$' <<<"$shards" | head -n 1)
[ -z "$odd" ] || stop "shard ${odd#*	}: names may have letters, digits and ._+@- alone"
twice=$(cut -f 1 <<<"$shards" | sort | uniq -d | head -n 1)
[ -z "$twice" ] || stop "two shards are named $twice, of $pattern"
# Counts of words are added in the order of the bytes of the names, where the shards do not know their places.
if grep -qv '\.npz$' <<<"$shards" && ! cut -f 1 <<<"$shards" | LC_ALL=C sort -c 2>/dev/null; then
    stop "SHARDS ($pattern): give the numbers in their names as many digits, as in 01, 02, 10"
fi

cd "$out" || exit 1
exec 9>lock
flock -w "${AGAIN:+1}0" 9 || stop "something of another run is still at work in $PWD: wait for its end, or set OUT"
if [ -z "$AGAIN" ]; then mv settings.new settings.mk; fi
cut -f 1 <<<"$shards" >names
# Groups are numbered; where one would be enough, there is none.
awk -v size="$(setting GROUP)" '
    { member[NR] = $1 }
    END { for (i = 1; i <= NR && NR > size; i++) print int((i - 1) / size) " " member[i] }' names >members
cut -d ' ' -f 1 members | uniq >groups
{
    printf 'names := %s\ngroups := %s\n' "$(tr '\n' ' ' <names)" "$(tr '\n' ' ' <groups)"
    sed 's/^/shard./; s/\t/ := /' <<<"$shards"
    sed 's/^/group./; s/ / += /' members
} >shards.mk
rm members
rm -rf failed again
mkdir -p log
# What part.sh did not finish. No finished part has such an end, whatever its shard is called.
find . -regextype posix-extended -type f -regex '.*\.(npz|tsv)\.part-[^/]*-[0-9]+(\.made)?' -exec rm -f {} +
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
worker=(make -s --no-print-directory -C "$PWD" -f "$home/parts.mk")
engine=$(setting ENGINE) jobs=$(setting JOBS)

# What failed, and why: exit 1. Where sums are needed again that went when they were no longer needed, all begins anew,
# and makes them; once for each kind of sums, as these are there then. AGAIN: the kinds that have come back so.
tell() {
    local part kind
    if [ -e again ] && kind=$(<again) && [[ " $AGAIN " != *" $kind "* ]]; then
        cd "$folder" && AGAIN="$AGAIN $kind" exec bash "$home/run.sh" "${arguments[@]}"
    fi
    if [ -d failed ]; then
        find failed -type f | sort | while read -r part; do
            printf 'FAILED  %s\n' "$(tail -n +2 "$part")"
        done >&2
    elif [ -s log/said ]; then
        tail -n 3 log/said >&2
    fi
    stop "$*"
}
# Whatever ends this ends what it has started.
work=
ends() {
    trap - INT TERM HUP
    if [ -n "$work" ]; then
        kill "$work" 2>/dev/null
        wait "$work"
    fi
    exit 1
}
trap ends INT TERM HUP
locally() {
    local step all
    for step; do
        mapfile -t all < <(parts "$step")
        if [ ${#all[@]} = 0 ]; then continue; fi
        "${worker[@]}" -j "$jobs" "${all[@]}" 2>log/said &
        work=$!
        wait "$work" || tell "step $step failed; the same command goes on from here"
    done
}
# What would fail elsewhere, too, is told by part.sh, and ends all.
by_parallel() {
    local step line
    command -v parallel >/dev/null || stop 'no parallel: install GNU parallel'
    # Hosts run this by sh, whatever shell an account has. Left to the variable SHELL, GNU parallel runs nothing on a
    # host that does not set it, and takes that for success.
    export PARALLEL_SHELL=/bin/sh
    for step; do
        parts "$step" >log/wanted
        if [ ! -s log/wanted ]; then continue; fi
        rm -f log/pipe
        mkfifo log/pipe || exit 1
        parallel --will-cite --halt now,fail=1 --retries "$(setting RETRIES)" --jobs "$jobs" \
            --sshlogin "$(setting HOSTS)" --ssh "$(setting SSH)" --joblog "log/${step%/}.joblog" --line-buffer \
            "${worker[*]} {}" <log/wanted >log/pipe 2>log/said &
        work=$!
        while read -r line; do
            case $line in
            FAILED*) kill "$work" 2>/dev/null ;;
            *) printf '%s\n' "$line" ;;
            esac
        done <log/pipe
        if ! wait "$work" || [ -d failed ]; then tell "step $step failed; the same command goes on from here"; fi
    done
}
case $engine in
local) locally "$@" ;;
parallel) by_parallel "$@" ;;
slurm)
    bash "$home/slurm.sh" "$@" &
    work=$!
    wait "$work" || tell 'the same command goes on from here'
    ;;
*) stop "ENGINE ($engine): expected local, parallel or slurm" ;;
esac

# Open and verify: what counts is what is there.
for step; do
    for part in $(parts "$step"); do [ -s "$part.made" ] || tell "$part is not there, though nothing failed"; done
done
last=$(parts "${!#}" | tail -n 1)
PATH=$(setting BIN):$PATH
jsmf-cat --check "$last" || tell "$last is damaged"
