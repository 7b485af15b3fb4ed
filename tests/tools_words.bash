# jsmf-text: words in many languages, beside tr, phrases, and the recipe that a model keeps. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154,SC2094

cut_text() { run jsmf-text -q --from text "$@"; }
words_of() { array vocab "$1" | tr '\n' ' '; }

# A text and the words that it is cut into, in the order of their first occurrence, by the rules of the man page.
languages() {
    local text words
    while IFS='|' read -r text words; do
        printf '%s\n' "$text" | cut_text --min-length 1 -o one-text || return 1
        [ "$(words_of one-text)" = "$words " ] || { echo "$text: $(words_of one-text)"; return 1; }
    done <<'END'
The king's speech -- don't quote "o'clock" in 1936, 3D!|the king speech don't quote o'clock in 3d
Well-known U.S. states; see www.example.com/a?b or ask me@example.org.|well known u.s states see or ask
La kœnigin à l’Été: naïveté|la kœnigin à l'été naïveté
Straße und ÄRZTE, Größe|straße und ärzte größe
Ο ΛΌΓΟΣ των Ελλήνων|ο λόγος των ελλήνων
Съезд народных депутатов ЁЛКА|съезд народных депутатов ёлка
العربية لغة جميلة، نعم|العربية لغة جميلة نعم
שלום עולם, צה"ל|שלום עולם צה"ל
हिन्दी में लिखा है।|हिन्दी में लिखा है
ภาษาไทยง่ายมาก|ภาษา ไทย ง่าย มาก
日本語の文章を分けます。|日本語 の 文章 を 分け ます
我们在北京大学学习。|我们 在 北京 大学 学习
한국어 문장입니다 LG전자|한국어 문장입니다 lg 전자
nice 😀👍🏽 day 1️⃣|nice day
END
}

# shellcheck disable=SC2018,SC2019 # letters of ASCII are meant
# English text, with the signs of manuals in it, as the README's old line cut it.
as_tr_does() {
    local name
    LC_ALL=C grep -v '[^ -~]' "$here/../README.md" >english
    tr A-Z a-z <english | tr -cs 'a-z\n' ' ' | run jsmf-bow -q --from text -o by-tr &&
        cut_text --pattern '[a-z]+' --min-length 1 english -o by-pattern || return 1
    for name in vocab df H.data H.indices H.indptr H.shape; do
        array "$name" by-tr | cmp - <(array "$name" by-pattern) || return 1
    done
    [ "$(array H.shape by-tr | head -n 1)" -gt 150 ]
}

# become WORDS OPTION...: those of the file choices.
become() {
    local words=$1
    shift
    cut_text "$@" choices -o c && [ "$(words_of c)" = "$words " ]
}
choices_of_words() {
    printf '%s\n' "Café l'eau 12 http://x.org/y ＡＢ state_of" >choices
    become "café l'eau ａｂ state_of" && become "cafe l'eau ab state_of" --strip-accents --nfkc &&
        become 'Café eau ＡＢ state_of' --keep-case --split-apostrophes &&
        become "café l'eau 12 http x.org ａｂ state_of" --numbers --urls &&
        become "l'eau state_of" --min-length 5 &&
        become "café l'eau café_l'eau ａｂ state_of ａｂ_state_of" --ngrams 2 &&
        become "café l'eau 12 http://x.org/y ａｂ state_of" --pattern '[^ ]+'
}

# Words in any order, of which some are parts of the three phrases that stand among them.
phrase_documents() {
    awk 'BEGIN {
        srand(7)
        split("the of in and port open ship came judges bay new house city heard was street", words, " ")
        split("New York City,House of Lords,San Francisco", phrases, ",")
        for (d = 0; d < 300; d++) {
            for (i = 0; i < 14; i++)
                printf "%s ", i == d % 13 ? phrases[1 + d % 3] : words[1 + int(16 * rand())]
            print "w" d % 40
        }
    }'
}
finds_phrases() {
    phrase_documents >phrase-texts && cut_text --phrases 50 phrase-texts -o joined || return 1
    array text.recipe joined >recipe
    array vocab joined >vocab
    for phrase in 'san francisco' 'new york city' 'house of lords'; do
        grep -qx "phrase=$phrase" recipe && grep -qx "${phrase// /_}" vocab || return 1
    done
    [ "$(grep -c '^phrase' recipe)" = 6 ] && ! grep -qx -e york -e francisco -e lords vocab && grep -qx house vocab
}
phrases_for_every_thread() {
    for threads in 2 3; do
        cut_text --phrases 50 -t $threads phrase-texts | cmp - <(cut_text --phrases 50 -t 1 phrase-texts) || return 1
    done
    cut_text --phrases 50 <phrase-texts | cmp - <(cut_text --phrases 50 -t 1 phrase-texts)
}

