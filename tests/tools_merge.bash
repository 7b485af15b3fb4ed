# jsmf-merge, and what it merges: shards of jsmf-bow --cut and --shard, sums of jsmf-cooc --partial. Sourced by
# tools.sh.
# shellcheck shell=bash disable=SC2154

# sums_of_shards N THREADS OPTIONS...: sums-I of shard-I of one-bag, I from 0 to N - 1.
sums_of_shards() {
    local n=$1 t=$2 i
    shift 2
    run jsmf-bow -q --cut "$n" --block 64 one-bag -o shard-%d || return 1
    for ((i = 0; i < n; i++)); do
        run jsmf-cooc -t "$t" --partial --block 64 "$@" shard-$i -o sums-$i || return 1
    done
}
# The whole at once; five shards, ((3 0) 4) (1 2).
any_tree_gives_the_same() { # any_tree_gives_the_same FORM
    sums_of_shards 1 1 "--$1" && run jsmf-merge -q --finish sums-0 -o "whole-$1" && sums_of_shards 5 2 "--$1" &&
        run jsmf-merge sums-3 sums-0 -o tree && run jsmf-merge tree sums-4 -o tree &&
        run jsmf-merge sums-1 - <sums-2 -o other && run jsmf-merge -q -t 2 --finish other tree | cmp - "whole-$1"
}
is_nearly_the_plain_one() {
    run jsmf-cooc -q --dense one-bag -o plain && array C plain >a-c && array C whole-dense >b-c || return 1
    paste <(tr '\t' '\n' <a-c) <(tr '\t' '\n' <b-c) | awk '
        { d = $1 - $2; d = d < 0 ? -d : d; if (d > 1e-12 * $1) bad = 1 } END { exit bad || NR != 90000 }' &&
        array df plain | cmp - <(array df whole-dense) && array documents plain | cmp - <(array documents whole-dense)
}
forms_agree() {
    run jsmf-cooc -q --partial --block 64 one-bag | run jsmf-merge -q --finish >whole &&
        array unigram whole | cmp - <(array unigram whole-sparse) &&
        cmp <(jsmf-cat --list whole | grep ^array) <(jsmf-cat --list one-cooc | grep ^array) &&
        array C whole-dense | awk '{ for (j = 1; j <= NF; j++) if ($j != 0) print $j }' |
        cmp - <(array C.data whole-sparse)
}
removal_leaves_no_trace() {
    sums_of_shards 5 2 && run jsmf-merge sums-4 sums-1 sums-0 sums-2 -o some && run jsmf-merge some sums-3 -o all &&
        run jsmf-merge all --remove sums-3 | cmp - some && run jsmf-merge sums-1 sums-3 -o two &&
        run jsmf-merge sums-0 sums-2 sums-4 -o others && run jsmf-merge all --remove two | cmp - others
}
expected_shards_are_there() {
    seq 0 4 >list && run jsmf-merge --expect list all | cmp - all && seq 0 3 >list &&
        ! run jsmf-merge --expect list all 2>err && grep -q 'shard 4 is not expected' err
}
bags_come_back() {
    run jsmf-merge shard-0 shard-0 2>err >/dev/null
    grep -q 'shard-0 is named twice: its documents count twice' err || return 1
    run jsmf-merge shard-0 shard-1 -o bag-01 && run jsmf-merge bag-01 shard-2 shard-3 shard-4 -o bag-all &&
        array H one-bag | cmp - <(array H bag-all) && array df one-bag | cmp - <(array df bag-all) &&
        [ "$(array ids bag-all | tail -n 1)" = "$(($(array ids bag-all | wc -l) - 1))" ] &&
        run jsmf-cooc --partial --block 64 bag-01 -o sums-01 && run jsmf-merge sums-1 sums-0 | cmp - sums-01
}
compositions_come_back() {
    run jsmf-infer -q --method tli one-model one-bag -o whole-w || return 1
    for i in 0 1 2 3 4; do run jsmf-infer -q --method tli one-model shard-$i -o w-$i || return 1; done
    run jsmf-merge w-0 w-1 w-2 w-3 w-4 -o merged-w && array W whole-w | cmp - <(array W merged-w) &&
        array infer.empty whole-w | cmp - <(array infer.empty merged-w) &&
        run jsmf-infer -q --method em one-model shard-1 -o w-1 && ! run jsmf-merge w-0 w-1 2>err &&
        grep -q 'w-1: array infer.method: is another than that of w-0' err
}
# Finished, compositions and bags are the same whatever shards they came in.
whole_of_rows() {
    local what
    run jsmf-infer -q --method tli one-model shard-1 -o w-1 || return 1
    run jsmf-merge --finish w-0 w-1 w-2 w-3 w-4 -o finished-w && run jsmf-merge --finish merged-w | cmp - finished-w &&
        run jsmf-merge --finish shard-0 shard-1 shard-2 shard-3 shard-4 | cmp - <(run jsmf-merge --finish bag-all) ||
        return 1
    jsmf-cat --list finished-w | grep -q shard && return 1
    for what in w shard; do
        ! run jsmf-merge --finish $what-1 $what-0 -o none 2>err && grep -q "$what-0: shard 0: its documents come" err &&
            ! run jsmf-merge --finish $what-0 $what-1 -o none 2>err && grep -q 'are missing: a shard behind 1' err ||
            return 1
    done
    run jsmf-merge w-1 w-0 -o turned-w && ! run jsmf-merge --finish turned-w -o none && [ ! -e none ]
}
# What one part has and another lacks is told and left out, whichever of them is first.
lacks_are_told() { # lacks_are_told ARRAY WITHOUT WITH ANOTHER_WITH
    local order
    for order in "$2 $3 $4" "$3 $2 $4"; do
        # shellcheck disable=SC2086 # three parts
        run jsmf-merge $order -o together 2>err && [ "$(grep -c warning err)" = 1 ] &&
            grep -q "$2: no array $1, which $3 has: left out" err &&
            ! run jsmf-cat --list together | grep -qF "$1" || return 1
    done
}
parts_lack_arrays() {
    run jsmf-edit --name auto one-model -o named && run jsmf-infer -q --method tli named shard-2 -o named-2 &&
        run jsmf-infer -q --method tli named shard-3 -o named-3 &&
        lacks_are_told infer.names w-0 named-2 named-3 &&
        printf 'one two\ntwo three\n' | run jsmf-text -q --from text -o recipe &&
        printf 'one two\ntwo three\n' | run jsmf-bow -q --from text --match recipe -o plain-bag &&
        run jsmf-bow -q --match recipe recipe -o recipe-bag &&
        cp recipe-bag recipe-too && lacks_are_told text.recipe plain-bag recipe-bag recipe-too
}
days_are_open() {
    for i in 0 1; do
        run jsmf-bow -q --min-df 0 --shard 2026-05-0$i shard-$i | run jsmf-cooc --partial --block 64 >day-$i || return 1
    done
    run jsmf-merge day-1 day-0 -o run && run jsmf-merge -q --finish run >both && ! run jsmf-merge run day-1 2>err &&
        grep -q 'shard 2026-05-01 is there twice: in run and in day-1' err
}
# Three phases over shards: words' counts, documents that --min-words empties, and what is left of the words.
vocabulary_of_shards() {
    local i all=(--stop english --max-df 0.3 --min-df 40 --top 150)
    run jsmf-bow -q "${all[@]}" --min-words 4 one-bag -o curated || return 1
    run jsmf-bow --cut 3 --block 64 one-bag -o shard-%d || return 1
    for i in 0 1 2; do run jsmf-bow -q --counts shard-$i -o words-$i || return 1; done
    run jsmf-merge words-2 words-0 words-1 | run jsmf-bow --counts-from - "${all[@]}" -o vocabulary || return 1
    for i in 0 1 2; do
        run jsmf-bow -q --match vocabulary --min-words 4 shard-$i -o kept-$i &&
            run jsmf-bow -q --counts kept-$i -o words-$i || return 1
    done
    run jsmf-merge words-0 words-1 words-2 -o words-all && run jsmf-bow --counts-from words-all -o vocabulary &&
        array vocab curated | cmp - <(array vocab vocabulary) &&
        run jsmf-merge kept-0 kept-1 kept-2 -o all-kept && run jsmf-bow -q --match vocabulary all-kept -o all-kept &&
        array H curated | cmp - <(array H all-kept)
}
# Texts of two days and a third have other words each.
words_in_their_order() {
    printf 'b a\na c\n' >day-1 && printf 'd a\n\n' >day-2 && printf 'e b d\n' >day-3 &&
        cat day-1 day-2 day-3 | run jsmf-bow -q --from text --counts >together || return 1
    for i in 1 2 3; do run jsmf-bow -q --from text --counts --shard 2026-01-0$i day-$i -o words-$i || return 1; done
    run jsmf-merge words-3 words-1 -o words && run jsmf-merge words-2 words -o words || return 1
    for i in vocab whole.df whole.tf; do array $i together | cmp - <(array $i words) || return 1; done
    run jsmf-merge words --remove words-3 -o two && run jsmf-merge words-1 words-2 | cmp - two &&
        [ "$(run jsmf-merge words --remove words-1 | jsmf-cat --array vocab | tr '\n' ' ')" = 'b a d e ' ]
}
# So many words that a part's arrays stay in its file.
many_words_are_merged() {
    seq 1 3 10000 >many-1 && seq 2 3 10000 >many-2 && seq 10001 20000 >many-3 || return 1
    for i in 1 2 3; do run jsmf-bow -q --from text --counts --shard $i many-$i -o many-words-$i || return 1; done
    run jsmf-merge many-words-2 many-words-3 -o many-two && run jsmf-merge many-words-1 many-two -o many &&
        run jsmf-merge many-words-1 many-words-2 many-words-3 | cmp - many &&
        run jsmf-merge many --remove many-two | cmp - many-words-1
}
# An array of one's own, by rows and by columns: documents' rows stay together.
own_arrays_by_columns() {
    printf 'a b\nb a\na a\n' >text && run jsmf-bow -q --min-df 0 --from text text -o three || return 1
    "$here/with_arrays.py" three by-rows own f8 3,2 1 2 3 4 5 6 &&
        "$here/with_arrays.py" three by-columns own f8F 3,2 1 3 5 2 4 6 &&
        run jsmf-merge -q by-rows by-rows -o expected && array own expected >rows || return 1
    for order in 'by-rows by-columns' 'by-columns by-rows' 'by-columns by-columns'; do
        # shellcheck disable=SC2086
        run jsmf-merge -q $order | jsmf-cat --array own | cmp - rows || return 1
    done
    "$here/with_arrays.py" three cube own f8F 3,2,2 $(seq 12) && ! run jsmf-merge -q cube cube 2>err &&
        grep -q 'cube: array own: has more than 2 dimensions in Fortran' err
}
# Strings of one's own are the same in all sums, and in none but all, in either order.
own_strings_of_sums() {
    printf 'a b\nb a\n' >text-1 && printf 'a a b\n' >text-2 && run jsmf-bow -q --min-df 0 text-1 -o ab || return 1
    for i in 1 2; do
        run jsmf-bow -q --match ab --shard $i text-$i | run jsmf-cooc -q --partial >plain-$i &&
            "$here/with_arrays.py" plain-$i own-$i labels U 2 x y || return 1
    done
    run jsmf-merge own-1 own-2 | jsmf-cat --array labels | tr '\n' ' ' | grep -qx 'x y ' || return 1
    ! run jsmf-merge own-1 plain-2 2>err && grep -q 'plain-2: no array labels, which own-1 has' err &&
        ! run jsmf-merge plain-1 own-2 2>err && grep -q 'plain-1: no array labels, which own-2 has' err
}
# Sums of two days, the older one halved; the documents of both have the same number of tokens.
days_are_forgotten() {
    printf 'a b\na b\n' >day-1 && printf 'a c\n' >day-2 && printf 'a b c\n' | run jsmf-bow -q -o abc || return 1
    for i in 1 2; do
        run jsmf-bow -q --from text --match abc --shard 2026-02-0$i day-$i | run jsmf-cooc -q --partial >day-$i.sums ||
            return 1
    done
    run jsmf-merge -q --finish --half-life 1 day-2.sums day-1.sums -o forgetting &&
        [ "$(array unigram forgetting | awk '{ printf "%.6g ", $1 }')" = '0.5 0.25 0.25 ' ] &&
        [ "$(array documents forgetting)$(array df forgetting | tr -d '\n')" = 2211 ] &&
        run jsmf-merge day-2.sums day-1.sums -o both && ! run jsmf-merge --finish --half-life 1 both 2>err &&
        grep -q 'has the sums of several days, 2026-02-01 and 2026-02-02' err || return 1
    ! run jsmf-merge --finish --half-life 1 <both 2>err && grep -q 'name files' err || return 1
    for i in 2026-02-29 2024-02-29 2026-12-31; do
        run jsmf-bow -q --from text --match abc --shard $i day-1 | run jsmf-cooc -q --partial >day-3.sums &&
            run jsmf-merge -q --finish --half-life 1 day-3.sums 2>>err >forgetting
        echo $?
    done | tr '\n' ' ' | grep -qx '3 0 0 ' && grep -q 'shard 2026-02-29: its name begins with no date' err
}
coocs_come_back() {
    for i in 0 1 2; do run jsmf-cooc -q --dense shard-$i -o cooc-$i || return 1; done
    run jsmf-merge cooc-2 cooc-0 cooc-1 -o merged && run jsmf-cooc -q one-bag -o plain &&
        array unigram merged >a-c && array unigram plain >b-c && close a-c b-c 1e-15 &&
        array df plain | cmp - <(array df merged) && run jsmf-cooc -q --low-rank -k 3 shard-1 -o pairs &&
        ! run jsmf-merge cooc-0 pairs 2>err && grep -q 'eigenpairs of shards do not add up' err
}
# More parts than there may be open files; by a tree; and killed at any time.
thousands_of_parts() {
    mkdir parts && python3 -B "$here/sums_parts.py" day-1.sums 600 parts &&
        (ulimit -n 64 && cd parts && run jsmf-merge $(seq 0 599) -o ../merged-parts) &&
        run jsmf-merge $(seq -f parts/%g 0 299) -o low && run jsmf-merge $(seq -f parts/%g 599 -1 300) -o high &&
        run jsmf-merge high low | cmp - merged-parts &&
        [ "$(run jsmf-merge -q --finish merged-parts | jsmf-cat --array documents)" = 1200 ]
}
merges_survive_kills() {
    local seconds hit=0
    mkdir place
    for seconds in 0.02 0.04 0.08; do
        command -p timeout -s KILL $seconds jsmf-merge $(seq -f parts/%g 0 599) -o place/out
        # One that is killed when it has just ended leaves the whole.
        [ $? = 137 ] && hit=$((hit + 1)) && { [ -z "$(ls -A place)" ] || cmp place/out merged-parts || return 1; }
        rm -f place/out
    done
    echo "$hit runs were killed"
    run jsmf-merge $(seq -f parts/%g 0 599) -o place/out && cmp place/out merged-parts
}
ok 'jsmf-merge: any tree of dense sums gives the same bytes' any_tree_gives_the_same dense
ok 'jsmf-merge: any tree of sparse sums, too' any_tree_gives_the_same sparse
ok 'jsmf-merge: C is that of jsmf-cooc to 1e-12' is_nearly_the_plain_one
ok 'jsmf-merge: the forms agree' forms_agree
ok 'jsmf-merge --remove leaves no trace' removal_leaves_no_trace
ok 'jsmf-merge --expect' expected_shards_are_there
ok 'jsmf-merge: bags come back, and the bounds of their blocks' bags_come_back
ok 'jsmf-merge: compositions come back' compositions_come_back
ok 'jsmf-merge: finished, they are a whole without shards' whole_of_rows
ok 'jsmf-merge: what a part lacks is told, in any order' parts_lack_arrays
ok 'jsmf-merge: days are refused a second time' days_are_open
ok 'jsmf-bow --counts-from: the vocabulary of shards is that of the whole' vocabulary_of_shards
ok 'jsmf-bow --counts: words of shards are in the order of the whole' words_in_their_order
ok 'jsmf-merge: words of shards that do not stay in memory' many_words_are_merged
ok 'jsmf-merge: arrays of one'"'"'s own, by rows and by columns' own_arrays_by_columns
ok "jsmf-merge: strings of one's own in sums" own_strings_of_sums
ok 'jsmf-merge --half-life' days_are_forgotten
ok 'jsmf-merge: more parts than open files' thousands_of_parts
ok 'jsmf-merge: whenever it is killed there is no part of a file' merges_survive_kills
# A document adds 1 to the sums, but for rounding.
sums_of_one_word() {
    yes 'alone alone alone' | head -n 3 | run jsmf-bow -q --from text | run jsmf-cooc -q --partial |
        run jsmf-merge --finish | run jsmf-cat --check
}
# One day's ratings are whole numbers, the next day's are not; the third's are too large to be both.
days_of_numbers() {
    printf 't,x\nab cd,-3\nab cd,9007199254740992\n' >whole.csv && printf 't,x\nab cd,2.5\nab cd,4\n' >real.csv &&
        printf 't,x\nab cd,9007199254740993\n' >large.csv || return 1
    local day
    for day in whole real large; do
        run jsmf-text -q $day.csv --text t --keep x -o $day-day || return 1
    done
    run jsmf-merge whole-day real-day -o numbers && run jsmf-merge real-day whole-day -o turned &&
        [ "$(array x numbers | tr '\n' ' ')" = '-3 9007199254740992 2.5 4 ' ] &&
        [ "$(array x turned | tr '\n' ' ')" = '2.5 4 -3 9007199254740992 ' ] &&
        jsmf-cat --list turned | grep -q '^array.x.float64' || return 1
    for day in 'real-day large-day' 'whole-day large-day real-day'; do
        # shellcheck disable=SC2086 # two parts or three
        run jsmf-merge $day -o none 2>err
        [ $? = 3 ] && grep -q 'array x: has reals and 9007199254740993, too large for an exact one' err || return 1
    done
    [ ! -e none ]
}
ok 'jsmf-merge: a column of whole numbers in one part and of reals in another' days_of_numbers
# Names are no numbers that could become reals.
ids_keep_their_type() {
    "$here/with_arrays.py" whole-day numbered ids i8 2 1 2 && "$here/with_arrays.py" real-day weighed ids f8 2 3 4 &&
        "$here/with_arrays.py" real-day called ids U 2 c d || return 1
    local part
    run jsmf-merge numbered called -o none 2>err
    [ $? = 3 ] &&
        grep -q 'called: array ids: has strings, but whole numbers in numbered (jsmf-bow makes names of whole ' err ||
        return 1
    for part in numbered weighed; do
        run jsmf-merge $part weighed -o none 2>err
        [ $? = 3 ] && grep -q 'weighed: array ids: is neither of names nor of whole numbers' err || return 1
    done
    [ ! -e none ]
}
ok 'jsmf-merge: ids of two types, and ids that are none' ids_keep_their_type
# alike_words DAY ID TEXT: the words of a day of one document, with such an id or none.
alike_words() {
    printf 'id,body\n%s,%s\n' "$2" "$3" | run jsmf-text -q --from csv --text body ${2:+--id id} |
        run jsmf-bow -q --counts --shard "$1" -o "$1${2:+-id}"
}
alike_days_are_told_apart() {
    alike_words alike-1 a 'no change' && alike_words alike-2 b 'No change' && alike_words alike-3 a 'no change' &&
        run jsmf-merge alike-1-id alike-2-id -o alike-ids || return 1
    run jsmf-merge alike-2-id alike-1-id alike-3-id -o none 2>err
    [ $? = 3 ] && grep -q 'shards alike-1 (alike-1-id) and alike-3 (alike-3-id) have the same doc.* (--alike ' err &&
        [ ! -e none ]
}
alike_days_are_added() {
    alike_words alike-1 '' 'no change' && alike_words alike-2 '' 'no change' && alike_words alike-0 '' other || return 1
    run jsmf-merge alike-0 alike-1 alike-2 -o none 2>err
    [ $? = 3 ] && grep -q 'shards alike-1 (alike-1) and alike-2 (alike-2) have the same documents' err &&
        run jsmf-merge --alike alike-1 alike-2 -o alike && run jsmf-merge alike alike-0 -o alike &&
        [ "$(array whole.df alike | tr '\n' ' ')" = '1 2 2 ' ] &&
        [ "$(run jsmf-merge alike --remove alike-1 | jsmf-cat --array whole.df - | tr '\n' ' ')" = '1 1 1 ' ]
}
ok 'jsmf-merge: ids tell equal shards apart, and the message tells their files' alike_days_are_told_apart
ok 'jsmf-merge --alike: equal shards are added' alike_days_are_added
ok 'jsmf-merge --finish: a word that is alone in all documents' sums_of_one_word
ok 'jsmf-merge: co-occurrences by their documents' coocs_come_back
cd "$scratch" || exit 1
