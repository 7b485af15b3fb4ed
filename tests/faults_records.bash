# The fault matrix of jsmf-text's records (faults.sh): CSV, TSV, JSON lines, text.
# shellcheck shell=bash disable=SC2154

# records NAME PATTERN TEXT [OPTION...]: a bad file.
records() {
    local name=$1 pattern=$2
    printf '%b' "$3" >text/bad
    shift 3
    in_sample || return 0
    refuses 3 "$pattern" text/bad jsmf-text "$@"
    done_cell "jsmf-text $*: $name"
}

bad_csv() {
    records 'a quote that nothing closes' ':2: found a quote that opens' 'id,text\n1,"a b\n2,c d\n' --from csv
    records 'something behind a quote' ':3: found "x' 'id,text\n1,"a\nb"x\n'
    records 'a field too few' ':3: found 1 field, expected 2' 'id,text\n1,a b\n2\n'
    records 'a field too many' ':2: found 3 fields, expected 2' 'id,text\n1,a,b\n'
    records 'no column of that name' 'no column txt .there are id, text; is text meant' 'id,text\n1,a b\n' --text txt
    records 'a column there twice' 'columns 1 and 2.* both named text' 'text,text\na,b\n' --text text
    records 'no obvious text' 'no column of it is clearly the text .there are id, name' 'id,name\n1,ab\n2,cd\n'
    records 'a text for a name' 'there are id, a{20} a{19}\.\.\.; .*id.ttext.n. . cat - FILE where the first line has' \
        "id\t$(printf 'a%.0s' {1..20}) $(printf 'a%.0s' {1..60})\n2\tcd ef\n3\tcd gh\n"
    records 'a number for a name' 'no column 2 .there are id, .*columns have the names of the first line' \
        'id,name\n1,ab\n' --text 2
    records 'two obvious texts' 'no column of it is clearly the text' 'text,body\nab,cd\nef,gh\n'
    records 'a header alone' 'no documents .nothing stands behind' 'id,text\n'
    records 'a header alone, and a column named' 'no documents' 'id,name\n' --text name
    records 'a delimiter that is not there' 'no column text .there are id,text' 'id,text\n1,ab\n' --delimiter ';' \
        --text text
    records 'tabs that differ' ':3: found 3 fields, expected 2' 'id\ttext\n1\ta b\n2\ta\tb\n' --from tsv
}

bad_json() {
    records 'JSON that does not parse' ':2: not JSON: found .* in column 8, expected a comma or }' \
        '{"text":"a b"}\n{"x":1 2}\n'
    records 'JSON that ends early' ':1: not JSON: found the line.s end in column 11' '{"text":"a\n'
    records 'a JSON array' ':1: not JSON: .* an array' '[{"text":"a b"}]\n'
    records 'text where JSON is due' ':1: not JSON' 'a b\n' --from jsonl
    records 'a text that is a number' ':2: found a number in field text, expected a string' \
        '{"text":"a b"}\n{"text":5}\n'
    records 'a kept field that is an object' 'an object in field m, .* .there are m.a, m.b.' \
        '{"text":"ab","m":{"a":1,"b":2},"mx":1}\n' --keep m
    records 'an id that is an object' ':1: found an object in field id' '{"text":"a b","id":{}}\n' --id id
    records 'a record without its id' ':2: found no field id' '{"text":"a b","id":1}\n{"text":"c"}\n' --id id
    records 'no field of that name' 'no field txt .there are text, a.b; is text meant' '{"text":"x","a":{"b":1}}\n' \
        --text txt
}

bad_bytes() {
    records 'bytes that are not UTF-8' ':4: found bytes that are not UTF-8 at byte 18' 'id,text\n1,ab\n2,"c\n\351"\n'
    records 'a NUL' ':2: found a NUL at byte 5' 'ab\ncd\0\n'
    records 'UTF-16' 'looks like UTF-16' '\0377\0376a\0b\0'
    records 'UTF-16 where CSV is due' 'looks like UTF-16' '\0376\0377\0a\0b' --from csv
    records 'a tar archive' 'looks like a tar archive' "a$(printf '%0256d' 0)ustar"
    records 'a ZIP archive' 'looks like a ZIP archive' 'PK\0003\0004aaaa'
    records 'no tab behind an id' ':2: found no tab' '1\tab\n2 cd\n' --with-ids
    records 'returns alone between lines of text' 'carriage returns alone' 'foo bar\rfoo\r'
    records 'no words' 'no words .2 documents' '. .\n--\n'
    records 'no bytes' 'empty' ''
}

records_usage() {
    local words
    while read -r words; do
        in_sample || continue
        # shellcheck disable=SC2086
        fails 2 . jsmf-text $words
        done_cell "jsmf-text $words: usage"
    done <<'END'
--from text --text a text/prose
--from files --id a text/prose
--with-ids --from csv text/talks.csv
--text body --text body text/talks.csv
--from tsv --delimiter ; text/talks.csv
--delimiter ;; text/talks.csv
--null text/prose
--files-from text/prose text/prose
--keep vocab text/talks.csv
--keep n,n text/talks.csv
--keep n, text/talks.csv
--keep ../x=id text/talks.csv
--keep a/b text/talks.csv
--keep a\b=id text/talks.csv
--keep .a=id text/talks.csv
--keep a=n,a=id text/talks.csv
--pattern ( text/prose
--stop english text/prose
--match good/model --stop - text/prose
- -
END
}

records_cells() {
    if ! built jsmf-text; then return; fi
    bad_csv
    bad_json
    bad_bytes
    records_usage
    refuses 3 'no columns for --id .its first line does not name id' text/prose jsmf-text --id id
    done_cell 'jsmf-text: columns of text'
    refuses 1 'is a directory' o jsmf-text
    fails 1 'o: is a directory .find o -type f' jsmf-text o
    done_cell 'jsmf-text: a folder'
    fails 1 'No such file' jsmf-text good/missing -o o/out
    done_cell 'jsmf-text: a missing file'
    head -c 30 text/prose.gz >text/bad
    refuses 3 'truncated' text/bad jsmf-text
    done_cell 'jsmf-text: truncated gzip'
    printf 'a\0b\n' >text/bad
    fails 3 'text/bad: found a NUL' jsmf-text --files-from text/bad -o o/out
    done_cell 'jsmf-text: a list of files with a NUL'
    { printf 'text\n"'; head -c 300000 /dev/zero | tr '\0' a; } >text/bad
    refuses 1 ':2: the record that begins here .does nothing close its quotes.. needs .* of memory' text/bad \
        jsmf-text --from csv --memory 200K
    done_cell 'jsmf-text: a quote that nothing closes, and too little memory'
    printf 'a\xffb cd\n' >text/bad
    works '1 byte not of UTF-8 left out' jsmf-text --invalid skip text/bad
    works '1 byte not of UTF-8 replaced' jsmf-text --invalid replace text/bad
    done_cell 'jsmf-text: --invalid'
}
