#!/usr/bin/env bash
# Whether two builds do the same, for changes that must not change a result: tests/same-bytes.sh OLD NEW [DATA].
# OLD and NEW are folders of programs (build/release), DATA that of the corpora (default: ../shared/data). Every program
# and every method runs once with each, on kos, nips12 and wordnet; what they write, what they say and how they end is
# compared byte by byte. Streams name the version of their programs: builds of two versions are compared as builds by
# `make VERSION=0.0.0`. One line a run (TAP). The exit status is 1 where one differs.
set -u
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: tests/same-bytes.sh OLD NEW [DATA]" >&2
    exit 2
fi
old=$(realpath "$1") new=$(realpath "$2")
cd "$(dirname "$0")/.." || exit 1
data=$(realpath "${3:-${JSMF_SHARED:-../shared}/data}") || exit 1
# shellcheck source=tests/tap.bash
. tests/tap.bash
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-same.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT

# run NAME PROGRAM ARGUMENT...: its output goes to NAME, its messages to NAME.err, its exit status to NAME.status.
run() {
    local name=$1 program=$2
    shift 2
    "$bin/jsmf-$program" "$@" >"$name" 2>"$name.err"
    echo $? >"$name.status"
}

# corpus NAME: its docword and its vocabulary.
corpus() { printf '%s\n' "$data/$1/docword.$1.txt.gz" --vocab "$data/$1/vocab.$1.txt"; }

