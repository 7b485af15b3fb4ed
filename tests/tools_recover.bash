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
ok 'ADMM by the paper' same_recovered jsmf-aw one-rectified -k $K --solver admm --gamma 3 -i 30 -q
ok 'exponentiated gradient by the paper' same_recovered jsmf-law one-compressed --solver expgrad --eta 50 -i 30 -q
ok 'inversion' same_recovered jsmf-aw one-rectified -k $K --recover plain -q
# Rows of anchors with negative entries, as the paper's text and a C of low rank have them, are read again.
negative_rows_are_read() {
    bag | jsmf-cooc -q --low-rank -k $K >negative-cooc &&
        jsmf-rectify-enn -q -k $K -i 1 negative-cooc | jsmf-law -q --plain >negative &&
        jsmf-cat --check negative && jsmf-topics negative >/dev/null && jsmf-aw -q -k $K negative-cooc >negative-aw &&
        jsmf-cat --check negative-aw && jsmf-topics negative-aw >/dev/null &&
        jsmf-cat --array Canchor negative-aw | grep -q -- -
}
ok 'anchor rows with negative entries' negative_rows_are_read
several_words_a_line() {
    anchors_of one-model >words && [ "$(wc -l <words)" = $K ] && run jsmf-aw --anchors words one-rectified >given &&
        cmp <(array B one-model) <(array B given) && ! jsmf-cat --list given | grep -q '^anchors' &&
        paste -d ' ' - - <words >pairs && run jsmf-aw -q -k $(((K + 1) / 2)) --anchors pairs one-rectified >paired &&
        cmp <(anchors_of paired) <(awk 'NR % 2' words) && [ "$(array anchors.words paired | wc -l)" = $K ]
}
ok 'anchors of several words' several_words_a_line
# Anchors that are given first: the rest of the selection is as it would have been.
some_anchors_are_given() { # some_anchors_are_given TOOL STREAM
    run "$1" -k $K "$2" >all-chosen && array S all-chosen >indices && array vocab all-chosen >words &&
        awk 'NR == FNR { w[NR - 1] = $1; next } FNR < 3 { print w[$1] }' words indices >two &&
        run "$1" -v -k $K --anchors two "$2" 2>err | array S - | cmp - indices &&
        grep -q "anchors: $((K - 2)) in " err
}
ok 'jsmf-aw --anchors with fewer lines than topics: the others are chosen' some_anchors_are_given jsmf-aw one-rectified
ok 'jsmf-law --anchors with fewer lines than topics' some_anchors_are_given jsmf-law one-compressed
ok 'the same for any number of threads' same_recovered jsmf-aw one-rectified -k $K --anchors two
some_words_are_unknown() {
    { printf 'zz1 zz2\nmixed: zz3 ' && cat two; } >three && jsmf-aw -k $K --anchors three one-rectified -o some 2>err &&
        grep -q 'three: 3 of 5 words are not in the vocabulary of one-rectified: left out ("zz1", "zz2", "zz3")' err &&
        grep -q 'three:1: no word is known: .* chosen as others are$' err && [ "$(wc -l <err)" = 2 ] &&
        cmp <(sed -n 1,2p indices) <(array S some | sed -n 2,3p) && [ "$(array S some | sort -u | wc -l)" = $K ]
}
slips_in_seeds_are_told() {
    { echo '# words' && sed -n '1s/.*/\U&/p' two && sed -n '2s/^/name:/p' two && sed -n 3p words; } >slips &&
        jsmf-aw -k $K --anchors slips one-rectified -o some 2>err &&
        grep -q "); a name's colon needs a blank behind it; such a file has no comments; 1 of them is there" err &&
        grep -q " is there in another case ($(sed -n '1s/.*/\U&/p' two))$" err
}
# A word of 121 bytes, of which 99 are whole characters among the first 100.
shown_words_end_with_a_character() {
    local word
    word=$(printf '\xc3\xa9%.0s' {1..60})
    printf '%s\n' "x$word one two" "x$word two" 'one two' 'one two' | jsmf-text -q | jsmf-cooc -q -o accented &&
        printf 'X%s\n' "$word" >capital && jsmf-aw -k 2 --anchors capital accented -o some 2>err &&
        grep -qF "in another case (X${word:0:98})" err
}
nameless_without_words() {
    { printf 'kept: ' && sed -n 1p two && echo 'misspelt: zz1'; } >spelt &&
        jsmf-aw -k $K --anchors spelt one-rectified -o some 2>err &&
        grep -q 'spelt:2: .* chosen as others are, and it has no name$' err &&
        cmp <(array names some) <(echo kept && yes '' | head -n $((K - 1)))
}
ok 'jsmf-aw --anchors: what is wrong with unknown words' slips_in_seeds_are_told
ok 'jsmf-aw --anchors: a word that is shown ends with a character' shown_words_end_with_a_character
ok 'a line without a known word gives its name to no topic' nameless_without_words
ok 'unknown words are left out, and a line of them leaves its topic to the selection' some_words_are_unknown
topics_have_names() {
    { printf 'the first one: ' && sed -n 1p two && sed -n 2p two && printf 'third: ' && sed -n 2p words; } >named &&
        run jsmf-aw -q -k $K --anchors named one-rectified -o some &&
        cmp <(array names some) <(printf 'the first one\n\nthird\n' && yes '' | head -n $((K - 3))) &&
        jsmf-topics some >text && [ "$(grep -c '^ *name  ' text)" = 2 ] &&
        grep -q '^           name  the first one$' text &&
        jsmf-topics --format json some | jq -r '.topics[] | .name // "-"' | paste -sd, |
        grep -q '^the first one,-,third,-' && jsmf-topics --format tsv some |
        awk -F '\t' 'NR == 1 { f = $NF } $1 == "2" { third = $NF } END { exit f != "name" || third != "third" }' &&
        run jsmf-infer -q --format wide some one-bag | head -n 1 |
        grep -q "^document$(printf '\tthe first one\ttopic1\tthird\ttopic3\t')" &&
        run jsmf-infer -q --format tsv some one-bag | awk -F '\t' '
            { if (NF != 4 || $4 != ($2 == 0 ? "the first one" : $2 == 2 ? "third" : "")) exit 1 }' &&
        run jsmf-polish -q -i 1 some one-bag | array names - | cmp - <(array names some)
}
ok 'topics have names, which jsmf-topics shows and jsmf-polish hands on' topics_have_names
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
three_vocabularies | run jsmf-bow -q --min-df 0 --from text | run jsmf-cooc -o apart
run jsmf-palm -k 3 apart -o apart-y
massless_words_are_no_anchors() {
    { echo lonely && three_vocabularies; } | run jsmf-bow -q --min-df 0 --from text | run jsmf-cooc -q -o lonely-c &&
        printf 'a0 lonely\nb0\n' >words && jsmf-aw -q -k 3 --anchors words lonely-c -o lonely-model &&
        jsmf-aw -k 3 --anchors words lonely-c 2>&1 >/dev/null | grep -q 'words: 1 word is in no pair .*: left out' &&
        printf 'a0\nlonely\n' >words && { jsmf-aw -k 3 --anchors words lonely-c 2>err >/dev/null || [ $? = 3 ]; } &&
        grep -q 'words:2: "lonely" is in no pair with another word and cannot be an anchor' err
}
ok 'a word without mass is left out of an anchor, and is none alone' massless_words_are_no_anchors
for tool in 'jsmf-law apart-y' 'jsmf-law --plain apart-y' 'jsmf-aw apart-y' 'jsmf-aw --loss kl apart-y'; do
    # shellcheck disable=SC2086
    ok "$tool leaves no rounding in topics" words_have_one_topic 'B Canchor' $tool
