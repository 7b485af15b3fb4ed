#!/usr/bin/env bash
# The fault matrix: one table over all tools. A fault must end within 20 seconds with the right exit code and one clear
# line on standard error; nothing on standard output, no file where -o points, none in TMPDIR.
# usage: faults.sh BUILD_DIR   prints TAP; needs python3, but no package of it.
# JSMF_FAULT_SAMPLE="PART of PARTS" runs every PARTSth of what is the same for all rows of the tables (damaged streams
# and other wrong inputs, wrong options, ways to write), beginning with number PART, so that each tool and each kind of
# fault has some. Of the other cells it runs every sixth of those that expect a failure, and all that expect none.
# What a program does whatever it reads and writes is tried in the first of its rows, and a damaged stream comes either
# from a file or from a pipe, the other way with another commit (JSMF_COMMIT, a number); with EVERY=yes there is all.
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
    'jsmf-anchorfree|dense|-q -k 2'
    'jsmf-anchorfree|compressed|'
    'jsmf-learn|bag|-q -k 2'
    'jsmf-learn|bag|-q -k 2 --low-rank -i 1'
    'jsmf-choose|bag|-q -k 1,2 -i 2'
    'jsmf-polish|bag|-i 3 good/model'
    'jsmf-polish|bag|--online good/model'
    'jsmf-polish|bag|-i 3 --prior dirichlet good/model'
    'jsmf-topics|model|'
    'jsmf-report|model|'
    'jsmf-edit|model|'
    'jsmf-infer|bag|good/model'
    'jsmf-infer|bag|--method padd -i 2 good/model'
    'jsmf-near|compositions|'
    'jsmf-near|compositions|--to good/compositions'
    'jsmf-prevalence|compositions|'
    'jsmf-eval|model|'
    'jsmf-cat|model|--list'
    'jsmf-merge|sums|--finish'
    'jsmf-krylov|bag|--begin -k 2 --passes 4'
    'jsmf-synth|-|--size 20 --words 12 -k 2'
    'jsmf-text|-|--text text --id id --keep n text/talks.csv'
)
# Other ways to write, which are tried on good inputs alone.
WRITERS=(
    'jsmf-cooc|bag|--sparse'
    'jsmf-rectify-ap|rectified|-k 2'
    'jsmf-cooc|bag|--weight ncut'
    'jsmf-rectify-ap|dense|-k 2 --dense'
    'jsmf-rectify-ap|dense|-k 2 --method dr'
    'jsmf-rectify-enn|rectified|-k 2'
    'jsmf-rectify-enn|dense|-k 2 --rows 3'
    'jsmf-rectify-enn|compressed|-i 0'
    'jsmf-palm|rectified|-k 2'
    'jsmf-palm|dense|-k 2 -i 0'
    'jsmf-aw|dense|-k 2 --solver admm'
    'jsmf-aw|dense|-k 2 --loss kl'
    'jsmf-aw|dense|-k 2 --project 3 --clean-up'
    'jsmf-law|compressed|--clean-up'
    'jsmf-law|compressed|-k 2 --plain'
    'jsmf-law|compressed|--solver admm'
    'jsmf-anchorfree|factored|-q -k 2 -i 1'
    'jsmf-polish|bag|--minibatch 0 --held-out 0.3 --random good/model'
    'jsmf-polish|bag|-q --minibatch 0 --held-out 0.3 --prior dirichlet good/model'
    'jsmf-polish|bag|--method gibbs -i 3 good/model'
    'jsmf-polish|bag|--online --prior dirichlet good/model'
    'jsmf-polish|bag|-q --alpha-grid 3 good/model'
    'jsmf-polish|bag|--partial good/model'
    'jsmf-polish|count|--step good/model'
    'jsmf-polish|bag|--partial good/begun'
    'jsmf-polish|bag|--partial --online good/begun'
    'jsmf-polish|round|--step --finish good/begun'
    'jsmf-learn|bag|-q -k 2 --no-polish --min-df 2'
    'jsmf-learn|bag|-q -k 2 --checkpoint kept'
    'jsmf-choose|bag|-q -k 2 --low-rank --no-polish --format json --explain --figure figure --checkpoint kept-lines'
    'jsmf-topics|model|--format tsv'
    'jsmf-topics|model|--format json'
    'jsmf-report|model|--format md'
    'jsmf-topics|model|--format ldavis --documents good/compositions'
    'jsmf-report|model|--bag good/bag --compositions good/compositions --cooc good/dense'
    'jsmf-eval|model|--per-topic --format json --cooc good/dense --bag good/bag --held-out good/bag'
    'jsmf-eval|model|--per-topic --truth good/model --against good/model'
    'jsmf-infer|bag|--format tsv --header good/model'
    'jsmf-near|compositions|--to 3 -n 2 --header'
    'jsmf-edit|model|--merge 0,1 --name auto'
    'jsmf-edit|model|--renumber good/model --trim 2 --leave-out all'
    'jsmf-prevalence|compositions|--tokens --format json'
    'jsmf-infer|bag|--method pami -i 2 good/model'
    'jsmf-merge|sums|'
    'jsmf-merge|bag|'
    'jsmf-merge|compositions|'
    'jsmf-cooc|bag|--partial --sparse'
    'jsmf-cooc|bag|--partial --times good/block'
    'jsmf-krylov|block|--finish good/block1'
    'jsmf-cat|dense|--array C'
    'jsmf-cat|bag|--array vocab'
    'jsmf-synth|-|-q --words 12 -k 2 --infinite'
    'jsmf-synth|-|--size 20 --words 12 -k 2 --format uci'
    'jsmf-synth|-|--size 20 --model good/model --add-anchors'
)
KINDS='bag dense sparse factored lowrank rectified compressed model compositions sums block'
declare -A ACCEPTS=(
    [jsmf-bow]='bag' [jsmf-cooc]='bag' [jsmf-rectify-ap]='dense sparse factored lowrank rectified'
    [jsmf-rectify-enn]='dense sparse factored lowrank rectified compressed'
    [jsmf-palm]='dense sparse factored lowrank rectified'
    [jsmf-aw]='dense sparse factored lowrank rectified compressed' [jsmf-law]='compressed'
    [jsmf-anchorfree]='dense sparse factored lowrank rectified compressed'
    [jsmf-infer]='bag' [jsmf-learn]='bag' [jsmf-choose]='bag' [jsmf-polish]='bag'
    [jsmf-edit]='model' [jsmf-topics]='model' [jsmf-report]='model'
    [jsmf-near]='compositions' [jsmf-prevalence]='compositions'
    [jsmf-eval]='model' [jsmf-cat]="$KINDS"
    [jsmf-merge]='sums bag compositions' [jsmf-krylov]='bag'
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
    [compositions]='negative-W huge-W zero-W without-W short-infer.empty'
    [sums]='without-sums without-sums.recipe without-sums.shards short-sums.first short-sums.rows negative-sums.rows
        short-sums.digests without-sums.histories short-real.C wide-real.C without-real.C short-real.unigram
        short-whole.df without-whole.documents fraction-whole.df short-vocab empty-vocab again-vocab'
    [block]='without-block.words without-block.width without-block.topics without-block.products without-block.X
        without-block.H without-block.T without-block.before short-block.X wide-block.X short-block.H wide-block.T
        short-block.before negative-block.words negative-block.products without-sums.recipe short-sums.rows
        short-vocab empty-vocab again-vocab'
)

