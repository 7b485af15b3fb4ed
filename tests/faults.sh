#!/usr/bin/env bash
# The fault matrix: one table over all tools. A fault must end within 20 seconds with the right exit code and one clear
# line on standard error; nothing on standard output, no file where -o points, none in TMPDIR.
# usage: faults.sh BUILD_DIR   prints TAP; needs python3, but no package of it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "$1" && pwd):$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-faults.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/o" "$scratch/tmp" "$scratch/good" "$scratch/text"
export TMPDIR=$scratch/tmp LC_ALL=C
cd "$scratch" || exit 1
shopt -s nullglob dotglob
problem='' input=/dev/null

# tool, the kind of stream that it reads (- for none), its options
ROWS=(
    'jsmf-bow|bag|'
    'jsmf-cooc|bag|--factored'
    'jsmf-cooc|bag|--dense'
    'jsmf-cooc|bag|--low-rank -k 2'
    'jsmf-rectify-ap|dense|-k 2'
    'jsmf-rectify-ap|sparse|-k 2'
    'jsmf-rectify-ap|factored|-k 2'
    'jsmf-rectify-ap|lowrank|-k 2'
    'jsmf-rectify-enn|dense|-k 2'
    'jsmf-rectify-enn|sparse|-k 2'
    'jsmf-rectify-enn|factored|-k 2'
    'jsmf-rectify-enn|lowrank|-k 2'
    'jsmf-rectify-enn|compressed|-k 2'
    'jsmf-palm|dense|-k 2'
    'jsmf-palm|sparse|-k 2'
    'jsmf-palm|factored|-k 2'
    'jsmf-palm|lowrank|-k 2'
    'jsmf-aw|dense|-k 2'
    'jsmf-aw|sparse|-k 2'
    'jsmf-aw|factored|-k 2'
    'jsmf-aw|lowrank|-k 2'
    'jsmf-aw|rectified|-k 2'
    'jsmf-aw|compressed|'
    'jsmf-law|compressed|'
    'jsmf-polish|bag|-i 3 good/model'
    'jsmf-polish|bag|--online good/model'
    'jsmf-topics|model|'
    'jsmf-infer|bag|good/model'
    'jsmf-infer|bag|--method padd -i 2 good/model'
    'jsmf-eval|model|'
    'jsmf-cat|model|--list'
    'jsmf-synth|-|--size 20 --words 12 -k 2'
)
# Other ways to write, which are tried on good inputs alone.
WRITERS=(
    'jsmf-cooc|bag|--sparse'
    'jsmf-rectify-ap|rectified|-k 2'
    'jsmf-rectify-ap|dense|-k 2 --dense'
    'jsmf-rectify-enn|rectified|-k 2'
    'jsmf-rectify-enn|dense|-k 2 --rows 3'
    'jsmf-rectify-enn|compressed|-i 0'
    'jsmf-palm|rectified|-k 2'
    'jsmf-palm|dense|-k 2 -i 0'
    'jsmf-aw|dense|-k 2 --solver admm'
    'jsmf-law|compressed|-k 2 --plain'
    'jsmf-law|compressed|--solver admm'
    'jsmf-polish|bag|--minibatch 0 --held-out 0.3 --random good/model'
    'jsmf-topics|model|--format tsv'
    'jsmf-topics|model|--format json'
    'jsmf-eval|model|--per-topic --format json --cooc good/dense --bag good/bag'
    'jsmf-eval|model|--per-topic --truth good/model --against good/model'
    'jsmf-infer|bag|--format tsv good/model'
    'jsmf-infer|bag|--method pami -i 2 good/model'
    'jsmf-cat|dense|--array C'
    'jsmf-cat|bag|--array vocab'
    'jsmf-synth|-|-q --words 12 -k 2 --infinite'
    'jsmf-synth|-|--size 20 --words 12 -k 2 --format uci'
)
KINDS='bag dense sparse factored lowrank rectified compressed model'
declare -A ACCEPTS=(
    [jsmf-bow]='bag' [jsmf-cooc]='bag' [jsmf-rectify-ap]='dense sparse factored lowrank rectified'
    [jsmf-rectify-enn]='dense sparse factored lowrank rectified compressed'
    [jsmf-palm]='dense sparse factored lowrank rectified'
    [jsmf-aw]='dense sparse factored lowrank rectified compressed' [jsmf-law]='compressed'
    [jsmf-infer]='bag' [jsmf-polish]='bag' [jsmf-topics]='model' [jsmf-eval]='model' [jsmf-cat]="$KINDS"
)
# What faults.py does to a stream and every reader of the kind must refuse, beyond what is wrong for all kinds.
declare -A WRONG=(
    [bag]='negative-H.data negative-H.indices negative-H.indptr negative-H.shape short-vocab empty-vocab again-vocab
        short-H.data short-H.indices short-H.indptr short-H.shape
        without-H.data without-H.indices without-H.indptr without-H.shape'
    [dense]='huge-C zero-C negative-unigram zero-unigram
        negative-C short-C wide-C without-C short-vocab empty-vocab again-vocab'
    [sparse]='huge-C.data zero-C.data negative-unigram zero-unigram
        negative-C.data negative-C.indices negative-C.indptr short-C.data short-C.indices short-C.indptr
        without-C.data without-C.indptr short-vocab empty-vocab again-vocab'
    [factored]='huge-Hhat.data huge-Hdiag zero-Hhat.data negative-unigram zero-unigram
        negative-Hhat.indices short-Hdiag short-Hhat.data short-Hhat.indptr without-Hdiag without-Hhat.data
        short-vocab empty-vocab again-vocab'
    [lowrank]='huge-V huge-D zero-V zero-D negative-unigram zero-unigram
        negative-V negative-D short-V short-D wide-V without-V without-D short-vocab empty-vocab again-vocab'
    [rectified]='huge-Y huge-r zero-Y negative-unigram zero-unigram
        short-Y without-Y without-r short-vocab empty-vocab again-vocab'
    [compressed]='huge-Y zero-Y negative-unigram zero-unigram short-Y without-Y short-vocab empty-vocab again-vocab'
    [model]='negative-unigram zero-unigram without-B short-vocab empty-vocab again-vocab short-alpha negative-alpha'
)