done

# ---- how rare an anchor may be ----

# least_df MODEL: the least of its anchors' document frequencies.
least_df() {
    array df "$1" >dfs && array S "$1" |
        awk 'NR == FNR { df[NR - 1] = $1; next } !n++ || df[$1] < least { least = df[$1] } END { print least }' dfs -
}
# remarked MODEL: "LIMIT WORDS" of the remark there.
remarked() { history_of "$1" | sed -nE 's/.* # anchors among ([0-9]+) words of at least ([0-9]+) documents?$/\2 \1/p'; }
# the rule of jsmf-aw(1), of the stream's df and documents; every word has mass: "LIMIT WORDS".
ruled() {
    array df "$1" | sort -rn | awk -v k=$K -v documents="$(array documents "$1")" '{ df[NR] = $1 }
        END { enough = 5 * k < NR / 3 ? 5 * k : int(NR / 3); if (enough < k) enough = k
            limit = int((documents + 199) / 200); if (limit < 10) limit = 10
            if (df[enough] < limit) limit = df[enough]
            while (words < NR && df[words + 1] >= limit) words++
            print limit, words }'
}
rule_is_the_default() {
    local limit words
    run jsmf-bow "$docword" --vocab "$data/vocab.wordnet.txt" --top 1500 | run jsmf-cooc |
        run jsmf-rectify-ap -k $K -i 2 -o ruled-rectified && read -r limit words <<<"$(ruled ruled-rectified)" &&
        [ "$words" -lt 1500 ] && run jsmf-aw -v -k $K ruled-rectified -o ruled-model 2>err &&
        grep -q "anchors are chosen among $words words of at least $limit documents" err &&
        [ "$(remarked ruled-model)" = "$limit $words" ] && [ "$(least_df ruled-model)" -ge "$limit" ] &&
        run jsmf-aw -k $K --min-df auto ruled-rectified | array B - | cmp - <(array B ruled-model) &&
        run jsmf-aw -k $K --min-df "$limit" ruled-rectified | array B - | cmp - <(array B ruled-model)
}
law_has_the_rule() {
    run jsmf-law -q one-compressed -o ruled-law && [ "$(remarked ruled-law)" = "$(ruled one-compressed)" ]
}
one_is_any_word() {
    run jsmf-aw -q -k $K --min-df 1 ruled-rectified -o any-model && [ "$(least_df any-model)" -lt 83 ] &&
        run jsmf-aw -q -k $K --min-df 0 ruled-rectified | array B - | cmp - <(array B any-model) &&
        [ "$(remarked any-model)" = '' ]
}
ok 'anchors are words of half a per cent of the documents, or as many as are needed' rule_is_the_default
ok 'jsmf-law has the same rule' law_has_the_rule
ok '--min-df 1 admits any word' one_is_any_word
# without STREAM ARRAY...: the stream without these arrays.
without() {
    local from=$1
    shift
    python3 -c 'import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z, zipfile.ZipFile(sys.argv[2], "w") as out:
    for name in z.namelist():
        if name[:-4] not in sys.argv[3:]:
            out.writestr(name, z.read(name))' "$from" stripped "$@"
}
streams_without_frequencies() {
    without one-rectified df && run jsmf-aw -k $K stripped -o told &&
        history_of told | grep -qE '# anchors among [0-9]+ words of a probability of at least 0\.00125$' &&
        without one-rectified df unigram && run jsmf-aw -k $K stripped -o told 2>err &&
        [ "$(wc -l <err)" = 1 ] && grep -q 'any word may be an anchor (.*df' err && ! history_of told | grep -q '#' &&
        run jsmf-aw -k $K --min-df 1 stripped -o one-told 2>err && [ ! -s err ] &&
        cmp <(array B told) <(array B one-told) &&
        ! run jsmf-aw -k $K --min-df 2 stripped -o one-told 2>err && grep -q 'no array df' err
}
ok 'a stream without document frequencies' streams_without_frequencies
