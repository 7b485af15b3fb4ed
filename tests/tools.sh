#!/usr/bin/env bash
# What the tools do where nothing is wrong: help, versions, pages, -o, pipes, threads, representations, histories.
# usage: tools.sh BUILD_DIR   prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../data
build=$(cd "$1" && pwd) || exit 1
PATH=$build:$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-tools.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tmp"
export TMPDIR=$scratch/tmp LC_ALL=C
cd "$scratch" || exit 1
# shellcheck source=tests/tap.bash
. "$here/tap.bash"
cheap_timeout

run() { timeout 60 "$@"; }

# Every eighth document will do, and those with a word that none before them has: several batches, all words. All
# documents with EVERY=yes.
docword=$data/docword.wordnet.txt.gz
few_documents() {
    zcat "$docword" | awk '
        function keep() { if (n && (new || d % 8 == 0)) { m++; for (i = 0; i < n; i++) out[o++] = m " " line[i] } }
        NR == 2 { words = $1 }
        NR > 3 { if ($1 != d) { keep(); d = $1; n = new = 0 }
            if (!seen[$2]++) new = 1
            line[n++] = $2 " " $3 }
        END { keep(); print m; print words; print o; for (i = 0; i < o; i++) print out[i] }'
}
if [ "${EVERY:-no}" != yes ]; then
    few_documents | gzip -n >docword.gz
    docword=$scratch/docword.gz
fi
# Sanitizers make each start of a program four times as slow, and arithmetic up to tenfold. With them the files of tests
# below are run in quarters, of which the commit (JSMF_COMMIT, a number) chooses one, so that all are run in turn; all
# at once with EVERY=yes, and without sanitizers. in_quarter NUMBER: whether its files are run,
# which may use what stands here and in files of their own quarter.
case $build in
*asan* | *tsan*) sanitized=yes ;;
*) sanitized=no ;;
esac
in_quarter() { [ "$sanitized${EVERY:-no}" != yesno ] || [ $((${JSMF_COMMIT:-0} % 4)) = "$1" ]; }
array() { jsmf-cat --array "$1" "$2"; }
# history_of STREAM: the last line of its history.
history_of() { jsmf-cat --list "$1" | grep '^history' | tail -n 1; }

# ---- help, version, pages ----

helps() {
    run "$1" --help=all >help 2>err && [ ! -s err ] && grep -q "^usage: $1 " help
}
# What is used most, each as --help=all has it, on a terminal of 24 lines.
fits_a_screen() {
    run "$1" --help >short 2>err && [ ! -s err ] && run "$1" -h | cmp - short && [ "$(wc -l <short)" -lt 24 ] &&
        [ "$(grep -cE '^ +(-., )?--' short)" -ge 3 ] && ! grep -vxFf help short | grep -v '^Options:$'
}
examples_come_first() {
    awk '/^Examples:/ { e = NR } /^(Common o|O)ptions:/ && !o { o = NR } END { exit !(e && o && e < o) }' help
}
fits_80_columns() { ! grep -E '^.{81}' help; }
help_is_checked() {
    run "$1" --help >/dev/full 2>err
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && ! run "$1" --help >&- 2>/dev/null
}
versions() {
    run "$1" --version >out 2>err && [ ! -s err ] && head -n 1 out | grep -qE "^$1 [0-9]+\.[0-9]+\.[0-9]+" &&
        for line in compiler openblas zlib arpack dgemv_; do grep -q "^$line: ." out || return 1; done
    [ -e "$(sed -n 's/^dgemv_: //p' out)" ]
}
# Long options of the help, which `helps` has kept, and of the page's tags.
help_options() {
    sed -n '/ptions:$/,$p' help | sed -nE 's/^ +(-., )?--([a-z][a-z0-9-]*).*/\2/p' | sort
}
page_options() { sed -nE 's/^\.It Fl (. , )?-([a-z][a-z0-9-]*).*/\2/p' "$1" | sort; }
page_agrees() { diff <(help_options) <(page_options "$here/../man/$1.1"); }
# "-k, --topics" in the help is "Fl k , -topics" in the page.
letters_agree() {
    diff <(sed -nE 's/^ +-(.), --([a-z][a-z0-9-]*).*/\1 \2/p' help | sort) \
        <(sed -nE 's/^\.It Fl (.) , -([a-z][a-z0-9-]*).*/\1 \2/p' "$here/../man/$1.1" | sort)
}
# "--from uci|text" in the help is "Fl -from Cm uci | text" in the page, and each method has its words there.
choices_agree() {
    diff <(sed -nE '/ptions:$/,$s/^ +--([a-z][a-z0-9-]*) ([a-z0-9-]+(\|[a-z0-9-]+)+).*/\1 \2/p' help | sort) \
        <(sed -nE 's/^\.It Fl (. , )?-([a-z][a-z0-9-]*) Cm ([a-z0-9 |-]+)$/\2 \3/p' "$here/../man/$1.1" |
            sed 's/ | /|/g' | sort)
}
# Its outputs, its usage, and what it refuses.
has_rows() { grep -q "^    '$1|" "$here/faults.sh" && grep -qE "^ *run [^ ]* ${1#jsmf-} " "$here/same-bytes.sh"; }
is_mentioned() { grep -q "^\.It Xr $1 1" "$here/../man/jsmf.7"; }

