# The fault matrix's cells of jsmf-report alone. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

report_cells() {
    local with
    if ! built jsmf-report || [ ! -e good/compositions ]; then return; fi
    refuses 3 'is a model stream, expected bag' good/model jsmf-report --bag good/model
    done_cell 'jsmf-report: a model as bag'
    refuses 3 'is a bag stream, expected compositions' good/model jsmf-report --compositions good/bag
    done_cell 'jsmf-report: a bag as compositions'
    fails 2 'standard input is named 2 times' jsmf-report --bag -
    done_cell 'jsmf-report: both on standard input'
    refuses 2 'see jsmf-report --help' good/model jsmf-report -n 0
    done_cell 'jsmf-report: no words'
    jsmf-aw -q -k 3 good/dense -o good/three-model && jsmf-infer -q good/three-model good/bag -o good/three
    refuses 3 'good/three: 3 topics, but 2 in' good/model jsmf-report --compositions good/three
    done_cell 'jsmf-report: compositions of other topics'
    printf 'word1\nword2\n' | jsmf-bow -q --from text -o good/two-words
    refuses 3 'jsmf-bow --match' good/model jsmf-report --bag good/two-words
    done_cell 'jsmf-report: a bag of other words'
    printf 'word1\n\n' | jsmf-infer -q --from text good/model - -o good/two-documents
    refuses 3 'good/two-documents: 2 documents, but .* in good/bag' good/model \
        jsmf-report --bag good/bag --compositions good/two-documents
    done_cell 'jsmf-report: compositions of other documents'
    refuses 2 '--compositions' good/model jsmf-report --by date
    done_cell 'jsmf-report: groups of no documents'
    refuses 3 "no array date" good/model jsmf-report --compositions good/compositions --by date
    done_cell 'jsmf-report: no such array'
    refuses 2 'too many arrays' good/model jsmf-report --compositions good/compositions --by a,b,c,d,e
    done_cell 'jsmf-report: too many arrays'
    printf '1\n' >one-label
    refuses 3 'one-label: 1 label, but' good/model jsmf-report --compositions good/compositions --labels one-label
    done_cell 'jsmf-report: labels of other documents'
    refuses 2 '--documents' good/model jsmf-topics --format ldavis
    refuses 3 'no array infer.tokens' good/model \
        jsmf-topics --format ldavis --documents damaged-compositions/without-infer.tokens
    refuses 3 'infer.tokens' good/model \
        jsmf-topics --format ldavis --documents damaged-compositions/negative-infer.tokens
    done_cell 'jsmf-topics: ldavis without documents'
    refuses 2 'no text in UTF-8' good/model jsmf-report --title $'\xf0'
    refuses 2 'no text in UTF-8' good/model jsmf-report --date $'May\xe2'
    refuses 2 'no text in UTF-8' good/model jsmf-report --format md --figures $'figures\xff'
    done_cell 'jsmf-report: options that are no UTF-8'
    : >a-file
    refuses 1 'a-file' good/model jsmf-report --figures a-file
    refuses 1 'No such file' good/model jsmf-report --figures missing/figures
    done_cell 'jsmf-report: no folder for figures'
    for name in A Bbar S Canchor unigram vocab legality; do
        with=(--compositions good/compositions)
        if [ "$name" = A ]; then with=(); fi # of a model with another A
        works '' jsmf-report --bag good/bag "${with[@]}" "damaged-model/without-$name"
        ! grep -qE '[ ":,](nan|-?inf)[ ",%]' out || note "numbers that are none, without $name"
    done
    done_cell 'jsmf-report: models that lack an array'
    refuses 3 'compositions: was made with another model than' damaged-model/without-A \
        jsmf-report --compositions good/compositions
    refuses 3 'compositions: was made with another model than' damaged-model/without-A \
        jsmf-topics --documents good/compositions
    done_cell 'jsmf-report, jsmf-topics: compositions by another model'
    python3 "$here/with_arrays.py" - good/many-topics B f8 2,4 .5 .2 .1 .3 .5 .8 .9 .7 \
        A f8 4,4 .1 .05 .05 .05 .05 .1 .05 .05 .05 .05 .1 .05 .05 .05 .05 .1
    works '' jsmf-report good/many-topics
    done_cell 'jsmf-report: more topics than words'
}