# The way of a corpus of few words through all representations, rectifiers, recoveries and methods.
all_methods() {
    local c=$1 k=$2 top=$3 files option
    mapfile -t files < <(corpus "$c")
    run "$c.bag" bow "${files[@]}" --stop english --max-df 0.5 --top "$top" --min-words 5
    run "$c.train" bow "$c.bag" --split 0.9 --rest "$c.rest"
    for option in dense sparse factored; do run "$c.$option" cooc "--$option" "$c.bag"; done
    run "$c.low" cooc --low-rank -k "$k" "$c.bag"
    run "$c.passes" cooc --low-rank -k "$k" --passes 6 "$c.bag"
    run "$c.biased" cooc --estimator biased "$c.bag"
    run "$c.sums" cooc --partial --block 1000 "$c.train"
    run "$c.merged" merge --finish "$c.sums"
    run "$c.block" krylov --begin -k "$k" "$c.train"
    run "$c.times" cooc --partial --block 1000 --times "$c.block" "$c.train"
    run "$c.block-1" krylov "$c.block" "$c.times"
    run "$c.times-1" cooc --partial --block 1000 --times "$c.block-1" "$c.train"
    run "$c.block-2" krylov "$c.block" "$c.block-1" "$c.times-1"
    run "$c.pairs" krylov --finish "$c.block" "$c.block-1" "$c.block-2"
    run "$c.tf-idf" cooc --weight tf-idf "$c.bag"
    run "$c.ncut" cooc --weight ncut --factored "$c.bag"

    run "$c.ap" rectify-ap -k "$k" "$c.dense"
    run "$c.ap-checkpoint" rectify-ap -k "$k" -i 4 --tol 1e-3 --checkpoint "$c.checkpoint" "$c.factored"
    run "$c.ap-further" rectify-ap -k "$k" -i 6 --dense "$c.checkpoint"
    run "$c.ap-low" rectify-ap -k "$k" -i 4 "$c.low"
    run "$c.dr" rectify-ap -k "$k" -i 2 --method dr "$c.sparse"
    run "$c.enn" rectify-enn -k "$k" "$c.dense"
    run "$c.enn-low" rectify-enn -k "$k" --rows all -i 5 "$c.low"
    run "$c.enn-further" rectify-enn -i 3 --epsilon 1e-6 "$c.enn"
    run "$c.palm" palm -k "$k" -i 20 "$c.dense"
    run "$c.palm-inertial" palm -k "$k" -i 20 --inertial --coupling 2 "$c.low"

    run "$c.aw" aw -k "$k" "$c.ap"
    run "$c.aw-raw" aw -k "$k" --min-df 20 "$c.dense"
    run "$c.aw-low" aw -k "$k" "$c.enn"
    for option in spa affine snpa xray; do run "$c.aw-$option" aw -k "$k" --select "$option" --min-df 20 "$c.ap"; done
    run "$c.aw-clean-up" aw -k "$k" --clean-up --recover-a least-squares "$c.ap"
    run "$c.aw-project" aw -k "$k" --project 200 --min-df 20 "$c.dense"
    run "$c.aw-plain" aw -k "$k" --recover plain "$c.ap"
    run "$c.aw-admm" aw -k "$k" --solver admm "$c.ap"
    run "$c.aw-expgrad" aw -k "$k" --solver expgrad "$c.ap"
    run "$c.aw-kl" aw -k "$k" --loss kl "$c.ap-further"
    run "$c.vocab" cat --array vocab "$c.ap"
    awk 'NR % 100 == 7 && n++ < 6 { printf "%s%s", $0, n % 2 ? " " : "\n" }' "$c.vocab" >"$c.anchors"
    run "$c.aw-given" aw -k 3 --anchors "$c.anchors" "$c.ap"
    run "$c.law" law "$c.enn"
    run "$c.law-plain" law --plain --min-df 20 "$c.palm"
    run "$c.law-options" law --select spa --clean-up --recover-a least-squares --min-df 20 "$c.enn-low"
    run "$c.anchorfree" anchorfree -k 5 --min-df 50 "$c.dense"
    run "$c.anchorfree-low" anchorfree --min-df 50 "$c.enn"

    for option in $(choices "$old/jsmf-infer" method); do
        if [ "$option" = gibbs ]; then continue; fi # below, with fewer samples
        run "$c.infer-$option" infer --method "$option" "$c.aw" "$c.rest"
    done
    run "$c.infer-gibbs" infer --method gibbs --burn-in 2 --samples 3 "$c.aw" "$c.rest"
    run "$c.infer-gibbs-normal" infer --method gibbs --gibbs-prior normal --burn-in 2 --samples 3 "$c.aw" "$c.rest"
    run "$c.infer-weights" infer --method padd --weights none --prior 1 -i 10 "$c.aw" "$c.rest"
    run "$c.infer-likelihood" infer --method padd --loss likelihood -i 5 "$c.aw" "$c.rest"
    run "$c.infer-scls-likelihood" infer --method scls --loss likelihood "$c.aw" "$c.rest"
    run "$c.infer-padd-paper" infer --method padd --paper -i 5 "$c.aw" "$c.rest"
    run "$c.infer-pami-paper" infer --method pami --paper -i 5 "$c.aw" "$c.rest"
    run "$c.infer-threshold" infer --method tli --threshold --delta 0.01 "$c.aw" "$c.rest"
    run "$c.infer-dual" infer --dual "$c.infer-padd" "$c.aw" "$c.rest"
    run "$c.near" near "$c.infer-padd"
    run "$c.near-to" near --to "$c.infer-em" -n 3 "$c.infer-padd"
    run "$c.edit" edit --merge 0,2 --drop 1 --name auto --trim 20 --sort weight "$c.aw"
    run "$c.edit-renumber" edit --renumber "$c.aw" "$c.law"
    run "$c.prevalence" prevalence --tokens "$c.infer-padd"
    run "$c.infer-tsv" infer --format tsv "$c.law" "$c.rest"

    run "$c.polish" polish -i 3 "$c.aw" "$c.train"
    run "$c.polish-dirichlet" polish -i 3 --prior dirichlet --held-out 0.1 "$c.aw" "$c.train"
    run "$c.polish-whole" polish -i 2 --minibatch 0 --anchor-weight 0.5 "$c.law" "$c.train"
    run "$c.polish-online" polish --online "$c.law" "$c.train"
    awk 'NR % 50 == 7 && n++ < 6 { printf "%s%s", $0, n % 2 ? " " : "\n" }' "$c.vocab" >"$c.guide"
    run "$c.polish-count" polish --partial --held-out 0.1 --block 1000 "$c.law" "$c.train"
    run "$c.polish-begun" polish --step --prior matrix --soft "$c.law" "$c.polish-count"
    run "$c.polish-moved" polish --partial --online "$c.polish-begun" "$c.train"
    run "$c.polish-step" polish --step "$c.polish-begun" "$c.polish-moved"
    run "$c.polish-sums" polish --partial "$c.polish-step" "$c.train"
    run "$c.polish-rounds" polish --step --finish "$c.polish-step" "$c.polish-sums"
    run "$c.polish-guide" polish -i 3 --guide "$c.guide" "$c.aw" "$c.train"
    run "$c.polish-gibbs" polish --method gibbs -i 12 "$c.aw" "$c.train"
    run "$c.polish-alpha" polish --alpha-grid 9 "$c.aw" "$c.train"
    run "$c.polish-random" polish -i 2 --random --tol 1e-3 "$c.law" "$c.train"

    run "$c.learn" learn -k "$k" "$c.train"
    run "$c.learn-low" learn -k "$k" --low-rank --no-polish --min-df 20 "$c.train"
    run "$c.learn-checkpoint" learn -k "$k" -i 2 --checkpoint "$c.kept" "$c.train"
    run "$c.learn-print" learn -k "$k" --print "$c.train"

    run "$c.choose" choose -k 4,"$k" -i 2 --stability --explain "$c.bag"
    run "$c.choose-json" choose -k 4 --low-rank --no-polish --format json --figure "$c.figure" "$c.train"

    run "$c.topics" topics "$c.polish"
    run "$c.topics-tsv" topics --format tsv --sort weight "$c.aw"
    run "$c.report" report --bag "$c.bag" --compositions "$c.infer-normal" --cooc "$c.dense" "$c.aw"
    run "$c.topics-json" topics --format json --documents "$c.infer-normal" "$c.aw"
    run "$c.eval" eval --cooc "$c.dense" --bag "$c.bag" --held-out "$c.rest" --hulls 1 --per-topic "$c.aw"
    run "$c.eval-halves" eval --split-half "$c.law" --bag "$c.rest" "$c.aw"
    run "$c.eval-json" eval --against "$c.law" --format json "$c.aw"
    run "$c.cat" cat "$c.aw"
    run "$c.cat-market" cat --array H --format mm "$c.bag"

    run "$c.semi" synth --model "$c.aw" --prior fitted --lengths-of "$c.rest" --add-anchors
    run "$c.semi-eval" eval --truth "$c.semi" "$c.aw"
    run "$c.drawn" synth --model "$c.aw" --size 200
    run "$c.drawn-infer" infer --method padd "$c.aw" "$c.drawn"
    run "$c.drawn-eval" eval --truth "$c.drawn" --compositions "$c.drawn-infer" --bag "$c.drawn" "$c.aw"
}

