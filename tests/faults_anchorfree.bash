# The part of the fault matrix that jsmf-anchorfree alone meets. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

anchorfree_cells() {
    local good kind words bad
    if ! built jsmf-anchorfree; then return; fi
    for good in one-word one-document massless; do
        for kind in dense factored rectified compressed; do
            [ -e good/$good-$kind ] || continue
            works '' jsmf-anchorfree -k 1 good/$good-$kind
            done_cell "jsmf-anchorfree: $good, $kind"
        done
    done
    for bad in '-k 0' '-i 0' '--tol 2' '--min-df -1' '--sweeps x'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-anchorfree --help' jsmf-anchorfree "${words[@]}" good/dense -o o/out
        done_cell "jsmf-anchorfree: $bad"
    done
    refuses 2 'how many topics' good/dense jsmf-anchorfree
    done_cell 'jsmf-anchorfree: no number of topics'
    refuses 2 '3 topics of a co-occurrence of rank 2' good/compressed jsmf-anchorfree -k 3
    done_cell 'jsmf-anchorfree: K above the columns of Y'
    refuses 2 '3 topics of a co-occurrence of rank 2' good/lowrank jsmf-anchorfree -k 3
    done_cell 'jsmf-anchorfree: K above the rank, lowrank'
    refuses 4 'documents for 2 topics' good/dense jsmf-anchorfree -k 2 --min-df 1000000
    done_cell 'jsmf-anchorfree: no word of so many documents'
    fails 1 'memory.*limit' jsmf-anchorfree --memory 1K -k 2 good/dense -o o/out
    done_cell 'jsmf-anchorfree: too little memory'
}

# Selections of anchors.
select_cells() {
    local good select
    for select in spa affine snpa xray; do
        for good in one-word-dense one-document-dense; do
            works '' jsmf-aw -k 1 --select $select good/$good
            done_cell "jsmf-aw --select $select: $good"
        done
    done
    refuses 2 'expected one of' good/dense jsmf-aw -k 2 --select best
    done_cell 'jsmf-aw: no such selection'
    refuses 2 'xray needs rows' good/compressed jsmf-law --select xray
    done_cell 'jsmf-law --select xray'
    refuses 2 'goes with --select qr' good/dense jsmf-aw -k 2 --select snpa --clean-up
    done_cell 'jsmf-aw --select snpa --clean-up'
    refuses 2 'which --project does not leave' good/dense jsmf-aw -k 2 --select xray --project 2
    done_cell 'jsmf-aw --select xray --project'
}
