#!/bin/sh
# The main job on the bundled corpus, each command shown before it runs: `make demo`, or data/demo.sh BUILD_DIR.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/release}
out=$build/demo
mkdir -p "$out"
PATH=$build:$PATH

run() {
    printf '$ %s\n' "$1"
    eval "$1"
}

run "jsmf-bow data/docword.wordnet.txt.gz --vocab data/vocab.wordnet.txt --max-df 0.5 > $out/bag.npz"
run "jsmf-learn -k 25 $out/bag.npz > $out/model.npz"
run "jsmf-topics $out/model.npz"