# Text that was cut otherwise is told of, where it is mapped and where it is composed.
other_recipes_are_told() {
    local says='was cut into words otherwise than that of words-model (jsmf-text --match words-model cuts alike)'
    run jsmf-text -q --strip-accents next-day | run jsmf-bow --match words-model -o other-cut 2>err &&
        grep -qF "$says" err && run jsmf-infer words-model other-cut -o w 2>err &&
        grep -qF "other-cut: its text $says" err &&
        run jsmf-bow --match words-model next-bag -o same-cut 2>err && ! grep -q otherwise err &&
        run jsmf-infer words-model next-bag -o w 2>err && ! grep -q otherwise err
}
# What --match leaves out of a document is known to whoever reads the bag, beside bags of which nothing was left out.
left_out_is_counted() {
    run jsmf-infer -q --format wide --likelihood words-model next-bag | cut -f 3 >shares &&
        printf 'unknown\n0\n0.333333\n' | cmp - shares &&
        { ! run jsmf-bow --match words-model --max-unknown 0.1 next-bag -o aged 2>err; } && [ ! -e aged ] &&
        grep -q '1 of 5 tokens (20.0 %).*above --max-unknown 0.1; most of all words that jsmf-text has left out' err &&
        run jsmf-bow -q --match words-model --max-unknown 0.2 next-bag -o matched &&
        array text.unknown matched | cmp - <(printf '0\n1\n') || return 1
    jsmf-bow -q --match words-model --shard old words-bag -o old-shard &&
        jsmf-bow -q --match words-model --shard new next-bag | run jsmf-merge -q old-shard - -o both &&
        [ "$(array text.unknown both | sort | uniq -c | awk '{ print $2 }' | tr '\n' ' ')" = '0 1 ' ]
}
# The recipe goes by all programs into the model, and its phrases are found in one document of the next day.
recipe_travels() {
    run jsmf-bow -q --min-df 2 joined | tee words-bag | run jsmf-learn -q -k 3 -o words-model &&
        array text.recipe words-model | cmp - recipe &&
        printf 'New York City, SAN FRANCISCO\nthe unseen house\n' >next-day &&
        run jsmf-text --match words-model next-day -o next-bag 2>err &&
        grep -q '1 of 5 tokens (20.0 %) are of words that are not in words-model: left out' err &&
        array vocab next-bag | cmp - <(array vocab words-model) && array text.recipe next-bag | cmp - recipe &&
        run jsmf-bow -q --split 0.5 --rest other-words words-bag | array text.recipe - | cmp - recipe &&
        array text.recipe other-words | cmp - recipe &&
        run jsmf-bow -q --cut 2 --block 128 -o 'words-%d' words-bag && array text.recipe words-1 | cmp - recipe &&
        jsmf-cat --array H --format mm next-bag >h && [ "$(tail -n +3 h | wc -l)" = 4 ] || return 1
    run jsmf-infer --format wide words-model next-bag >weights 2>err && [ "$(wc -l <weights)" = 3 ]
}
infer_names_the_pipe() {
    run jsmf-infer --from text words-model next-day -o w 2>err &&
        grep -q 'words-model: its words were cut by jsmf-text' err &&
        grep -q '(jsmf-text --match words-model next-day | jsmf-infer words-model cuts them alike)' err &&
        run jsmf-bow -q --from text phrase-texts | run jsmf-learn -q -k 3 -o plain-model &&
        run jsmf-infer --from text plain-model next-day -o w 2>err && ! grep -q jsmf-text err
}

