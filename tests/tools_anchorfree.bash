# Topics without anchors, and what the other tools make of such a model. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# Exact co-occurrences, with words of their own for the topics and without.
free_recovers() {
    run jsmf-synth --words 300 -k 5 --anchor-mass "$1" --infinite -o free-exact &&
        run jsmf-anchorfree -k 5 free-exact -o free-found &&
        run jsmf-eval --truth free-exact free-found | awk -v bound=1e-4 '
            $1 == "TopicL1" { seen = 1; bad = $2 > bound } { print } END { exit bad || !seen }'
}
free_is_the_same() {
    run jsmf-anchorfree -k $K --min-df 20 -t 1 one-cooc -o free-model || return 1
    for threads in 2 3; do
        run jsmf-anchorfree -k $K --min-df 20 -t $threads one-cooc | cmp - free-model || return 1
    done
    run jsmf-anchorfree -t 1 one-compressed >free-y && run jsmf-anchorfree -t 2 <one-compressed | cmp - free-y
}
free_has_no_anchors() {
    jsmf-cat --check free-model && jsmf-cat --list free-model | awk -F '\t' '$1 == "array" { print $2 }' >list &&
        ! grep -qxE 'S|Canchor|residuals' list &&
        for x in A B Bbar alpha legality vocab df; do grep -qx $x list || return 1; done
}
free_is_read() {
    for format in text tsv json; do run jsmf-topics --format $format free-model >free-$format || return 1; done
    jq -e . free-json >/dev/null && ! grep -q anchor free-text && ! grep -q nan free-text free-tsv &&
        run jsmf-eval --cooc one-cooc --bag one-bag --per-topic --against one-model free-model >/dev/null &&
        run jsmf-eval --hulls 2 --cooc one-cooc --bag one-bag free-model >/dev/null &&
        run jsmf-infer free-model one-bag -o free-w && run jsmf-infer --method padd -i 2 free-model one-bag -o free-w &&
        run jsmf-polish -i 3 free-model one-bag -o free-polished && jsmf-cat --check free-polished &&
        run jsmf-polish --online free-model one-bag -o free-polished && run jsmf-topics free-polished >/dev/null
}
ok 'jsmf-anchorfree recovers an exact model with anchor words' free_recovers 0.01
ok 'and one without' free_recovers 0
ok 'any number of threads gives the same bytes' free_is_the_same
ok 'its model has all arrays but those of anchors' free_has_no_anchors
ok 'the other tools read it' free_is_read

selects() {
    for select in qr spa affine snpa xray; do
        run jsmf-aw -q -k $K --min-df 20 --select $select -t 1 one-cooc -o select-$select &&
            run jsmf-aw -q -k $K --min-df 20 --select $select -t 2 one-cooc | cmp - select-$select || return 1
    done
    array S select-qr >qr && array S select-spa | cmp - qr && ! array S select-xray | cmp -s - qr
    for select in affine snpa; do run jsmf-law -q --select $select one-compressed >/dev/null || return 1; done
}
ok 'every selection of anchors works, on any number of threads' selects
ok 'jsmf-anchorfree leaves no rounding in topics' words_have_one_topic B jsmf-anchorfree apart

# The eigenpairs that jsmf-cooc --low-rank kept say how many topics there are to be.
eigenpairs_tell_topics() {
    for tool in 'jsmf-anchorfree B' 'jsmf-rectify-enn Y' 'jsmf-aw B'; do
        run "${tool% *}" -q one-lowrank | array "${tool#* }" - >told &&
            run "${tool% *}" -q -k $K one-lowrank | array "${tool#* }" - | cmp - told || return 1
    done
}
ok 'eigenpairs tell how many topics there are' eigenpairs_tell_topics
