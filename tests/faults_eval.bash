# The fault matrix of what jsmf-eval is given beside its model (faults.sh).
# shellcheck shell=bash disable=SC2154

# take FROM TO NAME=ENTRY...: a stream TO of arrays of FROM under other names.
take() {
    python3 -c 'import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as source, zipfile.ZipFile(sys.argv[2], "w") as target:
    for pair in sys.argv[3:]:
        name, entry = pair.split("=")
        target.writestr(name + ".npy", source.read(entry + ".npy"))' "$@"
}

eval_inputs() {
    mkdir eval
    jsmf-synth --size 12 --words 10 -k 2 -o eval/synth
    jsmf-synth --size 13 --words 10 -k 3 -o eval/synth3
    take eval/synth eval/w W=truth.W
    take eval/synth3 eval/w3 W=truth.W
    take eval/synth eval/model B=truth.B A=truth.A
    take eval/synth eval/bare B=truth.B
    take eval/synth eval/turned W=truth.A
    sed 's/word5/other/' text/vocab >text/vocab-other
    jsmf-bow text/docword --vocab text/vocab-other | jsmf-cooc -q -o eval/other
    for i in $(seq 12); do echo "label$((i % 3))"; done >eval/labels
    head -n 11 eval/labels >eval/few-labels
    sed '2s/^/ /' eval/labels >eval/blank-labels
    sed 's/label/a label of /' eval/labels >eval/long-labels
    sed 's/$/\r/' eval/labels >eval/crlf-labels
    sed '5s/.*//' eval/labels >eval/gap-labels
    sed 's/.*//' eval/labels >eval/no-labels
    printf 'a\0b\n' >eval/nul-labels
    head -c 200 eval/w >eval/cut-w
    head -c -30 eval/w >eval/nodirectory-w
    jsmf-synth --words 2 --size 2 -k 1 -o eval/one-topic
    take eval/one-topic eval/one-w W=truth.W
} 2>>making

# Every metric that is nan is named by a warning, or by that of topics without anchors, or by that of words without
# labels.
nan_is_explained() {
    local name value
    while IFS=$'\t' read -r name value; do
        case $name in *Basis* | SeparabilityAnchors | *Recovery | LogRelativeVolume)
            grep -q 'no anchor: left out of metrics of anchors' err && continue
            ;;
        WordLabel*) grep -q 'WordLabelPurity: undefined' err && continue ;;
        esac
        if [ "$value" = nan ]; then grep -qE "warning: (.*, )?$name(,.*)?: undefined" err || note "no word on $name"; fi
    done <out
    ! cut -f 2 out | grep -q inf || note 'an infinity'
    [ -s out ] || note 'no output'
}

# judges NAME OPTIONS...: works, with warnings where something is undefined.
judges() {
    local name=$1
    shift
    works '' jsmf-eval "$@"
    nan_is_explained
    done_cell "jsmf-eval: $name"
}

