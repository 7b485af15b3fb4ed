#!/usr/bin/env bash
# Prints the options of jsmf-bow that name a shard, none for a bag that has a name and a place already.
# usage: named.sh NAME SOURCE [PLACES]   PLACES: what places.sh says; then with the number of its first document
set -u
name=$1 source=$2 places=${3:-}
case $source in *.npz)
    if jsmf-cat --list "$source" 2>/dev/null | grep -x '^array	shard.ids	.*' >/dev/null; then exit; fi
    ;;
esac
printf -- '--shard %s' "$name"
if [ -z "$places" ]; then exit; fi
# What another machine has just made may take a while until it is seen here.
for ((waited = 0; waited < 60; waited++)); do
    if [ -r "$places" ]; then break; fi
    sleep 1
done
awk -F '\t' -v name="$name" '$1 == name { printf " --first %s", $2; found = 1 } END { exit !found }' "$places" ||
    { echo "jsmf.mk: shard $name: $PWD/$places does not say with which document it begins" >&2 && exit 1; }
