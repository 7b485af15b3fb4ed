# Corpora as others write them: which format they are in, and what is doubtful, or wrong, about it. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

printf 'a\nb\nc\nd\n' >words4
printf 'a a b\nc d d\na b b\nc c d\na b c d\n' >small-docs
small_model() { run jsmf-bow --from text small-docs | run jsmf-cooc | run jsmf-aw -q -k 2 -o small-model; }
ok 'a model of four words' small_model

# says STATUS PATTERN COMMAND...: it ends so, and standard error says that in one line. With status 0 in one warning.
says() {
    local status=$1 pattern=$2
    shift 2
    run "$@" >out 2>err
    [ $? = "$status" ] && [ "$(wc -l <err)" = 1 ] && grep -qE -- "$pattern" err
}
# bow TEXT OPTIONS...: the text, with %b's escapes, as a corpus of the four words.
bow() {
    local text=$1
    shift
    printf '%b' "$text" >corpus && run jsmf-bow corpus --vocab words4 "$@"
}
# said STATUS PATTERN TEXT OPTIONS...
said() {
    local status=$1 pattern=$2
    printf '%b' "$3" >corpus
    shift 3
    says "$status" "$pattern" jsmf-bow corpus --vocab words4 "$@" -o bag
}
# alike TEXT OTHER OPTIONS...: the same bag of both, the first's format being known.
alike() {
    local text=$1 other=$2
    shift 2
    bow "$text" -q -o bag && bow "$other" -q -o other "$@" && same_arrays bag other
}

# ---- which format ----

docword='3\n4\n5\n1 1 2\n1 2 1\n3 1 1\n3 3 7\n3 4 1\n'
nearly_ldac() {
    said 3 'corpus:2: found 3 pairs word:count, expected the 4' '2 1:2 2:1\n4 1:1 2:7 3:1\n' &&
        cp err first && said 3 . '2 1:2 2:1\n4 1:1 2:7 3:1\n' --from ldac && cmp first err
}
either() {
    said 0 "taken for lda-c.*SVMlight's labels" '2 1:3 3:1\n' && alike '2 1:3 3:1\n' '7 2:3 4:1\n' --from svmlight &&
        bow '2 1:3 3:1\n' --from svmlight -o other 2>err && [ ! -s err ] && ! same_arrays bag other
}
either_for_infer() {
    printf '2 1:3 3:1\n' >corpus &&
        says 0 "taken for lda-c.*SVMlight's labels" jsmf-infer --vocab words4 --format tsv small-model corpus &&
        cp out first && run jsmf-infer --from svmlight --vocab words4 --format tsv small-model corpus >out 2>err &&
        [ ! -s err ] && ! cmp -s first out
}
many_counted() {
    said 0 'taken for SVMlight, though many lines begin with their numbers of pairs' '2 1:3 3:1\n2 1:1\n1 2:1 3:1\n'
}
labels='1 1:2 2:1\n0\n1 1:1 3:7 4:1\n'
other_labels() {
    alike "$labels" '3 qid:1 1:2 2:1\n2 qid:1\n2 qid:2 1:1 3:7 4:1 # doc A\n' &&
        alike "$labels" '1,3 1:2 2:1\n2,4\n2 1:1 3:7 4:1\n' && alike "$labels" 'sport 1:2 2:1\nart\nart 1:1 3:7 4:1\n'
}
blank_before_banner() {
    alike "$docword" ' %%MatrixMarket matrix coordinate real general\n3 4 5\n1 1 2\n1 2 1\n3 1 1\n3 4 1\n3 3 7\n'
}
no_banner='3 4 5\n1 1 2\n1 2 1\n3 1 1\n3 4 1\n3 3 7\n'
triples='1 1 4\n1 2 2\n2 3 1\n'
counted='2\nthe cat\nthe dog\n'
# foreign NAME TEXT: refused, with a vocabulary and without one, by every program that reads text, unless as text.
foreign() {
    said 3 "looks like $1.*--from text" "$2" && says 3 "looks like $1.*--from text" jsmf-bow corpus -o bag &&
        says 3 "looks like $1.*--from text" jsmf-infer small-model corpus &&
        says 3 "looks like $1.*a bag stream or a UCI docword file was expected" jsmf-cooc corpus &&
        ! grep -q -- --from err && run jsmf-bow --from text corpus -o bag
}
ok 'lda-c: a line that lacks a pair is told, not read as SVMlight' nearly_ldac
ok 'a corpus that may be lda-c or SVMlight: a warning' either
ok 'jsmf-infer: the same' either_for_infer
ok 'SVMlight, many of whose labels are numbers of pairs: a warning' many_counted
ok 'SVMlight with queries, several labels, names as labels' other_labels
ok 'Matrix Market behind a blank' blank_before_banner
ok 'Matrix Market without its banner is named' foreign 'Matrix Market without its first line' "$no_banner"
ok 'lines of document, word, count alone are named' foreign 'lines .document word count. alone' "$triples"
ok 'CSV is named' foreign 'CSV[ ,]' '"","alpha","beta"\n"doc1",0,2\n"doc2",1,1\n'
ok 'CSV of one column is named' foreign 'CSV[ ,]' '"text"\n"the cat, and"\n"the dog"\n'
ok 'JSON is named' foreign 'JSON[ ,]' '{"text": "the cat"}\n{"text": "the dog"}\n'
ok 'JSON in one piece is named' foreign 'JSON[ ,]' '[\n  {"text": "the cat"}\n]\n'
ok "text behind its number of documents, with a vocabulary: what to do" \
    said 3 'text behind a line with the number of its documents: tail -n \+2' "$counted"
