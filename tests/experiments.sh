#!/usr/bin/env bash
# data/experiments.mk on a tiny grid of the bundled corpus: the table, interrupted and resumed, a cell that fails.
# usage: experiments.sh BUILD_DIR   prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../data
build=$(cd "$1" && pwd) || exit 1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-experiments.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
cd "$scratch" || exit 1
# shellcheck source=tests/tap.bash
. "$here/tap.bash"

# A Makefile of a user's.
cat >Makefile <<END
CORPORA = wordnet
BOW = --top 150 --min-words 3
KS = 4
METHODS = AP+AW LR-JSMF
METHODS_ALL = \$(METHODS) AP+AW@polish
STUDIES = grid
EXPERIMENTS_BIN = $build
DATA = $data
OUT = out
include $data/experiments.mk
END
cells='wordnet/4/AP+AW.1 wordnet/4/AP+AW@polish.1 wordnet/4/LR-JSMF.1'
run() { timeout 300 make -j2 experiments "$@"; }

# are_lines FILE: each a number of something else.
are_lines() {
    awk -F '\t' 'NR == 1 { exit $0 != "corpus\tmethod\tK\tseed\tmetric\tvalue" }' "$1" &&
        [ -z "$(cut -f 1-5 "$1" | sort | uniq -d)" ] &&
        awk -F '\t' 'NR > 1 && (NF != 6 || $3 + 0 != $3 || $4 + 0 != $4 || $6 !~ /^-?[0-9.]+(e[-+][0-9]+)?$/) {
            bad = 1 }
            END { exit bad || NR < 60 }' "$1"
}
is_tidy() {
    are_lines out/results.tsv &&
        [ "$(awk -F '\t' 'NR > 1 && $5 == "Specificity" { print $2 }' out/results.tsv | sort | tr '\n' ' ')" = \
            'AP+AW AP+AW@polish LR-JSMF ' ]
}
# The table says what the tools say of the streams that were kept.
is_what_the_tools_say() {
    "$build/jsmf-eval" -q --hulls 1 --cooc out/wordnet/cooc.npz out/wordnet/4/AP+AW.1.npz | sort >said &&
        awk -F '\t' '$2 == "AP+AW" { print $5 "\t" $6 }' out/results.tsv | sort >told && [ -z "$(comm -23 said told)" ]
}
stages_are_kept() {
    local cell
    for cell in bag train test cooc 4/lowrank.1 4/AP.1.rectified 4/LR.1.rectified; do
        "$build/jsmf-cat" --check "out/wordnet/$cell.npz" || return 1
    done
    for cell in $cells; do
        [ -s "out/$cell.npz" ] && [ -s "out/$cell.npz.time" ] && [ -s "out/$cell.tsv" ] || return 1
    done
    [ -z "$(find out -name '*.part' -o -name '*.failed')" ]
}
nothing_is_done_twice() {
    run >log && ! grep -qE '^  (bag|cooc|rectify|recover|polish|measure) ' log
}

ok 'experiments.mk: a grid, from a Makefile that includes it' run
ok 'experiments.mk: the table is tidy' is_tidy
ok 'experiments.mk: the table says what the tools say' is_what_the_tools_say
ok 'experiments.mk: every stage is kept' stages_are_kept
ok 'experiments.mk: a second time nothing is left to do' nothing_is_done_twice
figures_are_drawn() { [ -s out/figures/topics.svg ] && [ -s out/figures/topics.png ]; }
if command -v gnuplot >/dev/null; then
    ok 'experiments.mk: figures' figures_are_drawn
else
    verdict 0 'experiments.mk: figures # SKIP no gnuplot'
fi

# Where even what failed cannot be written, it is told.
tells_without_a_file() {
    mkdir -p stage/a.failed && ! bash "$data/experiments/stage.sh" stage/a try sh -c 'echo woe >&2; exit 3' >log 2>&1 &&
        grep -q 'FAILED   stage/a: woe' log && [ ! -e stage/a ] && [ ! -e stage/a.part ]
}
ok 'experiments.mk: what fails is told, whatever can be written' tells_without_a_file

# A tool that stops for a while in the middle of its work, to be interrupted there; then one that fails.
mkdir slow broken
printf '#!/bin/sh\necho half\ntouch %s/waiting\nsleep 60\n' "$scratch" >slow/jsmf-aw
printf '#!/bin/sh\necho half\necho "jsmf-aw: out of luck" >&2\nexit 4\n' >broken/jsmf-aw
chmod +x slow/jsmf-aw broken/jsmf-aw
for folder in slow broken; do
    for tool in "$build"/jsmf-*; do [ -e "$folder/${tool##*/}" ] || ln -s "$tool" "$folder"; done
