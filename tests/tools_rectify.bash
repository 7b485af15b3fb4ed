# jsmf-rectify-ap's checkpoints and --method dr. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# A run that got no further than iteration 2, and what goes on from its checkpoint: the same file as from one run.
goes_on_from_a_checkpoint() { # goes_on_from_a_checkpoint FORM OPTIONS...
    local form=$1
    shift
    run jsmf-rectify-ap -k $K -i 7 "$@" "$form" -o whole &&
        run jsmf-rectify-ap -k $K -i 7 "$@" "$form" --checkpoint seven | cmp - whole &&
        run jsmf-rectify-ap -k $K -i 2 "$@" "$form" --checkpoint two -o /dev/null &&
        run jsmf-rectify-ap -k $K -i 7 "$@" two | cmp - whole &&
        run jsmf-rectify-ap -k $K -i 7 "$@" two --checkpoint two -t 3 | cmp - whole && cmp two seven
}
is_a_rectified_stream() {
    run jsmf-aw -k $K seven -o from-checkpoint && run jsmf-aw -k $K whole -o from-result &&
        array B from-checkpoint | cmp - <(array B from-result) && ! jsmf-cat --list from-checkpoint | grep checkpoint
}
# Nothing but a whole checkpoint is ever under its name, whenever the run is killed.
survives_a_kill() {
    command -p timeout -s KILL 0.4 jsmf-rectify-ap -q -k $K -i 100000 one-cooc --checkpoint killed >/dev/null
    [ ! -e killed ] || jsmf-cat --check killed
}
# What a checkpoint would overwrite is the co-occurrence itself.
spares_what_it_reads() { # spares_what_it_reads REDIRECTION
    cp one-cooc itself
    if [ "$1" = '<' ]; then
        jsmf-rectify-ap -q -k $K -i 1 --checkpoint itself <itself >/dev/null 2>err
    else
        jsmf-rectify-ap -q -k $K -i 1 --checkpoint itself ./itself >/dev/null 2>err
    fi
    [ $? = 2 ] && grep -q 'would be lost' err && cmp one-cooc itself
}
for form in one-cooc sparse factored; do
    ok "$form: going on from a checkpoint gives the same file as one run" goes_on_from_a_checkpoint $form
done
ok 'small memory: so it does' goes_on_from_a_checkpoint one-cooc --memory 16M
ok 'tolerance: so it does' goes_on_from_a_checkpoint one-cooc --tol 1e-9
ok 'a checkpoint is read as a rectified stream' is_a_rectified_stream
ok 'a checkpoint does not overwrite the co-occurrence' spares_what_it_reads ''
ok 'nor one on standard input' spares_what_it_reads '<'
ok 'a killed run leaves a whole checkpoint' survives_a_kill

dr() { run jsmf-rectify-ap --method dr -k $K -i 4 "$1" -o "dr-$1" && array C "dr-$1"; }
dr_forms_agree() { dr one-cooc >ca && dr "$1" >cb && close ca cb 1e-9; }
for form in sparse factored; do ok "--method dr: the same C from $form" dr_forms_agree $form; done
dr_threads_agree() { run jsmf-rectify-ap --method dr -k $K -i 4 one-cooc -t 3 | cmp - dr-one-cooc; }
ok '--method dr: three threads give the same bytes' dr_threads_agree
dr_goes_on() { run jsmf-aw -k $K dr-one-cooc | run jsmf-topics >/dev/null; }
ok '--method dr: jsmf-aw reads the result' dr_goes_on
more_topics_than_rectified() {
    for tool in jsmf-aw jsmf-anchorfree jsmf-rectify-enn 'jsmf-rectify-ap -i 1' jsmf-palm; do
        # shellcheck disable=SC2086
        run $tool -k $((K + 1)) one-rectified 2>err >/dev/null || return 1
        grep -q "one-rectified: rectified for $K topics: of $((K + 1)), those beyond are vague" err &&
            ! run ${tool%% *} -k $((K - 1)) -i 1 one-rectified 2>&1 >/dev/null | grep vague || return 1
    done
}
ok 'more topics than a co-occurrence was rectified for are warned of' more_topics_than_rectified
# A chain of words, each in two documents, with four that are in many.
few_frequent_words() {
    awk 'BEGIN { for (d = 0; d < 200; d++) print "w" d, "w" (d + 1) % 200, "often" d % 4 }' |
        run jsmf-bow -q --min-df 0 --from text | run jsmf-cooc -q -o chain || return 1
    for tool in 'jsmf-rectify-ap -i 1' 'jsmf-rectify-enn -i 1' 'jsmf-palm -i 1'; do
        # shellcheck disable=SC2086
        run $tool -k 5 chain 2>err >/dev/null || return 1
        grep -q 'chain: only 4 words of at least 10 documents for 5 topics: some anchors will be rare words' err &&
            ! run ${tool%% *} -i 1 -k 4 chain 2>&1 >/dev/null | grep 'at least 10' &&
            ! run ${tool%% *} -i 1 -k 21 chain 2>&1 >/dev/null | grep 'at least 10' || return 1
    done
}
ok 'a corpus of few frequent words is warned of before it is rectified' few_frequent_words