# What passes through a program, and so what its reading must refuse though its work needs none of it; in models what it
# shows or judges by.
declare -A PASSED=(
    [bag]='negative-df fraction-df short-df'
    [model]='negative-df fraction-df short-df negative-documents fraction-documents short-unigram
        negative-S fraction-S short-S negative-Bbar huge-Bbar short-Bbar
        negative-Canchor huge-Canchor short-Canchor negative-residuals short-residuals'
    [compositions]='' [sums]=''
)
for kind in dense sparse factored lowrank rectified compressed block; do
    PASSED[$kind]='negative-df fraction-df short-df short-unigram negative-documents fraction-documents'
done

# ---- reporting ----

note() { problem="$problem; $1"; }

# done_cell NAME: prints the cell's line.
done_cell() {
    local was=$cell
    cell=undecided
    if [ "$was" = out ]; then
        :
    elif [ -z "$problem" ]; then
        verdict 0 "$1"
    else
        verdict 1 "$1 (${problem#; })"
        because err 20
    fi
    problem=''
}

read -r part _ parts <<<"${JSMF_FAULT_SAMPLE:-0 of 1}"
drawn=0 left_out=0 cell=undecided

# in_sample: whether the next of many cells belongs to the sample.
in_sample() {
    drawn=$((drawn + 1))
    if [ $((drawn % parts)) = "$part" ]; then cell=in; return 0; fi
    left_out=$((left_out + 1))
    return 1
}

