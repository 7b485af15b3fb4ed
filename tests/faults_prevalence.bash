# The fault matrix's cells of jsmf-prevalence alone. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

prevalence_cells() {
    if ! built jsmf-prevalence || [ ! -e good/compositions ]; then return; fi
    local documents
    documents=$(jsmf-cat good/compositions | sed -n 's/^array	W	float64	[0-9]* x \([0-9]*\).*/\1/p')
    seq "$documents" | sed 's/^/2026-11-/' >good/days
    sed 's/-11-/-11-2/' good/days >good/no-days
    seq $((documents + 1)) >good/many-labels
    # shellcheck disable=SC2046
    python3 "$here/with_arrays.py" good/compositions good/dated date U "$documents" \
        $(seq -f '20%02g-11-29' "$documents") few U 2 a b square i8 1,2 1 2
    refuses 3 'no array day \(there is date\)' good/dated jsmf-prevalence --by day
    done_cell 'jsmf-prevalence: an array that is not there'
    refuses 3 'no array day, nor another .*--labels FILE' good/compositions jsmf-prevalence --by day
    done_cell 'jsmf-prevalence: no array at all'
    refuses 3 'array few: has 2 entries, but there are' good/dated jsmf-prevalence --by few
    refuses 3 'array square: has 2 dimensions \(expected one' good/dated jsmf-prevalence --by square
    done_cell 'jsmf-prevalence: an array of another shape'
    refuses 3 'document 0.*"2001-11-29" \(expected a number, as there are to be bins' good/dated \
        jsmf-prevalence --by date --bins 2
    done_cell 'jsmf-prevalence: bins of what is no number'
    refuses 3 'good/no-days: document [0-9]+, .*"2026-11-2[0-9]*" \(expected a date with a day' good/compositions \
        jsmf-prevalence --labels good/no-days --by labels:day
    done_cell 'jsmf-prevalence: a day that is none'
    refuses 3 'many-labels:[0-9]+: .*expected the end: there are [0-9]+ documents' \
        good/compositions jsmf-prevalence --labels good/many-labels
    refuses 1 'No such file' good/compositions jsmf-prevalence --labels good/missing
    done_cell 'jsmf-prevalence: labels of other documents, or none'
    fails 2 'hour is no period \(expected day, week, month or year' jsmf-prevalence --by date:hour good/dated
    fails 2 'expected names of arrays' jsmf-prevalence --by ,date good/dated
    fails 2 'expected names of arrays' jsmf-prevalence --by 'date,,few' good/dated
    fails 2 'none of --by date:year is one without a period' jsmf-prevalence --by date:year --bins 3 good/dated
    fails 2 'array labels, which --by date does not name' \
        jsmf-prevalence --by date --labels good/many-labels good/dated
    fails 2 'needs --by or --labels' jsmf-prevalence --bins 3 good/dated
    fails 2 'standard input holds one thing' jsmf-prevalence --labels -
    fails 2 'standard input holds one thing' jsmf-prevalence --names -
    refuses 3 'good/bag: is a bag stream, expected model' good/compositions jsmf-prevalence --names good/bag
    done_cell 'jsmf-prevalence: options that do not fit'
    refuses 1 'needs .* of memory' good/compositions jsmf-prevalence --memory 1K
    done_cell 'jsmf-prevalence: too little memory'
    python3 "$here/with_arrays.py" good/compositions good/negative infer.tokens i8 "$documents" \
        $(seq -f -%g "$documents")
    refuses 3 'infer.tokens\[0\] is -1' good/negative jsmf-prevalence --tokens
    python3 "$here/with_arrays.py" good/compositions good/worded infer.tokens U "$documents" $(seq "$documents")
    refuses 3 'infer.tokens: holds strings' good/worded jsmf-prevalence --tokens
    refuses 3 'no array infer.tokens.*jsmf-infer writes one' "$here/golden/streams-0.1.0/compositions.npz" \
        jsmf-prevalence --tokens
    done_cell 'jsmf-prevalence: tokens that are none'
    printf '\n\n' | jsmf-infer -q --from text good/model - -o good/all-empty
    works '2 of 2 documents without tokens: left out' jsmf-prevalence good/all-empty
    [ "$(wc -l <out)" = 1 ] || note 'documents without tokens have shares'
    done_cell 'jsmf-prevalence: no document has tokens'
}