# ---- reporting ----

note() { problem="$problem; $1"; }

# done_cell NAME: prints the cell's line.
done_cell() {
    if [ -z "$problem" ]; then
        verdict 0 "$1"
    else
        verdict 1 "$1 (${problem#; })"
        because err 20
    fi
    problem=''
}

skip_cell() { verdict 0 "$1 # SKIP $2"; }

left_behind() {
    local left=(o/* tmp/*)
    [ ${#left[@]} = 0 ] || note "left behind: ${left[*]}"
    rm -rf o/* tmp/*
}

# fails CODE PATTERN COMMAND...: standard input from $input.
fails() {
    local want=$1 pattern=$2 code said
    shift 2
    timeout 20 "$@" <"$input" >out 2>err
    code=$?
    mapfile -t said <err
    [ "$code" = "$want" ] || note "exit $code, expected $want"
    [ ${#said[@]} = 1 ] || note "${#said[@]} lines on standard error"
    [[ ${said[0]-} == "$1: "* ]] || note "the line does not begin with the tool's name"
    [[ ${said[0]-} =~ $pattern ]] || note "the line does not say /$pattern/"
    [[ ${said[0]-} != *' at ('* ]] || note 'the line names an empty place'
    [ ! -s out ] || note 'standard output is not empty'
    left_behind
}

# refuses CODE PATTERN FILE TOOL OPTIONS...: from a file under -o, and from a pipe to standard output.
refuses() {
    local want=$1 pattern=$2 file=$3
    shift 3
    input=/dev/null
    fails "$want" "$pattern" "$@" -o o/out "$file"
    input=$file
    fails "$want" "$pattern" "$@"
    input=/dev/null
}

# works PATTERN COMMAND...: exit 0; every line on standard error is a warning, all of them together match.
works() {
    local pattern=$1 code all
    shift
    timeout 20 "$@" <"$input" >out 2>err
    code=$?
    all=$(<err)
    [ "$code" = 0 ] || note "exit $code, expected 0"
    ! grep -qv "^$1: warning: " err || note 'more than warnings on standard error'
    [[ $all =~ $pattern ]] || note "standard error does not say /$pattern/"
}

built() { command -v "$1" >/dev/null; }

# shellcheck source=tests/tap.bash
. "$here/tap.bash"
# shellcheck source=tests/faults_inputs.bash
. "$here/faults_inputs.bash"
# shellcheck source=tests/faults_text.bash
. "$here/faults_text.bash"
# shellcheck source=tests/faults_eval.bash
. "$here/faults_eval.bash"
# shellcheck source=tests/faults_infer.bash
. "$here/faults_infer.bash"
# shellcheck source=tests/faults_polish.bash
. "$here/faults_polish.bash"

# ---- the parts of the matrix ----

# every_damage ROW...: a stream damaged in each way of faults.py.
every_damage() {
    local tool=$1 kind=$2 fault name pattern
    shift 2
    for fault in "damaged-$kind"/*; do
        name=${fault##*/}
        case $name in
        cut-00) pattern='trunc|not a|this is text' ;;
        cut-*) pattern='trunc' ;;
        newer) pattern='version|newer' ;;
        nan-* | infinite-*) pattern='holds -?(nan|inf)' ;;
        huge-*) pattern='too large|sums to|orthonormal' ;;
        zero-*) pattern='all entries are 0|sums to 0' ;;
        twice) pattern='two|twice|again' ;;
        *) pattern=. ;;
        esac
        case $name in scaled-*) continue ;; # is read, with a warning
        huge-* | zero-* | negative-* | short-* | wide-* | without-* | empty-* | again-*)
            case " ${WRONG[$kind]} " in *[[:space:]]"$name"[[:space:]]*) ;; *) continue ;; esac ;;
        esac
        case $tool$name in jsmf-bowcut-00 | jsmf-infercut-00) continue ;; esac # one letter: a text
        if [ "$tool" = jsmf-cat ]; then
            case $name in
            nan-* | infinite-* | huge-* | zero-* | negative-*) continue ;;
            short-* | wide-* | without-* | empty-* | again-*) continue ;;
            esac
        fi
        refuses 3 "$pattern" "$fault" "$tool" "$@"
        done_cell "$tool $*: $kind $name"
    done
}

