# jsmf-text: what people have to a bag. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

if jsmf-text --from text <<<'one document' 2>err | jsmf-cat --check; then :; else
    grep -q 'without ICU' err || verdict 1 'jsmf-text works'
    verdict 0 'jsmf-text # SKIP built without ICU'
    return
fi

# Speeches in four languages, of which each has its words; quotes, delimiters and line ends within.
awk 'BEGIN {
    lists = "bank money credit loan interest market price trade;regierung gesetz abstimmung minister kanzler partei " \
        "königin wähler;θάλασσα νησί καράβι λιμάνι άνεμος κύμα " \
        "ήλιος ψαράς;" \
        "музыка концерт оркестр скрипка певец опера " \
        "театр голос"
    split(lists, list, ";")
    print "id,date,party,year,body"
    for (d = 0; d < 80; d++) {
        n = split(list[d % 4 + 1], word, " ")
        text = ""
        for (i = 0; i < 12; i++)
            text = text word[(d * 7 + i * i * (1 + d % 3) + int(d / 5)) % n + 1] \
                (i % 5 ? ", " : d % 2 ? " \"\"x\"\" " : "\r\n")
        printf "doc-%03d,2026-%02d-01,%s,%d,\"%s\"\r\n", d, d % 12 + 1, d % 2 ? "left" : "right", 1990 + d % 30,
            text
    }
}' >talks.csv
words_of() { array vocab "$1" | sort | tr '\n' ' '; }

