# jsmf-eval: what judges models. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

judge() { run jsmf-eval --hulls 2 "$@" one-model; }
same_metrics() { # same_metrics FORM: as from the dense matrix
    judge --cooc dense >ma && judge --cooc "$1" >mb && cut -f 1 ma >na && cut -f 1 mb | cmp - na && cut -f 2 ma >va &&
        cut -f 2 mb >vb && close va vb 1e-9
}
means_are_of_topics() {
    judge --cooc dense --bag one-bag >ma && judge --cooc dense --bag one-bag --per-topic >table &&
        [ "$(wc -l <table)" = $((K + 1)) ] || return 1
    for name in MSTIncoherence Specificity SoftDissimilarity BasisQuality NPMI; do
        awk -F'\t' -v name=$name '
            NR == FNR { if ($1 == name) mean = $2; next }
            FNR == 1 { for (j = 1; j <= NF; j++) if ($j == name) at = j; next }
            { sum += $at; n++ }
            END { d = sum / n - mean; exit !(at && d < 1e-9 && d > -1e-9) }' ma table || return 1
    done
}
json_has_the_same_numbers() {
    judge --cooc dense --format json --per-topic | tee mj | jq -r '.Specificity, .LogRelativeVolume' >a &&
        judge --cooc dense | awk '$1 == "Specificity" { s = $2 } $1 == "LogRelativeVolume" { v = $2 }
            END { print s; print v }' >b && close a b 1e-12 && [ "$(jq '.topics | length' mj)" = $K ] &&
        [ "$(jq '.topics[3].topic' mj)" = 3 ]
}
is_itself() {
    run jsmf-eval --against one-model one-model >m && grep -q "^AgainstL1	0$" m &&
        grep -q "^AgainstSharedWords	20$" m &&
        grep -q "^StableTopics	$K$" m &&
        run jsmf-eval --split-half one-model --bag one-bag one-model | awk '/^Split/ { n++; bad += $2 != 1 }
            END { exit bad || n != 11 }'
}
# The correlations of shares over documents, reckoned from the compositions by each model.
halves_are_used_as_awk_finds() {
    run jsmf-eval -q --per-topic --split-half one-polished --bag one-bag one-model | awk -F '\t' '
        NR == 1 { for (j = 1; j <= NF; j++) column[$j] = j; next }
        { print $1 "\t" $column["SplitTopic"] "\t" $column["SplitCorrelation"] }' >found &&
        run jsmf-infer -q one-model one-bag -o half-w && array infer.empty half-w >empty &&
        run jsmf-infer -q one-polished one-bag | run jsmf-cat --array W >half-b && array W half-w >half-a &&
        awk -v OFMT=%.12g '
            FILENAME == "empty" { empty[FNR] = $1; next }
            FILENAME == "half-a" { for (d = 1; d <= NF; d++) w[FNR - 1, d] = $d; next }
            FILENAME == "half-b" { for (d = 1; d <= NF; d++) v[FNR - 1, d] = $d; m = NF; next }
            { n = x = y = xx = yy = xy = 0
              for (d = 1; d <= m; d++) if (!empty[d]) { p = w[$1, d]; q = v[$2, d]; n++; x += p; y += q
                  xx += p * p; yy += q * q; xy += p * q }
              print $1 "\t" $2 "\t" (xy - x * y / n) / sqrt((xx - x * x / n) * (yy - y * y / n)) }' \
            empty half-a half-b found >expected && close found expected 1e-6
}
seeds_move_volumes_alone() {
    judge --cooc dense --seed 1 >ma && judge --cooc dense >mb && cmp ma mb && judge --cooc dense --seed 2 >mb &&
        [ "$(diff ma mb | grep -c '^>')" = 1 ] && diff ma mb | grep -q '^> LogRelativeVolume'
}

