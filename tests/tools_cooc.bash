# jsmf-cooc's weights and passes. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

weighted() { run jsmf-cooc -q --weight "$1" --"$2" one-bag -o "weighted-$2"; }
sums_to_one() { array C weighted-dense | tr '\t' '\n' | awk '{ s += $1; bad = bad || $1 < 0 } END { d = s - 1
    exit bad || !(d < 1e-12 && d > -1e-12) }'; }
weights_agree() { # weights_agree WEIGHT: dense, sparse and factored, and eigenpairs
    for f in dense sparse factored; do
        weighted "$1" $f && run jsmf-aw -k $K weighted-$f -o weighted-model && array B weighted-model >weighted-$f.B &&
            close weighted-dense.B weighted-$f.B 1e-8 || return 1
    done
    sums_to_one && run jsmf-cooc -q --weight "$1" --low-rank -k $K one-bag -o weighted-low &&
        run jsmf-rectify-enn -k $K weighted-dense | array Y - >ya && run jsmf-rectify-enn -k $K weighted-low |
        array Y - >yb && close ya yb 1e-8 && run jsmf-cooc -q --weight "$1" -t 3 --low-rank -k $K one-bag |
        cmp - weighted-low
}
for weight in tf-idf ncut; do ok "--weight $weight: all forms agree and sum to 1" weights_agree $weight; done
counts_are_the_default() {
    run jsmf-cooc --weight counts one-bag -o counted && array C one-cooc | cmp - <(array C counted)
}
ok '--weight counts is the default' counts_are_the_default

passes() { run jsmf-cooc -q --low-rank -k $K --passes "$@" one-bag; }
passes_come_near() {
    passes 12 >twelve && array D twelve >da && array D one-lowrank >db && close da db 1e-9 && array V twelve >va &&
        array V one-lowrank >vb && close va vb 1e-5
}
passes_keep_the_rest() {
    for x in unigram df documents vocab; do array $x twelve >xa && array $x one-lowrank >xb || return 1
        if [ $x = unigram ]; then close xa xb 1e-15 || return 1; else cmp xa xb || return 1; fi
    done
}
passes_agree() {
    passes 12 -t 3 | cmp - twelve && run jsmf-cooc -q --low-rank -k $K --passes 12 <one-bag | cmp - twelve &&
        bag | run jsmf-cooc -q --low-rank -k $K --passes 12 | cmp - twelve
}
passes_lead_on() { run jsmf-rectify-enn -k $K twelve | run jsmf-law | run jsmf-topics >/dev/null; }
passes_warn() {
    run jsmf-cooc --low-rank -k $K --passes 1 one-bag 2>&1 >one-pass | grep -q 'one pass leaves the residuals' &&
        run jsmf-cooc --low-rank -k $K --passes 2 one-bag 2>&1 >two-passes | grep -q 'residuals are up to' &&
        ! run jsmf-cooc --low-rank -k $K --passes 12 one-bag 2>&1 >/dev/null | grep residual
}
ok '--passes: many of them give the eigenpairs' passes_come_near
ok '--passes: the other arrays are the same' passes_keep_the_rest
ok '--passes: threads and pipes give the same bytes' passes_agree
ok '--passes: jsmf-rectify-enn reads them' passes_lead_on
ok '--passes: large residuals are told' passes_warn
