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
# More than are read at once.
many_whole_ids() {
    local i
    for ((i = 0; i < 2500; i++)); do echo "a b"; done | run jsmf-bow -q -o many-bag &&
        seq 7 3 7504 >numbers && with_arrays many-bag ids-bag ids i4 2500 $(cat numbers) &&
        run jsmf-bow -q ids-bag -o named && array ids named | cmp - numbers &&
        says 0 'documents 0 and 2500, .*named 7 .2500 of 5000 names' jsmf-merge ids-bag ./ids-bag -o named &&
        says 1 'ids that are numbers, as names.*--memory' jsmf-bow --memory 150K ids-bag -o named
}
# bare_ids_of NAME...: the bag as another program writes it, without a history, with these.
bare_ids_of() {
    with_arrays - bare-bag vocab U 4 a b c d H i8 6,4 1 1 0 0 0 1 2 0 1 0 1 0 0 2 0 1 0 0 1 2 1 0 0 1 ids U 6 "$@"
}
doubtful_ids() {
    bare_ids_of a b '' c '' d && says 0 'array ids: 2 of 6 names are empty' jsmf-bow bare-bag -o out-bag &&
        says 0 'array ids: 2 of 6 names are empty' jsmf-infer ids-model bare-bag -o w &&
        bare_ids_of a b c b e a &&
        says 0 'documents 1 and 3, numbered from 0, are both named b .2 of 6 names are repeated' \
            jsmf-bow bare-bag -o out-bag && told_once out-bag && ids_of 6 a b c b e a &&
        says 0 'merged documents: .* documents 1 and 3, .* named b .8 of 12 names' \
            jsmf-merge ids-bag ./ids-bag -o out-bag &&
        says 0 'documents 1 and 3, numbered from 0, are both' jsmf-infer ids-model bare-bag -o w
}
# told_once BAG: whose ids jsmf-bow has told of; b is documents 1 and 3.
told_once() {
    run jsmf-bow "$1" -o out-rest 2>err && [ ! -s err ] && run jsmf-infer ids-model "$1" -o out-w 2>err &&
        [ ! -s err ] && run jsmf-near out-w >out 2>err && [ ! -s err ] && echo b >list &&
        says 0 'documents 1 and 3, numbered from 0, are both named b' jsmf-bow "$1" --documents list -o out-rest &&
        says 0 '--to b: 2 documents of out-w have this id; the first of them, document 1, ' jsmf-near --to b out-w
}
# A change of direction, and a control character.
hidden_words() {
    with_arrays ids-model hidden-model vocab U 4 $'a\xe2\x80\xaeb' $'c\x1bd' e $'\xc3\xa9' &&
        run jsmf-topics -q hidden-model -o shown && grep -q 'a?b' shown && grep -q 'c?d' shown &&
        grep -q $'\xc3\xa9' shown && ! grep -q $'\xe2\x80\xae\|\x1b' shown
}
ok 'a model of that bag' ids_model
ok 'jsmf-topics: words that would change how the line looks' hidden_words
ok 'ids that are not one a document: every program that reads bags refuses them, with the shape' short_ids
ok 'ids that are whole numbers become names' whole_ids i8 -12
ok 'the same of few bytes' whole_ids u1 255
ok 'the same of negative ones of two bytes' whole_ids i2 -32768
ok 'many of them: in pieces, as the memory allows' many_whole_ids
ok 'ids that are empty or stand twice: a warning where they come in, and where they are asked for' doubtful_ids

# ---- what numpy and scipy write ----

