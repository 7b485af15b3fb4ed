# The fault matrix of what jsmf-synth is asked for and given (faults.sh).
# shellcheck shell=bash disable=SC2154

synth_options() {
    local small='--size 20 --words 12 -k 2'
    for format in npz uci; do
        # shellcheck disable=SC2086
        fails 1 'No space' jsmf-synth $small --format $format --vocab-file o/words -o /dev/full
        # shellcheck disable=SC2086
        fails 1 'No space' jsmf-synth $small --format $format --vocab-file /dev/full -o o/out
        # shellcheck disable=SC2086
        fails 1 'directory does not exist' jsmf-synth $small --format $format --vocab-file o/missing/words -o o/out
        done_cell "jsmf-synth: --format $format, one of two outputs fails"
    done
    # shellcheck disable=SC2086
    works '^$' jsmf-synth $small --vocab-file o/words -o o/out
    [ "$(wc -l <o/words)" = 12 ] || note 'not all words'
    [ -s o/out ] || note 'no output'
    rm -f o/words o/out
    done_cell 'jsmf-synth: two outputs'
    fails 1 'vocabulary and topics of so many words.*fewer --words' jsmf-synth --size 20 --words 2147483647 -k 2 \
        --memory 1G -o o/out
    done_cell 'jsmf-synth: too many words for the memory'
    fails 2 'length 2.5: out of range' jsmf-synth --size 20 --words 12 -k 2 --length 2.5 --lengths fixed -o o/out
    done_cell 'jsmf-synth: documents of half a token'
    # shellcheck disable=SC2086
    fails 2 'drift is for --prior dirichlet' jsmf-synth $small --drift 1 --prior logistic-normal -o o/out
    # shellcheck disable=SC2086
    fails 2 'periods needs --drift' jsmf-synth $small --periods 3 -o o/out
    done_cell 'jsmf-synth: a drift of what does not drift'
}

synth_damage() {
    local fault
    for fault in cut-00 cut-03 cut-09 cut-12 nodirectory trailing newer unkind twice nan-A nan-B ${WRONG[model]}; do
        case $fault in *-unigram | *-alpha) continue ;; esac # not looked at
        if [ ! -e "damaged-model/$fault" ]; then continue; fi
        fails 3 . jsmf-synth --size 20 --model "damaged-model/$fault" -o o/out
        done_cell "jsmf-synth: a model, $fault"
    done
    for fault in cut-00 cut-09 nodirectory unkind nan-W negative-W; do
        fails 3 . jsmf-synth --size 20 --model good/model --prior fitted --compositions "damaged-compositions/$fault" \
            -o o/out
        done_cell "jsmf-synth: --compositions, $fault"
    done
    for fault in cut-00 cut-09 nodirectory unkind negative-H.data short-H.indptr without-H.shape; do
        fails 3 . jsmf-synth --model good/model --lengths-of "damaged-bag/$fault" -o o/out
        done_cell "jsmf-synth: --lengths-of, $fault"
    done
}

synth_usage() {
    local bad words
    for bad in '--model x --words 3|the model' '--model x -k 2|the model' '--model x --zipf 1|the model' \
        '--model x --anchor-mass 0.1|add-anchors' '--model x --add-anchors --anchor-mass 0|adds none' \
        '--words 9 -k 2 --add-anchors|--model' \
        '--model x --lengths-of y --length 9|the bag' '--model x --lengths-of y --lengths fixed|the bag' \
        '--words 9 -k 2 --prior fitted|--model' '--model x --compositions y|--prior fitted' \
        '--model x --prior fitted --alpha 3|dirichlet' '--model x --prior fitted --correlation 0|logistic-normal' \
        '--words 9 -k 2 --groups 2|logistic-normal' '--words 9 -k 2 --prior logistic-normal --groups 3|groups 3' \
        '--model - --lengths-of -|standard input' '--model good/model --prior fitted --infinite|--size'; do
        read -ra words <<<"${bad%|*}"
        case $bad in *infinite*) ;; *) words+=(--size 20) ;; esac
        fails 2 "${bad#*|}" jsmf-synth "${words[@]}" -o o/out
        done_cell "jsmf-synth ${bad%|*}"
    done
}

synth_mismatches() {
    local fault good
    fails 1 'No such file' jsmf-synth --size 20 --model missing -o o/out
    done_cell 'jsmf-synth: a model that is not there'
    fails 3 'is a bag' jsmf-synth --size 20 --model good/bag -o o/out
    done_cell 'jsmf-synth: a bag for a model'
    fails 3 'no document has two tokens' jsmf-synth --model good/model --lengths-of good/short-bag -o o/out
    done_cell 'jsmf-synth: --lengths-of documents of a token'
    fails 3 'compositions of 3 topics, but 2' jsmf-synth --size 20 --model good/model --prior fitted \
        --compositions eval/w3 -o o/out
    done_cell 'jsmf-synth: compositions of other topics'
    works '^$' jsmf-synth --size 20 --model infer/zero-row --prior fitted
    done_cell 'jsmf-synth --prior fitted: A, zero-row'
    for fault in skew:'not symmetric' negative:'A\[0, 1\]'; do
        fails 3 "infer/${fault%%:*}: .*${fault#*:}" jsmf-synth --size 20 --model "infer/${fault%%:*}" --prior fitted \
            -o o/out
        done_cell "jsmf-synth --prior fitted: A, ${fault%%:*}"
    done
    change good/model o/no-words B 'a.items = [0.0 if i % 2 else x for i, x in enumerate(a.items)]'
    mv o/no-words good/
    fails 3 'good/no-words: .*column 1 sums to 0' jsmf-synth --size 20 --model good/no-words -o o/out
    done_cell 'jsmf-synth: a topic without words'
    for good in one-word one-document massless; do
        works '' jsmf-synth --size 20 --model good/$good-model --add-anchors --prior fitted -o o/out
        rm -f o/out
        done_cell "jsmf-synth: a model of $good"
    done
}

synth_cells() {
    if ! built jsmf-synth; then return; fi
    synth_options
    if ! built jsmf-aw; then return; fi
    synth_damage
    synth_usage
    synth_mismatches
}
