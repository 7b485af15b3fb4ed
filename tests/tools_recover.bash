# Recovery from anchors, as far as it goes through the programs. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# anchors_of MODEL: its anchor words, one a line.
anchors_of() { jsmf-topics --format tsv "$1" | awk -F '\t' 'NR > 1 && !seen[$1]++ { print $3 }'; }
same_recovered() { # same_recovered TOOL STREAM OPTIONS...: the same bytes for one thread and two
    run "$1" -t 1 "${@:3}" "$2" >one && run "$1" -t 2 "${@:3}" "$2" | cmp - one && jsmf-cat --check one
}
ok 'divergences' same_recovered jsmf-aw one-rectified -k $K --loss kl
ok 'divergences by exponentiated gradient' same_recovered jsmf-aw one-rectified -k $K --loss kl --solver expgrad \
    --tol 1e-4
ok 'projected anchors, cleaned up' same_recovered jsmf-aw one-rectified -k $K --project 30 --clean-up
ok 'least squares for A' same_recovered jsmf-law one-compressed --recover-a least-squares -q
ok 'inversion' same_recovered jsmf-aw one-rectified -k $K --recover plain -q
several_words_a_line() {
    anchors_of one-model >words && [ "$(wc -l <words)" = $K ] && run jsmf-aw --anchors words one-rectified >given &&
        cmp <(array B one-model) <(array B given) && ! jsmf-cat --list given | grep -q '^anchors' &&
        paste -d ' ' - - <words >pairs && run jsmf-aw -q --anchors pairs one-rectified >paired &&
        cmp <(anchors_of paired) <(awk 'NR % 2' words) && [ "$(array anchors.words paired | wc -l)" = $K ]
}
ok 'anchors of several words' several_words_a_line
# Thirty documents of each of three vocabularies of six words that never meet.
three_vocabularies() {
    awk 'BEGIN { for (d = 0; d < 90; d++) { for (w = 0; w < 5 + d % 4; w++) {
        x = (x * 1103 + 12345) % 65536; printf "%s%d ", substr("abc", d % 3 + 1, 1), x / 256 % 6 }; print "" } }'
}
words_have_one_topic() { # words_have_one_topic ARRAYS TOOL OPTIONS...: no more than a third of each is above 0
    run "${@:2}" -k 3 -o apart-model || return 1
    for x in $1; do
        array $x apart-model | tr '\t' '\n' | awk '{ n += $1 != 0 } END { exit !(n == 18 && NR == 54) }' || return 1
    done
    jsmf-topics -n 10 apart-model | awk '/^topic/ { n++; if (NF != 10) exit 1 } END { exit n != 3 }'
}
three_vocabularies | run jsmf-bow -q --min-df 0 --from text | run jsmf-cooc -o apart && run jsmf-palm -k 3 apart >apart-y
for tool in 'jsmf-law apart-y' 'jsmf-law --plain apart-y' 'jsmf-aw apart-y' 'jsmf-aw --loss kl apart-y'; do
    # shellcheck disable=SC2086
    ok "$tool leaves no rounding in topics" words_have_one_topic 'B Canchor' $tool
done
