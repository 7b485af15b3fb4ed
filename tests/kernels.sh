#!/usr/bin/env bash
# Every set of instructions gives the same bytes, and a set that is none, or that the machine lacks, is refused.
# usage: kernels.sh BUILD_DIR   prints TAP
set -u
here=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "$1" && pwd):$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-kernels.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
# shellcheck source=tests/tap.bash
. "$here/tap.bash"

# Both roads, a method of inference and both ways of polishing, on part of the bundled corpus.
pipeline() {
    set -e
    export JSMF_KERNELS=$1
    mkdir "$1"
    jsmf-bow "$here/../data/docword.wordnet.txt.gz" --vocab "$here/../data/vocab.wordnet.txt" --top 800 -o "$1/bag"
    jsmf-cooc "$1/bag" | jsmf-rectify-ap -k 10 -i 3 -o "$1/rectified"
    jsmf-aw --min-df 50 "$1/rectified" -o "$1/model"
    jsmf-cooc --low-rank -k 10 "$1/bag" | jsmf-rectify-enn -k 10 -i 3 | jsmf-law --min-df 50 -o "$1/low-rank"
    jsmf-polish -i 2 "$1/model" "$1/bag" -o "$1/polished"
    jsmf-polish --method gibbs -i 2 "$1/model" "$1/bag" -o "$1/sampled"
    jsmf-infer "$1/polished" "$1/bag" -o "$1/compositions"
}

lacks() { ! JSMF_KERNELS=$1 jsmf-cat --version; }

has=()
for set in baseline avx2 avx512; do
    if lacks "$set" >/dev/null 2>&1; then
        ok "$set is refused on this machine" lacks "$set"
    else
        has+=("$set")
        (pipeline "$set") >log 2>&1
        status=$?
        verdict $status "the pipeline with $set"
        [ $status = 0 ] || because log 5
    fi
done
for set in "${has[@]:1}"; do
    for file in "${has[0]}"/*; do
        ok "$set: the same $(basename "$file")" cmp "$file" "$set/$(basename "$file")"
    done
done
ok 'a set that is none is refused' lacks sse9
cmp -s <(JSMF_KERNELS='' jsmf-cat --version) <(env -u JSMF_KERNELS jsmf-cat --version)
verdict $? 'empty, it names no set'
JSMF_KERNELS=sse9 jsmf-cat --version 2>err >/dev/null
[ $? = 2 ] && grep -q '^jsmf-cat: JSMF_KERNELS is "sse9" (expected avx512, avx2 or baseline)$' err
verdict $? 'with exit status 2, and what was expected'
plan