wrong_inputs() {
    local tool=$1 kind
    shift
    refuses 3 'empty' text/empty "$tool" "$@"
    done_cell "$tool $*: empty input"
    if [ "$tool" != jsmf-bow ] && [ "$tool" != jsmf-infer ]; then
        for kind in prose prose.gz bare.npy; do
            refuses 3 . text/$kind "$tool" "$@"
            done_cell "$tool $*: $kind where a stream is due"
        done
    fi
    refuses 1 'directory' o "$tool" "$@"
    done_cell "$tool $*: a directory"
    fails 1 'No such file' "$tool" "$@" -o o/out good/missing
    done_cell "$tool $*: a missing file"
    timeout 20 "$tool" "$@" <&- >out 2>err
    fails_with $? 1 "$tool"
    timeout 20 "$tool" "$@" -o o/out <&- >out 2>err
    fails_with $? 1 "$tool"
    done_cell "$tool $*: standard input closed"
    for kind in $KINDS; do
        if [[ " ${ACCEPTS[$tool]} " == *" $kind "* ]] || [ ! -e "good/$kind" ]; then continue; fi
        refuses 3 'is a|expected' "good/$kind" "$tool" "$@"
        done_cell "$tool $*: a $kind stream"
    done
}

# fails_with STATUS WANT TOOL: judges a run whose out and err are there already.
fails_with() {
    local said
    mapfile -t said <err
    [ "$1" = "$2" ] || note "exit $1, expected $2"
    [ ${#said[@]} = 1 ] || note "${#said[@]} lines on standard error"
    [[ ${said[0]-} == "$3: "* ]] || note "the line does not begin with the tool's name"
    left_behind
}

# operand_of KIND: the good input in `good`, an empty list where the tool reads none.
operand_of() {
    good=()
    if [ "$1" != - ]; then good=("good/$1"); fi
}

outputs() {
    local tool=$1 kind=$2 code good
    shift 2
    operand_of "$kind"
    : >out
    "$tool" "$@" "${good[@]}" >expected 2>err || note 'the good input fails'
    done_cell "$tool $*: the good input"
    timeout 20 "$tool" "$@" "${good[@]}" >/dev/full 2>err
    fails_with $? 1 "$tool"
    done_cell "$tool $*: a full disk"
    fails 1 'No space' "$tool" "$@" "${good[@]}" -o /dev/full
    done_cell "$tool $*: -o /dev/full"
    timeout 20 "$tool" "$@" "${good[@]}" >&- 2>err
    fails_with $? 1 "$tool"
    done_cell "$tool $*: standard output closed"
    fails 1 'o/missing/out: its directory does not exist' "$tool" "$@" "${good[@]}" -o o/missing/out
    done_cell "$tool $*: -o in a missing directory"
    fails 1 'directory' "$tool" "$@" "${good[@]}" -o good
    done_cell "$tool $*: -o a folder"
    works '^$' "$tool" "$@" "${good[@]}" -o /dev/null
    [ -c /dev/null ] || note '/dev/null is no device any more'
    done_cell "$tool $*: -o /dev/null"
    outputs_to_pipes "$tool" "$@"
    outputs_beside_closed "$tool" "$@"
    if [ "$kind" = - ]; then return; fi
    echo old >o/out
    timeout 20 "$tool" "$@" text/empty -o o/out 2>err
    [ "$(cat o/out)" = old ] || note 'the old file is gone'
    rm -f o/out
    done_cell "$tool $*: a failure leaves the old file under -o"
    timeout 20 "$tool" "$@" text/empty -o o/out 2>&-
    code=$?
    [ $code = 3 ] || note "exit $code, expected 3"
    left_behind
    done_cell "$tool $*: a failure with standard error closed"
}

outputs_beside_closed() {
    local tool=$1
    shift
    timeout 20 "$tool" -v "$@" "${good[@]}" -o o/out 2>&- || note "exit $?, expected 0"
    cmp -s o/out expected || note 'the bytes differ'
    rm -f o/out
    done_cell "$tool $*: messages do not land in the file where standard error is closed"
    timeout 20 "$tool" -v "$@" "${good[@]}" -o o/out >&- 2>err || note "exit $?, expected 0"
    cmp -s o/out expected || note 'the bytes differ'
    rm -f o/out
    done_cell "$tool $*: -o needs no standard output"
}

outputs_to_pipes() {
    local tool=$1 code
    shift
    mkfifo fifo
    timeout 20 cat fifo >received &
    works '^$' "$tool" "$@" "${good[@]}" -o fifo
    wait $!
    cmp -s received expected || note 'the bytes through the FIFO differ'
    [ -p fifo ] || note 'the FIFO is no FIFO any more'
    done_cell "$tool $*: -o a FIFO"
    if [ ${#good[@]} != 0 ]; then
        works '^$' "$tool" "$@" <(cat "${good[@]}")
        cmp -s out expected || note 'the bytes differ'
        done_cell "$tool $*: a FIFO as operand"
    fi
    exec 8<>fifo
    exec 9>fifo 8<&-
    timeout 20 "$tool" "$@" "${good[@]}" >&9 2>err
    code=$?
    [ $code = 141 ] || note "exit $code, expected 141 (SIGPIPE)"
    [ ! -s err ] || note 'a message'
    done_cell "$tool $*: a reader that has left"
    (trap '' PIPE; timeout 20 "$tool" "$@" "${good[@]}" >&9 2>err)
    fails_with $? 1 "$tool"
    exec 9>&-
    rm -f fifo
    done_cell "$tool $*: a reader that has left, SIGPIPE ignored"
    timeout 20 "$tool" "$@" "${good[@]}" 2>err | head -c 10 >out
    code=${PIPESTATUS[0]}
    [ "$code" = 0 ] || [ "$code" = 141 ] || note "exit $code, expected 0 or 141"
    [ ! -s err ] || note 'a message'
    cmp -s out <(head -c 10 expected) || note 'the first 10 bytes differ'
    done_cell "$tool $*: a reader of 10 bytes"
}

usage_errors() {
    local tool=$1 kind=$2 bad words good
    shift 2
    operand_of "$kind"
    for bad in '--nonsense' '-Z' '-k 0' '-k abc' '-k 1e9' '-k -1' '-k 99999999999999999999' '-t 0' '-t 1025' '-t two' \
        '-t' '-o' '--seed x' '--seed -1' '--memory 1Q' '--memory 0' '--help=1' 'one two three'; do
        read -ra words <<<"$bad"
        case $bad in -t | -o) fails 2 'needs a value' "$tool" "${good[@]}" "${words[@]}" ;;
        *) fails 2 "see $tool --help" "$tool" "$@" "${words[@]}" "${good[@]}" -o o/out ;;
        esac
        done_cell "$tool: $bad"
    done
    fails 2 "see $tool --help" "$tool" "$@" -t '' "${good[@]}" -o o/out
    done_cell "$tool: -t with an empty value"
    fails 2 'not empty' "$tool" "$@" -o '' "${good[@]}"
    done_cell "$tool: -o with an empty value"
    if [ "$kind" = - ]; then return; fi
    cp "${good[@]}" ./-
    works '^$' "$tool" "$@" ./-
    cmp -s out expected || note 'the bytes differ'
    rm ./-
    done_cell "$tool: a file named -"
    input=${good[0]}
    works '^$' "$tool" "$@" -
    input=/dev/null
    cmp -s out expected || note 'the bytes differ'
    done_cell "$tool: - is standard input"
    works '^$' "$tool" "$@" -- "${good[@]}"
    done_cell "$tool: -- ends the options"
    fails 1 'No such file' "$tool" "$@" $'two\nlines'
    done_cell "$tool: a name of two lines gives one"
}

terminals() {
    local tool=$1 kind=$2 code good
    shift 2
    operand_of "$kind"
    if ! command -v script >/dev/null; then skip_cell "$tool: terminals" 'no script(1)'; return; fi
    if [ "$kind" != - ]; then
        timeout 20 script -qec "$tool $*" /dev/null </dev/null >out 2>err
        code=$?
        [ $code = 2 ] || note "exit $code, expected 2"
        grep -q "usage: $tool" out || note 'no short help'
        done_cell "$tool $*: standard input is a terminal"
    fi
    timeout 20 script -qec "$tool $* ${good[*]}" /dev/null </dev/null >out 2>err
    code=$?
    case $tool in
    jsmf-topics | jsmf-eval | jsmf-cat) [ $code = 0 ] || note "exit $code, expected 0" ;;
    *)
        [ $code = 2 ] || note "exit $code, expected 2"
        grep -q terminal out || note 'no message'
        ;;
    esac
    done_cell "$tool $*: standard output is a terminal"
}