zipped_docword() {
    local tool
    printf '3\n4\n5\n1 1 2\n1 2 1\n3 1 1\n3 3 7\n3 4 1\n' >docword.txt
    python3 -c 'import zipfile; zipfile.ZipFile("docword.zip", "w").write("docword.txt")' || return 1
    for tool in jsmf-bow jsmf-cooc 'jsmf-infer ids-model'; do
        # shellcheck disable=SC2086
        says 3 'a ZIP archive that holds docword.txt.*unzip it first' $tool --vocab words4 docword.zip &&
            says 3 'unzip it first' $tool docword.zip || return 1
    done
}
# By rows 2 1 0 0, nothing, 1 0 7 1; by columns the same; a zero is stored, and places come in any order.
by_rows=(data f8 6 1 2 0 7 1 1 indices i4 6 1 0 3 2 0 3 indptr i4 4 0 3 3 6 shape i8 2 3 4)
by_columns=(data i8 5 2 1 1 7 1 indices i8 5 0 2 0 2 2 indptr i8 5 0 2 3 4 5 shape i8 2 3 4)
scipy() {
    local format=$1
    shift
    with_arrays - scipy.npz "$@" format S '()' "$format"
}
reads_scipy() {
    run jsmf-bow -q --vocab words4 docword.txt -o wanted &&
        scipy csr "${by_rows[@]}" && run jsmf-bow -q --vocab words4 scipy.npz -o bag && same_arrays bag wanted &&
        scipy csc "${by_columns[@]}" && run jsmf-bow -q --vocab words4 scipy.npz -o bag && same_arrays bag wanted &&
        with_arrays - scipy.npz "${by_rows[@]}" && run jsmf-bow -q --vocab words4 - -o bag <scipy.npz &&
        same_arrays bag wanted
}
# The transpose of a matrix by columns is one by rows.
reads_transposed() {
    scipy csc "${by_rows[@]/%3,4/}" shape i8 2 4 3 && run jsmf-bow -q --vocab words4 --transpose scipy.npz -o bag &&
        same_arrays bag wanted && scipy csr "${by_columns[@]}" shape i8 2 4 3 &&
        run jsmf-bow -q --vocab words4 --transpose scipy.npz -o bag && same_arrays bag wanted
}
refuses_scipy() {
    scipy coo "${by_rows[@]}" && says 3 'scipy.s format coo .expected csr' jsmf-bow --vocab words4 scipy.npz &&
        scipy csr "${by_rows[@]}" && says 2 'a sparse matrix of scipy: --vocab FILE' jsmf-bow scipy.npz &&
        says 3 'expected the end: there are 4 words' jsmf-bow --vocab <(cat words4 <(echo e)) scipy.npz &&
        says 3 '4 columns, but 3 words' jsmf-bow --vocab <(head -n 3 words4) scipy.npz &&
        says 3 'scipy: jsmf-bow --vocab FILE makes a bag' jsmf-cooc scipy.npz &&
        says 3 'scipy: jsmf-bow --vocab FILE makes a bag' jsmf-infer ids-model scipy.npz &&
        says 3 'scipy: jsmf-bow --vocab FILE makes a bag' jsmf-learn -k 1 scipy.npz &&
        scipy csr "${by_rows[@]}" data f8 6 1 2 0 7 1 0.5 && says 3 'holds 0.5 at' jsmf-bow --vocab words4 scipy.npz
}
objects() {
    with_arrays plain-bag objects vocab O 4 a b c d && says 3 'array vocab: .*.astype\(str\)' jsmf-bow objects
}
byte_strings() {
    with_arrays plain-bag bytes vocab S 4 a b c d ids S 6 one two three four five six &&
        run jsmf-bow bytes -o bag && same_arrays bag plain-bag &&
        [ "$(line ids bag)" = 'one two three four five six ' ] &&
        run jsmf-infer -q --format tsv ids-model bytes | grep -q '^three	' &&
        with_arrays plain-bag bytes vocab S 4 a b c é && says 3 'holds the byte c3 .expected ASCII' jsmf-bow bytes
}
six_dense=(1 1 0 0 0 1 2 0 1 0 1 0 0 2 0 1 0 0 1 2 1 0 0 1)
dense_counts() {
    with_arrays - dense-bag vocab U 4 a b c d H "$1" 6,4 "${six_dense[@]}" && run jsmf-bow dense-bag -o bag &&
        same_arrays bag plain-bag && run jsmf-cooc dense-bag -o a && run jsmf-cooc plain-bag -o b &&
        cmp <(array C a) <(array C b) && run jsmf-infer --format tsv ids-model dense-bag >a &&
        run jsmf-infer --format tsv ids-model plain-bag | cmp - a && run jsmf-learn -q -k 1 dense-bag -o a &&
        run jsmf-learn -q -k 1 plain-bag -o b && cmp <(array B a) <(array B b)
}
by_fortran() {
    local i column dense=()
    for column in 0 1 2 3; do for i in 0 1 2 3 4 5; do dense+=("${six_dense[4 * i + column]}"); done; done
    with_arrays - dense-bag vocab U 4 a b c d H i8F 6,4 "${dense[@]}" && run jsmf-bow dense-bag -o bag &&
        same_arrays bag plain-bag
}
# More than is held in memory.
wide_dense() {
    # shellcheck disable=SC2046
    with_arrays - dense-bag vocab U 4 a b c d H f8 3000,4 $(for _ in {1..500}; do echo "${six_dense[@]}"; done) &&
        run jsmf-infer --format tsv ids-model dense-bag >a && [ "$(cut -f 1 a | sort -n | tail -n 1)" = 2999 ] &&
        head -n 6 a | cmp - <(run jsmf-infer --format tsv ids-model plain-bag | head -n 6)
}
no_counts() {
    with_arrays - dense-bag vocab U 2 a b H f8 2,2 1 0 0 0.5 && says 3 'holds 0.5 at .1, 1. .expected counts' \
        jsmf-bow dense-bag && with_arrays - dense-bag vocab U 2 a b H f8 2,2 1 0 0 -1 && says 3 'holds -1' \
        jsmf-bow dense-bag && with_arrays - dense-bag vocab U 2 a b H f8 2 1 0 && says 3 'no matrix' jsmf-bow dense-bag
}
ok 'a docword in a ZIP: what to do, from every program that reads corpora' zipped_docword
ok "scipy's save_npz, by rows and by columns" reads_scipy
ok '--transpose: the same of words by documents' reads_transposed
ok "scipy's matrices that do not fit, and other programs" refuses_scipy
ok 'Python objects: what makes strings of them' objects
ok 'strings of bytes are read' byte_strings
ok 'dense counts are a bag' dense_counts f8
ok 'the same of bytes' dense_counts u1
ok "the same in Fortran's order" by_fortran
ok 'the same from outside memory' wide_dense
ok 'a dense matrix that is none of counts' no_counts
