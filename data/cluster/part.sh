#!/usr/bin/env bash
# Makes one part, unless it is there, whole, and was made of the same inputs by the same command.
# usage: part.sh PART INPUT... -- COMMAND...   in the folder OUT
# A command of a program of jsmf gets `-o FILE`; what another one prints is the part. PART.made tells what it was made
# of, and what it is: the command, the program, and of each file a checksum and its size. log/PART.log has what the
# command said. The part is made under another name, opened, checked, and only then has its own.
# Nothing but the part depends on when, where, beside what and how often this runs.
set -u
ENGINE=${ENGINE:-local}
part=$1
shift
inputs=()
while [ "$1" != -- ]; do
    inputs+=("$1")
    shift
done
shift
host=${SLURMD_NODENAME:-$HOSTNAME}
log=log/$part.log new=$part.part-$host-$$
case $part in */*) folder=${part%/*} ;; *) folder=. ;; esac
child=
trap 'rm -f "$new" "$new.made"' EXIT
trap '[ -z "$child" ] || kill "$child" 2>/dev/null; exit 143' INT TERM HUP

# What fails for its data fails everywhere, which is noted for other hosts and for run.sh; then all of make ends.
fails() { # fails STATUS MESSAGE
    mkdir -p "failed/$folder"
    printf '%d\n%s on %s: %s (%s)\n' "$1" "$part" "$host" "$2" "$PWD/$log" >"$new"
    mv -f "$new" "failed/$part"
    case $ENGINE in
    local) kill -TERM $PPID ;;
    # Nothing is to be gained by another host, which GNU parallel tries wherever the status is not 0.
    parallel) [ "$1" = 1 ] || { echo "FAILED $part" && exit 0; } ;;
    esac
    exit "$1"
}
checksum() {
    local sum size
    read -r sum size < <(cksum <"$1")
    echo "$sum:$size"
}

# What the record of a part says that it is.
record() { sed -n 's/^part //p' "$1.made"; }
# The kind of sums that a part is of: polish.0 of polish.0/a.npz, of polish.0.groups/0.npz, and of polish.0.npz.
kind_of() {
    local kind=${1%%/*}
    kind=${kind%.npz}
    echo "${kind%.groups}"
}
# Whether a part was one of the sums that went when the next model was there.
spent() { [ -e "$(kind_of "$1").spent" ]; }
# The sums that a part was made of are no longer needed once it is there.
spend() {
    if [ -z "${SPENDS:-}" ]; then return; fi
    : >"$SPENDS.spent"
    rm -f "$SPENDS.npz" "$SPENDS"/*.npz "$SPENDS.groups"/*.npz
}

mkdir -p "$folder" "log/$folder"
if [ -e "failed/$part" ] && status=$(head -n 1 "failed/$part") && [ "$status" -gt 1 ]; then exit "$status"; fi

# An input that another machine has just made may take a while until it is seen here.
for ((waited = 0; ; waited++)); do
    missing=
    for input in "${inputs[@]}"; do
        case $input in /*) [ -r "$input" ] ;; *) [ -r "$input.made" ] ;; esac || missing=$input
    done
    if [ -z "$missing" ]; then break; fi
    if [ "$ENGINE" = local ] || [ $waited -ge "${PATIENCE:-60}" ]; then
        echo "no $missing" >>"$log"
        fails 1 "its input $missing is not there"
    fi
    ls "$(dirname "$missing")" >/dev/null 2>&1
    sleep 1
done

# The bytes do not depend on the number of threads, so it is no part of the recipe.
recipe=$(
    printf 'command %s\n' "$*" | sed '1s/ -q -t [0-9]* / -q /'
    case $1 in jsmf-*) "$1" --version | sed -n '1s/^/program /p; s/.*, core /core /p; /^kernels/p' ;; esac
    for input in "${inputs[@]}"; do
        case $input in
        /*) printf 'input %s %s\n' "$input" "$(checksum "$input")" ;;
        *) printf 'input %s %s\n' "$input" "$(record "$input")" ;;
        esac
    done
)
if [ -r "$part.made" ]; then
    if [ -r "$part" ]; then sum=$(checksum "$part"); else sum=$(spent "$part" && record "$part"); fi
    if [ "$(<"$part.made")" = "$recipe"$'\n'"part $sum" ]; then
        spend
        exit 0
    fi
fi

for input in "${inputs[@]}"; do
    if [ ! -r "$input" ]; then
        kind_of "$input" >again
        rm -f "$(kind_of "$input").spent"
        fails 1 "its input $input is no longer there"
    fi
done
printf '== %s, %s: %s\n' "$(date '+%F %T')" "$host" "$*" >>"$log"
case $1 in
jsmf-*) "$@" -o "$new" >>"$log" 2>&1 & ;;
*) "$@" >"$new" 2>>"$log" & ;;
esac
child=$!
wait $child
status=$?
child=
if [ $status != 0 ]; then
    fails $status "$(tail -n 1 "$log" | sed 's/^== .*/it said nothing, and ended with status '"$status/")"
fi
# Whether it is there is not a matter of what the command said.
case $part in *.npz)
    if ! jsmf-cat --check "$new" >>"$log" 2>&1; then fails 1 "what was made is not whole: $(tail -n 1 "$log")"; fi
    ;;
esac
printf '%s\npart %s\n' "$recipe" "$(checksum "$new")" >"$new.made" || fails 1 'its record cannot be written'
if ! mv -f "$new" "$part" || ! mv -f "$new.made" "$part.made"; then fails 1 'it cannot have its name'; fi
echo "made  $part"
spend