# ---- what only some tools can meet ----

too_many_topics() {
    local tool=$1 kind code
    for kind in ${ACCEPTS[$tool]}; do
        if [ -e "good/$kind" ] && [[ $tool$kind != jsmf-rectify-aprectified && $tool$kind != *enncompressed ]]; then
            case $kind in compressed) code=2 ;; *) code=4 ;; esac
            refuses $code '10|11' "good/$kind" "$tool" -k 11
            done_cell "$tool: K above N, $kind"
        fi
    done
}

low_rank_options() {
    local words bad
    fails 2 'how many eigenpairs' jsmf-cooc --low-rank good/bag -o o/out
    done_cell 'jsmf-cooc: --low-rank without -k'
    for bad in '-k 2' '--tol 1e-6' '--factored --low-rank -k 2' '--low-rank -k 2 --tol 0' '--low-rank -k 2 --tol x'; do
        read -ra words <<<"$bad"
        fails 2 'low-rank|--tol' jsmf-cooc "${words[@]}" good/bag -o o/out
        done_cell "jsmf-cooc: $bad"
    done
    refuses 4 '11.*10' good/bag jsmf-cooc --low-rank -k 11
    done_cell 'jsmf-cooc: --low-rank, K above N'
    refuses 4 'only 2 positive' good/pairs-bag jsmf-cooc --low-rank -k 3
    done_cell 'jsmf-cooc: --low-rank, K above the positive eigenvalues'
    refuses 3 'document' good/short-bag jsmf-cooc --low-rank -k 1
    done_cell 'jsmf-cooc: --low-rank, every document too short'
    works '1 of 4 documents.*1 of 4 words' jsmf-cooc --low-rank -k 2 good/massless-bag
    done_cell 'jsmf-cooc: --low-rank, a word without mass'
    fails 1 'memory.*limit.*-k' jsmf-cooc -q --low-rank -k 1 --memory 1M text/wide --vocab text/vocab2000 -o o/out
    done_cell 'jsmf-cooc: --low-rank, too little memory'
    refuses 1 'needs .* of memory, the limit is 64K.*--memory.*fewer words or documents' good/many-bag \
        jsmf-cooc --low-rank -k 2 --memory 64K
    done_cell 'jsmf-cooc: --low-rank, documents that do not fit in memory'
}