done
# at_work: a run that waits in a stage, $pid, which is its group, too.
at_work() {
    local i
    rm -rf waiting out/results.tsv out/wordnet/4/AP+AW*
    set -m
    # Where the tests themselves run in the background, INT is ignored.
    env --default-signal=INT make -j2 experiments EXPERIMENTS_BIN="$scratch/slow" >log 2>&1 &
    pid=$!
    set +m
    for ((i = 0; i < 300; i++)); do [ ! -e waiting ] || break; sleep 0.1; done
    [ -e waiting ]
}
interrupted() {
    at_work && kill -INT -- -$pid
    ! wait $pid && [ ! -e out/wordnet/4/AP+AW.1.npz ] && [ ! -e out/results.tsv ] &&
        [ -e out/wordnet/4/AP.1.rectified.npz ]
}
ok 'experiments.mk: interrupted, nothing is left half' interrupted
goes_on() {
    run >log && ! grep -q '^  rectify' log && grep -q '^  recover' log && is_tidy && is_what_the_tools_say &&
        stages_are_kept
}
ok 'experiments.mk: started again, it goes on' goes_on
killed() {
    at_work && kill -KILL $pid
    ! wait $pid 2>/dev/null && ! run >log 2>&1 && grep -q 'still at work in out' log &&
        kill -KILL -- -$pid && timeout 60 flock out/lock true && [ ! -e out/wordnet/4/AP+AW.1.npz ]
}
ok 'experiments.mk: killed, it does not start again beside what is left' killed
ok 'experiments.mk: when that has ended, too, it goes on' goes_on
fails_with_the_rest() {
    rm -r out/wordnet/4
    ! run EXPERIMENTS_BIN="$scratch/broken" >log 2>&1 && grep -q 'out of luck' log &&
        grep -q '^1 stage failed, 2 cells are missing' log &&
        [ "$(awk -F '\t' '$5 == "Specificity" { print $2 }' out/results.tsv)" = LR-JSMF ] &&
        [ ! -e out/wordnet/4/AP+AW.1.npz ]
}
ok 'experiments.mk: a cell that fails is told, the rest is completed' fails_with_the_rest
ok 'experiments.mk: what failed is tried again' run
ok 'experiments.mk: and is there' is_tidy
without_corpus() {
    ! run CORPORA=absent METHODS_ALL=AW >log 2>&1 && sed -n '/^failed:/,$p' log >told &&
        grep -q 'docword.absent.txt.gz$' told && grep -q 'vocab.absent.txt$' told &&
        grep -q '^2 files are not there, 0 stages failed, 1 cell is missing' told
}
ok 'experiments.mk: a corpus that is not there is named' without_corpus
# A little of every study.
studies() {
    local names='recoveries documents anchors correlation anchorfree compositions labels word-labels stability'
    names+=' pruning vocabulary frequency iterations solvers categories sweep'
    run OUT=studies KS=3 METHODS='AW LR-JSMF' STUDIES="$names" \
        STABILITY_KS='3 4' CATEGORIES_METHODS='AW LR-JSMF@min-df-1' CATEGORIES_KS='2 40' CATEGORIES_DRAWS=1 FULL=1 \
        CATEGORIES_WEIGHTS=ncut PRUNING_KS=3 PRUNING_DFS='0.1 0.2' VOCABULARY_TOPS='100 200' VOCABULARY_KS=8 \
        FREQUENCY_DFS='1 50' FREQUENCY_KS=3 ITERATIONS='1 2' ITERATIONS_KS=3 SOLVERS_KS=3 LABELS_K=3 \
        RECOVERIES='AW@recover-plain AW@loss-kl' RECOVERIES_KS=3 RECOVERIES_SPLITS=2 DRAWN_KS=3 \
        DRAWN_SIZES='100 200' DRAWN_METHODS='AW@recover-plain AW@loss-kl UNIFORM' SAMPLED_SIZES=100 DRAWN_GROUPS=2 \
        DRAWN_CORRELATIONS=0.3 ANCHORFREE_METHODS='AW AW@select-affine' ANCHORFREE_KS=3 \
        COMPOSITION_METHODS='scls vb padd@paper' COMPOSITION_KS=3 SWEEP_DOCUMENTS=50 SWEEP_KS=3 >log 2>&1 &&
        grep -q 'wordnet: draws of more categories than there are, 26, are left out' log
}
has_all_studies() {
    are_lines studies/results.tsv || return 1
    awk -F '\t' '{ print $1, $2, $5 }' studies/results.tsv >had
    for wanted in 'wordnet AW@loss-kl NPMI' 'wordnet@split-2 AW@loss-kl NPMI' \
        'wordnet@draw-200 AW@recover-plain TopicL1' \
        'wordnet@draw-100@anchors AW@loss-kl AnchorRecovery' \
        'wordnet@draw-200@groups-2@correlation-0.3 AW@loss-kl CorrelationError' 'wordnet AW@select-affine SimCount' \
        'wordnet@clusters AW KMeansAccuracy' 'wordnet@SS vb F1' 'wordnet@SR scls Hellinger' 'wordnet@FR scls F1' \
        'wordnet@SR padd@paper LogLikeliDiff' 'wordnet@docs-50@SS vb F1' \
        'wordnet@labels AP+AW@polish Weight:2' 'wordnet@max-df-0.1 AP+AW@solver-admm Coherence' \
        'wordnet@word-labels AP+AW@polish WordLabelPurity' 'wordnet@draw-infinite@anchors AW@loss-kl TopicL1' \
        'wordnet@draw-100 UNIFORM TopicL1' 'wordnet@draw-100 AP+AW@polish@method-gibbs TopicL1' \
        'wordnet@categories@weight-ncut LR-JSMF@min-df-1 KMeansAccuracy' \
        'wordnet@top-200 LR-JSMF MSTIncoherence' 'wordnet AP+AW@min-df-50 NPMI' \
        'wordnet DR+AW@iterations-2 Dissimilarity' 'wordnet AP+AW@solver-expgrad CpuSeconds.recover'; do
        grep -qFx "$wanted" had || return 1
    done
    [ "$(awk -F '\t' '$2 == "LR-JSMF" && $3 == 3 && $5 == "NPMI" { print $4 }' studies/results.tsv | head -n 5 |
        tr '\n' ' ')" = '1 2 3 4 5 ' ]
}
has_all_figures() {
    local name
    for name in added-anchors categories composition-errors-SS compositions-FR compositions-SR compositions-SS \
        correlation documents fit-SR sweep frequency grown-hulls-wordnet iterations labels-wordnet pruning recoveries \
        solvers stability vocabulary word-labels-wordnet; do
        [ -s studies/figures/$name.svg ] && [ -s studies/figures/$name.png ] || return 1
    done
}
# What is asked for is in the legend, be it another K or part than by default.
settings_have_series() {
    grep -q "title 'K = 8'" studies/figures/vocabulary.gp && grep -q "title 'above 20 %'" studies/figures/pruning.gp
}
# K that differ are no spread of seeds.
seeds_have_one_k() {
    grep -q 'wordnet, K = 4' studies/figures/stability.gp && ! grep -q errorlines studies/figures/stability.gp
}
# A figure of a study has the study's numbers of topics, not the grid's, too.
studies_have_their_k() {
    mkdir -p other/figures && echo wordnet >other/corpora && printf '%s\n' c.m.K.s.metric.value \
        wordnet.ANCHORFREE.3.1.NPMI.7 wordnet.AP+AW.3.1.NPMI.8 wordnet.AP+AW.99.1.NPMI.9 |
        tr . '\t' >other/results.tsv &&
        PATH=$build:$PATH bash "$data/experiments/figures.sh" other >log 2>&1 &&
        grep -q "^3$(printf '\t')8" other/figures/anchorfree.gp && ! grep -q '^99' other/figures/anchorfree.gp
}
# Of corpora and methods that are asked for with options the grid's figures are, too.
options_of_corpora() {
    run OUT=own KS=3 CORPORA='wordnet@top-100 wordnet@top-120' STUDIES='grid compositions labels' \
        METHODS_ALL='AP+AW@iterations-2 AP+AW AP+AW@iterations-2@polish' \
        COMPOSITION_KS=3 COMPOSITION_METHODS=scls LABELS_K=3 >log 2>&1 &&
        grep -q 'wordnet, top-120' own/figures/topics.gp && grep -q 'wordnet, top-120' own/figures/compositions-SS.gp &&
        [ -s own/figures/hulls-wordnet@top-100.png ] && [ -s own/figures/labels-wordnet@top-100.png ] &&
        grep -q "'AP+AW, iterations-2'" own/figures/topics.gp &&
        grep -q "'AP+AW, iterations-2'" own/figures/hulls-wordnet@top-120.gp &&
        grep -q "'AP+AW, iterations-2, polished'" own/figures/polished.gp && [ ! -e own/wordnet ]
}
# What gnuplot would take for its own, in labels.
odd_labels() {
    mkdir -p odd && ln -sf "$data"/*.wordnet.txt* odd && rm odd/labels.wordnet.txt &&
        sed "s/noun.plant/the 'plant' \"50\" %g {^_\\\\ \`touch ran\` of\tall/" "$data/labels.wordnet.txt" \
            >odd/labels.wordnet.txt &&
        run DATA=odd OUT=odd/out STUDIES=labels LABELS_K=3 >log 2>&1 && [ -s odd/out/figures/labels-wordnet.svg ] &&
        awk -F '\t' 'NF != 6 { exit 1 }' odd/out/results.tsv &&
        [ ! -e ran ] && grep -qF "the 'plant' \"50\" %g {^_\\ \`touch ran\` of all" odd/out/figures/labels-wordnet.svg
}
# What was made of files that are not as they were, and fails now, is no result any more.
old_results() {
    head -n 10 "$data/labels.wordnet.txt" >odd/labels.wordnet.txt &&
        ! run DATA=odd OUT=odd/out STUDIES='labels grid' METHODS_ALL=AP+AW LABELS_K=3 >log 2>&1 &&
        grep -q '^2 stages failed, 2 cells are missing' log && grep -q Specificity odd/out/results.tsv &&
        ! grep -q Label odd/out/results.tsv || return 1
    # Nor is what was made from something that is gone.
    rm odd/out/wordnet/4/AP.1.rectified.npz &&
        ! PATH=$build:$PATH bash "$data/experiments/collect.sh" odd/out >log 2>&1 &&
        grep -q '^2 stages failed, 3 cells are missing' log && ! grep -q Specificity odd/out/results.tsv
}
# Of many labels those of most of some topic are drawn, and of many topics half in a panel.
many_labels() {
    mkdir -p many/figures && echo c >many/corpora && awk -v OFS='\t' 'BEGIN {
        print "corpus", "method", "K", "seed", "metric", "value"
        for (t = 0; t < 31; t++) for (l = 1; l <= 50; l++)
            print "c@labels", "AP+AW", 31, 1, "Label:" t ":no" l, l / 1275
    }' >many/results.tsv && PATH=$build:$PATH bash "$data/experiments/figures.sh" many >log 2>&1 &&
        [ -s many/figures/labels-c.png ] && [ "$(grep -c '^plot ' many/figures/labels-c.gp)" = 2 ] &&
        grep -q "10 labels of smaller parts are left out" many/figures/labels-c.gp &&
        grep -q "^set .*('no11' 1, .*, 'no50' 40) noenhanced" many/figures/labels-c.gp
}
# A figure that cannot be drawn stops neither the others nor what is to be told of cells.
figure_fails() {
    mkdir -p no-topics && printf '#!/bin/sh\ncase $* in *topics*) echo bad luck >&2; exit 1 ;; esac\nexec %s "$@"\n' \
        "$(command -v gnuplot)" >no-topics/gnuplot && chmod +x no-topics/gnuplot
    rm out/wordnet/4/AP+AW*
    ! PATH=$scratch/no-topics:$PATH run EXPERIMENTS_BIN="$scratch/broken" >log 2>&1 &&
        grep -q 'figures: bad luck' log && grep -q 'runtime.png' log && grep -q '2 cells are missing' log &&
        [ ! -e out/figures/topics.png ] && run >log 2>&1 && [ -s out/figures/topics.png ] || return 1
    ! PATH=$scratch/no-topics:$PATH run >log 2>&1
}
ok 'experiments.mk: a little of every study' studies
ok 'experiments.mk: is in the table' has_all_studies
if command -v gnuplot >/dev/null; then
    ok 'experiments.mk: is in the figures' has_all_figures
    ok 'experiments.mk: settings are in the legends' settings_have_series
    ok 'experiments.mk: seeds are compared for one K' seeds_have_one_k
    ok 'experiments.mk: studies have their own numbers of topics' studies_have_their_k
    ok 'experiments.mk: corpora with options have figures' options_of_corpora
    ok 'experiments.mk: labels of any characters are drawn' odd_labels
    ok 'experiments.mk: what fails now is no result of before' old_results
    ok 'experiments.mk: many labels, of many topics, are drawn' many_labels
    ok 'experiments.mk: a figure that fails is told, the rest is drawn' figure_fails
else
    verdict 0 'experiments.mk: is in the figures # SKIP no gnuplot'
fi
few_labels() {
    mkdir -p few && ln -sf "$data"/*.wordnet.txt* few && rm few/labels.wordnet.txt &&
        head -n 10 "$data/labels.wordnet.txt" >few/labels.wordnet.txt &&
        ! run DATA=few OUT=few/out STUDIES='labels categories' LABELS_K=3 FULL=1 CATEGORIES_KS=1 CATEGORIES_DRAWS=1 \
            CATEGORIES_WEIGHTS=ncut CATEGORIES_METHODS=AW >log 2>&1 &&
        [ "$(grep -c 'FAILED.*: 10 labels, but [0-9]* documents' log)" = 3 ]
}
ok 'experiments.mk: labels of other documents are refused' few_labels
# drawn FOLDER: what the scripts make of its labels and documents: two categories, and words' labels.
drawn() {
    bash "$data/experiments/draw-categories.sh" "$1/docword.gz" "$1/labels" 2 1 "$1/kept" | gzip -dc >"$1/drawn" &&
        bash "$data/experiments/word-labels.sh" "$1/labels" "$data/vocab.wordnet.txt" "$1/docword.gz" >"$1/words"
}
# Of files with Windows line ends, compressed or not, the same is made, and documents without a label are as if they
# were not there.
line_ends() {
    mkdir -p lf crlf && awk '{ print NR % 7 ? $0 : "" }' "$data/labels.wordnet.txt" >some &&
        head -n 3000 some >lf/labels && gzip -dc "$data/docword.wordnet.txt.gz" |
        awk 'NR == 1 { $0 = 3000 } NR > 3 && $1 > 3000 { exit } { print }' | gzip -1 >lf/docword.gz &&
        sed 's/$/\r/' lf/labels >crlf/labels &&
        gzip -dc lf/docword.gz | sed 's/$/\r/' >crlf/docword.gz && drawn lf && drawn crlf &&
        cmp lf/kept crlf/kept && cmp lf/drawn crlf/drawn && cmp lf/words crlf/words &&
        [ "$(head -n 1 lf/drawn)" = "$(wc -l <lf/kept)" ] && [ "$(sort -u lf/kept | grep -c .)" = 2 ] || return 1
    echo >blank
    ! bash "$data/experiments/draw-categories.sh" lf/docword.gz blank 1 1 kept >log 2>&1 &&
        grep -q 'only 0 categories' log
}
# The documents are those of a model of before.
unlabelled() {
    local labels=$data/experiments/measure-labels.sh
    PATH=$build:$PATH bash "$labels" 1 out/wordnet/4/AP+AW.1.npz out/wordnet/bag.npz some >shares &&
        ! grep -q $'^Label:[^:]*:\t' shares && [ "$(grep -c ^Weight shares)" = 5 ] &&
        awk -F '\t' '/^Label:all/ { n += $2 } END { exit n < 0.9999 || n > 1.0001 }' shares || return 1
    : >none
    ! PATH=$build:$PATH bash "$labels" 1 out/wordnet/4/AP+AW.1.npz out/wordnet/bag.npz none >log 2>&1 &&
        grep -q '^none: 0 labels, but' log &&
        ! bash "$data/experiments/word-labels.sh" none "$data/vocab.wordnet.txt" lf/docword.gz >log 2>&1 &&
        grep -q '^none: 0 labels, but' log
}
ok 'experiments.mk: line ends of Windows, and documents without labels' line_ends
ok 'experiments.mk: documents without labels are of no label' unlabelled

refuses() { ! run "$@" >log 2>&1 && ! grep -q '^  [a-z]' log; }
other_settings() { refuses BOW='--top 100' && grep -q 'now  BOW --top 100' log && refuses HELD_OUT=0.2; }
# settings LINE...: what a run of these would say where kos was made.
settings() { printf '%s\n' "$@" >made/settings.new && bash "$data/experiments/settings.sh" made 2>log; }
settings_of_what_is_there() {
    mkdir -p made/kos@top-9 && settings 'BOW a' 'HULLS 1' 'DATA ' && settings 'BOW b' 'HULLS 2' 'DATA /d' || return 1
    touch made/kos@top-9/bag.npz.time
    settings 'BOW b' 'BOW_ap c' 'HULLS 2' 'DATA /d' && settings 'BOW d' 'BOW_kos b' 'HULLS 2' 'DATA /d' &&
        ! settings 'BOW d' 'HULLS 2' 'DATA /d' && grep -q 'then BOW_kos b$' log && grep -q 'now  BOW d$' log &&
        ! settings 'BOW_kos b' 'HULLS 3' 'DATA /d' && grep -q 'now  HULLS 3$' log &&
        ! settings 'BOW_kos b' 'HULLS 2' 'DATA /e' && grep -q 'now  DATA /e$' log
}
odd_names() {
    local name
    for name in 'a b' 'a:b' 'a;b' "a*"; do
        refuses OUT="$name" && grep -q 'OUT (' log && [ ! -e "$name" ] || return 1
    done
    refuses DATA=a:b && grep -q 'DATA (a:b)' log && refuses OUT=Makefile/a && ! grep -q 'line [0-9]' log &&
        grep -q 'OUT (Makefile/a): nothing can be written' log
}
# misspelt WHAT SETTING...: nothing is begun, and WHAT is told.
misspelt() { refuses OUT=misspelt "${@:2}" && grep -qF "$1" log && ! grep -q ' missing' log; }
misspellings() {
    misspelt 'no gird' STUDIES='grid gird' && misspelt 'AP+AV: no method' METHODS_ALL='AP+AW AP+AV' &&
        misspelt '@iteration-5 is none of' METHODS_ALL=AP+AW@iteration-5 &&
        misspelt '@iterations-5 is none of' METHODS_ALL=AW@iterations-5 &&
        misspelt '@prior-matrix is none of' METHODS_ALL=AP+AW@prior-matrix && misspelt 'K 5x' KS='4 5x' &&
        misspelt 'K 0' KS=0 && misspelt 'seed a' SEEDS=a &&
        misspelt 'HELD_OUT -1: expected' HELD_OUT=-1 && misspelt 'HELD_OUT 1: expected' HELD_OUT=1 &&
        misspelt 'HELD_OUT abc: expected' HELD_OUT=abc && misspelt '@topp-9 is none of' CORPORA=wordnet@topp-9 &&
        misspelt '@top is given twice' CORPORA=wordnet@top-9@top-8 &&
        misspelt '@polish is given twice' METHODS_ALL=AW@polish@polish &&
        misspelt '@docs-9 is none of' CORPORA=wordnet@docs-9 && misspelt '@top- is none of' CORPORA=wordnet@top- &&
        misspelt 'UNIFORM: no method' METHODS_ALL=UNIFORM &&
        misspelt 'AP+LAW: LAW has' METHODS_ALL=AP+LAW && misspelt 'LAW@polish: LAW has' METHODS_ALL=LAW@polish &&
        misspelt 'pad: no way to infer' STUDIES=compositions COMPOSITION_METHODS='vb pad' &&
        misspelt 'names cannot' CORPORA=word:net && misspelt 'nothing is asked for' CORPORA=
}
spaced_makefile() {
    cp Makefile 'a Makefile' && ! make -f 'a Makefile' experiments >log 2>&1 && grep -q "Makefile's name (a " log
}
ok 'experiments.mk: results of other settings are not mixed' other_settings
ok 'experiments.mk: settings of what is not there may change' settings_of_what_is_there
ok 'experiments.mk: what is misspelt is told before anything is done' misspellings
ok 'experiments.mk: a Makefile whose name has spaces is refused' spaced_makefile
ok 'experiments.mk: names that make cannot have are refused' odd_names

# As it is installed: the programs are found, and the bundled corpus.
installed() {
    mkdir -p prefix/share/jsmf/experiments prefix/bin && ln -s "$build"/jsmf-* prefix/bin &&
        cp "$data"/experiments/* prefix/share/jsmf/experiments && cp "$data"/*.wordnet* "$data"/experiments.mk \
            prefix/share/jsmf || return 1
    timeout 300 make -j2 -f prefix/share/jsmf/experiments.mk CORPORA=wordnet BOW='--top 150' STUDIES=grid KS=3 \
        METHODS_ALL=AW >log 2>&1 && grep -q Specificity build/experiments/results.tsv
}
ok 'experiments.mk: installed, it finds the programs and the bundled corpus' installed

plan
