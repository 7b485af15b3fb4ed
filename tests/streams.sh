#!/usr/bin/env bash
# Streams that earlier versions wrote: every program that takes such a kind reads them and does its work. They are in
# tests/golden/streams-VERSION, small and for ever; make.sh there says how they were made, and `arrays` has the checksum
# of what each array is as text. A version whose streams differ gets a folder of its own when it is released.
# usage: streams.sh BUILD_DIR   prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 1
PATH=$build:$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-streams.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
cd "$scratch" || exit 1
# shellcheck source=tests/tap.bash
. "$here/tap.bash"

bags='bag synth'
coocs='dense sparse factored low-rank weighted synth-infinite'
rectified='rectified rectified-dense checkpoint'
compressed='compressed palm'
models='model model-anchors model-law model-anchorfree model-polished'
compositions='compositions compositions-dual'
all="$bags $coocs $rectified $compressed $models $compositions"

# program, what it takes in the place of STREAM, its arguments
ROWS=(
    "jsmf-anchorfree|$coocs $rectified $compressed|-q -k 3 STREAM"
    "jsmf-aw|$coocs $rectified $compressed|-k 3 STREAM"
    "jsmf-bow|$bags|--min-df 2 STREAM"
    "jsmf-bow|$models|--match STREAM bag.npz"
    "jsmf-cat|$all|STREAM"
    "jsmf-cat|$all|--check STREAM"
    "jsmf-cooc|$bags|STREAM"
    "jsmf-cooc|$bags|--low-rank -k 3 STREAM"
    "jsmf-edit|$models|--merge 0,1 STREAM"
    "jsmf-edit|$models|--renumber STREAM model.npz"
    "jsmf-eval|$models|STREAM"
    "jsmf-eval|$bags|--bag STREAM model.npz"
    "jsmf-eval|$coocs $rectified $compressed|--cooc STREAM model.npz"
    "jsmf-eval|$models|--against STREAM model.npz"
    "jsmf-eval|$models|--split-half STREAM model.npz"
    "jsmf-eval|synth synth-infinite|--truth STREAM model.npz"
    "jsmf-eval|$compositions|--compositions STREAM --labels labels model.npz"
    "jsmf-infer|$bags|model.npz STREAM"
    "jsmf-infer|$models|STREAM bag.npz"
    "jsmf-infer|compositions-dual|--dual STREAM model.npz bag.npz"
    "jsmf-krylov|$bags|--begin -k 3 --passes 2 STREAM"
    "jsmf-law|$compressed|STREAM"
    "jsmf-learn|$bags|-k 3 STREAM"
    "jsmf-choose|$bags|-k 3 STREAM"
    "jsmf-merge|$bags $compositions|STREAM"
    "jsmf-near|$compositions|STREAM"
    "jsmf-near|$compositions|--to STREAM compositions-dual.npz"
    "jsmf-palm|$coocs $rectified|-k 3 STREAM"
    "jsmf-polish|$models|-i 2 STREAM bag.npz"
    "jsmf-polish|$bags|-i 2 model.npz STREAM"
    "jsmf-prevalence|$compositions|--labels labels STREAM"
    "jsmf-rectify-ap|$coocs $rectified|-k 3 -i 4 STREAM"
    "jsmf-rectify-enn|$coocs $rectified $compressed|-k 3 STREAM"
    "jsmf-report|$models|STREAM"
    "jsmf-report|$bags|--bag STREAM model.npz"
    "jsmf-report|$compositions|--compositions STREAM model.npz"
    "jsmf-synth|$models|--model STREAM --size 9"
    "jsmf-topics|$models|STREAM"
    "jsmf-topics|$compositions|--documents STREAM model.npz"
)
# Those that are compared with bag.npz or model.npz have other words where they were drawn.
with_own_words() { # with_own_words STREAM ARGUMENTS: the arguments, with the stream that has the words of this one
    case $1 in
    synth) printf '%s\n' "${2//model.npz/drawn-model.npz}" ;;
    synth-infinite) printf '%s\n' "${2//model.npz/drawn-model.npz}" ;;
    *) printf '%s\n' "$2" ;;
    esac
}

is_unchanged() { # is_unchanged STREAM ARRAY CHECKSUM...
    [ "$(jsmf-cat --array "$2" "$1" | cksum)" = "${*:3}" ]
}
# What it writes is what its kind is, or a text.
does_its_work() {
    local program=$1 words
    read -ra words <<<"$2"
    timeout 60 "$program" "${words[@]}" >out || return
    [ "${words[*]:0:1}" = --check ] || [ -s out ] || return
    case $program in
    jsmf-cat | jsmf-choose | jsmf-near | jsmf-prevalence | jsmf-topics | jsmf-report | jsmf-eval) ;;
    *) jsmf-cat --check out ;;
    esac
}
# jsmf-text reads no stream.
every_program_has_a_row() {
    local program
    for program in "$build"/jsmf-*; do
        [ "${program##*/}" != jsmf-text ] || continue
        case " ${ROWS[*]}" in *" ${program##*/}|"*) ;; *) echo "none of ${program##*/}" && return 1 ;; esac
    done
}

ok 'every program has a row' every_program_has_a_row
for folder in "$here"/golden/streams-*; do
    version=${folder##*-}
    cp "$folder"/*.npz . || exit 1
    seq 60 | awk '{ print $1 % 3 ? "a" : "b" }' >labels
    jsmf-cooc -q synth.npz | jsmf-rectify-ap -q -k 3 | jsmf-aw -q -k 3 -o drawn-model.npz
    while read -r stream array checksum; do
        ok "$version: $stream: $array" is_unchanged "$stream" "$array" "$checksum"
    done <"$folder/arrays"
    for row in "${ROWS[@]}"; do
        IFS='|' read -r program streams arguments <<<"$row"
        [ -x "$build/$program" ] || continue
        for stream in $streams; do
            arguments_here=$(with_own_words "$stream" "$arguments")
            ok "$version: $program ${arguments/STREAM/$stream}" \
                does_its_work "$program" "${arguments_here/STREAM/$stream.npz}"
        done
    done
done

plan
