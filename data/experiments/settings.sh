#!/usr/bin/env bash
# What corpora are made with, OUT/settings.new, becomes OUT/settings: which it must be already, where there are streams
# of an earlier run. usage: settings.sh OUT
set -eu
out=$1
if [ -f "$out/settings" ] && ! cmp -s "$out/settings" "$out/settings.new"; then
    {
        printf 'experiments: %s was made with other settings; set OUT to another folder, or remove it:\n' "$out"
        diff "$out/settings" "$out/settings.new" | sed -n 's/^</    then/p; s/^>/    now /p'
    } >&2
    exit 2
fi
mv "$out/settings.new" "$out/settings"