# in_sixth: whether the cell is run at all; its first failure decides.
sixths=0
in_sixth() {
    if [ "$cell" = undecided ]; then
        sixths=$((sixths + 1))
        cell=in
        if [ "$parts" != 1 ] && [ $(((sixths + part) % 6)) != 0 ]; then cell=out left_out=$((left_out + 1)); fi
    fi
    [ $cell = in ]
}

skip_cell() { verdict 0 "$1 # SKIP $2"; }

left_behind() {
    local left=(o/* tmp/*)
    [ ${#left[@]} != 0 ] || return 0
    note "left behind: ${left[*]}"
    rm -rf "${left[@]}"
}

# fails CODE PATTERN COMMAND...: standard input from $input.
fails() {
    local want=$1 pattern=$2 code said
    shift 2
    in_sixth || return 0
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

# refuses_either CODE PATTERN FILE TOOL OPTIONS...: in one of these two ways, the other one the next time.
ways=0
refuses_either() {
    local want=$1 pattern=$2 file=$3
    if [ "${EVERY:-no}" = yes ]; then refuses "$@"; return; fi
    shift 3
    ways=$((ways + 1))
    if [ $((ways % 2)) = 0 ]; then
        fails "$want" "$pattern" "$@" -o o/out "$file"
    else
        input=$file
        fails "$want" "$pattern" "$@"
        input=/dev/null
    fi
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
cheap_timeout
# shellcheck source=tests/faults_inputs.bash
. "$here/faults_inputs.bash"
# shellcheck source=tests/faults_outputs.bash
. "$here/faults_outputs.bash"
# shellcheck source=tests/faults_text.bash
. "$here/faults_text.bash"
# shellcheck source=tests/faults_records.bash
. "$here/faults_records.bash"
# shellcheck source=tests/faults_topics.bash
. "$here/faults_topics.bash"
# shellcheck source=tests/faults_recover.bash
. "$here/faults_recover.bash"
# shellcheck source=tests/faults_eval.bash
. "$here/faults_eval.bash"
# shellcheck source=tests/faults_infer.bash
. "$here/faults_infer.bash"
# shellcheck source=tests/faults_near.bash
. "$here/faults_near.bash"
# shellcheck source=tests/faults_report.bash
. "$here/faults_report.bash"
# shellcheck source=tests/faults_edit.bash
. "$here/faults_edit.bash"
# shellcheck source=tests/faults_prevalence.bash
. "$here/faults_prevalence.bash"
# shellcheck source=tests/faults_merge.bash
. "$here/faults_merge.bash"
# shellcheck source=tests/faults_krylov.bash
. "$here/faults_krylov.bash"
# shellcheck source=tests/faults_polish.bash
. "$here/faults_polish.bash"
# shellcheck source=tests/faults_learn.bash
. "$here/faults_learn.bash"
# shellcheck source=tests/faults_choose.bash
. "$here/faults_choose.bash"
# shellcheck source=tests/faults_cooc.bash
. "$here/faults_cooc.bash"
# shellcheck source=tests/faults_rectify.bash
. "$here/faults_rectify.bash"
# shellcheck source=tests/faults_anchorfree.bash
. "$here/faults_anchorfree.bash"
# shellcheck source=tests/faults_synth.bash
. "$here/faults_synth.bash"

# ---- the parts of the matrix ----

# every_damage ROW...: a stream damaged in each way of faults.py.
every_damage() {
    local tool=$1 kind=$2 fault name pattern
    shift 2
    ways=$((${JSMF_COMMIT:-0} / 1024 + rows))
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
        nothing) pattern='empty ZIP archive' ;;
        hidden-*) pattern='name.* is not printable' ;;
        *) pattern=. ;;
        esac
        case $name in scaled-*) continue ;; # is read, with a warning
        huge-* | zero-* | negative-* | fraction-* | short-* | wide-* | without-* | empty-* | again-*)
            case " ${WRONG[$kind]} ${PASSED[$kind]} " in *[[:space:]]"$name"[[:space:]]*) ;; *) continue ;; esac ;;
        esac
        case $tool$name in jsmf-bowcut-00 | jsmf-infercut-00) continue ;; esac # one letter: a text
        if [ "$tool" = jsmf-cat ]; then
            case $name in
            nan-* | infinite-* | huge-* | zero-* | negative-* | fraction-*) continue ;;
            short-* | wide-* | without-* | empty-* | again-*) continue ;;
            esac
        fi
        in_sample || continue
        refuses_either 3 "$pattern" "$fault" "$tool" "$@"
        done_cell "$tool $*: $kind $name"
    done
}

no_inputs() {
    local tool=$1
    shift
    refuses 1 'directory' o "$tool" "$@"
    done_cell "$tool $*: a directory"
    fails 1 'No such file' "$tool" "$@" -o o/out good/missing
    done_cell "$tool $*: a missing file"
    timeout 20 "$tool" "$@" <&- >out 2>err
    fails_with $? 1 "$tool"
    timeout 20 "$tool" "$@" -o o/out <&- >out 2>err
    fails_with $? 1 "$tool"
    done_cell "$tool $*: standard input closed"
}

wrong_inputs() {
    local tool=$1 kind
    shift
    if in_sample; then
        refuses 3 'empty' text/empty "$tool" "$@"
        done_cell "$tool $*: empty input"
    fi
    if [ "$tool" != jsmf-bow ] && [ "$tool" != jsmf-infer ]; then
        for kind in prose prose.gz bare.npy; do
            in_sample || continue
            refuses 3 . text/$kind "$tool" "$@"
            done_cell "$tool $*: $kind where a stream is due"
        done
    fi
    if in_sample; then no_inputs "$tool" "$@"; fi
    for kind in $KINDS; do
        if [[ " ${ACCEPTS[$tool]} " == *" $kind "* ]] || [ ! -e "good/$kind" ]; then continue; fi
        in_sample || continue
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

usage_errors() {
    local tool=$1 kind=$2 bad words good
    shift 2
    operand_of "$kind"
    for bad in '--nonsense' '-Z' '-k 0' '-k abc' '-k 1e9' '-k -1' '-k 99999999999999999999' '-t 0' '-t 1025' '-t two' \
        '-t' '-o' '--seed x' '--seed -1' '--memory 1Q' '--memory 0' '--help=1' 'one two three'; do
        case $tool$bad in jsmf-mergeone* | jsmf-krylovone* | jsmf-textone*) continue ;; esac # as many as one likes
        in_sample || continue
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
    fails 1 'fd/77: no file is open under that number' "$tool" "$@" -o /dev/fd/77 "${good[@]}"
    done_cell "$tool: -o a descriptor that is not open"
    if [ "$kind" = - ]; then return; fi
    fails 2 'is empty: expected the name' "$tool" "$@" ''
    done_cell "$tool: an empty name"
    fails 1 'fd/77: no file is open under that number' "$tool" "$@" /dev/fd/77
    done_cell "$tool: a descriptor that is not open"
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
    jsmf-choose | jsmf-near | jsmf-prevalence | jsmf-topics | jsmf-report | jsmf-eval | jsmf-cat)
        [ $code = 0 ] || note "exit $code, expected 0" ;;
    *)
        [ $code = 2 ] || note "exit $code, expected 2"
        grep -q terminal out || note 'no message'
        ;;
    esac
    done_cell "$tool $*: standard output is a terminal"
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

rows=0 seen=' '
for row in "${ROWS[@]}"; do
    read_row "$row" || continue
    rows=$((rows + 1))
    good_run "$tool" "$kind" "${options[@]}"
    if in_sample; then written "$tool" "$kind" "${options[@]}"; fi
    if [[ $seen != *" $tool "* || ${EVERY:-no} = yes ]]; then
        if in_sample; then outputs "$tool" "$kind" "${options[@]}"; fi
        usage_errors "$tool" "$kind" "${options[@]}"
        if in_sample; then terminals "$tool" "$kind" "${options[@]}"; fi
        [ "$kind" = - ] || wrong_inputs "$tool" "${options[@]}"
        seen="$seen$tool "
    fi
    [ "$kind" = - ] || every_damage "$tool" "$kind" "${options[@]}"
done
for row in "${WRITERS[@]}"; do
    read_row "$row" || continue
    good_run "$tool" "$kind" "${options[@]}"
    if in_sample; then written "$tool" "$kind" "${options[@]}"; fi
done
topics_cells
docwords
compressed
records_cells
others
recover_cells
eval_cells
infer_cells
near_cells
report_cells
edit_cells
prevalence_cells
merge_cells
krylov_cells
polish_cells
learn_cells
choose_cells
cooc_cells
rectify_cells
anchorfree_cells
select_cells
synth_cells
echo "# $left_out cells, or groups of them, left out (part $part of $parts)"
plan