# refused STATUS PATTERN OPTION...: one line, nothing written.
refused() {
    local status=$1 pattern=$2
    shift 2
    jsmf-text next-day "$@" >out 2>err
    [ $? = "$status" ] && [ "$(wc -l <err)" = 1 ] && grep -qe "$pattern" err && [ ! -s out ]
}
what_does_not_go_together() {
    refused 2 'found missing close bracket at character 4' --pattern '[a-z' &&
        refused 2 '--numbers with --pattern' --pattern a --numbers &&
        refused 2 '--phrase-npmi goes with' --phrase-npmi 0 &&
        refused 2 '--phrases with --ngrams' --phrases 2 --ngrams 2 &&
        refused 2 '--phrases with --match' --phrases 2 --match words-model &&
        refused 2 '--keep-case with --match' --keep-case --match words-model &&
        refused 2 '--match -: name a file' --match - &&
        refused 1 'none: No such file' --match none
}
# A recipe of another version, and one that is no list.
what_is_no_recipe() {
    "$here/with_arrays.py" words-model newer text.recipe U 1 'words 2' &&
        "$here/with_arrays.py" words-model damaged text.recipe U 2 'words 1' min-length=x &&
        "$here/with_arrays.py" words-model number text.recipe i8 '()' 7 || return 1
    refused 3 'begins with "words 2", expected "words 1"' --match newer &&
        refused 3 'says "min-length=x" at place 1' --match damaged &&
        refused 3 'text.recipe is no list of strings' --match number
}
nothing_known_is_kept() {
    echo 'quite other text' >next-day && jsmf-text --match words-model next-day -o next-bag 2>err &&
        grep -q 'warning: 3 of 3 tokens (100.0 %) are of words that are not in words-model' err &&
        jsmf-cat next-bag | grep -q '^array	H.data	int32	0$' &&
        [ "$(jsmf-cat --array H.shape next-bag | head -n 1)" = 1 ]
}
backtracking_ends() {
    printf 'a%.0s' {1..40} >backtracking &&
        ! jsmf-text -q --from text --pattern '(a+)+b' backtracking >out 2>err && [ ! -s out ] &&
        grep -q 'a match takes too many steps' err
}

# README's first pipeline, on the bundled file, and the topics that it shows.
readme_pipeline() {
    mkdir -p readme && ln -sfn "$data" readme/data &&
        sed -n '/^    jsmf-text data/,/^$/s/^    //p' "$here/../README.md" >readme/run.sh &&
        sed -n '/^    topic /,/^- /s/^    //p' "$here/../README.md" | grep . >readme/shown &&
        (cd readme && timeout 120 bash -e run.sh >out 2>err) || { cat readme/err; return 1; }
    [ "$(wc -l <readme/run.sh)" = 6 ] && [ "$(wc -l <readme/shown)" -ge 8 ] && [ -s readme/report.html ] &&
        ! grep -vxF -f readme/out readme/shown
}

ok 'jsmf-text: words of many languages' languages
ok "with --pattern '[a-z]+' words are those of tr" as_tr_does
ok 'what each choice does to words' choices_of_words
ok 'phrases are found and joined' finds_phrases
ok 'the same ones with any number of threads, and of a pipe' phrases_for_every_thread
ok 'a model keeps the recipe, and --match follows it' recipe_travels
ok 'jsmf-infer --from text names the pipe where a model has a recipe' infer_names_the_pipe
ok 'choices that do not go together are refused' what_does_not_go_together
ok 'recipes that are none are refused' what_is_no_recipe
ok 'a bag whose text was cut otherwise than that of its model is told of' other_recipes_are_told
ok 'the tokens that --match left out are counted by those who read the bag' left_out_is_counted
ok '--match of nothing known keeps the rows, and says so' nothing_known_is_kept
ok 'a pattern that goes back and forth ends' backtracking_ends
case ${EVERY:-no}$build in no*asan*) ;; *) ok "README's first pipeline prints what it shows" readme_pipeline ;; esac
