# --eigen: how eigenpairs are sought, wherever some are. Of more words than LAPACK takes whole. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# by CHOICE OUT PROGRAM OPTIONS...: what -v says must name the choice.
by() {
    local choice=$1 out=$2
    shift 2
    run "$@" -v --eigen "$choice" -o "$out" 2>said && grep -q "($choice[,)]" said
}
# Both find the same; three threads give the same bytes; history tells.
ways_agree() { # ways_agree ARRAY BOUND PROGRAM OPTIONS...
    local array=$1 bound=$2
    shift 2
    by arpack by-arpack "$@" && by block by-block "$@" && array "$array" by-arpack >ea && array "$array" by-block >eb &&
        close ea eb "$bound" && run "$@" --eigen arpack -t 3 | cmp - by-arpack &&
        jsmf-cat --array history by-arpack | grep -q -- '--eigen arpack'
}
many_words() {
    run jsmf-bow "$data/docword.wordnet.txt.gz" --vocab "$data/vocab.wordnet.txt" --top 700 -o many-bag &&
        for form in dense sparse factored; do run jsmf-cooc -q --$form many-bag -o many-$form || return 1; done
}
# The rule goes by the size of what a product reads: 700 words are few, and documents have eight columns at a time.
rule_goes_by_size() {
    run jsmf-rectify-ap -v -k $K -i 1 many-dense 2>&1 >/dev/null | grep -q '(arpack)' &&
        run jsmf-cooc -v --low-rank -k $K many-bag 2>&1 >/dev/null | grep -q '(block)'
}
ok 'streams of 700 words' many_words
for form in dense sparse factored; do
    ok "--eigen: jsmf-rectify-ap finds the same of $form" ways_agree Y 1e-9 jsmf-rectify-ap -k $K -i 1 many-$form
done
ok '--eigen: so does --method dr' ways_agree C 1e-9 jsmf-rectify-ap --method dr -k $K -i 1 many-dense
ok '--eigen: jsmf-rectify-enn' ways_agree Y 1e-9 jsmf-rectify-enn -k $K -i 1 many-sparse
ok '--eigen: jsmf-palm' ways_agree Y 1e-7 jsmf-palm -k $K -i 1 many-sparse
ok '--eigen: jsmf-cooc' ways_agree D 1e-12 jsmf-cooc --low-rank -k $K many-bag
ok '--eigen: jsmf-cooc --weight' ways_agree D 1e-12 jsmf-cooc --low-rank --weight tf-idf -k $K many-bag
ok '--eigen: without it, the size decides' rule_goes_by_size
