# jsmf-report. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

report_all() { run jsmf-report --bag one-bag --compositions w-normal --cooc one-cooc "$@" one-model; }
# A browser knows an element's name by what follows the sign; JSON is between its script's marks.
page_data() { sed -n '/<script type="application\/json"/,/<\/script>/p' "$1" | sed 's/.*id="data">//; s/<\/script>//'; }

report_is_the_same() {
    report_all -t 1 >page 2>err && [ ! -s err ] && for t in 2 3; do report_all -t $t | cmp page - || return 1; done
    report_all -o page-2 && cmp page page-2 && run jsmf-report one-model >few && run jsmf-report <one-model | cmp few -
}
report_has_its_parts() {
    local part
    for part in about map-section topics correlations words documents map matrix plane topic-0 topic-7; do
        [ "$(grep -c "id=\"$part\"" page)" = 1 ] || { echo "$part"; return 1; }
    done
    ! grep -q '{{' page && ! grep -qE 'nan|inf[^eo]' <(sed '/<style>/,/<\/style>/d; s/<[^>]*title[^<]*<//' page |
        grep -oE '="[^"]*(nan|inf)[^"]*"') && ! grep -qE '(src|href)="?(https?:|//)' page &&
        [ "$(grep -c 'class="card"' page)" = 8 ] && ! grep -q 'id="documents"' few
}
report_measures() { # as jsmf-eval does
    local name digits
    report_all --held-out one-bag >page-judged &&
        run jsmf-eval -q --hulls 0 -n 10 --bag one-bag --cooc one-cooc one-model >judged &&
        for name in RelativeApproximation:3 NPMI:3 UniqueWords:1 Specificity:2 HeldOutLogProbability:3; do
            digits=${name#*:}
            awk -v name="${name%:*}" -v digits="$digits" '$1 == name { v = $2 < 0 ? -$2 : $2
                printf "%." digits "f\n", v }' judged | grep -f - <(grep 'class="number"' page-judged) >/dev/null ||
                { echo "$name"; return 1; }
        done
}
report_data_is_json() {
    page_data page >data.json && jq -e '.topics | length == 8' data.json >/dev/null &&
        jq -r '.compositions' data.json | tr . '\n' >compositions &&
        [ "$(wc -l <compositions)" = "$(jq .documents data.json)" ]
}
# What the data say of a document is what W says: here its largest share, in thousandths. Documents without words have a
# mark.
report_compositions_are_those_of_w() {
    array W w-normal | awk '{ for (j = 1; j <= NF; j++) if ($j > most[j]) { most[j] = $j; topic[j] = NR - 1 } n = NF }
        END { for (j = 1; j <= n; j++) printf "%d\t%.4f\n", topic[j], most[j] }' >largest &&
        paste largest compositions | awk '$3 == "-" { empty++; next }
            { s = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            for (i = 1; i <= 4; i++) d[i] = index(s, substr($3, i, 1)) - 1
            share = (64 * d[3] + d[4]) / 1000; apart = share - $2
            if (NF == 3) { n++; bad += 64 * d[1] + d[2] != $1 || apart > 0.0006 || apart < -0.0006 } }
            END { exit bad || n < 100 || empty != '"$(array infer.empty w-normal | grep -cx 1)"' }'
}
# Words, a title and names that mean something to HTML, JSON and scripts come out as text.
report_quotes() {
    local evil='</script><script>alert(1)</script>' long
    long=$(printf '%0255d' 0)
    { printf '%s ]]><!--&amp;" "quoted" '\''x'\'' plain %s\n' "$evil" "$long"
        printf 'plain <b>bold</b> %s \342\200\256rtl\n' "$evil"; } >evil-text &&
        run jsmf-bow -q --from text -o evil-bag evil-text && run jsmf-cooc -q evil-bag |
        run jsmf-aw -q -k 2 --min-df 1 -o evil-model && run jsmf-infer -q evil-model evil-bag -o evil-w &&
        run jsmf-report -q --title "$evil" --date '<i>' --bag evil-bag --compositions evil-w evil-model >evil-page &&
        [ "$(grep -o '<script' evil-page | wc -l)" = 2 ] && [ "$(grep -o '</script' evil-page | wc -l)" = 2 ] &&
        ! grep -qE '<b>bold|<i>|<!--' evil-page && ! grep -q $'\342\200\256' evil-page &&
        page_data evil-page | jq -e '.words | index("</script><script>alert(1)</script>")' >/dev/null
}
# Labels that are numbers are an axis, others are bars; the shares are those of jsmf-prevalence.
report_groups() {
    local documents
    documents=$(jq .documents data.json)
    awk -v n="$documents" 'BEGIN { for (i = 0; i < n; i++) print 1990 + i % 3 }' >years
    awk -v n="$documents" 'BEGIN { for (i = 0; i < n; i++) print i % 4 ? "many" : "few" }' >kinds
    report_all --labels years >page-years && report_all --labels kinds >page-kinds &&
        [ "$(grep -c 'class="band"' page-years)" = 8 ] && [ "$(grep -c 'class="whisker"' page-kinds)" = 16 ] &&
        grep -q '<text class="row"[^>]*>few</text>' page-kinds && grep -q 'id="prevalence"' page-years &&
        ! grep -q 'id="prevalence"' page
}
# Files of their own, which XML can read, with nothing of a page in them; Markdown with a table for each topic.
report_figures() {
    report_all --labels years --figures report-figures >page-figures && cmp page-years page-figures &&
        [ "$(cd report-figures && echo *)" = 'map.svg matrix.svg plane.svg '"$(printf 'trend-%d.svg ' 0 1 2 3 4 5 6 7 |
            sed 's/ $//')" ] && python3 -c 'import sys, xml.dom.minidom
for path in sys.argv[1:]:
    root = xml.dom.minidom.parse(path).documentElement
    assert root.tagName == "svg" and root.getElementsByTagName("title") and not root.getElementsByTagName("a")' \
        report-figures/*.svg && ! grep -l 'var(' report-figures/*
}
# An array with a colon in its name is found by all of it.
report_colons() {
    local kinds
    mapfile -t kinds <kinds
    python3 "$here/with_arrays.py" w-normal colons a:b U "${#kinds[@]}" "${kinds[@]}" &&
        run jsmf-report --compositions colons --by a:b one-model >page-colons &&
        [ "$(grep -c 'class="whisker"' page-colons)" = 16 ]
}
# 8 groups as bars, of which the smallest are left out.
report_bars() {
    run jsmf-report --compositions colons --by a:b one-model --bars 100 2>err | cmp - page-colons && [ ! -s err ] &&
        run jsmf-report --compositions colons --by a:b one-model --bars 1 >page-bars 2>err &&
        grep -q ' groups, those of fewest documents, are not shown (--bars ' err && [ "$(wc -l <err)" = 1 ] &&
        [ "$(grep -c 'class="whisker"' page-bars)" = 8 ] && grep -q 'smaller group.* not shown' page-bars || return 1
    awk '{ print "g" NR % 3000 }' kinds >many-groups &&
        run jsmf-report --compositions w-normal --labels many-groups one-model 2>err >page-bars &&
        grep -q '(--bars 2500 shows as many as can be)' err
}
report_markdown() {
    report_all --format md --figures report-figures >page.md && [ "$(grep -c '^### ' page.md)" = 8 ] &&
        run jsmf-report -q --format md --labels years --compositions w-normal one-model >by.md &&
        grep -qx '## Prevalence by label' by.md &&
        [ "$(grep -c '^| word | in topic' page.md)" = 8 ] && grep -q '/map.svg>)' page.md &&
        run jsmf-report -q --format md --title '<i>|*' --compositions evil-w evil-model >evil.md &&
        ! grep -qE '<script|<b>|<i>' evil.md && head -n 1 evil.md | grep -qF '&lt;i&gt;\|\*'
}
# Of seven equal topics 20 pairs are named, and one is counted; none of their words is one topic's alone.
report_pairs() {
    local equal square
    mapfile -t equal < <(yes 0.25 | head -n 28)
    mapfile -t square < <(yes 0.02040816326530612 | head -n 49)
    python3 "$here/with_arrays.py" - equal-model B f8 4,7 "${equal[@]}" A f8 7,7 "${square[@]}" &&
        run jsmf-report equal-model >equal-page && run jsmf-report --format md equal-model >equal.md &&
        [ "$(grep -c 'Two topics are near-duplicates' equal-page)" = 20 ] &&
        [ "$(grep -c ', too\.$' equal.md)" = 20 ] &&
        grep -q '<li>So it is with 1 more pair of topics' equal-page &&
        grep -qx -- '- So it is with 1 more pair of topics.' equal.md &&
        grep -q '^| Unique words | 0.0 |.* Of 4 leading words; jsmf-eval -n 4 counts as many\. |$' equal.md
}
# Each document once, and no more than so many; one without words is marked.
report_documents_at_most() {
    run jsmf-report --documents 5 --compositions w-normal one-model >page-5 && page_data page-5 |
        jq -e '(.compositions | split(".") | length) == 5 and (.ids | unique | length) == 5' >/dev/null &&
        array vocab one-model | sed -n '1p; 2s/$/\n/p; 3p' >few-texts &&
        run jsmf-infer -q --from text one-model few-texts | run jsmf-report -q --compositions - one-model >page-4 &&
        page_data page-4 | jq -e '.compositions | split(".") | [.[] == "-"] == [false, false, true, false]' >/dev/null
}
# Two words that are a topic each, a document of one and one without words: the other topic has no document, and a
# model that has the topics the other way round does not take these compositions, unless they do not say whose they are.
report_says_what_is_missing() {
    printf 'left left\n\n' >one-side && printf 'left\nright\n' >sides &&
        python3 "$here/with_arrays.py" - sides-model vocab U 2 left right B f8 2,2 1 0 0 1 \
            alpha f8 2 0.1 0.1 &&
        python3 "$here/with_arrays.py" - sides-turned vocab U 2 left right B f8 2,2 0 1 1 0 \
            alpha f8 2 0.1 0.1 &&
        run jsmf-bow -q --from text --match sides-model one-side -o sides-bag 2>err &&
        run jsmf-infer -q --method em sides-model sides-bag -o sides-w &&
        run jsmf-report -q --bag sides-bag --compositions sides-w sides-model >sides-page &&
        grep -q '<b>1</b> more without words' sides-page && grep -q 'No document has 5 % or more of it' sides-page &&
        run jsmf-report -q --format md --bag sides-bag --compositions sides-w sides-model >sides.md &&
        grep -q '1 more without words' sides.md || return 1
    ! run jsmf-report -q --compositions sides-w sides-turned >out 2>err && [ ! -s out ] &&
        grep -q 'sides-w: was made with another model than sides-turned: .*composes the documents again' err &&
        python3 "$here/with_arrays.py" - unsigned-w W f8 2,2 1 .5 0 .5 &&
        run jsmf-report -q --compositions unsigned-w sides-turned >out
}
topics_for_ldavis() {
    run jsmf-topics --format ldavis --documents w-normal -o lda.json one-model && jq -e '
        def sums_to_1: all(.[]; (add - 1) * (add - 1) < 1e-8);
        (.topic_term_dists | length == 8 and sums_to_1) and (.doc_topic_dists | sums_to_1) and
        (.vocab | length) == (.term_frequency | length) and (.topic_term_dists[0] | length) == (.vocab | length) and
        (.doc_lengths | length) == (.doc_topic_dists | length) and all(.doc_lengths[]; . > 0) and
        ((.term_frequency | add) / (.doc_lengths | add) - 1 | . * . < 1e-8)' lda.json >/dev/null
}
# The examples of the page, as they stand there.
report_examples() {
    local line count=0 dates
    mapfile -t dates < <(awk -v n="$(jq .documents data.json)" 'BEGIN {
        for (i = 0; i < n; i++) printf "%d-%02d-01\n", 2020 + i % 4, 1 + i % 12 }')
    mkdir -p examples && cp one-model examples/model.npz && cp one-bag examples/bag.npz &&
        python3 "$here/with_arrays.py" w-normal examples/w.npz date U "${#dates[@]}" "${dates[@]}" &&
        sed -nE 's/^\.Dl (jsmf-report .*)/\1/p' "$here/../man/jsmf-report.1" >lines || return 1
    while read -r line; do
        (cd examples && rm -rf report.* && timeout 60 bash -c "$line" && ls report.* >/dev/null) ||
            { echo "$line"; return 1; }
        count=$((count + 1))
    done <lines
    [ "$count" = 4 ] && grep -q 2023 examples/report.html
}
report_is_small_enough() { [ "$(wc -c <page)" -lt 2000000 ]; }
ok 'jsmf-report: threads and the way in and out do not matter' report_is_the_same
ok 'jsmf-report: every section is there, once, and asks nothing of the network' report_has_its_parts
ok 'jsmf-report: what measures are, they are for jsmf-eval' report_measures
ok 'jsmf-report: the data are JSON' report_data_is_json
ok 'jsmf-report: documents have the topics of W' report_compositions_are_those_of_w
ok 'jsmf-report: what the data hold is text' report_quotes
ok 'jsmf-report: groups along an axis, and as bars' report_groups
ok 'jsmf-report: groups by an array with a colon in its name' report_colons
ok 'jsmf-report --bars: as many groups, and those that are left out are told' report_bars
ok 'jsmf-report: figures as files' report_figures
ok 'jsmf-report: Markdown' report_markdown
ok 'jsmf-report: pairs of topics that are alike' report_pairs
ok 'jsmf-report: no more documents than asked for, and empty ones marked' report_documents_at_most
ok 'jsmf-report: compositions of another model, documents without words, topics without documents' \
    report_says_what_is_missing
ok 'jsmf-topics --format ldavis: sizes and sums agree' topics_for_ldavis
ok 'jsmf-report: the examples of its page' report_examples
ok 'jsmf-report: the page is small' report_is_small_enough
