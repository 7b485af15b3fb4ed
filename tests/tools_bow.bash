# jsmf-bow: text, what others write, some of the documents. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

text_bag() { run jsmf-bow --from text "$@"; }
line_ends_do_not_matter() {
    text_bag docs >a && sed 's/$/\r/' docs | text_bag | cmp - a && head -c -1 docs | text_bag | cmp - a &&
        gzip -c docs | text_bag | cmp - a
}
words_are_kept() { array vocab a | diff - <(printf 'the\ncat\nsat\ndog\nsat,\n"x"\n<unk>\ncaf\303\251\n'); }
rows_are_kept() { [ "$(array H.indptr a | tr '\n' ' ')" = '0 3 5 5 10 ' ]; }
warnings_count() {
    jsmf-cooc a 2>err >b && grep -qx 'jsmf-cooc: warning: 1 of 4 documents.*' err &&
        jsmf-cooc -q a 2>err | cmp - b && [ ! -s err ]
}
# Sizes come from the header, not from the last word or document that occurs.
sizes_are_kept() {
    printf '5\n4\n3\n1 1 1\n1 2 1\n3 2 2\n' >docword
    printf 'a\nb\nc\nd\n' >vocab
    jsmf-bow -q --min-df 0 docword --vocab vocab -o sizes && [ "$(array H.shape sizes | tr '\n' ' ')" = '5 4 ' ]
}
hostile_words_have_topics() { jsmf-cooc -q a | jsmf-aw -q -k 2 | jsmf-topics --format tsv >t && [ -s t ]; }

# The bundled corpus, as others would write it: lda-c, SVMlight, Matrix Market by columns.
other_formats() {
    gzip -dc "$docword" >docword
    awk 'NR == 1 { documents = $1 } NR > 3 { n[$1]++; pairs[$1] = pairs[$1] " " $2 - 1 ":" $3 }
        END { for (d = 1; d <= documents; d++) print n[d] + 0 pairs[d] }' docword >ldac
    awk 'NR == 1 { documents = $1 } NR > 3 { pairs[$1] = pairs[$1] " " $2 ":" $3 ".0" }
        END { for (d = 1; d <= documents; d++) print d % 2 * 2 - 1 pairs[d] " # " d }' docword >svmlight
    { echo '%%MatrixMarket matrix coordinate integer general'
      head -n 3 docword | tr '\n' ' ' && echo && tail -n +4 docword | sort -n -k 2,2 -k 1,1; } >market
    { head -n 1 market && awk 'NR == 2 { print $2, $1, $3 } NR > 2 { print $2, $1, $3 }' market; } >transposed
}
reads_alike() { run jsmf-bow --vocab "$data/vocab.wordnet.txt" "$@" -o read && same_arrays read whole; }
same_arrays() {
    local name
    for name in vocab df H.data H.indices H.indptr H.shape; do
        array "$name" "$1" | cmp - <(array "$name" "$2") || return 1
    done
}
from_elsewhere() {
    run jsmf-bow ldac --vocab "$data/vocab.wordnet.txt" --from "$1" >out 2>err
    [ $? = 3 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ]
}
base_is_checked() {
    jsmf-bow market --vocab "$data/vocab.wordnet.txt" --base 1 >out 2>err
    [ $? = 2 ] && grep -q 'neither lda-c nor SVMlight' err
}
other_formats
run jsmf-bow docword --vocab "$data/vocab.wordnet.txt" -o whole
ok 'lda-c gives the same bag' reads_alike ldac
ok 'lda-c through gzip and a pipe gives the same bag' eval 'gzip -c ldac | reads_alike -'
ok 'SVMlight gives the same bag' reads_alike svmlight
ok 'SVMlight numbered from 0 gives the same bag' eval \
    'sed "s/[^ ]*/1/" ldac | reads_alike --from svmlight --base 0'
ok 'Matrix Market by columns gives the same bag' reads_alike market
ok 'Matrix Market of words by documents gives the same bag' reads_alike transposed --transpose
ok 'Matrix Market of jsmf-cat gives the same bag' eval 'jsmf-cat --array H --format mm whole | reads_alike -'
for format in uci svmlight mm; do ok "lda-c is not $format" from_elsewhere "$format"; done
ok '--base belongs to its formats' base_is_checked

# ---- some of the documents ----