degenerate() {
    local kind
    if built jsmf-cooc; then
        refuses 3 'document' good/short-bag jsmf-cooc
        done_cell 'jsmf-cooc: every document too short'
        works '1 of 4 documents.*1 of 4 words' jsmf-cooc good/massless-bag
        done_cell 'jsmf-cooc: a word without mass'
        fails 1 'memory.*limit.*--factored' jsmf-cooc -q --dense --memory 16M text/wide --vocab text/vocab2000 -o o/out
        done_cell 'jsmf-cooc: too little memory'
        fails 2 'only one' jsmf-cooc --dense --sparse good/bag -o o/out
        done_cell 'jsmf-cooc: two representations'
        fails 2 '--vocab' jsmf-cooc text/docword -o o/out
        done_cell 'jsmf-cooc: a docword without a vocabulary'
        low_rank_options
    fi
    for kind in dense sparse factored lowrank; do
        if built jsmf-rectify-ap; then
            refuses 4 '2' good/pairs-$kind jsmf-rectify-ap -k 3
            done_cell "jsmf-rectify-ap: K above the positive eigenvalues, $kind"
            works '^$' jsmf-rectify-ap -k 2 good/pairs-$kind
            done_cell "jsmf-rectify-ap: as many as the positive eigenvalues, $kind"
        fi
        if built jsmf-rectify-enn; then
            refuses 4 '2' good/pairs-$kind jsmf-rectify-enn -k 3
            done_cell "jsmf-rectify-enn: K above the positive eigenvalues, $kind"
        fi
        if built jsmf-palm; then
            refuses 4 '2' good/pairs-$kind jsmf-palm -k 3
            done_cell "jsmf-palm: K above the positive eigenvalues, $kind"
        fi
        for good in one-word one-document; do
            for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do
                if built $tool; then works '' $tool -k 1 good/$good-$kind; done_cell "$tool: $good, $kind"; fi
            done
        done
        for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do
            if ! built $tool; then continue; fi
            works '' $tool -k 2 good/massless-$kind
            done_cell "$tool: a word without mass, $kind"
        done
    done
    if built jsmf-law; then
        for good in one-word one-document massless; do
            works '' jsmf-law good/$good-compressed
            done_cell "jsmf-law: $good"
        done
        refuses 2 '-k 1.*2 columns' good/compressed jsmf-law -k 1
        done_cell 'jsmf-law: K below the columns of Y'
    fi
    for good in one-word one-document massless; do
        if built jsmf-topics; then works '' jsmf-topics good/$good-model; done_cell "jsmf-topics: $good"; fi
    done
}

