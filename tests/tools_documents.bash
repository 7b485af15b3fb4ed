# Arrays of the documents: they go where the documents go; ids are looked at first. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

with_arrays() { "$here/with_arrays.py" "$@"; }
six_documents() {
    printf 'a b\nb c c\na c\nb b d\nc d d\na d\n' | run jsmf-bow -o plain-bag &&
        with_arrays plain-bag documents-bag label i8 6 0 10 20 30 40 50 title U 6 t0 t1 t2 t3 t4 t5 \
            cov f8 6,2 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 fcov i4F 6,2 0 1 2 3 4 5 10 11 12 13 14 15 \
            flag b1 6 0 1 0 1 0 1 note U '()' mine weights f8 2 0.25 0.75
}
line() { array "$1" "$2" | tr '\t\n' '  '; }
# rows_are BAG DOCUMENT...: every array has the rows of these documents.
rows_are() {
    local bag=$1 d label='' title='' cov='' fcov='' ids=''
    shift
    for d in "$@"; do
        ids+="$d " label+="${d}0 " title+="t$d " cov+="$d $d.5 " fcov+="$d 1$d "
    done
    [ "$(line ids "$bag")" = "$ids" ] && [ "$(line label "$bag")" = "${label/#00/0}" ] &&
        [ "$(line title "$bag")" = "$title" ] && [ "$(line cov "$bag")" = "$cov" ] &&
        [ "$(line fcov "$bag")" = "$fcov" ]
}
goes_along() {
    run jsmf-bow -q documents-bag --split 0.5 --rest rest --min-df 0 -o kept &&
        rows_are kept $(array ids kept) && rows_are rest $(array ids rest) &&
        [ "$(line weights kept)$(line note kept)" = '0.25 0.75 mine ' ] && ! array weights rest 2>err &&
        jsmf-cat --check kept && jsmf-cat --check rest
}
goes_with_listed() {
    printf '4\n1\n' >list && run jsmf-bow -q documents-bag --documents list --min-df 0 -o kept && rows_are kept 1 4 &&
        printf '5\n0\n3\n1\n' >list && run jsmf-bow -q documents-bag --documents list --split 0.5 --rest rest \
            --min-df 0 -o kept && rows_are kept $(array ids kept) && rows_are rest $(array ids rest) &&
        [ "$(cat <(array ids kept) <(array ids rest) | sort | tr '\n' ' ')" = '0 1 3 5 ' ]
}
square() {
    printf 'a b\nb c c\na c\nb d\n' | run jsmf-bow -o bag && with_arrays bag square-bag label i8 4 1 2 3 4 &&
        says 0 'as many words as documents: arrays of 4 rows are taken for' jsmf-bow square-bag --min-df 0 \
            --split 0.5 --rest rest -o kept && [ "$(array vocab kept | wc -l)" = 4 ] &&
        [ "$(array label kept | wc -l)" = 2 ]
}
ok 'a bag with arrays of its documents' six_documents
ok '--split: arrays of the documents go with them' goes_along
ok '--documents: the same' goes_with_listed
ok 'a bag with as many words as documents: a warning' square

ids_model() { run jsmf-cooc -q plain-bag | run jsmf-aw -q -k 2 -o ids-model; }
# ids_of SHAPE NAME...: a bag with these.
ids_of() { with_arrays plain-bag ids-bag ids U "$@"; }
short_ids() {
    local tool
    ids_of 3 x y z && for tool in jsmf-bow jsmf-cooc 'jsmf-infer ids-model' 'jsmf-polish ids-model'; do
        # shellcheck disable=SC2086
        says 3 'array ids: has shape \(3\), but there are 6 documents' $tool ids-bag || return 1
    done
    ids_of 6,2 {a..l} && says 3 'array ids: has shape \(6, 2\), but' jsmf-bow ids-bag &&
        with_arrays plain-bag ids-bag ids f8 6 0 1 2 3 4 5 && says 3 'neither of names nor of whole' jsmf-bow ids-bag
}
whole_ids() {
    with_arrays plain-bag ids-bag ids "$1" 6 100 0 7 "$2" 9 8 && run jsmf-bow ids-bag -o named 2>err && [ ! -s err ] &&
        [ "$(line ids named)" = "100 0 7 $2 9 8 " ] && jsmf-cat --list named | grep -q 'ids.unicode.6' &&
        run jsmf-infer -q ids-model ids-bag -o w && [ "$(line ids w)" = "100 0 7 $2 9 8 " ] &&
        run jsmf-infer -q --format tsv ids-model ids-bag | grep -q "^$2	" &&
        echo "$2" >list && run jsmf-bow -q ids-bag --documents list -o one && [ "$(line ids one)" = "$2 " ]
}
doubtful_ids() {
    ids_of 6 a b '' c '' d && says 0 'array ids: 2 of 6 names empty' jsmf-bow ids-bag -o out-bag &&
        says 0 'array ids: 2 of 6 names empty' jsmf-infer ids-model ids-bag -o w &&
        ids_of 6 a b c b e a && says 0 'documents 1 and 3, numbered from 0, are both' jsmf-bow ids-bag -o out-bag &&
        says 0 'documents 1 and 3, numbered from 0, are both' jsmf-infer ids-model ids-bag -o w
}
ok 'a model of that bag' ids_model
ok 'ids that are not one a document: every program that reads bags refuses them, with the shape' short_ids
ok 'ids that are whole numbers become names' whole_ids i8 -12
ok 'the same of few bytes' whole_ids u1 255
ok 'the same of negative ones of two bytes' whole_ids i2 -32768
ok 'ids that are empty or stand twice: a warning' doubtful_ids
