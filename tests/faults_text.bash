# The fault matrix of text (faults.sh): docwords, vocabularies, compressed corpora.
# shellcheck shell=bash disable=SC2154

# docword NAME PATTERN TEXT [VOCAB]: a bad docword, into every tool that reads one.
docword() {
    local tool vocab=${4:-text/vocab3}
    printf '%b' "$3" >text/bad
    for tool in jsmf-bow jsmf-cooc; do
        if ! built $tool; then continue; fi
        refuses 3 "$2" text/bad $tool --vocab "$vocab"
        done_cell "$tool: docword, $1"
    done
}

docwords() {
    docword 'an index past the vocabulary' ':5:' '2\n3\n2\n1 1 1\n2 4 1\n'
    docword 'an index of 0' ':4:' '2\n3\n2\n1 0 1\n2 3 1\n'
    docword 'a document past the header' ':5:' '2\n3\n2\n1 1 1\n3 3 1\n'
    docword 'documents out of order' ':6:' '2\n3\n3\n1 1 1\n2 3 1\n1 2 1\n'
    docword 'a negative count' ':4:' '2\n3\n2\n1 1 -1\n2 3 1\n'
    docword 'a count that is not whole' ':4:' '2\n3\n2\n1 1 0.5\n2 3 1\n'
    docword 'a huge count' ':4:' '2\n3\n2\n1 1 99999999999\n2 3 1\n'
    docword 'a count that is no number' ':4:' '2\n3\n2\n1 1 x\n2 3 1\n'
    docword 'a line of two numbers' ':4:' '2\n3\n2\n1 1\n2 3 1\n'
    docword 'fewer entries than the header says' . '2\n3\n3\n1 1 1\n2 3 1\n'
    docword 'more entries than the header says' . '2\n3\n1\n1 1 1\n2 3 1\n'
    docword 'a header of words' . 'a\n3\n1\n1 1 1\n'
    docword 'nothing behind the header' . '2\n3\n2\n'
    docword 'a NUL byte' . '2\n3\n2\n1 1 1\0\n2 3 1\n'
    docword 'a vocabulary that is too long' . '2\n3\n2\n1 1 1\n2 3 1\n' text/vocab4
    docword 'a vocabulary that is too short' . '2\n3\n2\n1 1 1\n2 3 1\n' text/vocab2
    printf 'a\nb\na\n' >text/vocab-twice
    docword 'a word that comes twice' ':3|3:|line 3' '2\n3\n2\n1 1 1\n2 3 1\n' text/vocab-twice
    printf 'a\n\nc\n' >text/vocab-gap
    docword 'an empty word' '2' '2\n3\n2\n1 1 1\n2 3 1\n' text/vocab-gap
    printf 'a\nb b\nc\n' >text/vocab-blank
    docword 'a word with a blank' '2' '2\n3\n2\n1 1 1\n2 3 1\n' text/vocab-blank
    printf 'a\n\377\nc\n' >text/vocab-latin
    docword 'a word that is not UTF-8' '2' '2\n3\n2\n1 1 1\n2 3 1\n' text/vocab-latin
}

# A compressed corpus, cut and flipped.
compressed() {
    local tool size i
    size=$(stat -c %s text/docword.gz)
    for tool in jsmf-bow jsmf-cooc; do
        if ! built $tool; then continue; fi
        for i in 1 2 3 4 5 6 7 8 9 10 11; do
            head -c $((size * i / 12)) text/docword.gz >text/bad
            refuses 3 . text/bad $tool --vocab text/vocab
            done_cell "$tool: a gzip cut at $i twelfths"
        done
        head -c $((size - 1)) text/docword.gz >text/bad
        refuses 3 . text/bad $tool --vocab text/vocab
        done_cell "$tool: a gzip without its last byte"
        for i in 3 5 7; do
            python3 -c 'import sys
b = bytearray(open("text/docword.gz", "rb").read()); b[len(b) * int(sys.argv[1]) // 9] ^= 16
open("text/bad", "wb").write(b)' $i
            refuses 3 . text/bad $tool --vocab text/vocab
            done_cell "$tool: a gzip with a flipped bit at $i ninths"
        done
        fails 1 'No such file' $tool text/docword --vocab text/missing -o o/out
        done_cell "$tool: a missing vocabulary"
    done
}