reads_a_csv() {
    run jsmf-text talks.csv --text body --id id --keep date,party --keep year --keep-text 9 -o talks 2>err &&
        [ ! -s err ] && [ "$(array ids talks | sed -n '1p;80p' | tr '\n' ' ')" = 'doc-000 doc-079 ' ] &&
        [ "$(array date talks | sed -n 80p)" = 2026-08-01 ] && [ "$(array year talks | sed -n 2p)" = 1991 ] &&
        jsmf-cat talks | grep -q '^array	year	int64	80$' && jsmf-cat talks | grep -q '^array	party	unicode	80$' &&
        array vocab talks | grep -qx 'königin' && array vocab talks | grep -qx 'θάλασσα' &&
        [ "$(array vocab talks | wc -l)" = 32 ]
}
# The same documents, however they come.
formats_agree() {
    local name
    python3 - <<'END' || return 1
import csv, json
rows = list(csv.DictReader(open('talks.csv', newline='')))
with open('talks.jsonl', 'w') as f:
    for row in rows:
        f.write(json.dumps({'meta': {'id': row['id']}, 'body': row['body']}) + '\n')
with open('talks.tsv', 'w') as f:
    f.write('id\tbody\n' + ''.join(row['id'] + '\t' + ' '.join(row['body'].split()) + '\n' for row in rows))
with open('talks.semi', 'w', newline='') as f:
    csv.writer(f, delimiter=';').writerows([['id', 'body']] + [[row['id'], row['body']] for row in rows])
END
    run jsmf-text talks.csv --id id -o from-csv && run jsmf-text talks.jsonl --id meta.id -o from-jsonl &&
        run jsmf-text talks.tsv --id id -o from-tsv && gzip -c talks.semi | run jsmf-text --id id -o from-semi &&
        tail -n +2 talks.tsv | run jsmf-text --with-ids -o from-text || return 1
    for name in jsmf ids vocab df H.data H.indices H.indptr; do
        array "$name" from-csv >expected
        for format in jsonl tsv semi text; do array "$name" from-$format | cmp - expected || return 1; done
    done
}
files_are_documents() {
    mkdir -p letters && printf 'Dear Sir\nor madam' >letters/a.txt && printf 'yours truly' >'letters/b c.txt' &&
        printf '%s\0' letters/*.txt | run jsmf-text --from files --files-from - --null -o letters.npz &&
        [ "$(array ids letters.npz | tr '\n' '|')" = 'letters/a.txt|letters/b c.txt|' ] &&
        [ "$(words_of letters.npz)" = 'dear madam or sir truly yours ' ] &&
        printf '%s\n' letters/*.txt | run jsmf-text --from files --files-from - -o again.npz &&
        array H.data again.npz | cmp - <(array H.data letters.npz)
}
files_that_are_no_text_are_left_out() {
    mkdir -p odd && printf '\377\376a\0b\0' >odd/a && printf 'x\377y z' >odd/b && printf 'PNG\0' >odd/c &&
        printf '%%PDF-1.4\n' | gzip >odd/d && printf 'plain words' >odd/e || return 1
    run jsmf-text --from files --invalid skip odd/* -o odd.npz 2>err &&
        [ "$(array ids odd.npz | tr '\n' ' ')" = 'odd/b odd/e ' ] && [ "$(words_of odd.npz)" = 'plain words xy ' ] &&
        grep -q 'odd/a: looks like UTF-16, which iconv converts: left out' err &&
        grep -q '3 of 5 files are no text and were left out' err &&
        grep -q '1 byte not of UTF-8 left out, in 1 of 5 files, such as odd/b$' err &&
        [ "$(wc -l <err)" = 3 ] || return 1
    ! run jsmf-text --from files odd/d 2>err &&
        grep -q 'odd/d: looks like a PDF file, expected text (--invalid skip leaves such files out)' err &&
        ! run jsmf-text --from files --invalid skip odd/d 2>err && grep -q 'odd/d: no documents .no file is text' err
}
lists_of_columns() {
    printf 'a,b,c\nxx yy,1,2\n' >listed.csv && ! run jsmf-text --text a,b listed.csv 2>err &&
        grep -q -- '--text a,b: expected one column; --text is given again for each' err &&
        ! printf '%0300d,b\nx,y\n' 0 | run jsmf-text --from csv --text body 2>err &&
        grep -q 'no column body (there are 0\{40\}[.]\{3\}, b)' err &&
        run jsmf-text --text a --keep 'b, d=c ' listed.csv -o listed && [ "$(array b listed)$(array d listed)" = 12 ]
}
# What someone wrote is not replaced: the corpus itself, or a list.
inputs_are_spared() {
    printf 'a b c\n' >own.txt && cp own.txt own.before && ln -sf own.txt own.link && printf 'ab\n' >own.list &&
        printf 'own.list\nown.link\n' >own.names || return 1
    for command in 'jsmf-text own.txt' 'jsmf-bow own.link' 'jsmf-text own.list --files-from own.txt' \
        'jsmf-text --files-from own.names' 'jsmf-bow own.list --stop own.txt --stop own.list'; do
        # shellcheck disable=SC2086
        run $command -o own.txt 2>err
        [ $? = 2 ] && grep -q 'o own.txt: would replace own[.a-z]*\( of --[a-z-]*\)\?, which is read: name' err &&
            cmp own.txt own.before || return 1
    done
    run jsmf-text own.list -o own.txt && run jsmf-bow -q own.txt --min-df 0 -o own.txt && jsmf-cat --check own.txt &&
        printf 'PKID,text\n1,a b\n' >own.csv && refused_over own.csv own.csv jsmf-text --text text own.csv -o own.csv
}
# refused_over FILE WHAT COMMAND...: an error of usage, before anything is read or written, that names WHAT.
refused_over() {
    local file=$1 what=$2
    shift 2
    cp "$file" before || return 1
    run "$@" >out 2>err
    [ $? = 2 ] && grep -q " $file: would replace $what, which is read: name another file (" err && [ ! -s out ] &&
        cmp "$file" before
}
standard_input_is_spared() {
    printf 'a b c\n' >in.txt && printf 'PK no text' >in.npz || return 1
    for command in 'jsmf-text' 'jsmf-bow --from text' 'jsmf-bow --stop - in.npz' 'jsmf-edit --name - in.npz' \
        'jsmf-infer --format tsv in.npz' 'jsmf-prevalence --labels - in.npz' 'jsmf-text --files-from -'; do
        # shellcheck disable=SC2086
        refused_over in.txt 'standard input' $command -o in.txt <in.txt || return 1
    done
    refused_over in.npz 'standard input' jsmf-topics -o in.npz <in.npz &&
        run jsmf-text -o in.txt - <before && run jsmf-bow -q --min-df 0 -o in.txt <in.txt && jsmf-cat --check in.txt &&
        echo in.txt >list && run jsmf-cat in.txt -o list <list && grep -q '^kind.bag$' list
}
streams_are_spared_from_text() {
    printf 'PK no text' >in.npz && ln -f in.npz link.npz || return 1
    for command in jsmf-topics jsmf-report jsmf-eval jsmf-near jsmf-cat 'jsmf-infer --format tsv model.npz' \
        'jsmf-infer --format wide' 'jsmf-learn -k 2 --print'; do
        # shellcheck disable=SC2086
        refused_over in.npz link.npz $command link.npz -o in.npz || return 1
    done
    refused_over in.npz 'in.npz of --bag' jsmf-eval --bag in.npz model.npz -o in.npz &&
        refused_over in.npz 'link.npz of --model' jsmf-synth --format uci --model link.npz -o in.npz
}
second_outputs_spare_what_is_read() {
    printf 'a b c\n' >in.txt && printf 'PK no text' >in.npz || return 1
    refused_over in.txt in.txt jsmf-bow --from text in.txt --split 0.5 --rest in.txt -o t.npz &&
        refused_over in.txt 'in.txt of --stop' jsmf-bow in.npz --stop in.txt --split 0.5 --rest in.txt -o t.npz &&
        refused_over in.npz in.npz jsmf-bow in.npz --split 0.5 --rest in.npz -o t.npz &&
        refused_over in.npz 'in.npz of --model' jsmf-synth --model in.npz --format uci --vocab-file in.npz -o t.txt &&
        refused_over in.npz 'in.npz of --lengths-of' jsmf-synth --lengths-of in.npz --vocab-file in.npz -o t.npz &&
        refused_over in.npz in.npz jsmf-choose -k 5 --figure in.npz in.npz && grep -q -e '--figure in.npz: ' err &&
        mv in.txt in1.txt &&
        refused_over in1.txt in1.txt jsmf-bow --from text in1.txt --cut 2 --block 1 -o in%d.txt &&
        printf 'PK\3\4' >in1.npz && refused_over in1.npz in1.npz jsmf-bow in1.npz --cut 2 --block 1 -o in%d.npz &&
        ! run jsmf-near --to in1.txt none.npz -o in1.txt 2>err && grep -q 'none.npz: No such' err &&
        [ ! -e t.npz ] && [ ! -e t.txt ] && [ ! -e in0.txt ]
}
texts_are_joined() {
    printf 'title,text\nA cat,sat down\n' | run jsmf-text --text title --text text --keep-text 10 -o joined &&
        [ "$(words_of joined)" = 'cat down sat ' ] && [ "$(array text joined)" = 'A cat sat ' ]
}
columns_have_types() {
    printf 'text,n,x,z,e,d\nab,1,-0.5,007,1,2026-01-02\ncd,-9007199254740993,1e+20,8,,2026-01-03\n' >typed.csv &&
        run jsmf-text typed.csv --keep n,x,zip=z,e,d -o typed 2>err && grep -q 'keep e: strings' err &&
        [ "$(wc -l <err)" = 1 ] && [ "$(array n typed | tail -n 1)" = -9007199254740993 ] &&
        [ "$(jsmf-cat typed | awk -F '\t' '$2 ~ /^(n|x|zip|e|d)$/ { print $2, $3 }' | tr '\n' ' ')" = \
            'n int64 x float64 zip unicode e unicode d unicode ' ]
}
# Versions 1.1 and 1.10, codes 1e5 and 100000.
names_like_numbers_stay() {
    local kept=v,e,plus,x
    printf 'text,v,e,plus,x\nab,1.1,100000,1,0.30000000000000004\ncd,1.10,1e5,+1,-2.5\n' >versions.csv &&
        run jsmf-text -v versions.csv --keep $kept -o versions 2>err &&
        [ "$(array v versions | paste -sd ' ')$(array e versions | paste -sd ' ')" = '1.1 1.10100000 1e5' ] &&
        [ "$(jsmf-cat versions | awk -F '\t' '$2 ~ /^(v|e|plus|x)$/ { print $2, $3 }' | tr '\n' ' ')" = \
            'v unicode e unicode plus unicode x float64 ' ] &&
        grep -q 'keep v: strings, not numbers, as 1.10 (document 1, numbered from 0) is not the shortest form' err
}
# As R writes them. A line NA of a text is a line like others.
missing_values_are_told() {
    printf 'text,year,n,who\nNA,NA,1,NA\n"a good day",2015,,ann\nNA NA,2016,NA,bob\nNA,2017,3,\n' >missing.csv &&
        run jsmf-text missing.csv --text text --keep year,n,who -o missing 2>err && [ "$(wc -l <err)" = 3 ] &&
        grep -q 'missing.csv: the text of 2 of 4 documents is NA, .*; document 0, numbered from 0, is the first' err &&
        grep -q 'keep year: strings, not numbers, as 1 of 4 values are NA$' err &&
        grep -q 'keep n: strings, not numbers, as 2 of 4 values are empty or NA$' err &&
        printf 'NA\n\na day\n' | run jsmf-text --from text -o missing 2>err && ! grep -q ' is NA' err
}
prices_are_numbers() {
    printf 'text,price,pandas,v\nab,2.50,3.0,1.0\ncd,-10.00,2.25,1.10\n' >prices.csv &&
        run jsmf-text prices.csv --keep price,pandas,v -o prices 2>err &&
        [ "$(array price prices | paste -sd ' ') $(array pandas prices | paste -sd ' ')" = '2.5 -10 3 2.25' ] &&
        jsmf-cat prices | grep -qP '^array\tv\tunicode'
}
empty_documents_keep_rows() {
    printf 'a b\n\ncat\n' | run jsmf-text -o rows 2>err && [ "$(array H.indptr rows | tr '\n' ' ')" = '0 0 0 1 ' ] &&
        grep -q '2 of 3 documents without a word' err
}
# As when files are put one behind the other.
a_second_header_is_told() {
    printf '"id","body"\r\n1,id\r\nid,body\r\n2,body\r\n' >joined.csv
    jsmf-text joined.csv --text body --id id -o joined 2>err && [ "$(array ids joined | wc -l)" = 3 ] &&
        grep -q "warning: 1 record is the columns' names once more" err
}
blank_lines_of_one_column_are_told() {
    printf 'text\nab\n\n""\n' | run jsmf-text --from csv -o blank 2>err &&
        [ "$(array H.shape blank | head -n 1)" = 2 ] &&
        grep -q '1 blank line left out, where one column' err
}
one_column_has_a_name() {
    printf 'text\n"hello, there"\n"foo"\n' | run jsmf-text -o one-column &&
        [ "$(words_of one-column)" = 'foo hello there ' ] &&
        printf 'note\n"a, bc"\nde\n' | run jsmf-text --text note -o one-column &&
        [ "$(words_of one-column)" = 'bc de ' ]
}
formats_that_differ_are_told() {
    local other
    printf '{"id": 1, "body": "ab"}\n' >other.jsonl && printf 'id;body\n1;ab\n' >other.semi || return 1
    for other in jsonl semi; do
        run jsmf-text talks.csv other.$other -o /dev/null 2>>differ
        [ $? = 3 ] || return 1
    done
    grep -q 'other.jsonl: looks like jsonl, but talks.csv, which tells .*, like csv' differ &&
        grep -q "other.semi: looks like csv with ';' between fields, but talks.csv, .* has ','" differ &&
        [ "$(wc -l <differ)" = 2 ] && run jsmf-text talks.csv talks.csv -o twice 2>/dev/null
}
repeated_ids_are_told() {
    printf 'id,text\n1,ab\n2,ab\n1,ab\n' | run jsmf-text --id id -o repeated 2>err && grep -q warning err
}
# A batch has 4 MiB: several of them, and documents of all sizes.
any_threads() {
    awk 'BEGIN { for (d = 0; d < 3000; d++) { n = d == 7 ? 200000 : d * d % 997; s = ""
        for (i = 0; i < n; i++) printf "w%d ", (i * i + d) % (n + 3); print "" } }' >many.txt
    run jsmf-text -q -t 1 many.txt -o many-1 && run jsmf-text -q -t 2 many.txt -o many-2 && cmp many-1 many-2 &&
        run jsmf-text -q -t 3 --memory 64M <many.txt | cmp - <(jsmf-text -q --memory 64M many.txt)
}
# From the file to what its documents are about, and the next day's rows.
from_csv_to_topics() {
    run jsmf-text talks.csv --id id --keep date -o bag && run jsmf-bow bag --min-words 2 -o bag.npz &&
        run jsmf-learn -q -k 4 bag.npz -o four && run jsmf-infer -q four bag.npz -o four-w &&
        array ids four-w | cmp - <(array ids bag) && array date four-w | cmp - <(array date bag) &&
        run jsmf-topics --documents four-w four >shown && grep -q 'doc-0' shown || return 1
    printf 'id,date,body\nnew,2026-12-01,"Ο άνεμος, η ""θάλασσα"", the unknown"\n' >new.csv
    run jsmf-text --match four new.csv --id id --keep date 2>err | run jsmf-infer -q four -o new-w &&
        grep -q 'tokens .* left out (--stop english or FILE' err && [ "$(array ids new-w)" = new ] &&
        [ "$(array date new-w)" = 2026-12-01 ] &&
        array vocab new-w | cmp - <(array vocab four) || return 1
    run jsmf-text --match four new.csv -o new-bag 2>err && [ "$(array text.unknown new-bag)" = 2 ] &&
        run jsmf-text --match four --stop english new.csv -o new-bag 2>err &&
        [ "$(array text.unknown new-bag)" = 1 ] && grep -q '1 of 3 tokens .* not in four: left out$' err &&
        echo Unknown >more-stop && run jsmf-text --match four --stop english --stop more-stop new.csv -o new-bag &&
        [ "$(array text.unknown new-bag)" = 0 ] &&
        jsmf-cat new-bag | grep -q 'history.*--match four --stop english --stop more-stop'
}

# Ratings become counts, twice as large, whatever signs titles have.
ratings_make_a_bag() {
    mkdir -p ratings && cd ratings || return 1
    printf 'user,film,rating\nu2,"Dark, Part 1",4.5\nu1,Star,2\nu2,Star,1\n' >ratings.csv
    awk '/^Make a bag of ratings/ { on = 1 } on && /^\.Ed/ { exit } on && b; on && /^\.Bd/ { b = 1 }' \
        "$here/../man/jsmf-bow.1" | sed "s/\\\\(aq/'/g; s/\\\\e/\\\\/g" >lines && run sh -e lines &&
        [ "$(array ids ratings.npz | tr '\n' ' ')" = 'u2 u1 ' ] &&
        [ "$(array vocab ratings.npz | tr '\n' ' ')" = 'Dark,_Part_1 Star ' ] &&
        [ "$(array H ratings.npz | tr '\t\n' ' ;')" = '0 0 9;0 1 2;1 1 4;' ] || return 1
    printf 'user,film,rating\n7,17,1\n8,"18\n19",2.0\n7,"a\tb",3\n8,17,\n' >ratings.csv && run sh -e lines 2>err &&
        [ ! -s err ] && [ "$(array vocab ratings.npz | tr '\n' ' ')$(array H ratings.npz | tr '\t\n' ' ;')" = \
            '17 18\n19 a\tb 0 0 2;0 2 6;1 1 4;' ] || return 1
    ! jsmf-bow ratings.csv 2>err && grep -q 'an example in jsmf-bow(1) reads lines such as user,item,number' err &&
        printf 'a b\nc\n' >spaced && ! jsmf-bow ratings.svm --vocab spaced 2>err &&
        grep -q "expected one word (tr ' ' _ makes one of several)" err && echo '0 1:4.5' >half.svm &&
        ! jsmf-bow half.svm --vocab films.txt 2>err && grep -q 'multiply all counts by what makes them whole' err
}
matrices_may_lie_turned() {
    "$here/with_arrays.py" - turned.npz format S '()' csr data i4 2 1 1 indices i4 2 0 1 indptr i8 3 0 1 2 \
        shape i8 2 2 3 && printf 'a\nb\n' >two && ! run jsmf-bow turned.npz --vocab two 2>err &&
        grep -q 'turned.npz: 3 columns, but 2 words in two (--transpose takes rows for words)' err &&
        run jsmf-bow turned.npz --vocab two --transpose --min-df 0 -o /dev/null
}

# jsmf-bow's lists of words and of documents.
lists_of_words() {
    printf 'Été the cat\nété the dog\ncat bird\n' >case.txt && printf 'ÉTÉ\n' >list &&
        printf 'dog\nCAT\n' >kept && run jsmf-bow case.txt --stop english --stop list -o some &&
        [ "$(words_of some)" = 'bird cat dog Été été ' ] &&
        run jsmf-bow case.txt --stop english --stop list --ignore-case -o some 2>err && [ ! -s err ] &&
        [ "$(words_of some)" = 'bird cat dog ' ] &&
        run jsmf-bow case.txt --min-df 2 --drop-top 1 -o some && [ "$(words_of some)" = 'the ' ] &&
        run jsmf-bow case.txt --min-df 9 --keep-words kept -o some 2>/dev/null && [ "$(words_of some)" = 'dog ' ] &&
        jsmf-cat --list some | grep -q -- '--keep-words kept' || return 1
    run jsmf-bow case.txt --stop list -o some 2>err && [ "$(words_of some)" = 'bird cat dog the Été été ' ] &&
        grep -q 'of 1 word of the list that the corpus has it has 1 in another case only, such as ÉTÉ: they' err &&
        printf 'été\nCat\n' >list && run jsmf-bow case.txt --stop list -o some 2>err && [ ! -s err ] || return 1
    jsmf-cat --list some >shown && run jsmf-bow some --stop english --stop list -o again 2>err
    jsmf-cat --list again | grep -q -- '--stop english --stop list'
}
names_of_documents() {
    printf 'one\ntwo words\nthree\n' >names && run jsmf-bow case.txt --ids names -o named &&
        array ids named | cmp - names && echo 'two words' >wanted &&
        run jsmf-bow case.txt --ids names --documents wanted -o part && array ids part | cmp - wanted || return 1
    printf 'one\n' | run jsmf-bow case.txt --ids - -o named 2>err
    [ $? = 3 ] && grep -q '1 name, but 3 documents' err || return 1
    run jsmf-bow part --ids names 2>err >out
    [ $? = 2 ] && grep -q 'has ids already' err
}
ok 'jsmf-bow: several lists, kept words, words in any case, the most frequent left out' lists_of_words
ok 'jsmf-bow: names of documents' names_of_documents
records_are_sent_on() {
    ! run jsmf-bow talks.csv 2>err && grep -q 'looks like CSV (jsmf-text makes a bag of it' err &&
        ! run jsmf-cooc talks.csv 2>err && grep -q 'jsmf-text makes a bag of it' err &&
        ! run jsmf-bow <<<'{"text": "a b"}' 2>err && grep -q 'looks like JSON (jsmf-text' err
}
# One day all values of a column are numbers, the other one is empty.
days_are_of_one_type() {
    local day kept snow=(- snow 'snow snow')
    for kept in prio prio:text; do
        for day in 1 2; do
            printf 'text,prio\nsome rain,%s\n%s,3\n' "${day#1}" "${snow[day]} and rain" |
                jsmf-text -q --keep $kept | run jsmf-bow -q --shard d$day -o day-$day-$kept 2>err || return 1
        done
    done
    run jsmf-merge day-1-prio:text day-2-prio:text -o days && [ "$(array prio days | paste -sd,)" = ,3,2,3 ] &&
        ! jsmf-merge day-1-prio day-2-prio -o days 2>err &&
        grep -q 'day-2-prio: array prio: has whole numbers, but strings in day-1-prio (jsmf-text --keep prio:text' err
}
ok 'jsmf-bow and jsmf-cooc send CSV and JSON to jsmf-text' records_are_sent_on
ok 'jsmf-text: a CSV with quotes, ids, dates and four languages' reads_a_csv
ok 'jsmf-text: all formats give the same bag' formats_agree
ok 'jsmf-text: lists of columns' lists_of_columns
ok 'jsmf-text: every file is a document' files_are_documents
# A list as Windows writes it.
lists_of_files() {
    echo one two >crlf.txt && printf '\357\273\277crlf.txt\r\n\r\nlisted.csv\r\n' |
        run jsmf-text -q --from files --files-from - -o again.npz &&
        [ "$(array ids again.npz | paste -sd ' ')" = 'crlf.txt listed.csv' ]
}
ok 'jsmf-text --files-from: a list with a mark of UTF-8, and CRLF' lists_of_files
ok 'jsmf-text: --invalid skip leaves out files that are no text' files_that_are_no_text_are_left_out
ok 'jsmf-text, jsmf-bow: -o does not replace what is read, unless it is a stream' inputs_are_spared
ok 'nor does -o replace standard input' standard_input_is_spared
ok 'nor text a stream that is read' streams_are_spared_from_text
ok '--rest, --vocab-file, --figure and --cut replace nothing that is read' second_outputs_spare_what_is_read
ok 'jsmf-text: two columns are one text' texts_are_joined
ok 'jsmf-text: columns become numbers or strings' columns_have_types
ok 'jsmf-text: numbers of as many decimals are numbers' prices_are_numbers
ok 'jsmf-text: NA of a table, in texts and beside numbers, is told' missing_values_are_told
ok 'jsmf-text: what would not be printed as it is written stays text' names_like_numbers_stay
ok 'jsmf-text: --keep COLUMN:text gives a column one type every day' days_are_of_one_type
ok 'jsmf-text: empty documents keep their rows' empty_documents_keep_rows
ok 'jsmf-text: names of columns among the records are told of' a_second_header_is_told
ok 'jsmf-text: blank lines of one column are told of' blank_lines_of_one_column_are_told
ok 'jsmf-text: a first line names the one column' one_column_has_a_name
ok 'jsmf-text: a file of another format than the first is told of' formats_that_differ_are_told
ok 'jsmf-text: documents of one id are told of' repeated_ids_are_told
ok 'jsmf-text: the same bytes for every number of threads' any_threads
ok 'jsmf-text: from a CSV to topics with ids and dates, and new rows the next day' from_csv_to_topics
ok 'jsmf-bow: the example of ratings on its page' ratings_make_a_bag
cd "$scratch" || exit 1
ok 'jsmf-bow: a matrix that lies turned is told' matrices_may_lie_turned