for tool in "$build"/jsmf-*; do
    tool=${tool##*/}
    ok "$tool --help=all" helps "$tool"
    ok "$tool --help fits a screen" fits_a_screen "$tool"
    ok "$tool --help=all: examples come before the options" examples_come_first
    ok "$tool --help=all fits 80 columns" fits_80_columns
    ok "$tool --help notices that it cannot be written" help_is_checked "$tool"
    ok "$tool --version names what it runs on" versions "$tool"
    ok "$tool: the options of --help=all and of the page" page_agrees "$tool"
    ok "$tool: their letters" letters_agree "$tool"
    ok "$tool: their choices" choices_agree "$tool"
    ok "$tool is in jsmf(7)" is_mentioned "$tool"
    ok "$tool has rows in the tables of faults and of same bytes" has_rows "$tool"
done

# said TEXT COMMAND...: a wrong use, with this in its message.
said() {
    local text=$1
    shift
    run "$@" >out 2>err </dev/null
    [ $? = 2 ] && [ ! -s out ] && grep -qF -- "$text" err
}
slips_are_told() {
    said '--chekpoint; is --checkpoint meant? (' jsmf-learn --chekpoint f && ! said meant jsmf-learn --zzzzzz &&
        said '--Topic; is --topics meant? (' jsmf-learn --Topic=3 &&
        said '--stop-words; is --stop meant? (' jsmf-bow --stop-words english &&
        said '-text: is --text meant? (' jsmf-text -text body &&
        said '--array B model.npz' jsmf-cat --array model.npz &&
        said '--name is given twice, as names.txt and as auto' jsmf-edit --name names.txt --name auto m &&
        said '-t is given twice, as 1 and as 2' jsmf-cooc -t 1 --threads=1 -t 2 &&
        said '; --log takes no file (2> does)' jsmf-learn --log file bag &&
        said '|gibbs; is normal meant? (' jsmf-infer --method norml m && ! said meant jsmf-infer --method zzzzzz m
}
ok 'a mistyped option or value: what is near is named' slips_are_told

# ---- logs ----

logs() {
    local stamp='^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{4} '
    printf 'a b\n\n' | run jsmf-bow --log -o logged 2>err && grep -q ' jsmf-bow: warning: ' err &&
        grep -q ' jsmf-bow: done in ' err && ! grep -qvE "$stamp" err && ! jsmf-cat logged | grep -q -- --log &&
        ! run jsmf-bow --log missing 2>err && grep -qE "${stamp}jsmf-bow: missing: No such file" err
}
ok '--log puts the time in front of every line' logs

# ---- streams ----

# close A B BOUND: tables of numbers that differ by BOUND at most.
close() {
    paste <(tr '\t' '\n' <"$1") <(tr '\t' '\n' <"$2") | awk -v bound="$3" '
        NF != 2 { bad = 1 } { d = $1 - $2; d = d < 0 ? -d : d; if (d > worst) worst = d }
        END { print "largest difference " worst; exit bad || !NR || worst > bound }'
}

K=8
bag() { run jsmf-bow "$docword" --vocab "$data/vocab.wordnet.txt" --top 300 "$@"; }
stages() { # stages PREFIX OPTIONS...: every stage into a file
    local p=$1
    shift
    bag "$@" -o "${p}bag" && run jsmf-cooc "$@" "${p}bag" -o "${p}cooc" &&
        run jsmf-cooc --low-rank -k $K "$@" "${p}bag" -o "${p}lowrank" &&
        run jsmf-rectify-ap -k $K "$@" "${p}cooc" -o "${p}rectified" &&
        run jsmf-rectify-enn -k $K --rows 100 "$@" "${p}cooc" -o "${p}compressed" &&
        run jsmf-palm -k $K "$@" "${p}cooc" -o "${p}palm" &&
        run jsmf-aw -k $K "$@" "${p}rectified" -o "${p}model" && run jsmf-topics "$@" "${p}model" -o "${p}topics" &&
        run jsmf-eval --hulls 2 --cooc "${p}cooc" --bag "${p}bag" "$@" "${p}model" -o "${p}eval" &&
        run jsmf-polish -i 3 "$@" "${p}model" "${p}bag" -o "${p}polished" &&
        run jsmf-polish --online "$@" "${p}model" "${p}bag" -o "${p}online"
}
same() {
    for kind in bag cooc lowrank rectified compressed palm model topics eval polished online; do
        cmp "$1$kind" "$2$kind" || return 1
    done
}
through_pipes() {
    bag | run jsmf-cooc | run jsmf-rectify-ap -k $K | run jsmf-aw -k $K | run jsmf-topics | cmp - one-topics
}
silent() { run "$@" >/dev/null 2>err && [ ! -s err ]; }
verbose_is_on_stderr() {
    run jsmf-cooc -v one-bag 2>err | cmp - one-cooc && [ -s err ] && ! grep -qv '^jsmf-cooc: ' err
}

stages_agree() { stages "$@" && same one- "$1"; }
memory_does_not_matter() { run jsmf-cooc --memory 8G one-bag -o big && array C one-cooc | cmp - <(array C big); }
checks() {
    for s in bag cooc lowrank rectified compressed palm model polished online; do
        jsmf-cat --check one-$s || return 1
    done
}
nothing_in_tmpdir() { [ -z "$(ls -A tmp)" ]; }

ok 'every stage works' stages one- -t 1
ok 'two threads give the same bytes at every stage' stages_agree two- -t 2
ok 'three threads, too' stages_agree three- -t 3
ok 'quiet runs give the same bytes' stages_agree quiet- -q
ok 'any memory that suffices gives the same numbers' memory_does_not_matter
ok 'pipes give the same bytes as files' through_pipes
ok 'a run on good data is silent' silent jsmf-rectify-ap -k $K one-cooc
ok '-v speaks on standard error only and changes nothing' verbose_is_on_stderr
ok 'streams are checked from end to end by jsmf-cat' checks
ok '--seed 0 is a seed' silent jsmf-rectify-ap -k $K --seed 0 one-cooc
ok 'nothing is left in TMPDIR' nothing_in_tmpdir
has_alpha() {
    array A "$1" | awk '{ for (j = 1; j <= NF; j++) s[NR] += $j } END { for (i = 1; i <= NR; i++) print s[i] }' >means
    array alpha "$1" | awk '{ a[NR] = $1; t += $1 } END { for (i = 1; i <= NR; i++) print a[i] / t }' >shares
    [ -s shares ] && close means shares 1e-5
}
ok 'models have alpha, whose means are those of A' has_alpha one-model
run jsmf-law one-compressed -o law-model
ok 'so do those of jsmf-law' has_alpha law-model

if in_quarter 0; then
    # shellcheck source=tests/tools_recover.bash
    . "$here/tools_recover.bash"
fi
if in_quarter 1; then
    # shellcheck source=tests/tools_polish.bash
    . "$here/tools_polish.bash"
fi
if in_quarter 0; then
    # shellcheck source=tests/tools_anchorfree.bash
    . "$here/tools_anchorfree.bash"
fi

# ---- another vocabulary ----

match() { run jsmf-bow "$docword" --vocab "$data/vocab.wordnet.txt" "$@"; }
takes_the_words() {
    match --match one-model -o matched 2>err && array vocab one-model >words && array vocab matched | cmp - words &&
        array H.data one-bag >hx && array H.data matched | cmp - hx && array H.indices one-bag >hx &&
        array H.indices matched | cmp - hx
}
unknown_words_are_told() {
    local words tokens known
    words=$(wc -l <"$data/vocab.wordnet.txt")
    tokens=$(zcat "$docword" | awk 'NR > 3 { n += $3 } END { print n }')
    known=$(array H.data matched | awk '{ n += $1 } END { print n }')
    grep -q "$((words - 300)) of $words words not in one-model: left out, with $((tokens - known)) of" err
}
order_is_the_stream_s() {
    printf 'b a a zz\nzz\nc\n' | jsmf-bow -q --from text -o new &&
        printf 'c x a\nb\n' | jsmf-bow -q --from text -o old && run jsmf-bow -q --match old new -o mapped &&
        [ "$(array H mapped | tr '\t\n' ' ;')" = '0 2 2;0 3 1;2 0 1;' ] &&
        [ "$(array df mapped | tr '\n' ' ')" = '1 0 1 1 ' ]
}
match_stands_alone() {
    local bad
    for bad in '--min-df 2' '--max-df 0.5' '--top 5'; do
        # shellcheck disable=SC2086
        match --match one-model $bad 2>err >out
        [ $? = 2 ] && [ ! -s out ] && grep -q -- "${bad%% *} with --match" err || return 1
    done
    match -q --match one-model --min-words 2 -o /dev/null
}
# Documents of other words, and a blank line, are empty rows.
nothing_known_is_told() {
    printf 'qqq rrr\n\n' >foreign
    jsmf-bow --from text --match one-model foreign -o mapped 2>err &&
        [ "$(array H.indptr mapped | tr '\n' ' ')" = '0 0 0 ' ] &&
        grep -q 'warning: .* 2 of 2 words not in one-model: left out, with 2 of 2 tokens' err &&
        echo >foreign && jsmf-bow -q --from text --match one-model foreign -o mapped &&
        ! jsmf-bow -q --from text --match one-model /dev/null >out 2>err && [ ! -s out ] &&
        grep -q 'no words (0 doc' err
}

ok 'jsmf-bow --match takes exactly the words of a stream' takes_the_words
ok 'jsmf-bow --match tells the share of unknown tokens' unknown_words_are_told
ok 'jsmf-bow --match takes their order and keeps rows' order_is_the_stream_s
ok 'jsmf-bow --match is refused with options that change the vocabulary' match_stands_alone
ok 'jsmf-bow --match of nothing known keeps the rows, and says so' nothing_known_is_told

# ---- representations ----

model_from() { # model_from FORM: models with and without rectification
    run jsmf-cooc --"$1" one-bag -o "$1" && run jsmf-aw -k $K "$1" -o "raw-$1" &&
        run jsmf-rectify-ap -k $K "$1" | run jsmf-aw -k $K -o "model-$1" &&
        for m in raw model; do array S $m-"$1" >"$m-$1.S" && array B $m-"$1" >"$m-$1.B" || return 1; done
}
same_as_dense() { cmp "$2-dense.S" "$2-$1.S" && close "$2-dense.B" "$2-$1.B" 1e-8; }

same_numbers() {
    array C dense | tr '\t' '\n' | awk '$1 > 0' >positive
    array C.data sparse | cmp - positive && [ -s positive ]
}
is_symmetric() {
    array C dense | awk '
        { for (j = 1; j <= NF; j++) { sum += c[NR, j] = $j; if (j < NR && c[j, NR] != $j) bad = 1 } }
        END { d = sum - 1; exit bad || !(d < 1e-12 && d > -1e-12) }'
}
unigram_is_row_sums() {
    array C dense | awk '{ s = 0; for (j = 1; j <= NF; j++) s += $j; printf "%.17g\n", s }' >sums
    array unigram dense >given
    close sums given 1e-15
}
docword_is_its_bag() {
    # shellcheck disable=SC2094
    zcat "$docword" >docword
    jsmf-bow docword --vocab "$data/vocab.wordnet.txt" --min-df 0 | jsmf-cooc -q --sparse -o a &&
        jsmf-cooc -q --sparse docword --vocab "$data/vocab.wordnet.txt" -o b || return 1
    jsmf-bow docword --vocab "$data/vocab.wordnet.txt" --min-df 0 | jsmf-cooc -q --low-rank -k 5 -o c &&
        jsmf-cooc -q --low-rank -k 5 docword --vocab "$data/vocab.wordnet.txt" -o d || return 1
    for x in C.data C.indices C.indptr unigram df documents vocab; do
        array $x a >ax && array $x b | cmp - ax || return 1
    done
    for x in V D unigram df documents vocab; do array $x c >cx && array $x d | cmp - cx || return 1; done
}

enn() { run jsmf-rectify-enn -k $K --rows 100 "$1" -o "$2"; }
# Y's columns have signs of their own.
same_compressed() {
    enn dense enn-dense && enn "$1" "enn-$1" && array Y enn-dense | sed -E 's/(^|\t)-/\1/g' >ya &&
        array Y "enn-$1" | sed -E 's/(^|\t)-/\1/g' >yb && close ya yb 1e-8
}
palm() { run jsmf-palm -k $K "$1" -o "palm-$1" && array Y "palm-$1"; }
same_from_palm() { palm dense >ya && palm "$1" >yb && close ya yb 1e-8; }
goes_on() {
    enn one-cooc all && run jsmf-rectify-enn -k $K --rows 100 -i 2 one-cooc -o some && enn some rest &&
        array Y all >ya && array Y rest | cmp - ya && run jsmf-rectify-enn -i 0 some -o copy && array Y some >ya &&
        array Y copy | cmp - ya && array unigram copy >ua && array unigram one-cooc | cmp - ua
}

for form in dense sparse factored; do ok "models from --$form" model_from $form; done
for form in sparse factored; do
    ok "--$form: the same topics as from --dense" same_as_dense $form raw
    ok "--$form: the same topics as from --dense after rectification" same_as_dense $form model
done
for form in sparse factored; do ok "--$form: the same Y from jsmf-rectify-enn" same_compressed $form; done
ok '--low-rank: the same Y from jsmf-rectify-enn' same_compressed one-lowrank
for form in sparse factored; do ok "--$form: the same Y from jsmf-palm" same_from_palm $form; done
ok 'jsmf-rectify-enn goes on from what it wrote; -i 0 copies' goes_on
if in_quarter 2; then
    # shellcheck source=tests/tools_rectify.bash
    . "$here/tools_rectify.bash"
    # shellcheck source=tests/tools_eigen.bash
    . "$here/tools_eigen.bash"
    # shellcheck source=tests/tools_cooc.bash
    . "$here/tools_cooc.bash"
fi
ok 'dense and sparse hold the same numbers' same_numbers
ok 'C is symmetric and sums to 1' is_symmetric
ok 'unigram is the row sums of C' unigram_is_row_sums
ok 'a docword gives the same C as its bag' docword_is_its_bag

if in_quarter 3; then
    # shellcheck source=tests/tools_eval.bash
    . "$here/tools_eval.bash"
    # shellcheck source=tests/tools_infer.bash
    . "$here/tools_infer.bash"
    # shellcheck source=tests/tools_near.bash
    . "$here/tools_near.bash"
    # shellcheck source=tests/tools_report.bash
    . "$here/tools_report.bash"
fi
if in_quarter 0; then
    # shellcheck source=tests/tools_prevalence.bash
    . "$here/tools_prevalence.bash"
    # shellcheck source=tests/tools_edit.bash
    . "$here/tools_edit.bash"
fi

if in_quarter 2; then
    # shellcheck source=tests/tools_merge.bash
    . "$here/tools_merge.bash"
    # shellcheck source=tests/tools_krylov.bash
    . "$here/tools_krylov.bash"
fi
if in_quarter 3; then
    # shellcheck source=tests/tools_shards.bash
    . "$here/tools_shards.bash"
fi

# ---- histories ----

history_is() {
    diff <(jsmf-cat --list "$1" | grep -oE 'jsmf-[a-z-]+ [0-9]+\.[0-9]+\.[0-9]+.*' |
        sed -E 's/ [0-9]+\.[0-9]+\.[0-9]+/ V/; s/ --seed 1$//
            s/among [0-9]+ (words of at least) [0-9]+ /among N \1 L /') -
}
history_is_told() {
    history_is model-sparse <<END
jsmf-bow V --vocab $data/vocab.wordnet.txt --top 300
jsmf-cooc V --sparse
jsmf-rectify-ap V -k $K
jsmf-aw V -k $K # anchors among N words of at least L documents
END
}
spelling_does_not_matter() {
    run jsmf-aw --topics=$K --threads=1 --output long one-rectified && cmp long one-model
}
order_does_not_matter() {
    run jsmf-rectify-ap -k $K -i 2 one-cooc -o a && run jsmf-rectify-ap one-cooc -i 2 -k $K -o b && cmp a b
}

ok 'the history holds each tool and its options' history_is_told
ok 'long and short options give the same bytes' spelling_does_not_matter
ok 'the order of options does not matter' order_does_not_matter

if in_quarter 0; then
    # shellcheck source=tests/tools_choose.bash
    . "$here/tools_choose.bash"
fi
if in_quarter 2; then
    # shellcheck source=tests/tools_learn.bash
    . "$here/tools_learn.bash"
fi

# ---- -o ----

link_is_followed() {
    mkdir -p real && echo old >real/file && ln -sf real/file link && run jsmf-cooc one-bag -o link && [ -L link ] &&
        cmp link one-cooc && cmp real/file one-cooc
}
dangling_link_is_followed() {
    ln -sf real/new dangling && run jsmf-cooc one-bag -o dangling && [ -L dangling ] && cmp real/new one-cooc
}
mode_is() { (umask "$1" && rm -f mode && run jsmf-cooc one-bag -o mode && [ "$(stat -c %a mode)" = "$2" ]); }
mode_is_kept() { # mode_is_kept MODE: of the file that is replaced, and its owner where this is root
    rm -f kept && echo old >kept && chmod "$1" kept && ln -sf kept to-kept || return 1
    [ "$(id -u)" != 0 ] || chown 1234:2345 kept || return 1
    stat -c '%a %u %g' kept >before && (umask 022 && run jsmf-cooc one-bag -o to-kept) && cmp kept one-cooc &&
        stat -c '%a %u %g' kept | cmp - before
}
may_be_the_input() { cp one-bag self && run jsmf-cooc self -o self && cmp self one-cooc; }
dash_is_stdout() { run jsmf-cooc one-bag -o - | cmp - one-cooc; }
leaves_nothing_beside() { mkdir alone && run jsmf-cooc one-bag -o alone/c && [ "$(ls -A alone)" = c ]; }

ok '-o follows a symbolic link' link_is_followed
ok '-o follows a dangling link' dangling_link_is_followed
ok '-o gives mode 0666 less the umask: 022' mode_is 022 644
ok '-o gives mode 0666 less the umask: 077' mode_is 077 600
for mode in 600 640 755 4711; do ok "-o keeps the mode of the file that it replaces: $mode" mode_is_kept $mode; done
ok '-o may be the input' may_be_the_input
ok '-o - is standard output' dash_is_stdout
ok '-o leaves nothing beside the file' leaves_nothing_beside

if in_quarter 1; then
    # shellcheck source=tests/tools_text.bash
    . "$here/tools_text.bash"
    # shellcheck source=tests/tools_bow.bash
    . "$here/tools_bow.bash"
    # shellcheck source=tests/tools_corpora.bash
    . "$here/tools_corpora.bash"
    # shellcheck source=tests/tools_documents.bash
    . "$here/tools_documents.bash"
fi
if [ "$sanitized" = no ]; then
    # shellcheck source=tests/tools_pages.bash
    . "$here/tools_pages.bash"
fi
if in_quarter 0; then
    # shellcheck source=tests/tools_words.bash
    . "$here/tools_words.bash"
    # shellcheck source=tests/tools_cat.bash
    . "$here/tools_cat.bash"
    # shellcheck source=tests/tools_synth.bash
    . "$here/tools_synth.bash"
fi

# OpenBLAS would try for ever to map its buffers. (The sanitizers need more addresses than this themselves.)
limited_file() {
    (ulimit -f 8 && run jsmf-cooc -q --dense one-bag -o limited 2>err)
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && [ ! -e limited ]
}
ok 'a limit on the size of files is an error' limited_file
little_address_space() {
    (ulimit -v 300000 && run jsmf-cooc a >b 2>err)
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s b ]
}
# Where the loader itself lacks room it says so (127); all else is said by the program.
least_address_spaces() {
    local limit code
    for limit in 40000 50000 55000 60000 70000 100000 150000; do
        (ulimit -v $limit && run jsmf-cooc a >b 2>err)
        code=$?
        [ "$(wc -l <err)" = 1 ] && [ ! -s b ] || return 1
        [ $code = 127 ] || { [ $code = 1 ] && grep -q '^jsmf-cooc: ' err; } || return 1
    done
}
# The superuser has no such limit.
one_process() {
    local as=()
    if [ "$(id -u)" = 0 ]; then as=(setpriv --reuid 12345 --clear-groups); fi
    "${as[@]}" test -x "$build/jsmf-cat" || return 0
    (ulimit -u 1 && "${as[@]}" "$build/jsmf-cat" --version >out 2>err) && [ ! -s err ] && grep -q '^openblas: ' out
}
enough_address_space() { (ulimit -v 1500000 && run jsmf-cooc -q a >b) && jsmf-cooc -q a | cmp - b; }
if [ $sanitized = no ]; then
    ok 'too small an address space is an error, not a hang' little_address_space
    ok 'however small it is, there is one line' least_address_spaces
    ok 'a limit of one process is no harm' one_process
    ok 'a limited address space gives the same bytes' enough_address_space
fi

plan
