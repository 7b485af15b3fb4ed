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

# by_scipy NAME PATTERN [ARRAY...]: a matrix as scipy writes it, with other arrays in the places of its own.
by_scipy() {
    local name=$1 pattern=$2
    shift 2
    "$here/with_arrays.py" - text/bad data f8 4 1 2 1 1 indices i4 4 0 1 2 0 indptr i4 4 0 2 3 4 shape i8 2 3 3 \
        format S '()' csr "$@"
    refuses 3 "$pattern" text/bad jsmf-bow --vocab text/vocab3
    done_cell "jsmf-bow: scipy's matrix, $name"
}

# What others write, damaged, and what is no corpus.
others() {
    local i size foreign
    if ! built jsmf-bow; then return; fi
    "$here/with_arrays.py" - text/bad data f8 2 1 2 row i4 2 0 1 col i4 2 0 2 shape i8 2 3 3 format S '()' coo
    refuses 3 "scipy's format coo .expected csr, as tocsr" text/bad jsmf-bow --vocab text/vocab3
    done_cell "jsmf-bow: scipy's matrix by triples"
    "$here/with_arrays.py" - text/bad arr_0 f8 2,3 1 0 2 0 1 1
    refuses 3 'no array H.shape, and no sparse matrix of scipy' text/bad jsmf-bow --vocab text/vocab3
    done_cell "jsmf-bow: an array of numpy's"
    by_scipy 'an index past the columns' 'indices: holds 7' indices i4 4 0 7 2 0
    by_scipy 'a negative index' 'indices: holds -1' indices i4 4 0 -1 2 0
    by_scipy 'row starts that fall' 'indptr: falls' indptr i4 4 0 3 2 4
    by_scipy 'too few row starts' 'indptr' indptr i4 3 0 2 4
    by_scipy 'row starts beyond the entries' 'indptr: goes from 0 to 9' indptr i4 4 0 2 3 9
    by_scipy 'fewer indices than counts' 'indices: has 3' indices i4 3 0 1 2
    by_scipy 'a negative count' 'holds -1' data f8 4 1 -1 1 1
    by_scipy 'a count that is not whole' 'holds 0.5' data f8 4 1 0.5 1 1
    by_scipy 'a count that is no number' 'holds -?nan' data f8 4 1 nan 1 1
    by_scipy 'a negative size' 'shape' shape i8 2 -3 3
    by_scipy 'a size of too many columns' 'shape|words|column' shape i8 2 3 99999999999
    by_scipy 'three sizes' 'shape' shape i8 3 3 3 3
    by_scipy 'another format' 'format bsr' format S '()' bsr
    by_scipy 'a format that is a number' 'format' format i8 '()' 3
    by_scipy 'entries by columns, of other sizes' 'indptr|column' format S '()' csc shape i8 2 3 2
    "$here/with_arrays.py" - text/scipy data f8 4 1 2 1 1 indices i4 4 0 1 2 0 indptr i4 4 0 2 3 4 shape i8 2 3 3
    size=$(stat -c %s text/scipy)
    for i in 1 3 5 7 9 11; do
        head -c $((size * i / 12)) text/scipy >text/bad
        refuses 3 trunc text/bad jsmf-bow --vocab text/vocab3
        done_cell "jsmf-bow: scipy's matrix cut at $i twelfths"
    done
    for foreign in 'JSON:{"a": 1}' 'CSV:a,b\n1,2\n' 'lines `doc:1 2 3\n2 1 1\n'; do
        printf '%b' "${foreign#*:}" >text/bad
        refuses 3 "looks like ${foreign%%:*}" text/bad jsmf-bow
        done_cell "jsmf-bow: ${foreign%%:*}"
        if built jsmf-infer; then refuses 3 "looks like ${foreign%%:*}" text/bad jsmf-infer good/model; fi
        done_cell "jsmf-infer: ${foreign%%:*}"
    done
}