# The same names and numbers, of four digits, in columns.
text_is_the_table() {
    judge -q --cooc dense --bag one-bag --per-topic | awk -F '\t' '
        NR == 1 { print; next }
        { for (j = 1; j <= NF; j++) printf "%s%s", j == 1 ? $j : $j == "nan" ? "undefined" : sprintf("%.4g", $j),
            j < NF ? "\t" : "\n" }' >table &&
        judge -q --cooc dense --bag one-bag --per-topic --format text >text-table &&
        sed 's/^ *//; s/  */\t/g' text-table | cmp - table &&
        [ "$(awk '{ print length }' text-table | sort -u | wc -l)" = 1 ]
}
# Columns are as wide as a terminal shows their names. A letter of these has two bytes.
text_is_as_wide_as_its_names() {
    array vocab one-model | sed 's/$/\télevage/' >accents &&
        run jsmf-eval -q --per-topic --word-labels accents --format text one-model |
        awk 'NR == 1 { width = length - 1 } NR > 1 && length != width { bad = 1 } END { exit bad || NR < 2 }'
}

for form in sparse factored; do ok "jsmf-eval: the same metrics from --$form" same_metrics $form; done
ok 'jsmf-eval: metrics are the means of what --per-topic prints' means_are_of_topics
ok 'jsmf-eval --per-topic --format text: the same numbers in columns' text_is_the_table
ok 'jsmf-eval --per-topic --format text: columns below names with accents' text_is_as_wide_as_its_names
ok 'jsmf-eval: --format json has the same numbers' json_has_the_same_numbers
ok 'jsmf-eval: a model against itself' is_itself
ok 'jsmf-eval --split-half: correlations over documents are those of awk' halves_are_used_as_awk_finds
ok 'jsmf-eval: the seed moves the random hulls alone' seeds_move_volumes_alone
completes_others() {
    run jsmf-bow one-bag --split 0.5 --rest half -o other && run jsmf-eval --bag half one-model | grep '^HeldOut' >b &&
        run jsmf-eval --held-out half one-model >h && grep '^HeldOut' h | cmp - b && ! grep -q '^NPMI' h &&
        run jsmf-eval --bag one-bag --held-out half one-model >e && grep '^HeldOut' e | cmp - b &&
        grep '^NPMI' e >n && run jsmf-eval --bag one-bag one-model | grep '^NPMI' | cmp - n
}
ok 'jsmf-eval --held-out: other documents for completion alone' completes_others
# A model that is judged against all that there is.
metrics_are_in_the_page() {
    local all=(--hulls 1 --cooc dense --bag drawn --truth drawn --compositions drawn-w --labels labels
        --against one-model --split-half one-model --word-labels word-labels)
    array vocab one-model | sed 's/$/\tLABEL/' >word-labels &&
        run jsmf-synth --model one-model --size 60 -o drawn && run jsmf-infer -q one-model drawn -o drawn-w &&
        yes 'here
there' | head -n 60 >labels && run jsmf-eval -q "${all[@]}" one-model >names &&
        run jsmf-eval -q "${all[@]}" --per-topic one-model | sed '1!d; s/^topic.//' | tr '\t' '\n' >>names &&
        sed -n 's/^\.It Li //p' "$here/../man/jsmf-eval.1" | sed 's/ , /\n/g' | sort -u >page &&
        cut -f 1 names | sort -u | diff - page
}
# The help has each of these names, and lines for people say of each one which way is good, if one is, and what it
# means.
metrics_are_told() {
    run jsmf-eval --help=all | sed '1,/^Metrics, by what they need:$/d; /^Which way/,$d' | grep '^      ' | xargs -n 1 |
        sort | diff - page &&
        run jsmf-eval -q --hulls 1 --cooc dense --bag drawn --truth drawn --compositions drawn-w --labels labels \
            --against one-model --split-half one-model --word-labels word-labels --format text one-model >told &&
        run jsmf-eval -q --hulls 1 --cooc dense --bag drawn --truth drawn --compositions drawn-w --labels labels \
            --against one-model --split-half one-model --word-labels word-labels one-model | awk '
            NR == FNR { name[NR] = $1; value[NR] = $2; n = NR; next }
            { way = substr($0, 39, 12); gsub(/ +$/, "", way); meaning = substr($0, 53)
              d = $2 - value[FNR]; d = d < 0 ? -d : d; v = value[FNR] < 0 ? -value[FNR] : value[FNR] }
            $1 != name[FNR] || d > v * 1e-3 || meaning !~ /^[A-Za-z]/ || way !~ /^((high|low|[01]) is good)?$/ { bad = 1
              print }
            END { exit bad || FNR != n }' - told
}
ok 'jsmf-eval: its page has every metric, and no other' metrics_are_in_the_page
ok 'jsmf-eval: its help and --format text have every metric, too' metrics_are_told
