# The part of the fault matrix that only the tools from a co-occurrence to topics can meet. Sourced by
# faults.sh.
# shellcheck shell=bash disable=SC2154

too_many_topics() {
    local tool=$1 kind
    for kind in ${ACCEPTS[$tool]}; do
        if [ -e "good/$kind" ] && [[ $tool$kind != jsmf-rectify-aprectified && $tool$kind != *enncompressed ]]; then
            refuses 2 '10|11' "good/$kind" "$tool" -k 11
            done_cell "$tool: K above N, $kind"
        fi
    done
}

low_rank_options() {
    local words bad
    fails 2 'how many eigenpairs' jsmf-cooc --low-rank good/bag -o o/out
    done_cell 'jsmf-cooc: --low-rank without -k'
    for bad in '-k 2' '--tol 1e-6' '--factored --low-rank -k 2' '--low-rank -k 2 --tol 0' '--low-rank -k 2 --tol x'; do
        read -ra words <<<"$bad"
        fails 2 'low-rank|--tol' jsmf-cooc "${words[@]}" good/bag -o o/out
        done_cell "jsmf-cooc: $bad"
    done
    refuses 4 'only 3 positive eigenvalues, 11 were' good/bag jsmf-cooc --low-rank -k 11
    done_cell 'jsmf-cooc: --low-rank, K above N'
    refuses 4 'only 2 positive' good/pairs-bag jsmf-cooc --low-rank -k 3
    done_cell 'jsmf-cooc: --low-rank, K above the positive eigenvalues'
    refuses 3 'document' good/short-bag jsmf-cooc --low-rank -k 1
    done_cell 'jsmf-cooc: --low-rank, every document too short'
    works '1 of 4 documents.*1 of 4 words' jsmf-cooc --low-rank -k 2 good/massless-bag
    done_cell 'jsmf-cooc: --low-rank, a word without mass'
    fails 1 'memory.*limit.*-k' jsmf-cooc -q --low-rank -k 1 --memory 1M text/wide --vocab text/vocab2000 -o o/out
    done_cell 'jsmf-cooc: --low-rank, too little memory'
    refuses 1 'needs .* of memory, the limit is 64K.*--memory.*fewer words or documents' good/many-bag \
        jsmf-cooc --low-rank -k 2 --memory 64K
    done_cell 'jsmf-cooc: --low-rank, documents that do not fit in memory'
}

degenerate() {
    local kind code tool good
    if built jsmf-cooc; then
        refuses 3 'document' good/short-bag jsmf-cooc
        done_cell 'jsmf-cooc: every document too short'
        works '1 of 4 documents.*1 of 4 words' jsmf-cooc good/massless-bag
        done_cell 'jsmf-cooc: a word without mass'
        fails 1 'memory.*limit.*--factored' jsmf-cooc -q --dense --memory 16M text/wide --vocab text/vocab2000 -o o/out
        done_cell 'jsmf-cooc: too little memory'
        fails 2 'only one' jsmf-cooc --dense --sparse good/bag -o o/out
        done_cell 'jsmf-cooc: two representations'
        fails 2 '--vocab' jsmf-cooc text/docword -o o/out
        done_cell 'jsmf-cooc: a docword without a vocabulary'
        low_rank_options
    fi
    for kind in dense sparse factored lowrank; do
        case $kind in lowrank) code=2 ;; *) code=4 ;; esac # has as many columns
        if built jsmf-rectify-ap; then
            refuses $code 2 "good/pairs-$kind" jsmf-rectify-ap -k 3
            done_cell "jsmf-rectify-ap: K above the positive eigenvalues, $kind"
            works '^$' jsmf-rectify-ap -k 2 good/pairs-$kind
            done_cell "jsmf-rectify-ap: as many as the positive eigenvalues, $kind"
        fi
        if built jsmf-rectify-enn; then
            refuses $code 2 "good/pairs-$kind" jsmf-rectify-enn -k 3
            done_cell "jsmf-rectify-enn: K above the positive eigenvalues, $kind"
        fi
        if built jsmf-palm; then
            refuses $code 2 "good/pairs-$kind" jsmf-palm -k 3
            done_cell "jsmf-palm: K above the positive eigenvalues, $kind"
        fi
        for good in one-word one-document; do
            for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do
                if built "$tool"; then works '' "$tool" -k 1 good/$good-$kind; done_cell "$tool: $good, $kind"; fi
            done
        done
        for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do
            if ! built "$tool"; then continue; fi
            works '' "$tool" -k 2 good/massless-$kind
            done_cell "$tool: a word without mass, $kind"
        done
    done
    if built jsmf-law; then
        for good in one-word one-document massless; do
            works '' jsmf-law good/$good-compressed
            done_cell "jsmf-law: $good"
        done
        refuses 2 '-k 1.*2 columns' good/compressed jsmf-law -k 1
        done_cell 'jsmf-law: K below the columns of Y'
    fi
    for good in one-word one-document massless; do
        if built jsmf-topics; then works '' jsmf-topics good/$good-model; done_cell "jsmf-topics: $good"; fi
    done
}