eval_damage() {
    local option kind fault
    for option in cooc:dense cooc:sparse cooc:factored cooc:lowrank cooc:rectified cooc:compressed bag:bag \
        against:model split-half:model truth:model; do
        kind=${option#*:}
        for fault in cut-00 cut-03 cut-09 cut-12 nodirectory trailing newer unkind twice ${WRONG[$kind]}; do
            if [ ! -e "damaged-$kind/$fault" ]; then continue; fi
            fails 3 . jsmf-eval --"${option%:*}" "damaged-$kind/$fault" good/model -o o/out
            done_cell "jsmf-eval: --${option%:*}, $kind $fault"
        done
        fails 1 'No such file' jsmf-eval --"${option%:*}" good/missing good/model -o o/out
        fails 1 'directory' jsmf-eval --"${option%:*}" o good/model -o o/out
        done_cell "jsmf-eval: --${option%:*}, no file"
    done
    for option in cooc:bag cooc:model bag:dense bag:model against:dense against:compressed compositions:model; do
        fails 3 'is a|expected' jsmf-eval --truth good/model --"${option%:*}" "good/${option#*:}" good/model -o o/out
        done_cell "jsmf-eval: --${option%:*}, a ${option#*:}"
    done
}

eval_compositions() {
    local bad
    for bad in eval/cut-w eval/nodirectory-w text/empty text/prose; do
        fails 3 . jsmf-eval --labels eval/labels --compositions $bad eval/model -o o/out
        fails 3 . jsmf-eval --truth $bad --compositions eval/w eval/model -o o/out
        done_cell "jsmf-eval: compositions, $bad"
    done
    for bad in good/missing o; do
        fails 1 'No such file|directory' jsmf-eval --labels eval/labels --compositions $bad eval/model -o o/out
        fails 1 'No such file|directory' jsmf-eval --labels $bad --compositions eval/w eval/model -o o/out
        done_cell "jsmf-eval: labels and compositions, $bad"
    done
    for bad in 'no:all lines are empty' 'nul:1: .*NUL' 'few:11 labels, but 12' 'blank:2: .*blank'; do
        fails 3 "${bad#*:}" jsmf-eval --labels "eval/${bad%%:*}-labels" --compositions eval/w eval/model -o o/out
        done_cell "jsmf-eval: labels, ${bad%%:*}"
    done
    fails 3 '0 labels, but 12' jsmf-eval --labels text/empty --compositions eval/w eval/model -o o/out
    done_cell 'jsmf-eval: labels, none'
    jsmf-eval --labels eval/labels --compositions eval/w eval/model >lf
    for bad in crlf long; do
        works '' jsmf-eval --labels eval/$bad-labels --compositions eval/w eval/model
        cmp -s out lf || note 'other values'
        done_cell "jsmf-eval: labels, $bad lines"
    done
    "$here/with_arrays.py" eval/w eval/gap-w infer.empty i8 12 0 0 0 0 1 0 0 0 0 0 0 0
    jsmf-eval -q --labels eval/labels --compositions eval/gap-w eval/model >lf
    works '1 of 12 documents without a label' jsmf-eval --labels eval/gap-labels --compositions eval/w eval/model
    cmp -s out lf || note 'other values'
    done_cell 'jsmf-eval: labels, an empty line'
    fails 3 '1 topic, but 2' jsmf-eval --labels eval/labels --compositions eval/one-w eval/model -o o/out
    done_cell 'jsmf-eval: compositions of one topic'
}

eval_word_labels() {
    local bad
    sed 's/$/\tkind/' text/vocab >eval/kinds
    head -n 3 eval/kinds | cat - eval/kinds >eval/twice-kinds
    sed '4s/\t.*//' eval/kinds >eval/bare-kinds
    sed '4s/$/\tkind/' eval/kinds >eval/three-kinds
    sed '4s/kind//' eval/kinds >eval/cut-kinds
    sed 's/^/un/' eval/kinds >eval/foreign-kinds
    for bad in 'twice:4: .*has a label already' 'bare:4: found "word[0-9]*", expected a word, a tab' \
        'three:4: .*expected a word, a tab' \
        'cut:4: ' 'foreign:no label for any of the 10 words'; do
        fails 3 "${bad#*:}" jsmf-eval --word-labels "eval/${bad%%:*}-kinds" good/model -o o/out
        done_cell "jsmf-eval: labels of words, ${bad%%:*}"
    done
    fails 3 'no array vocab' jsmf-eval --word-labels eval/kinds eval/bare -o o/out
    fails 1 'No such file' jsmf-eval --word-labels good/missing good/model -o o/out
    fails 3 'no label for any' jsmf-eval --word-labels text/empty good/model -o o/out
    done_cell 'jsmf-eval: labels of words, none'
    judges 'labels of some words' -n 2 --word-labels <(head -n 2 eval/kinds) good/model
}

eval_usage() {
    local bad words
    for bad in '--labels eval/labels' '--euclidean --truth good/model' '--compositions eval/w' \
        '--hulls 3' '-n 1' '-n 1001' '--words x' '--hulls -1' '--hulls 2e3' '--format xml' \
        '--cooc -' '--held-out -' '--truth good/model --bag - --against -' ; do
        read -ra words <<<"$bad"
        fails 2 '.' jsmf-eval "${words[@]}" -o o/out
        done_cell "jsmf-eval: $bad"
    done
    fails 1 'memory' jsmf-eval --memory 2K --cooc good/dense good/model -o o/out
    fails 1 'against a co-occ.*memory' jsmf-eval -t 1 --memory 24K --cooc good/dense good/model -o o/out
    fails 1 'completing documents.*memory' jsmf-eval -t 1 --memory 24K --bag good/bag good/model -o o/out
    fails 1 'completing documents.*memory' jsmf-eval -t 1 --memory 24K --held-out good/bag good/model -o o/out
    done_cell 'jsmf-eval: too little memory'
}

eval_mismatches() {
    fails 3 '6 words, but 10' jsmf-eval --cooc good/pairs-dense good/model -o o/out
    done_cell 'jsmf-eval: a co-occurrence of other words'
    fails 3 '6 words, but 10' jsmf-eval --bag good/bag --held-out good/pairs-bag good/model -o o/out
    done_cell 'jsmf-eval: held-out documents of other words'
    fails 3 'word 4 is "other", but "word5".*--match' jsmf-eval --cooc eval/other good/model -o o/out
    done_cell 'jsmf-eval: a co-occurrence of which one word is another'
    fails 3 '3 topics, but 2' jsmf-eval --truth eval/synth --compositions eval/w3 eval/model -o o/out
    done_cell 'jsmf-eval: compositions of other topics'
    fails 3 '13 documents, but 12' jsmf-eval --truth eval/synth3 --compositions eval/w eval/model -o o/out
    done_cell 'jsmf-eval: a truth of other documents'
    fails 3 '12 documents, but' jsmf-eval --bag eval/synth3 --truth eval/synth --compositions eval/w eval/model -o o/out
    done_cell 'jsmf-eval: a bag of other documents'
    fails 3 'column 0 sums to' jsmf-eval --truth eval/synth --compositions eval/turned eval/model -o o/out
    done_cell 'jsmf-eval: compositions that are none'
    fails 3 'no truth' jsmf-eval --truth good/bag eval/model -o o/out
    done_cell 'jsmf-eval: a truth that is none'
    fails 3 'neither truth.W nor W' jsmf-eval --truth good/model --compositions eval/w eval/model -o o/out
    done_cell 'jsmf-eval: a truth without compositions'
    fails 3 'no truth.B' jsmf-eval --truth eval/w3 --compositions eval/w eval/model -o o/out
    done_cell 'jsmf-eval: true compositions of other topics'
}

eval_cells() {
    local good kind
    if ! built jsmf-eval; then return; fi
    eval_inputs
    eval_damage
    eval_compositions
    eval_word_labels
    eval_usage
    eval_mismatches
    judges 'a model that knows B alone' eval/bare
    judges 'one topic of one' --cooc good/one-word-dense --bag good/one-word-bag --truth good/one-word-model \
        --against good/one-word-model good/one-word-model
    judges 'everything' --cooc good/dense --bag good/bag --against good/model --split-half good/model \
        --truth good/model good/model
    judges 'a whole truth' --bag eval/synth --truth eval/synth --compositions eval/w --labels eval/labels eval/model
    judges 'a truth of other topics' --truth eval/synth3 eval/model
    judges 'a truth of compositions alone' --truth eval/w --compositions eval/w eval/model
    for good in one-word one-document massless pairs; do
        for kind in dense factored lowrank rectified compressed; do
            judges "$good, $kind" --cooc good/$good-$kind --bag good/$good-bag good/$good-model
        done
    done
}