ok 'the same without a vocabulary: a warning' says 0 'the first line, a number alone' jsmf-bow corpus -o bag
ok 'a table with tabs: a warning' eval \
    'printf "d1\tthe cat\nd2\tthe dog\n" >corpus && says 0 "columns are all taken for text" jsmf-bow corpus -o bag'

# ---- numbers, ends of lines, white space, long tokens ----

# The docword's numbers, however written, in every format.
numbers() {
    alike "$docword" '3.0\n4e0 \n7\t\n1.0 1 2 \n1 2 1e0\t\r\n2 2 0\n3 1 1\n3 2 0.0\n3 3 7\n3 4 1\n' &&
        alike "$docword" '2.0 0:2.0 1:1 \n1 3:0\n3 0:1 2.0:7 3:1e0\t\n' --from ldac &&
        alike "$docword" '1 1:2.0 2:1 \n1 3:0\n1 1:1 3.0:7 4:1e0\t\r\n' --from svmlight &&
        alike "$docword" '%%MatrixMarket matrix coordinate real general \n3.0 4 6\t\n1 1.0 2\n1 2 1 \n2 2 0
3 1 1\n3 4 1e0\n3 3 7.0\r\n'
}
blanks_behind_words() {
    printf '%b' "$docword" >corpus && run jsmf-bow -q corpus --vocab words4 -o bag &&
        run jsmf-bow -q corpus --vocab <(sed 's/$/ \t\r/' words4) -o other && same_arrays bag other
}
padded() {
    printf '%b' "$docword" >corpus && run jsmf-bow -q corpus --vocab words4 -o bag &&
        { gzip -nc corpus && head -c 70000 /dev/zero; } | run jsmf-bow -q - --vocab words4 -o other &&
        same_arrays bag other
}
spaces() {
    printf 'a b\014c d\013e\n\302\240b\302\205c\342\200\250d\343\200\200e\n' | run jsmf-bow -o bag &&
        array vocab bag | cmp - <(printf '%s\n' a b c d e) && [ "$(array H.indptr bag | tr '\n' ' ')" = '0 5 9 ' ]
}
white_word() {
    printf 'a\n\302\240\343\200\200\nc\nd\n' >white && printf '%b' "$docword" >corpus &&
        says 3 'white:2: found white space alone' jsmf-bow corpus --vocab white
}
long_token() { head -c "$1" /dev/zero | tr '\0' q; }
long_tokens() {
    { printf 'a b\na '; long_token 256; printf '\nc '; long_token 300000; printf ' b\n'; } >corpus &&
        says 0 'corpus: 2 tokens of more than 255 bytes left out' jsmf-bow corpus -o bag &&
        array vocab bag | cmp - <(printf 'a\nb\nc\n') && [ "$(array H.indptr bag | tr '\n' ' ')" = '0 2 3 5 ' ]
}
unknown_to_infer() {
    says 0 '2 of 7 tokens .28.6 %. are of words that the model does not' \
        jsmf-infer --from text --format tsv small-model corpus && [ "$(cut -f 1 out | uniq | tr '\n' ' ')" = '0 1 2 ' ]
}
ok 'whole numbers however written, counts of 0, and blanks at line ends, in every format' numbers
ok 'blanks at the ends of a vocabulary' blanks_behind_words
ok 'zeros behind gzip' padded
ok "Unicode's white space is between words" spaces
ok 'a word of white space alone is refused' white_word
ok 'tokens that are too long for words are left out and counted' long_tokens
ok 'jsmf-infer: they are words that the model does not know' unknown_to_infer

