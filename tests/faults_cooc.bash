# The part of the fault matrix that jsmf-cooc's options alone meet. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

cooc_cells() {
    local weight bad words
    if ! built jsmf-cooc; then return; fi
    for weight in tf-idf ncut; do
        refuses 3 'words of all documents weigh nothing' good/one-document-bag jsmf-cooc --weight $weight
        done_cell "jsmf-cooc --weight $weight: one document"
    done
    fails 2 'expected one of counts' jsmf-cooc --weight bm25 good/bag -o o/out
    done_cell 'jsmf-cooc --weight bm25'
    for bad in '--passes 3' '--low-rank -k 2 --passes 3 --tol 1e-3' '--low-rank -k 2 --passes 3 --weight ncut' \
        '--low-rank -k 2 --passes x' '--low-rank -k 2 --passes 3 --eigen block' '--eigen arpack' \
        '--low-rank -k 2 --eigen lanczos'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-cooc --help' jsmf-cooc "${words[@]}" good/bag -o o/out
        done_cell "jsmf-cooc: $bad"
    done
    fails 3 'a bag stream was expected' jsmf-cooc --low-rank -k 2 --passes 3 text/prose -o o/out
    done_cell 'jsmf-cooc --passes: a text'
    fails 1 'memory.*limit.*--passes' jsmf-cooc --low-rank -k 2 --passes 3 --memory 3K good/bag -o o/out
    done_cell 'jsmf-cooc --passes: too little memory'
    refuses 2 'eigenpairs of 1. words' good/bag jsmf-cooc --low-rank -k 400 --passes 2
    done_cell 'jsmf-cooc --passes: more eigenpairs than words'
    every_damage jsmf-cooc bag --low-rank -k 2 --passes 3
}
