# The fault matrix's cells of jsmf-near alone. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

near_cells() {
    if ! built jsmf-near || [ ! -e good/compositions ]; then return; fi
    refuses 3 '--to good/missing: is neither a document.s number of .* nor a file' good/compositions \
        jsmf-near --to good/missing
    done_cell 'jsmf-near: a query that is neither a document nor a file'
    refuses 3 '--to 12: is neither' good/compositions jsmf-near --to 12
    done_cell 'jsmf-near: the number behind the last'
    refuses 1 'is a directory' good/compositions jsmf-near --to good
    done_cell 'jsmf-near: a folder as query'
    refuses 3 'is a model stream, expected compositions' good/compositions jsmf-near --to good/model
    done_cell 'jsmf-near: a model as query'
    fails 2 'standard input holds one stream' jsmf-near --to -
    done_cell 'jsmf-near: both on standard input'
    refuses 1 'needs .* of memory' good/compositions jsmf-near --memory 1K
    done_cell 'jsmf-near: too little memory'
    jsmf-aw -q -k 3 good/dense -o good/three-model && jsmf-infer -q good/three-model good/bag -o good/three
    refuses 3 'good/three: 3 topics, but 2 in' good/compositions jsmf-near --to good/three
    done_cell 'jsmf-near: compositions of other topics'
    jsmf-aw -q -k 2 good/sparse -o good/other-model && jsmf-infer -q good/other-model good/bag -o good/others
    refuses 3 'others: was made with another model than .*: their topics are not the same' good/compositions \
        jsmf-near --to good/others
    done_cell 'jsmf-near: compositions by another model'
    printf 'word1\n\nword2\n' | jsmf-infer -q --from text good/model - -o good/with-empty
    refuses 3 'document 1 has no tokens' good/with-empty jsmf-near -q --to 1
    done_cell 'jsmf-near: a query without tokens'
    printf '\n\n' | jsmf-infer -q --from text good/model - -o good/all-empty
    works '2 of 2 documents without tokens: left out' jsmf-near good/all-empty
    [ ! -s out ] || note 'documents without tokens are near to something'
    works '2 of 2 documents without tokens: left out' jsmf-near --to good/compositions good/all-empty
    [ ! -s out ] || note 'documents without tokens are near to something'
    done_cell 'jsmf-near: no document has tokens'
}