# ---- vocabularies and other lists ----

printf 'a\nb\na\nd\n' >twice4
merges() {
    printf '%b' "$docword" >corpus && says 3 'twice4:3: found the word "a" of line 1 again.*--merge-duplicates' \
        jsmf-bow corpus --vocab twice4 -o bag && run jsmf-bow -q corpus --vocab twice4 --merge-duplicates -o bag &&
        array vocab bag | cmp - <(printf 'a\nb\nd\n') && array H.data bag | cmp - <(printf '2\n1\n8\n1\n') &&
        array H.indices bag | cmp - <(printf '0\n1\n0\n2\n')
}
merges_bags() {
    run jsmf-bow -q corpus --vocab words4 -o bag && "$here/with_arrays.py" bag by-hand vocab U 4 a b a d &&
        says 3 'words 0 and 2, numbered from 0, are both "a"' jsmf-bow by-hand -o other &&
        run jsmf-bow -q by-hand --merge-duplicates -o other && run jsmf-bow -q corpus --vocab twice4 \
            --merge-duplicates -o bag && same_arrays bag other
}
merge_changes_nothing() {
    run jsmf-bow -q corpus --vocab words4 -o bag &&
        run jsmf-bow -q corpus --vocab words4 --merge-duplicates -o other && same_arrays bag other
}
ok '--merge-duplicates: counts of words that are alike are added up; without it both lines are named' merges
ok '--merge-duplicates: the same of a bag made by hand' merges_bags
ok '--merge-duplicates: words that stand once stay' merge_changes_nothing

# A list that never ends, of one line over and over.
endless() { yes "$1" | says "$2" "$3" "${@:4}"; }
# The first line is wrong, and many come behind it.
long_list() { { echo "$1"; seq 3000000; } | says 3 "$2" "${@:3}"; }
ends_early() {
    run jsmf-bow -q corpus --vocab words4 -o bag && run jsmf-infer -q small-model bag -o w || return 1
    endless a 3 ':2: found the word "a" of line 1 again' jsmf-bow corpus --vocab /dev/stdin -o other &&
        endless a 3 ':5: found "a", expected the end: there are 4 words in corpus' jsmf-bow corpus --vocab /dev/stdin \
            --merge-duplicates -o other &&
        endless a 3 'found "a" after 100 lines that repeat 1 other' jsmf-bow -q bag --stop /dev/stdin -o other &&
        endless 1 3 ':2: found "1", expected each document once' jsmf-bow -q bag --documents /dev/stdin -o other &&
        endless x 3 ':4: found "x", expected the end: there are 3 documents' jsmf-eval --labels /dev/stdin \
            --compositions w small-model &&
        endless a 3 ':5: found "a", expected the end: there are 4 words' jsmf-aw --anchors /dev/stdin cooc -o other &&
        endless a 3 ':2: found the word "a" of line 1 again' jsmf-cooc corpus --vocab /dev/stdin -o other &&
        endless a 3 ':2: found the word "a" of line 1 again' jsmf-infer small-model corpus --vocab /dev/stdin -o other
}
first_wrong_line() {
    run jsmf-cooc -q bag -o cooc &&
        long_list 'a b' ':1: found a blank within' jsmf-bow -q bag --stop /dev/stdin -o other &&
        long_list 99 ':1: found "99", expected a document.s number' jsmf-bow -q bag --documents /dev/stdin -o other &&
        long_list nosuch ':5: found "4", expected the end: there are 4' jsmf-aw --anchors /dev/stdin cooc -o other &&
        long_list x ':5: found "4", expected the end: there are 4 words' jsmf-bow corpus --vocab /dev/stdin -o other
}
stop_lists_together() {
    printf 'a\nzzz\n' >stop1 && printf 'a b c d\nb c d a\n' | run jsmf-bow -q -o bag &&
        cat stop1 stop1 stop1 | run jsmf-bow -q bag --stop - -o other &&
        array vocab other | cmp - <(printf 'b\nc\nd\n') &&
        printf 'zz,\nZZ\n' | says 0 'none of the 2 words of the list, such as zz,$' jsmf-bow bag --stop - -o other &&
        says 1 'danish: No such file.*english is the one list' jsmf-bow -q bag --stop danish -o other
}
little_memory() {
    seq 3000000 | says 1 'up to line [0-9]*, needs .*the limit is 20M.*--memory' jsmf-bow -q --memory 20M \
        --stop /dev/stdin bag -o other && printf '1 1:1\n' >corpus && seq 3000000 | says 1 'needs .*the limit is 20M' \
        jsmf-bow -q --memory 20M --from svmlight --vocab /dev/stdin corpus -o other
}
run jsmf-bow -q corpus --vocab words4 | run jsmf-cooc -q -o cooc
ok 'lists: a line that repeats another, or is one more than there can be, ends the reading' ends_early
ok 'lists: the first wrong line ends the reading' first_wrong_line
ok '--stop: lists behind one another' stop_lists_together
ok 'lists count in --memory' little_memory