# What was compressed to K columns, or fewer eigenpairs than are asked for.
ranks() {
    local tool kind
    for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do
        if ! built $tool; then continue; fi
        refuses 4 '3 topics of a co-occurrence of rank 2' good/lowrank $tool -k 3
        done_cell "$tool: K above the rank, lowrank"
    done
    for tool in jsmf-rectify-enn jsmf-aw jsmf-law; do
        if ! built $tool; then continue; fi
        refuses 2 '-k 2|-k 3.*Y of 2 columns.*again with -k 3' good/compressed $tool -k 3
        done_cell "$tool: K above the columns of Y"
    done
}

# What does not sum to 1 is divided by its sum.
scaled() {
    local tool=$1 kind array
    for kind in ${ACCEPTS[$tool]}; do
        case $kind in
        dense) array=C ;; sparse) array=C.data ;; lowrank) array=D ;; rectified | compressed) array=Y ;; *) continue ;;
        esac
        works 'sums to .*divided by it' "$tool" -k 2 "damaged-$kind/scaled-$array"
        done_cell "$tool: $array of $kind at another scale"
        works 'unigram: sums to .*divided by it' "$tool" -k 2 "damaged-$kind/scaled-unigram"
        done_cell "$tool: unigram of $kind at another scale"
    done
}

