# The part of the fault matrix that jsmf-cooc's options alone meet. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

cooc_cells() {
    local weight
    if ! built jsmf-cooc; then return; fi
    for weight in tf-idf ncut; do
        refuses 3 'words of all documents weigh nothing' good/one-document-bag jsmf-cooc --weight $weight
        done_cell "jsmf-cooc --weight $weight: one document"
    done
    fails 2 'expected one of counts' jsmf-cooc --weight bm25 good/bag -o o/out
    done_cell 'jsmf-cooc --weight bm25'
}
