# jsmf-krylov: eigenpairs from products of shards. Sourced by tools.sh, in whose folder one-bag and one-lowrank are.
# shellcheck shell=bash disable=SC2154,SC2046

# step_of_shards N THREADS PASS: block PASS + 1 from the product of block PASS with one-bag in N shards, of which the
# first two are merged first.
step_of_shards() {
    local n=$1 t=$2 pass=$3 i
    for ((i = 0; i < n; i++)); do
        run jsmf-cooc -t "$t" --partial --block 64 --times "kblock-$pass" "kshard-$i" -o "ktimes-$i" || return 1
    done
    if [ "$n" = 3 ]; then
        run jsmf-merge ktimes-1 ktimes-0 -o ktimes-01 && run jsmf-merge ktimes-2 ktimes-01 -o ktimes-0 || return 1
    fi
    run jsmf-krylov -t "$t" $(seq -f kblock-%g 0 "$pass") ktimes-0 -o "kblock-$((pass + 1))"
}
# steps_of_shards N THREADS PASSES: from the beginning.
steps_of_shards() {
    local pass
    run jsmf-bow -q --cut "$1" --block 64 one-bag -o kshard-%d && run jsmf-krylov --begin -k 10 kshard-0 -o kblock-0 ||
        return 1
    for ((pass = 0; pass < $3; pass++)); do step_of_shards "$1" "$2" "$pass" || return 1; done
}
any_shards_give_the_same_pairs() {
    steps_of_shards 3 2 3 && run jsmf-krylov -t 2 --finish $(seq -f kblock-%g 3 -1 0) -o shards-pairs &&
        steps_of_shards 1 1 10 && run jsmf-krylov --finish $(seq -f kblock-%g 0 3) | cmp - shards-pairs &&
        run jsmf-krylov --finish $(seq -f kblock-%g 0 10) -o whole-pairs
}
# Eigenvalues to 1e-6 of the first; what goes with them is what jsmf-cooc writes.
pairs_are_nearly_exact() {
    run jsmf-cooc -q --low-rank -k 10 one-bag -o exact-pairs && array D exact-pairs >a-d && array D whole-pairs >b-d &&
        close a-d b-d "$(head -n 1 a-d | awk '{ printf "%.17g", 1e-6 * $1 }')" &&
        array unigram exact-pairs >a-u && array unigram whole-pairs >b-u && close a-u b-u 1e-15 &&
        array df exact-pairs | cmp - <(array df whole-pairs) &&
        array documents exact-pairs | cmp - <(array documents whole-pairs) &&
        array vocab exact-pairs | cmp - <(array vocab whole-pairs)
}
# The passes of one program, and those of many, are the same method.
passes_are_the_same() {
    run jsmf-cooc -q --low-rank -k 10 --passes 10 one-bag -o passes-pairs && array V passes-pairs >a-v &&
        array V whole-pairs >b-v && close a-v b-v 1e-9
}
# Where they have converged the blocks behind are empty; the model is that of exact pairs.
converged_pairs_stay() {
    local pass
    for pass in {10..15}; do step_of_shards 1 1 "$pass" || return 1; done
    run jsmf-krylov --finish $(seq -f kblock-%g 0 16) -o all-pairs &&
        ! run jsmf-cat --list kblock-16 | grep -q 'block\.X' &&
        run jsmf-cat --list ktimes-0 | grep -qP 'real.times\t.*\t0 x 2' && array V exact-pairs >a-v &&
        array V all-pairs >b-v && close a-v b-v 1e-7 || return 1
    for i in exact all; do
        run jsmf-rectify-enn -q -k 10 $i-pairs | run jsmf-law -q -o $i-law && array B $i-law >$i-b || return 1
    done
    array S exact-law | cmp - <(array S all-law) && close exact-b all-b 1e-6
}
# A step tells of values and residuals, the stream of the documents and options.
pairs_tell_of_themselves() {
    run jsmf-krylov --begin -k 4 one-bag -o kblock-0 && run jsmf-cooc --partial --times kblock-0 one-bag -o ktimes &&
        run jsmf-krylov kblock-0 ktimes -o kblock-1 && run jsmf-cooc --partial --times kblock-1 one-bag |
        run jsmf-krylov -v kblock-0 kblock-1 - -o kblock-2 2>err && grep -q 'values from .* residual' err &&
        run jsmf-krylov --finish kblock-1 kblock-2 | jsmf-cat | grep '^history' >told &&
        grep -q 'jsmf-krylov .* --begin -k 4 --seed 1' told && grep -q 'jsmf-cooc [^ ]* --partial$' told &&
        grep -q 'jsmf-krylov .* --finish # 2 passes, residual' told
}
# The factors of a block of documents, and their transpose, are in memory, too.
blocks_of_documents_take_memory() {
    run jsmf-cooc --partial --times kblock-0 --block 64 --memory 800K one-bag -o ktimes-64 &&
        ! run jsmf-cooc --partial --times kblock-0 --memory 800K one-bag -o ktimes 2>err &&
        grep -q "the sums of .* vectors of 300 words needs" err
}
ok 'jsmf-krylov: any shards and trees give the same bytes' any_shards_give_the_same_pairs
ok 'jsmf-krylov: the eigenvalues are exact to 1e-6 of the first' pairs_are_nearly_exact
ok 'jsmf-krylov: the passes are those of jsmf-cooc --passes' passes_are_the_same
ok 'jsmf-krylov: where they have converged nothing is multiplied' converged_pairs_stay
ok 'jsmf-krylov: what it tells' pairs_tell_of_themselves
ok 'jsmf-cooc --times: blocks of documents take memory' blocks_of_documents_take_memory
cd "$scratch" || exit 1
