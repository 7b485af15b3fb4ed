# What jsmf-synth makes of a model (tools.sh).
# shellcheck shell=bash disable=SC2154

run jsmf-synth --words 80 -k 4 --infinite --anchor-mass 0.05 --beta 1 | run jsmf-aw -q -k 4 >synth-model
run jsmf-synth --words 80 -k 3 --size 200 --length 7 -o synth-bag
run jsmf-infer -q synth-model <(run jsmf-synth --model synth-model --size 300) >synth-w

# near FILE FILE: numbers that differ by less than 1e-12.
near() {
    paste "$1" "$2" | awk '{ for (i = 1; i <= NF / 2; i++) if (($i - $(i + NF / 2)) ^ 2 > 1e-24) bad = 1 }
        END { exit bad || NR == 0 }'
}
topics_are_the_models() {
    run jsmf-synth --model synth-model --size 30 >a && array truth.B a >b && array B synth-model >c &&
        near b c && array vocab a | cmp - <(array vocab synth-model) && ! array truth.S a >/dev/null 2>&1 &&
        run jsmf-edit --name auto synth-model -o c && run jsmf-synth --model c --size 30 | array truth.B - | cmp - b
}
# An anchor's probability is that of the most probable word, before both are divided by 1 + p; or as asked for.
anchors_are_added() {
    local mass=$1
    shift
    run jsmf-synth --model synth-model --add-anchors --size 30 "$@" >a
    array vocab a | tail -n 4 | cmp - <(printf 'anchor_%d\n' 1 2 3 4) &&
        array truth.S a | cmp - <(seq 80 83) &&
        array B synth-model | awk -v mass="$mass" '{ for (k = 1; k <= 4; k++) { b[NR, k] = $k
            if ($k > most[k]) most[k] = $k } }
            END { for (k = 1; k <= 4; k++) p[k] = mass ? mass : most[k] / (1 + most[k])
            for (i = 1; i <= 84; i++) { line = ""
                for (k = 1; k <= 4; k++) line = line " " (i <= 80 ? b[i, k] * (1 - p[k]) : i - 80 == k ? p[k] : 0)
                print line } }' CONVFMT=%.17g >b && array truth.B a >c && near b c
}
names_are_free() {
    printf 'anchor\nanchor_1\nanchor__x\nanchors\n' >names
    printf '3\n4\n7\n1 1 2\n1 2 1\n1 4 1\n2 2 1\n2 3 2\n3 3 3\n3 4 1\n' >named
    run jsmf-bow -q named --vocab names | run jsmf-cooc -q | run jsmf-aw -q -k 2 >b &&
        run jsmf-synth --model b --add-anchors --size 9 | array vocab - | tail -n 2 |
        cmp - <(printf 'anchor___%d\n' 1 2)
}
# Without sampling errors, and with anchors, the topics are found again.
anchors_make_separable() {
    run jsmf-synth --model synth-model --add-anchors --infinite >a && run jsmf-aw -q -k 4 a >c &&
        run jsmf-eval -q --truth a c >b &&
        awk '$1 == "TopicL1" { found = $2 < 1e-9 } END { exit !found }' b
}
# lengths FILE: the documents' tokens.
lengths() { awk 'NR > 3 { n[$1] += $3 } END { for (d = 1; d in n; d++) print n[d] }' "$1"; }
lengths_are_the_bags() {
    run jsmf-synth --words 80 -k 3 --size 200 --length 7 --format uci >a && lengths a >b && [ "$(wc -l <b)" = 200 ] &&
        run jsmf-synth --model synth-model --lengths-of synth-bag --format uci >a && lengths a | cmp - b &&
        run jsmf-synth --model synth-model --lengths-of synth-bag --size 400 --format uci >a &&
        lengths a | cmp - <(cat b b)
}
fits_alike() {
    run jsmf-synth --model synth-model --prior fitted --lengths-of synth-bag "$@" -t 1 >a &&
        run jsmf-synth --model synth-model --prior fitted --lengths-of synth-bag "$@" -t 3 | cmp - a &&
        [ "$(array truth.mu a | wc -l)" = 4 ] && [ "$(array truth.Sigma a | wc -l)" = 4 ]
}
ok 'jsmf-synth --model: the topics and words are the model'"'"'s' topics_are_the_models
ok 'jsmf-synth --add-anchors: as probable as the most probable word' anchors_are_added 0
ok 'jsmf-synth --add-anchors: as probable as is asked for' anchors_are_added 0.03 --anchor-mass 0.03
ok 'jsmf-synth --add-anchors: names that no word has' names_are_free
ok 'jsmf-synth --add-anchors --infinite: the topics are found again' anchors_make_separable
ok 'jsmf-synth --lengths-of: the lengths are the bag'"'"'s' lengths_are_the_bags
ok 'jsmf-synth --prior fitted: any number of threads' fits_alike
ok 'jsmf-synth --compositions: any number of threads' fits_alike --compositions synth-w
other_compositions_are_refused() {
    jsmf-polish -q -i 1 synth-model synth-bag -o b &&
        ! jsmf-synth --model b --prior fitted --compositions synth-w --size 20 -o a 2>err &&
        grep -q 'synth-w: was made with another model than b' err
}
ok 'jsmf-synth --compositions: of another model are refused' other_compositions_are_refused
