# jsmf-edit. Sourced by tools.sh, behind tools_prevalence.bash.
# shellcheck shell=bash disable=SC2154

MODEL_ARRAYS='B A legality S Bbar Canchor alpha unigram df vocab'
# same_model A B [ARRAY...]: they have the same bytes in these arrays.
same_model() {
    local name
    # shellcheck disable=SC2086
    for name in ${3:-$MODEL_ARRAYS}; do
        cmp <(array "$name" "$1") <(array "$name" "$2") || { echo "$name differs"; return 1; }
    done
}
# row_sums: of standard input.
row_sums() { awk '{ s = 0; for (j = 1; j <= NF; j++) s += $j; printf "%.17g\n", s }'; }

edit_changes_nothing_unasked() {
    run jsmf-edit one-polished -o edited && same_model one-polished edited &&
        diff <(jsmf-cat one-polished | grep -v ^history) <(jsmf-cat edited | grep -v ^history) &&
        run jsmf-edit <one-polished | cmp - edited
}
edit_sorts_and_renumbers() {
    run jsmf-edit --sort weight one-polished -o sorted && array A sorted | row_sums >p &&
        sort -gr p | cmp - p &&
        run jsmf-edit --renumber one-polished sorted -o back 2>err && [ ! -s err ] && same_model one-polished back &&
        run jsmf-edit --renumber one-polished back -o again && same_model back again &&
        run jsmf-edit -t 3 --renumber one-polished sorted | cmp - back
}
# All topics together are the words' probabilities B A e, and a part of them has the sums of A.
edit_merges() {
    run jsmf-edit --merge "$(seq -s , 0 $((K - 1)))" one-polished -o merged && array A one-polished | row_sums >p &&
        array B one-polished | awk 'NR == FNR { p[NR] = $1; next } { s = 0; for (j = 1; j <= NF; j++) s += p[j] * $j
            printf "%.17g\n", s }' p - >words-p && array B merged >words-b && close words-p words-b 1e-14 &&
        array A merged | awk '{ d = $1 - 1; exit NF != 1 || d > 1e-12 || d < -1e-12 }' || return 1
    run jsmf-edit --merge 1,3 --merge 6,4 one-polished -o merged && jsmf-cat --check merged &&
        array A merged | row_sums >found && awk -v OFMT=%.17g '{ p[NR - 1] = $1 } END { print p[0]; print p[1] + p[3]
            print p[2]; print p[4] + p[6]; print p[5]; print p[7] }' p >expected && close found expected 1e-14 &&
        array alpha one-polished | awk -v OFMT=%.17g '{ a[NR - 1] = $1 }
            END { print a[0]; print a[1] + a[3] }' >expected &&
        array alpha merged | head -n 2 >found && close found expected 1e-9
}
# The compositions by the merged model are the sums of the others, but for what a merge fixes, which is less than what
# sets them apart from the larger of the two.
edit_keeps_compositions() {
    run jsmf-infer -q one-polished one-bag | jsmf-cat --array W | awk '{ for (j = 1; j <= NF; j++) w[NR - 1, j] = $j }
        END { for (j = 1; j <= NF; j++) { a = w[1, j]; b = w[3, j]; print a + b, (a > b ? a : b) } }' >sums &&
        run jsmf-infer -q merged one-bag | jsmf-cat --array W | sed -n 2p | tr '\t' '\n' | paste -d ' ' sums - | awk '
            function far(d) { return d < 0 ? -d : d }
            { sum += far($3 - $1); larger += far($3 - $2) }
            END { print sum / NR, larger / NR; exit !(sum < 0.75 * larger) }'
}
edit_drops() {
    run jsmf-edit --drop 0,5 --drop 2 one-polished -o dropped && jsmf-cat --check dropped &&
        array B dropped | cmp - <(array B one-polished | awk -v OFS='\t' '{ print $2, $4, $5, $7, $8 }') &&
        array A dropped | tr '\t' '\n' | awk '{ s += $1 } END { exit s < 1 - 1e-12 || s > 1 + 1e-12 }' &&
        run jsmf-infer -q dropped one-bag -o /dev/null && run jsmf-edit --drop 0 one-model | run jsmf-topics -n 1 >out
}
# The words that are left have p(topic | word) as before, topics sum to 1, documents can still be composed.
edit_trims() {
    run jsmf-edit --trim 5 one-polished -o trimmed && jsmf-cat --check trimmed &&
        [ "$(array vocab trimmed | wc -l)" -lt 60 ] && [ -z "$(array vocab trimmed | sort | uniq -d)" ] &&
        paste <(array vocab one-polished) <(run jsmf-cat --transpose --array Bbar one-polished) |
        awk -F '\t' 'NR == FNR { keep[$1]; next } $1 in keep' <(array vocab trimmed) - | cut -f 2- |
        cmp - <(run jsmf-cat --transpose --array Bbar trimmed) &&
        array B trimmed | awk '{ for (j = 1; j <= NF; j++) s[j] += $j }
            END { for (j = 1; j <= NF; j++) if (s[j] < 1 - 1e-12 || s[j] > 1 + 1e-12) exit 1 }' &&
        diff <(run jsmf-topics --format tsv -n 5 one-polished | cut -f 1,4,5) \
            <(run jsmf-topics --format tsv -n 5 trimmed | cut -f 1,4,5) &&
        array df trimmed | wc -l | grep -qx "$(array vocab trimmed | wc -l)" &&
        run jsmf-bow -q --match trimmed one-bag | run jsmf-infer -q trimmed >/dev/null &&
        run jsmf-edit --trim 1000 one-polished -o whole && same_model one-polished whole
}
edit_names() {
    printf '1: taxes and wages\r\n7:eight\n' >names && run jsmf-edit --name names one-polished -o named &&
        [ "$(array names named | tr '\n' ,)" = ',taxes and wages,,,,,,eight,' ] &&
        run jsmf-edit --name - named <<<'1:' | run jsmf-cat --array names | tr '\n' , | grep -qx ',,,,,,,eight,' &&
        ! printf '1:\n7:\n' | run jsmf-edit --name - named | jsmf-cat | grep -q '^array	names' &&
        run jsmf-edit --merge 0,1 --drop 6 named | run jsmf-cat --array names | tr '\n' , |
        grep -qx 'taxes and wages,,,,,eight,' &&
        run jsmf-edit --name auto named -o automatic &&
        array names automatic | sed -n 2p | grep -qx 'taxes and wages' &&
        array names automatic | tr ' ' '\n' | sort | uniq -d | wc -l | grep -qx 0 &&
        ! array names automatic | grep -qx '' && run jsmf-topics automatic | grep -q 'taxes and wages'
}
# Of an old model whose topic 2 was another: the numbers are kept, and what is no longer there is told.
edit_tells_of_changes() {
    run jsmf-edit --name auto one-polished -o named && run jsmf-edit --drop 3,4 named -o fewer &&
        run jsmf-edit --renumber named fewer -o back 2>err &&
        grep -q '2 of 8 topics of named are no longer there: 3 (' err &&
        grep -q 'of named without their number, as there are 6 topics: 6 (.*now [0-5]), 7 (.*now [0-5])' err || return 1
    run jsmf-edit --merge 0,5 one-polished -o old && run jsmf-edit --merge 1,2 one-polished -o other &&
        run jsmf-edit --renumber old other -o back 2>err && [ "$(wc -l <err)" = 1 ] &&
        grep -qE 'topics? of old (is|are) no longer there, and .* numbers?: ' err || return 1
    run jsmf-edit --renumber old --name auto one-polished -o back 2>err &&
        grep -qE 'topics? (is|are) new: ' err && array names back | wc -l | grep -qx 8 &&
        run jsmf-edit -q --renumber old back -o again && same_model back again "$MODEL_ARRAYS names"
}

