# jsmf-choose. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# Of 300 words; few enough documents for many models.
run jsmf-bow -q one-bag --split 0.15 --rest most -o choose-bag

# The columns behind K that jsmf-eval has, of the line of so many topics.
line_of() { awk -F'\t' -v k="$1" '$1 == k { for (i = 2; i <= 6; i++) print $i }' "$2"; }
judged() { # judged BAG HELD_OUT MODEL
    run jsmf-cooc -q "$1" -o judged-cooc &&
        run jsmf-eval -q --hulls 0 --cooc judged-cooc --bag "$1" --held-out "$2" "$3" |
        awk '{ v[$1] = $2 } END { print v["HeldOutLogProbability"]; print v["NPMI"]; print v["UniqueWords"]
            print v["Specificity"]; print v["RelativeApproximation"] }'
}
# Of the two numbers of topics the larger one's eigenpairs are the other's, too.
judges_what_learn_makes() { # judges_what_learn_makes OPTIONS...
    local k
    run jsmf-choose -q -k $K,4 "$@" choose-bag >choices &&
        run jsmf-bow -q choose-bag --split 0.9 --rest unseen -o seen || return 1
    for k in 4 $K; do
        run jsmf-learn -q -k $k "$@" seen -o chosen && judged seen unseen chosen >of-learn &&
            line_of $k choices >of-choose && close of-choose of-learn 1e-5 || return 1
    done
}
for options in '-i 2' '--low-rank -i 2 --min-df 8' '--no-polish'; do
    read -ra words <<<"$options"
    ok "jsmf-choose $options: the numbers of the models of jsmf-learn" judges_what_learn_makes "${words[@]}"
done
# Then nothing is held out, and the models are those of the bag.
completes_what_it_learned() {
    run jsmf-choose -q -k 4 --held-out 0 -i 2 choose-bag >choices && run jsmf-learn -q -k 4 -i 2 choose-bag -o chosen &&
        judged choose-bag choose-bag chosen >of-learn && line_of 4 choices >of-choose && close of-choose of-learn 1e-5
}
gap_is_of_eigenvalues() {
    run jsmf-choose -q -k 4 --held-out 0 --no-polish choose-bag >choices &&
        awk -F'\t' '{ for (i = 1; i <= NF; i++) if (FNR == 1 && $i == "SpectralGap") at = i }
            FNR == 2 { print $at }' choices >of-choose && run jsmf-cooc -q --low-rank -k 5 choose-bag -o five &&
        array D five | awk '{ d[NR] = $1 } END { print 1 - d[5] / d[4] }' >of-cooc && close of-choose of-cooc 1e-5
}
# The halves have the same words, and a topic of the one is there in the other, or not.
stability_is_of_halves() {
    run jsmf-choose -q -k 6 --stability -i 2 choose-bag | awk -F'\t' 'NR == 2 { print $9 }' >of-choose &&
        run jsmf-bow -q seen --split 0.5 --min-df 0 --rest half-b -o half-a &&
        run jsmf-learn -q -k 6 -i 2 half-a -o model-a && run jsmf-learn -q -k 6 -i 2 half-b -o model-b &&
        run jsmf-eval -q --split-half model-b model-a | awk '$1 == "SplitShared50" { print $2 }' >of-eval &&
        close of-choose of-eval 1e-5 && [ "$(<of-eval)" != 0 ]
}
ok 'jsmf-choose --held-out 0: documents that were learned from' completes_what_it_learned
ok 'jsmf-choose: the gap in the spectrum' gap_is_of_eigenvalues
ok 'jsmf-choose --stability: topics of two halves' stability_is_of_halves

