# The fault matrix's cells of jsmf-edit alone. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

edit_cells() {
    if ! built jsmf-edit || [ ! -e good/model ]; then return; fi
    local k list
    k=$(jsmf-cat --array A good/model | wc -l)
    refuses 3 "merge 0,$k: there is no topic $k \(there are 0 to $((k - 1))\)" good/model jsmf-edit --merge "0,$k"
    refuses 3 "there is no topic $k" good/model jsmf-edit --drop "$k"
    done_cell 'jsmf-edit: a topic that is not there'
    for list in 0 0,0 0,x 0, ,0 ''; do
        fails 2 'merge' jsmf-edit --merge "$list" good/model -o o/out
        done_cell "jsmf-edit: --merge '$list'"
    done
    fails 1 '3=war: .*expected a file of lines NUMBER: NAME' jsmf-edit --name 3=war good/model -o o/out
    fails 2 'no topic.s number .expected such as 0,1,2' jsmf-edit --drop 0-3 good/model -o o/out
    fails 2 'topic 1 is named twice' jsmf-edit --merge 0,1 --drop 1 good/model -o o/out
    fails 2 'no topic would be left' jsmf-edit --drop "$(seq -s , 0 $((k - 1)))" good/model -o o/out
    done_cell 'jsmf-edit: topics dropped that are needed'
    fails 2 'sort weight with --renumber' jsmf-edit --sort weight --renumber good/model good/model -o o/out
    fails 2 'standard input holds one thing' jsmf-edit --renumber - -o o/out
    fails 2 'leave-out B: an array of models' jsmf-edit --leave-out B /dev/null -o o/out
    fails 2 'leave-out history: an array of models' jsmf-edit --leave-out history good/model -o o/out
    fails 2 'leave-out all,,all: expected names' jsmf-edit --leave-out all,,all good/model -o o/out
    refuses 3 'no array mine, which --leave-out names' good/model jsmf-edit --leave-out mine
    done_cell 'jsmf-edit: options that do not fit'
    printf '0: one\nwords\n' >good/names
    refuses 3 'good/names:2: found "words", expected a topic.s number, a colon' good/model jsmf-edit --name good/names
    printf '0: one\n0: two\n' >good/names
    refuses 3 'names:2: topic 0 has a name on line 1 already' good/model jsmf-edit --name good/names
    printf '%d: one\n' "$k" >good/names
    refuses 3 "names:1: there is no topic $k" good/model jsmf-edit --name good/names
    refuses 1 'No such file' good/model jsmf-edit --name good/missing
    done_cell 'jsmf-edit: names of no topics'
    refuses 3 'is a bag stream, expected model' good/model jsmf-edit --renumber good/bag
    refuses 1 'No such file' good/model jsmf-edit --renumber good/missing
    printf 'p q r\nq r s\np s\n' | jsmf-bow -q | jsmf-cooc -q | jsmf-aw -q -k 2 -o good/strange-model
    refuses 3 'strange-model: has no word of ' good/model jsmf-edit --renumber good/strange-model
    done_cell 'jsmf-edit: an old model that is none, or of other words'
    refuses 1 'needs .* of memory' good/model jsmf-edit --memory 100
    done_cell 'jsmf-edit: too little memory'
    python3 "$here/with_arrays.py" - good/bare-model B f8 3,2 1 0 0 .5 0 .5
    refuses 3 'neither A nor Bbar and unigram.*how probable' good/bare-model jsmf-edit --merge 0,1
    refuses 3 'neither A nor Bbar and unigram.*--sort weight' good/bare-model jsmf-edit --sort weight
    refuses 3 'no vocabulary to make names of' good/bare-model jsmf-edit --name auto
    done_cell 'jsmf-edit: a model of topics alone'
}