halves() { run jsmf-bow -q whole --split "$1" --rest rest --min-df "$2" -o kept; }
# Every document is in one part, and the parts hold what the whole holds.
parts_are_the_whole() {
    halves 0.3 0 && cat <(array ids kept) <(array ids rest) | sort -n |
        cmp - <(seq 0 $(($(array H.shape whole | head -n 1) - 1))) &&
        [ "$(cat <(array H.data kept) <(array H.data rest) | sort | cksum)" = "$(array H.data whole | sort | cksum)" ]
}
part_has_its_size() {
    [ "$(array H.shape kept | head -n 1)" = "$(($(array H.shape whole | head -n 1) * 3 / 10))" ]
}
listed_are_the_part() {
    array ids kept | tac >list && run jsmf-bow -q whole --min-df 0 --documents list -o listed &&
        same_arrays listed kept && cmp <(array ids listed) <(array ids kept)
}
seeds_draw() {
    cp kept first && halves 0.3 0 && cmp first kept && jsmf-cat --list kept | grep -q 'jsmf-bow.* --seed 1' &&
        run jsmf-bow -q whole --split 0.3 --rest rest2 --min-df 0 --seed 2 -o kept && ! cmp -s first kept
}
rest_has_the_words() { halves 0.5 3 && cmp <(array vocab kept) <(array vocab rest) && ! same_arrays kept whole; }
ids_stay() {
    array ids kept | head -n 2 | tail -n 1 >list && run jsmf-bow -q kept --documents list -o one &&
        cmp list <(array ids one)
}
refused_list() {
    printf "%b" "$1" >list && run jsmf-bow whole --documents list -o none 2>err
    [ $? = 3 ] && grep -q "$2" err && [ ! -e none ]
}
no_half_split() {
    rm -f rest kept && ! run jsmf-bow -q whole --split 0.5 --rest rest >/dev/full 2>err && [ ! -e rest ] &&
        ! run jsmf-bow -q whole --split 0.5 --rest missing/rest -o kept 2>err && [ ! -e kept ]
}
same_file() {
    run jsmf-bow whole --split 0.5 --rest one-name -o one-name 2>err
    [ $? = 2 ] && run jsmf-bow whole --split 0.5 --rest "$PWD/one-name" -o ./one-name 2>>err
    [ $? = 2 ] && [ ! -e one-name ] && [ "$(wc -l <err)" = 2 ]
}
split_alone() { run jsmf-bow whole --split 0.5 -o none 2>err; [ $? = 2 ] && [ ! -e none ]; }
ok '--split: every document is in one of the parts' parts_are_the_whole
ok '--split: as many as were asked for' part_has_its_size
ok '--documents: the same documents from a list in any order' listed_are_the_part
ok '--split: by the seed' seeds_draw
ok '--split: the rest has the words of the kept' rest_has_the_words
ok '--documents: by the ids of a bag that has them' ids_stay
ok '--documents: twice is an error' refused_list '3\n3\n' 'list:2'
ok '--documents: beyond the last is an error' refused_list '3\n99999999\n' 'list:2'
ok '--documents: no number is an error' refused_list 'x\n' 'list:1'
ok '--documents: none is an error' refused_list '' 'list'
ok '--split leaves neither part where one fails' no_half_split
ok '--split without --rest is an error' split_alone
ok '--rest and -o of one name are an error' same_file
infers_alike() { run jsmf-infer one-model "$@" --format tsv | cmp - <(run jsmf-infer one-model docword \
    --vocab "$data/vocab.wordnet.txt" --format tsv); }
ok 'jsmf-infer reads lda-c' infers_alike ldac --vocab "$data/vocab.wordnet.txt"
ok 'jsmf-infer reads SVMlight' infers_alike svmlight --vocab "$data/vocab.wordnet.txt"
market_is_refused() {
    run jsmf-infer one-model market --vocab "$data/vocab.wordnet.txt" >out 2>err
    [ $? = 2 ] && grep -q 'jsmf-bow --match' err && [ ! -s out ]
}
ok 'jsmf-infer says what to do with Matrix Market' market_is_refused

printf 'the cat sat\nthe dog\n\nsat, "x" <unk> caf\303\251 the\n' >docs
ok 'CRLF, a missing last newline and gzip give the same bytes' line_ends_do_not_matter
ok 'words come out as they went in' words_are_kept
ok 'an empty document keeps its row' rows_are_kept
ok 'words and documents that do not occur at the end are kept' sizes_are_kept
ok 'warnings are counted lines, and -q removes them' warnings_count
ok 'topics of hostile words' hostile_words_have_topics