enn_options() {
    if ! built jsmf-rectify-enn; then return; fi
    fails 2 'how many topics' jsmf-rectify-enn good/dense -o o/out
    done_cell 'jsmf-rectify-enn: no -k'
    fails 2 'leave -k out' jsmf-rectify-enn -k 1 good/compressed -o o/out
    done_cell 'jsmf-rectify-enn: K below the columns of Y'
    fails 2 'only one' jsmf-rectify-enn -k 2 --rows 3 --epsilon 1e-3 good/dense -o o/out
    done_cell 'jsmf-rectify-enn: --rows and --epsilon'
    for rows in 0 -1 some 3x ''; do
        fails 2 '--rows' jsmf-rectify-enn -k 2 --rows "$rows" good/dense -o o/out
        done_cell "jsmf-rectify-enn: --rows '$rows'"
    done
    fails 1 'memory.*limit' jsmf-rectify-enn -k 2 --memory 100K good/dense -o o/out
    done_cell 'jsmf-rectify-enn: too little memory'
}

synth_options() {
    local small='--size 20 --words 12 -k 2'
    if ! built jsmf-synth; then return; fi
    for format in npz uci; do
        # shellcheck disable=SC2086
        fails 1 'No space' jsmf-synth $small --format $format --vocab-file o/words -o /dev/full
        # shellcheck disable=SC2086
        fails 1 'No space' jsmf-synth $small --format $format --vocab-file /dev/full -o o/out
        # shellcheck disable=SC2086
        fails 1 'directory does not exist' jsmf-synth $small --format $format --vocab-file o/missing/words -o o/out
        done_cell "jsmf-synth: --format $format, one of two outputs fails"
    done
    # shellcheck disable=SC2086
    works '^$' jsmf-synth $small --vocab-file o/words -o o/out
    [ "$(wc -l <o/words)" = 12 ] || note 'not all words'
    [ -s o/out ] || note 'no output'
    rm -f o/words o/out
    done_cell 'jsmf-synth: two outputs'
    fails 1 'vocabulary and topics of so many words.*fewer --words' jsmf-synth --size 20 --words 2147483647 -k 2 \
        --memory 1G -o o/out
    done_cell 'jsmf-synth: too many words for the memory'
    fails 2 '--length 2.5' jsmf-synth --size 20 --words 12 -k 2 --length 2.5 --lengths fixed -o o/out
    done_cell 'jsmf-synth: documents of half a token'
}

palm_options() {
    if ! built jsmf-palm; then return; fi
    fails 2 'how many topics' jsmf-palm good/dense -o o/out
    done_cell 'jsmf-palm: no -k'
    for weight in 0 -1 nan 1e9 x; do
        fails 2 '--coupling' jsmf-palm -k 2 --coupling $weight good/dense -o o/out
        done_cell "jsmf-palm: --coupling $weight"
    done
    fails 1 'memory.*limit' jsmf-palm -k 2 --memory 1K good/dense -o o/out
    done_cell 'jsmf-palm: too little memory'
}

# ---- all of it ----

make_inputs
for kind in $KINDS; do
    mkdir "damaged-$kind"
    if [ -e "good/$kind" ]; then python3 "$here/faults.py" "good/$kind" "damaged-$kind" || note 'faults.py failed'; fi
done
cp making err 2>/dev/null
[ ! -s making ] || note 'making the inputs gave messages'
done_cell 'the inputs'
# read_row ROW: tool, kind and options; a failure where it cannot be run.
read_row() {
    local words
    IFS='|' read -r tool kind words <<<"$1"
    read -ra options <<<"$words"
    if ! built "$tool"; then skip_cell "$1" 'not built'; return 1; fi
    if [ "$kind" != - ] && [ ! -e "good/$kind" ]; then skip_cell "$1" "no $kind stream"; return 1; fi
}

for row in "${ROWS[@]}"; do
    read_row "$row" || continue
    outputs "$tool" "$kind" "${options[@]}"
    usage_errors "$tool" "$kind" "${options[@]}"
    terminals "$tool" "$kind" "${options[@]}"
    if [ "$kind" = - ]; then continue; fi
    wrong_inputs "$tool" "${options[@]}"
    every_damage "$tool" "$kind" "${options[@]}"
done
for row in "${WRITERS[@]}"; do
    if read_row "$row"; then outputs "$tool" "$kind" "${options[@]}"; fi
done
for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do if built $tool; then too_many_topics $tool; fi; done
for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw jsmf-law; do if built $tool; then scaled $tool; fi; done
degenerate
ranks
enn_options
palm_options
synth_options
docwords
compressed
eval_cells
infer_cells
polish_cells
plan
