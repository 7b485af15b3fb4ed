#!/usr/bin/env bash
# Small inputs for a fuzz target to start from. usage: tests/fuzz/seeds.sh DIR [TARGET]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$1 target=${2:-fuzz_npz}
tools=$here/../../build/release

# keep NAME: standard input, plain and as gzip.
keep() { tee "$dir/$1" | gzip -nc >"$dir/$1.gz"; }

npz() {
    if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
        PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/seeds.py" "$dir"
    fi
    "$here/../with_arrays.py" - "$dir/scipy.npz" data i8 3 1 2 1 indices i4 3 0 1 0 indptr i4 3 0 2 3 shape i8 2 2 2 \
        format S '()' csr
    "$here/../with_arrays.py" - "$dir/dense.npz" H f8 2,2 1 0 2 1 vocab U 2 a b ids S 2 x y
    if [ -x "$tools/jsmf-bow" ]; then
        printf 'the cat sat\nthe dog\nthe cat\n' | "$tools/jsmf-bow" --from text >"$dir/bag.npz"
    fi
}

uci() {
    printf '3\n4\n5\n1 1 2\n1 3 1\n2 2 7\n3 1 1\n3 4 2\n' | keep docword
    printf '2\r\n2\r\n2\r\n1 1 2\r\n2 2 1' | keep crlf
    printf '1\n1\n0\n' | keep empty
    printf '2\n3\n3\n1 1 1\n1 1 4\n2 3 2147483647\n' | keep repeated
}

text() {
    printf 'the cat sat\nthe dog\n\nthe cat\n' | keep documents
    printf 'caf\303\251 \360\237\230\200\tna\303\257ve\r\nend' | keep unicode
}

words() {
    printf 'the\ncat\nsat\n' | keep words
    printf 'caf\303\251\r\n\360\237\230\200' | keep unicode
}

# Behind a byte that makes the choices (fuzz_cut.c).
cuts() {
    printf '\000The king'"'"'s speech of 1936: see www.x.org, ask me@x.org' >"$dir/english"
    printf '\013Kœnigin l\342\200\231été ΛΌΓΟΣ 日本語の文章 ภาษาไทย' >"$dir/languages"
    printf '\004हिन्दी LG전자 😀 ＡＢ' >"$dir/more-languages"
    printf '\300a b. c' >"$dir/pattern"
}

# each NAME: standard input, plain and as gzip, behind every byte that may choose its format (fuzz_formats.c).
each() {
    local choice
    tee "$dir/plain" | gzip -nc >"$dir/zipped"
    for choice in {0..19}; do
        printf '%b' "\\0$(printf %o "$choice")" | cat - "$dir/plain" >"$dir/$1-$choice"
        printf '%b' "\\0$(printf %o "$choice")" | cat - "$dir/zipped" >"$dir/$1-$choice.gz"
    done
    rm "$dir/plain" "$dir/zipped"
}

formats() {
    printf '3\n1000\n3\n1 1 2\n1 3 1\n3 4 2\n' | each uci
    printf 'the cat sat\nthe dog\n\nthe cat\n' | each text
    printf '2 0:1 3:2\n0\n1 1:7\n' | each ldac
    printf '+1 qid:3 1:1 4:2.0 # c\n\n-1\n0 2:1e0\r\n' | each svmlight
    printf '%%%%MatrixMarket matrix coordinate integer general\n%% c\n3 4 3\n1 1 2\n3 4 1\n2 2 7\n' | each market
    printf '%%%%MatrixMarket matrix coordinate pattern general\n4 3 2\n1 1\n4 3\n' | each transposed
}

records() {
    printf 'id,text,n\n1,"a ""b""\r\nc",2\n\n2,d,\n' | each csv
    printf 'id\ttext\tn\n1\ta b\t2\n' | each tsv
    printf '{"id":1,"text":"a\\n\\u00e9\\ud83d\\ude00","n":[1.5e3,{}]}\n{"id":"","a":{"b":null}}\n' | each jsonl
    printf '1\ta b\n2\tcaf\303\251 \377\n' | each text
}

# Behind the byte that says what is made and done (fuzz_sums.c, fuzz_rounds.c), edits of four bytes.
sums() {
    local how
    for how in {0..15} 16 24 48 56 80 88 112 120; do # from 16 on blocks and their products
        printf '%b' "\\0$(printf %o "$how")" >"$dir/none-$how"
        printf '%b' "\\0$(printf %o "$how")\\013\\04\\02\\01" >"$dir/one-$how"
    done
}

mkdir -p "$dir"
case $target in
fuzz_npz) npz ;;
fuzz_uci) uci ;;
fuzz_text) text ;;
fuzz_words) words ;;
fuzz_formats) formats ;;
fuzz_records) records ;;
fuzz_cut) cuts ;;
fuzz_sums | fuzz_rounds) sums ;;
*) echo "no seeds for $target" >&2 ;;
esac