# What was compressed to K columns, or fewer eigenpairs than are asked for.
ranks() {
    local tool kind
    for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do
        if ! built "$tool"; then continue; fi
        refuses 2 '3 topics of a co-occurrence of rank 2' good/lowrank "$tool" -k 3
        done_cell "$tool: K above the rank, lowrank"
    done
    for tool in jsmf-rectify-enn jsmf-aw jsmf-law; do
        if ! built "$tool"; then continue; fi
        refuses 2 '-k 2|-k 3.*Y of 2 columns.*again with -k 3' good/compressed "$tool" -k 3
        done_cell "$tool: K above the columns of Y"
    done
}

# What does not sum to 1 is divided by its sum.
scaled() {
    local tool=$1 kind array
    for kind in ${ACCEPTS[$tool]}; do
        case $kind in
        dense) array=C ;; sparse) array=C.data ;; lowrank) array=D ;; rectified | compressed) array=Y ;; *) continue ;;
        esac
        works 'sums to .*divided by it' "$tool" -k 2 "damaged-$kind/scaled-$array"
        done_cell "$tool: $array of $kind at another scale"
        works 'unigram: sums to .*divided by it' "$tool" -k 2 "damaged-$kind/scaled-unigram"
        done_cell "$tool: unigram of $kind at another scale"
    done
}

# What jsmf-stream(5) says of arrays is checked, and of nothing else.
checked_arrays() {
    local kind fault name
    for kind in $KINDS; do
        for fault in "damaged-$kind"/*; do
            name=${fault##*/}
            case " ${PASSED[$kind]} " in *[[:space:]]"$name"[[:space:]]*) ;; *) continue ;; esac
            fails 3 "${name##*-}" jsmf-cat --check "$fault"
            done_cell "jsmf-cat --check: $kind $name"
        done
    done
    change good/model whole-df df 'a.as_float()'
    works '' jsmf-topics whole-df
    done_cell 'jsmf-topics: df of whole floating point numbers'
    jsmf-polish -q -i 1 whole-df good/bag -o o/out && jsmf-cat o/out | grep -q 'array.df.int64' ||
        note 'df does not become int64'
    rm -f o/out
    done_cell 'jsmf-polish: df of whole floating point numbers'
}

enn_options() {
    if ! built jsmf-rectify-enn; then return; fi
    fails 2 'how many topics' jsmf-rectify-enn good/dense -o o/out
    done_cell 'jsmf-rectify-enn: no -k'
    fails 2 'leave -k out' jsmf-rectify-enn -k 1 good/compressed -o o/out
    done_cell 'jsmf-rectify-enn: K below the columns of Y'
    fails 2 'only one' jsmf-rectify-enn -k 2 --rows 3 --epsilon 1e-3 good/dense -o o/out
    done_cell 'jsmf-rectify-enn: --rows and --epsilon'
    for rows in 0 -1 some 3x ''; do
        fails 2 '--rows' jsmf-rectify-enn -k 2 --rows "$rows" good/dense -o o/out
        done_cell "jsmf-rectify-enn: --rows '$rows'"
    done
    fails 1 'memory.*limit' jsmf-rectify-enn -k 2 --memory 100K good/dense -o o/out
    done_cell 'jsmf-rectify-enn: too little memory'
}

palm_options() {
    if ! built jsmf-palm; then return; fi
    fails 2 'how many topics' jsmf-palm good/dense -o o/out
    done_cell 'jsmf-palm: no -k'
    for weight in 0 -1 nan 1e9 x; do
        fails 2 '--coupling' jsmf-palm -k 2 --coupling $weight good/dense -o o/out
        done_cell "jsmf-palm: --coupling $weight"
    done
    fails 1 'memory.*limit' jsmf-palm -k 2 --memory 1K good/dense -o o/out
    done_cell 'jsmf-palm: too little memory'
}

# What only some tools can meet.
topics_cells() {
    local tool
    for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw; do
        if built "$tool"; then too_many_topics "$tool"; fi
    done
    for tool in jsmf-rectify-ap jsmf-rectify-enn jsmf-palm jsmf-aw jsmf-law; do
        if built "$tool"; then scaled "$tool"; fi
    done
    degenerate
    checked_arrays
    ranks
    enn_options
    palm_options
}