# A corpus whose co-occurrence is not made, and what a newcomer does with texts, labels and drawn corpora.
large_vocabulary() {
    local c=$1 k=$2 files
    mapfile -t files < <(corpus "$c")
    run "$c.bag" bow "${files[@]}"
    run "$c.low" cooc --low-rank -k "$k" "$c.bag"
    run "$c.enn" rectify-enn -k "$k" "$c.low"
    run "$c.law" law --min-df 100 "$c.enn"
    run "$c.ap" rectify-ap -k "$k" -i 1 --memory 600M "$c.low"
    run "$c.infer" infer "$c.law" "$c.bag"
    run "$c.polish" polish --online "$c.law" "$c.bag"
    run "$c.eval" eval --bag "$c.bag" --compositions "$c.infer" --labels "$data/$c/labels.$c.txt" "$c.polish"
    run "$c.eval-euclidean" eval --compositions "$c.infer" --labels "$data/$c/labels.$c.txt" --euclidean "$c.polish"
    run "$c.text" topics "$c.law"
    run "$c.text-bag" bow --from text --min-df 2 "$c.text"
    run "$c.words" text --from text --phrases 3 "$c.text"
    run "$c.uci" synth --size 300 --words 500 -k 5 --format uci --vocab-file "$c.uci-vocab"
    run "$c.synth" synth --size 300 --words 500 -k 5 --prior logistic-normal --groups 2
    run "$c.infinite" synth --words 500 -k 5 --infinite
    run "$c.drift" synth --size 300 --words 500 -k 5 --drift 1 --periods 5
    run "$c.truth" aw -k 5 "$c.infinite"
    run "$c.truth-infer" infer "$c.truth" "$c.synth"
    run "$c.truth-eval" eval --truth "$c.synth" --compositions "$c.truth-infer" "$c.truth"
}

everything() {
    mkdir "$scratch/$1"
    cd "$scratch/$1" || exit 1
    bin=$2
    all_methods kos 10 2000
    all_methods nips12 8 1500
    large_vocabulary wordnet 20
}

everything old "$old" &
everything new "$new" &
wait

count=0 failed=0
shopt -s nullglob
for status in "$scratch"/old/*.status; do
    name=$(basename "$status" .status)
    count=$((count + 1)) same=yes
    for file in "$name" "$name.err" "$name.status"; do
        cmp -s "$scratch/old/$file" "$scratch/new/$file" || same=no
    done
    if [ $same = yes ]; then
        echo "ok $count - $name"
    else
        failed=$((failed + 1))
        echo "not ok $count - $name"
        diff "$scratch/old/$name.err" "$scratch/new/$name.err" | head -n 4 | sed 's/^/#   /'
    fi
    if [ "$(cat "$status")" != 0 ]; then
        echo "#   ends with $(cat "$status"): $(head -n 1 "$scratch/old/$name.err")"
    fi
done
echo "1..$count"
printf '%d the same, %d not\n' $((count - failed)) $failed
[ $failed = 0 ]