ok 'jsmf-edit: what is not asked for does not change' edit_changes_nothing_unasked
ok 'jsmf-edit: topics by weight, and back again' edit_sorts_and_renumbers
ok 'jsmf-edit: merged topics have the means and sums of theirs' edit_merges
ok 'jsmf-edit: compositions by a merged model are sums' edit_keeps_compositions
ok 'jsmf-edit: topics are dropped' edit_drops
ok 'jsmf-edit: fewer words' edit_trims
# Two topics of one name are told; the columns of a table have names of their own in any case.
names_of_columns() {
    printf '0: document\n1: topic2\n3: taxes\n5: taxes\n6: likelihood\n' >names &&
        run jsmf-edit --name names one-model -o ambiguous 2>err &&
        [ "$(cat err)" = 'jsmf-edit: warning: one-model: topics 3 and 5 are both named taxes' ] &&
        echo blood | run jsmf-infer --from text --format wide ambiguous 2>err | head -n 1 >header &&
        [ "$(tr '\t' ' ' <header)" = 'document topic0 topic1 topic2 topic3 topic4 topic5 likelihood topic7' ] &&
        [ "$(grep -c 'as another column has its name$' err)" = 4 ] &&
        grep -q 'warning: ambiguous: topic 5, named taxes: column topic5, as' err &&
        echo blood | run jsmf-infer -q --likelihood --from text --format wide ambiguous | head -n 1 |
        tr '\t' '\n' | sort | uniq -d | wc -l | grep -qx 0
}
# What is a user's, and nothing else, in lists or all of it. Names of topics are made of the words, which lie last.
edit_leaves_out() {
    "$here/with_arrays.py" - own-model mine i8 2 1 2 B f8 3,2 1 0 0 .5 0 .5 team U 2 x y note U '()' n \
        vocab U 3 a b c && run jsmf-edit --leave-out note,mine own-model -o left &&
        [ "$(arrays_of left)" = 'B team vocab ' ] &&
        run jsmf-edit --leave-out note --leave-out team own-model -o left &&
        [ "$(arrays_of left)" = 'mine B vocab ' ] &&
        run jsmf-edit --leave-out note,mine --leave-out note,all own-model -o left &&
        [ "$(arrays_of left)" = 'B vocab ' ] &&
        run jsmf-edit --leave-out all --name auto own-model -o left && [ "$(arrays_of left)" = 'B vocab names ' ] &&
        [ "$(array names left | paste -sd ' ')" = 'a b c' ] && [ "$(array vocab left | paste -sd ' ')" = 'a b c' ]
}
arrays_of() { jsmf-cat "$1" | awk -F '\t' '$1 == "array" { printf "%s ", $2 }'; }
ok 'jsmf-edit --leave-out: arrays of a user, and no others' edit_leaves_out
ok 'jsmf-edit: names from a file, and of words' edit_names
ok 'jsmf-edit: two topics of one name, and of the name of a column' names_of_columns
ok 'jsmf-edit: new topics and those that are gone are told' edit_tells_of_changes
