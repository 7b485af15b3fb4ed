# jsmf-cooc's weights. Sourced by tools.sh.
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
counts_are_the_default() { run jsmf-cooc --weight counts one-bag -o counted && array C one-cooc | cmp - <(array C counted); }
ok '--weight counts is the default' counts_are_the_default
