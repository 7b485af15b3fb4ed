# jsmf-prevalence. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# Means by awk, of groups by a text; the standard error and Student's quantile of 9 documents.
prevalence_is_what_awk_finds() {
    printf '%s\n' b a b b a b b b b b b >some-labels &&
        run jsmf-infer -q --from text one-model some-docs -o some-w && run jsmf-prevalence --labels some-labels some-w |
        awk '$1 == "b" { print $2 "\t" $3 "\t" $4 "\t" $5 "\t" $6 }' >found &&
        array W some-w | awk '
            NR == FNR { label[NR] = $1; next }
            { m = e = n = 0
              for (d = 1; d <= NF; d++) if (label[d] == "b") { m += $d; n++ }
              m /= n
              for (d = 1; d <= NF; d++) if (label[d] == "b") e += ($d - m) ^ 2
              e = 2.306004 * sqrt(e / (n - 1) / n) / (m * (1 - m)); l = log(m / (1 - m))
              print FNR - 1 "\t" n "\t" m "\t" 1 / (1 + exp(e - l)) "\t" 1 / (1 + exp(-e - l)) }' \
            some-labels - >expected && close found expected 2e-6
}
prevalence_reads_dates_and_pairs() {
    with_arrays some-w dated date U 11 2025-12-29 2025-12-30 2026-01-01 2026-01-05 '' 2026-01-05 2026-02-01 2026-02-01 \
        2026-02-01 2026-02-01 2027-01-01 size i4 11 \
        3 1 2 5 4 8 9 7 6 11 10 &&
        run jsmf-prevalence --by date:week dated 2>err | awk 'NR > 1 && $2 == 0 { print $1, $3 }' | tr '\n' ' ' |
        grep -qx '2026-W01 3 2026-W02 2 2026-W05 4 2026-W53 1 ' &&
        grep -q '1 of 11 documents without a value of date:week: left out' err &&
        run jsmf-prevalence --by size --bins 3 dated | awk '$2 == 1 { print $1, $3 }' | tr '\n' ' ' |
        grep -qx '1..4 4 5..7 3 8..11 4 ' &&
        run jsmf-prevalence -q --by date:year,labels --labels some-labels dated | awk '$3 == 0 { print $1, $2, $4 }' |
        tr '\n' ' ' | grep -qx '2025 a 1 2025 b 1 2026 b 7 2027 b 1 ' &&
        run jsmf-prevalence -q --by date:year,labels --labels some-labels dated | head -n 1 |
        grep -qx 'date:year	labels	topic	documents	mean	low	high'
}
prevalence_knows_the_calendar() {
    { yes 2026-02-28 | head -n 10 && echo 2026-02-30; } >no-day &&
        ! run jsmf-prevalence --by labels:month --labels no-day some-w >found 2>err &&
        grep -q 'document 10, .* has "2026-02-30" (expected a day that the calendar has)' err
}
prevalence_weighs_by_tokens() {
    [ "$(array infer.tokens some-w)" = "$(awk '{ print NF }' some-docs)" ] && array W some-w >some-columns &&
        run jsmf-prevalence --tokens some-w | awk '$2 == 1 { print $4 }' >found &&
        awk 'NR == FNR { n[NR] = NF; all += NF; next } FNR == 2 { for (d = 1; d <= NF; d++) m += n[d] * $d
            print m / all }' some-docs some-columns >expected && close found expected 2e-6
}
prevalence_leaves_out_empty_documents() {
    (cat some-docs && echo && head -n 2 some-docs) >more-docs &&
        run jsmf-infer -q --from text one-model more-docs -o more-w &&
        (cat some-labels && printf '%s\n' c b a) >more-labels &&
        run jsmf-prevalence --labels more-labels more-w 2>err | awk '$2 == 0 { print $1, $3 }' | tr '\n' ' ' |
        grep -qx 'a 3 b 10 ' && grep -q '1 of 14 documents without tokens: left out' err &&
        sed '14s/.*//' more-labels >fewer-labels &&
        run jsmf-prevalence --labels fewer-labels more-w 2>err | awk '$2 == 0 { print $1, $3 }' | tr '\n' ' ' |
        grep -qx 'a 2 b 10 ' && grep -q '1 of 14 documents without a value of labels: left out' err &&
        run jsmf-prevalence -q --by infer.tokens --bins 2 more-w | awk 'NR == 2 { exit !($1 ~ /^5[.][.]/) }'
}
# The order of W's items and a pipe do not matter.
prevalence_reads_any_order() {
    # shellcheck disable=SC2046
    run jsmf-prevalence --labels some-labels some-w >found &&
        run jsmf-prevalence --labels some-labels <some-w | cmp - found &&
        with_arrays some-w turned W f8 "$(array W some-w | wc -l),11" $(array W some-w) &&
        run jsmf-prevalence --labels some-labels turned | cmp - found &&
        run jsmf-prevalence -t 3 --labels some-labels some-w | cmp - found
}
prevalence_is_json() {
    run jsmf-prevalence -q --by date:year,labels --labels some-labels --format json dated | python3 -c '
import json, sys
d = json.load(sys.stdin)
assert d["by"] == ["date:year", "labels"] and d["weights"] == "documents", d
print(*("%s\t%s\t%d\t%d\t%.6g\t%.6g\t%.6g" % (*g["group"], t["topic"], g["documents"], t["mean"], t["low"], t["high"])
        for g in d["groups"] for t in g["topics"]), sep="\n")' >found &&
        run jsmf-prevalence -q --by date:year,labels --labels some-labels dated | tail -n +2 | diff - found
}
prevalence_names_topics() {
    # shellcheck disable=SC2046
    with_arrays one-model named-model names U "$(array A one-model | wc -l)" \
        $(array A one-model | awk '{ print "topic" NR - 1 }') && run jsmf-infer -q --from text named-model some-docs |
        run jsmf-prevalence >found &&
        awk -F '\t' 'NR == 1 ? $7 != "name" : $7 != "topic" $2 { bad = 1 } END { exit bad }' found
}
# Of a model that was named behind the compositions; one without names is refused, and so is one of other topics.
prevalence_takes_names() {
    run jsmf-infer -q --from text one-model some-docs -o unnamed-w && run jsmf-prevalence unnamed-w >found &&
        run jsmf-prevalence --names named-model unnamed-w >named 2>err && [ ! -s err ] &&
        cut -f 1-6 named | diff - found && [ "$(sed -n '2p;3p' named | cut -f 7 | paste -sd ' ')" = 'topic0 topic1' ] &&
        ! run jsmf-prevalence --names one-model unnamed-w >out 2>err && [ ! -s out ] &&
        grep -q 'one-model: no array names (jsmf-edit --name names topics)' err &&
        run jsmf-edit --name auto one-polished -o other-names &&
        ! run jsmf-prevalence --names other-names unnamed-w >out 2>err && [ ! -s out ] &&
        grep -q 'unnamed-w: was made with another model than other-names' err
}
# Of a corpus whose topics rise and fall: intervals of the true compositions, and of those that were found from words,
# contain the true means. The true topics are the model.
prevalence_covers_the_truth() {
    local k=8 periods=20 size=1200
    # shellcheck disable=SC2046
    run jsmf-synth -q --size $size --words 400 -k $k --length 60 --drift 1.5 --periods $periods -o drifting &&
        array truth.prevalence drifting >truth &&
        with_arrays - true-model B f8 400,$k $(array truth.B drifting) A f8 $k,$k $(array truth.A drifting) \
            vocab U 400 $(array vocab drifting) &&
        with_arrays - true-w W f8 $k,$size $(array truth.W drifting) period i8 $size $(array period drifting) &&
        run jsmf-prevalence --by period true-w >true-shares &&
        run jsmf-infer -q true-model drifting | run jsmf-prevalence --by period >shares &&
        cat true-shares shares | awk '
            NR == FNR { for (j = 1; j <= NF; j++) truth[FNR - 1, j - 1] = $j; next }
            $1 == "period" { part++; next }
            { all[part]++; inside[part] += $5 <= truth[$1, $2] && truth[$1, $2] <= $6 }
            END { for (p = 1; p <= 2; p++) { print inside[p], all[p]
                bad += all[p] != 160 || inside[p] < 0.9 * all[p] || inside[p] > 0.99 * all[p] }
                exit bad }' truth -
}
awk '{ word[NR] = $0 } END { for (d = 0; d < 11; d++) { line = ""
    for (i = 0; i < 5 + d; i++) line = line word[1 + (d * d * 13 + i * i * 7) % NR] " "
    print line } }' words >some-docs
with_arrays() { python3 "$here/with_arrays.py" "$@"; }
ok 'jsmf-prevalence: means and intervals are those of awk' prevalence_is_what_awk_finds
ok 'jsmf-prevalence: weeks, bins and pairs' prevalence_reads_dates_and_pairs
ok 'jsmf-prevalence: a day that there is not' prevalence_knows_the_calendar
ok 'jsmf-prevalence: documents weigh by their tokens' prevalence_weighs_by_tokens
ok 'jsmf-prevalence: empty documents are left out' prevalence_leaves_out_empty_documents
ok 'jsmf-prevalence: by rows, by columns, from a pipe, with threads' prevalence_reads_any_order
ok 'jsmf-prevalence: JSON says the same' prevalence_is_json
ok 'jsmf-prevalence: nine tenths of the intervals and more contain the truth' prevalence_covers_the_truth
ok 'jsmf-prevalence: topics have their names' prevalence_names_topics
ok 'jsmf-prevalence --names: they have those of a model' prevalence_takes_names