# ---- words that are new ----

ages() {
    printf 'a b new\nb newer new\nthe c new\n' >docs-new
    says 0 'docs-new: 3 of 6 words not in small-model: left out, with 5 of 9 tokens .55.6 %.' \
        jsmf-bow docs-new --match small-model -o new-bag &&
        says 0 '5 of 9' jsmf-bow docs-new --match small-model --max-unknown 0.56 -o new-bag && rm new-bag &&
        says 3 '5 of 9 tokens .55.6 %. are of words that small-model does not know, above --max-unknown 0.5;.*new .3.' \
            jsmf-bow docs-new --match small-model --max-unknown 0.5 -o new-bag && [ ! -e new-bag ] && [ ! -s out ]
}
lists_new_words() {
    run jsmf-bow -v docs-new --match small-model -o new-bag 2>err &&
        grep -q '5 of 9 tokens .*does not know, most of all new (3), newer (1), the (1)$' err
}
stop_words_are_not_new() {
    says 0 'left out, with 4 of 8 tokens' jsmf-bow docs-new --match small-model --stop english -o other &&
        same_arrays new-bag other && says 2 'goes with --match' jsmf-bow docs-new --max-unknown 0.5 -o other
}
long_tokens_are_new() {
    { printf 'a b '; long_token 300; printf '\n'; } >docs-new && says 3 '1 of 3 tokens .33.3 %.*tokens too long' \
        jsmf-bow -q --from text docs-new --match small-model --max-unknown 0.3 -o other
}
ok '--max-unknown: a vocabulary that has aged ends the run' ages
ok '--match -v lists the words that are new' lists_new_words
ok '--match --stop: words of the list are not new' stop_words_are_not_new
ok '--match: tokens that are too long for words are new' long_tokens_are_new
# What another program has, the other case of a letter, one dash too many, the begin of a name.
tells_what_is_meant() {
    says 2 'unknown option --anchors; jsmf-aw has it: .* --print prints' jsmf-learn --anchors words one-bag -o other &&
        says 2 'unknown option --guide; jsmf-polish has it' jsmf-learn --guide=words one-bag -o other &&
        says 2 'unknown option -K; is -k meant' jsmf-learn -K $K one-bag -o other &&
        says 2 'unknown option --k; is -k meant' jsmf-learn --k $K one-bag -o other &&
        says 2 'unknown option -X .see' jsmf-learn -X one-bag -o other &&
        says 2 'unknown option --docs; is --documents meant' jsmf-topics --docs w one-model
}
ok 'an unknown option: what may be meant' tells_what_is_meant
