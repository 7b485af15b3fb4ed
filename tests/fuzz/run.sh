#!/usr/bin/env bash
# Runs every fuzz target for SECONDS from seeds that the tests' own streams and corpora make.
# usage: tests/fuzz/run.sh DIR_OF_TARGETS SECONDS
set -eu
here=$(cd "$(dirname "$0")" && pwd)
targets=$1 seconds=$2
corpus=build/fuzz/corpus
for target in "$targets"/fuzz_*; do
    if [ ! -f "$target" ] || [ ! -x "$target" ]; then
        continue
    fi
    name=${target##*/}
    mkdir -p "$corpus/$name"
    "$here/seeds.sh" "$corpus/$name" "$name"
    echo "$name: $seconds s"
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=512 -max_len=65536 \
        -artifact_prefix="build/fuzz/$name-" "$corpus/$name" 2>"build/fuzz/$name.log" || {
        tail -n 30 "build/fuzz/$name.log"
        exit 1
    }
    grep -E '^#[0-9]+.*DONE|stat::|Done' "build/fuzz/$name.log" | tail -n 1
done
