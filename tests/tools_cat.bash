# How jsmf-cat prints the arrays of tools.sh's streams. Sourced by it.
# shellcheck shell=bash disable=SC2154

turned() { awk -F'\t' '{ for (j = 1; j <= NF; j++) r[j] = r[j] (NR > 1 ? "\t" : "") $j; n = NF }
    END { for (j = 1; j <= n; j++) print r[j] }'; }
is_turned() { array "$1" "$2" | turned | cmp - <(jsmf-cat --array "$1" --transpose "$2"); }
matrices_are_turned() {
    run jsmf-infer -q one-model one-bag -o cat-w && is_turned B one-model && is_turned W cat-w &&
        is_turned S one-model && is_turned vocab one-model && is_turned legality one-model
}
sparse_is_turned() {
    array H one-bag | awk '{ print $2 "\t" $1 "\t" $3 }' | sort -n -k 1,1 -k 2,2 |
        cmp - <(jsmf-cat --array H --transpose one-bag)
}
market_is_turned() {
    jsmf-cat --array B --transpose --format mm one-model | sed 1,2d | cmp - <(array B one-model | tr '\t' '\n') &&
        [ "$(jsmf-cat --array B --transpose --format mm one-model | sed -n 2p)" = "$K 300" ] &&
        [ "$(jsmf-cat --array H --transpose --format mm one-bag | sed -n 2p | cut -d ' ' -f 1)" = 300 ]
}
digits_are_cut() {
    jsmf-cat --array B --digits 3 one-model >few && close few <(array B one-model) 0.0005 &&
        ! grep -qE '[1-9][0-9.]{4,}' few && cmp <(array B one-model) <(jsmf-cat --array B --digits 17 one-model) &&
        cmp <(array df one-model) <(jsmf-cat --array df --digits 1 one-model) &&
        cmp <(array H one-bag) <(jsmf-cat --array H --digits 1 one-bag) &&
        jsmf-cat --array C --digits 2 one-cooc | head -n 1 | grep -qvE '[1-9][0-9]{2}'
}
are_of_an_array() {
    local option words digits
    for option in --transpose '--digits 3' '--format mm'; do
        read -ra words <<<"$option"
        run jsmf-cat "${words[@]}" one-bag >out 2>err
        [ $? = 2 ] && grep -q -- "${words[0]} is for --array" err && [ ! -s out ] || return 1
    done
    for digits in 0 18 x; do
        ! run jsmf-cat --array B --digits $digits one-model >out 2>err && [ ! -s out ] || return 1
    done
}

# Also what numpy.savez wrote, without the entry jsmf.
distributions_are_checked() {
    local name
    for name in B W; do
        "$here/with_arrays.py" - odd-$name $name f8 2,2 3 1 -2 0 &&
            { ! jsmf-cat --check odd-$name >out 2>err; } && grep -q "odd-$name: " err && [ ! -s out ] || return 1
    done
    "$here/with_arrays.py" - even-B B f8 2,2 1 0.5 0 0.5 && run jsmf-cat --check even-B && run jsmf-cat --check cat-w &&
        "$here/with_arrays.py" cat-w odd-w W f8F 2,1 3 0 && ! jsmf-cat --check odd-w 2>err
}
strings_keep_to_lines() {
    printf 'id,text,team\n"a\nb",one two,x\n"c\td\\",two,"y\nz"\n' | sed 's/\\n/\n/g; s/\\t/\t/g' >teams.csv &&
        run jsmf-text -q teams.csv --text text --id id --keep team -o teams &&
        [ "$(paste -d'|' <(array ids teams) <(array team teams))" = 'a\nb|x
c\td\|y\nz' ] && [ "$(jsmf-cat --array team --transpose teams)" = 'x	y\nz' ]
}
# Lists of ids and of words, with backslashes as of LaTeX and of Windows.
lists_are_read_back() {
    printf 'id,text\nC:\\new,\\alpha two\nb,two\n' >slashes.csv &&
        run jsmf-text -q slashes.csv --text text --id id --pattern '\S+' -o slashes &&
        jsmf-cat --array ids slashes | head -n 1 >first && jsmf-cat --array vocab slashes >words &&
        [ "$(<first)" = 'C:\new' ] && run jsmf-bow -q slashes --documents first -o first-of &&
        printf '1\n2\n2\n1 1 1\n1 2 1\n' >counted && run jsmf-bow -q --from uci counted --vocab words -o of-words &&
        array vocab of-words | cmp - words
}
# An id is the same text in a table and in a list, so that join and awk find one by the other.
names_are_the_same() {
    "$here/with_arrays.py" - slash-w W f8F 2,2 1 0 0.5 0.5 ids U 2 'C:\new' b &&
        run jsmf-near -q -n 1 --to b slash-w | cut -f 3 | cmp - <(array ids slash-w | head -n 1)
}
ok 'a name with a backslash is the same in tables and lists' names_are_the_same
ok 'jsmf-cat: lists of strings with backslashes are read back' lists_are_read_back
ok 'jsmf-cat: strings keep to their lines and columns' strings_keep_to_lines
ok 'jsmf-cat --transpose: matrices, vectors and scalars' matrices_are_turned
ok 'jsmf-cat --transpose: a sparse matrix' sparse_is_turned
ok 'jsmf-cat --transpose: Matrix Market' market_is_turned
ok 'jsmf-cat --digits' digits_are_cut
ok 'jsmf-cat: what is for --array alone' are_of_an_array
ok 'jsmf-cat --check: columns of B and W are distributions' distributions_are_checked