some_choices() { run jsmf-choose -q -k 4:8:2 -i 2 --stability "$@"; }
choose_threads_do_not_matter() {
    some_choices -t 1 choose-bag -o choices --checkpoint choose-lines &&
        some_choices -t 3 <choose-bag | cmp - choices &&
        [ "$(wc -l <choices)" = 4 ] && [ "$(awk '{ print NF }' choices | uniq)" = 9 ]
}
lists_are_sets() {
    run jsmf-choose -q -k 8,4:7:2,4,6 -i 2 --stability --checkpoint choose-lines choose-bag | cmp - choices
}
# Words without names.
needs_no_words() {
    python3 -c 'import sys
sys.path.insert(0, sys.argv[1])
import faults
faults.write(sys.argv[3], [e for e in faults.read(sys.argv[2]) if e[0] != "vocab.npy"])' "$here" choose-bag wordless &&
        run jsmf-choose -q -k 8 -i 2 wordless | sed 1d >of-choose && grep '^8' choices | cut -f 1-8 | cmp - of-choose
}
json_is_the_table() {
    some_choices --checkpoint choose-lines --format json --explain choose-bag >choices-json &&
        jq -r '.lines[] | [.[]] | @tsv' choices-json >of-json && sed 1d choices | cmp - of-json &&
        some_choices --checkpoint choose-lines --explain choose-bag >told && grep -v '^#' told | cmp - choices &&
        [ "$(jq -r .explanation choices-json)" = "$(sed -n 's/^# //p' told | tr '\n' ' ' | sed 's/ $//')" ] &&
        some_choices --checkpoint choose-lines --explain --format text choose-bag | sed '1,/^$/d' | tr '\n' ' ' |
        sed 's/ $//' | cmp - <(jq -jr .explanation choices-json)
}
# rule_of UNIQUE UNIQUE UNIQUE HELD HELD HELD PATTERN: of lines with these numbers for 4, 6 and 8 topics, the K that is
# taken, if what is told has the pattern.
rule_of() {
    python3 -c 'import sys
sys.path.insert(0, sys.argv[1])
import faults
unique, held = sys.argv[4:7], sys.argv[7:10]
entries = dict(faults.read(sys.argv[2]))
a = faults.Array(entries["choose.lines.npy"])
lines = [f"{k} {h} 0.1 {u} 1 0.5 0.1 0 1 0" for k, h, u in zip((4, 6, 8), held, unique)]
a.type, a.shape, a.items = "U60", [3], [line.ljust(60, "\0").encode("utf-32-le") for line in lines]
entries["choose.lines.npy"] = a.raw()
faults.write(sys.argv[3], entries.items())' "$here" choose-lines made-lines "${@:1:6}" &&
        some_choices --checkpoint made-lines --explain --format json choose-bag >made-json &&
        jq -e --arg said "$7" '.explanation | test($said) and test("There is no optimum")' made-json >/dev/null &&
        jq .rule made-json
}
rule_is_told() {
    [ "$(rule_of 12 11 9 -7 -6 -5 'largest of these K before .*9.00 at K = 8..  *Look between 6 and 8,')" = 6 ] &&
        [ "$(rule_of 12 11 9 -7 -6 -5 'by 1.000 nats a token more than at K = 6, but more .* are more alike.')" = 6 ] &&
        [ "$(rule_of 12 11 10 -7 -6 -5 'K = 8, the largest of these K.*larger K.*by 2.000 nats')" = 8 ] &&
        [ "$(rule_of 12 11 9 -5 -6 -7 'K = 4: with more .* less likely, though up to K = 6')" = 4 ] &&
        [ "$(rule_of 9 11 12 -7 -6 -5 'none of these K: at K = 4 already.* .9.00.')" = null ] &&
        [ "$(rule_of nan nan nan -7 -6 -5 'none of these K: unique words are undefined')" = null ] &&
        [ "$(rule_of 12 11 10 -7 nan -8 'K = 4: with more .* less likely, though up to K = 8')" = 4 ] &&
        [ "$(rule_of 12 11 9 nan nan nan 'largest of these K before')" = 6 ]
}
draws_a_figure() {
    some_choices --checkpoint choose-lines --figure choices.svg choose-bag | cmp - choices &&
        python3 - choices.svg <<'END'
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
height, width = float(root.get("height")), float(root.get("width"))
circles = [c for c in root.iter() if c.tag.endswith("circle")]
assert len(circles) == 12, len(circles)
for c in circles:
    assert 0 < float(c.get("cx")) < width and 0 < float(c.get("cy")) < height
# The first panel's points rise and fall as the table's numbers do.
held = [float(line.split("\t")[1]) for line in open("choices").readlines()[1:]]
places = [-float(c.get("cy")) for c in circles[:3]]
assert sorted(range(3), key=held.__getitem__) == sorted(range(3), key=places.__getitem__)
END
}
ok 'jsmf-choose: threads and pipes do not matter' choose_threads_do_not_matter
ok 'jsmf-choose -k: the order does not matter, what is named twice is done once' lists_are_sets
ok 'jsmf-choose: a bag without words has the same lines' needs_no_words
ok 'jsmf-choose: the formats tell the same' json_is_the_table
ok 'jsmf-choose --explain: the rule' rule_is_told
ok 'jsmf-choose --figure: a point for every number' draws_a_figure

# Whenever it is killed, the same line ends with the same bytes; afterwards longer lists and other formats take what is
# there.
choose_survives_kills() {
    local seconds kept=0
    for seconds in 0.03 0.06 0.1 0.2 0.4 60; do
        command -p timeout -s KILL $seconds jsmf-choose -q -k 4:8:2 -i 2 --stability --checkpoint done-lines \
            choose-bag -o goes-on
        [ $? = 137 ] && [ -e done-lines ] && kept=$((kept + 1))
        [ ! -e done-lines ] || jsmf-cat --check done-lines || return 1
    done
    echo "$kept runs were killed and left lines"
    cmp choices goes-on && jsmf-cat --check done-lines
}
does_nothing_twice() {
    some_choices -v --checkpoint done-lines --explain choose-bag 2>err | cmp - told && ! grep -q 'K = ' err &&
        run jsmf-choose -v -k 4:10:2 -i 2 --stability --checkpoint done-lines choose-bag 2>err >more &&
        [ "$(grep -c 'choose: K = ' err)" = 1 ] && grep -q 'choose: K = 10: held out' err &&
        sed '$d' more | cmp - choices
}
ok 'jsmf-choose --checkpoint: killed at any time, it goes on' choose_survives_kills
ok 'jsmf-choose --checkpoint: nothing is done twice' does_nothing_twice

# Those that tools_pages.bash leaves out, on fewer documents.
choose_examples() {
    mkdir -p by-page && (cd by-page && run jsmf-bow -q ../choose-bag --split 0.2 --rest more -o bag.npz &&
        sed -nE '/^\.Sh EXAMPLES/,$s/^(\.Dl )?(jsmf-.*)/\2/p' "$here/../man/jsmf-choose.1" | sed 's/\\e/\\/g' >lines &&
        [ "$(wc -l <lines)" = 4 ] && run bash -e lines >out 2>err &&
        [ "$(wc -l <choose.tsv)" = 5 ] && tail -n 1 out | grep -qx '[468]')
}
ok 'jsmf-choose: the examples of the page' choose_examples
