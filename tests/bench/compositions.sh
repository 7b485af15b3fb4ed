#!/usr/bin/env bash
# jsmf-infer: how near to the truth where it is known, clusters of labelled corpora beside scikit-learn's LDA, speed,
# and memory of streaming.
# usage: tests/bench/compositions.sh BUILD_DIR [truth|models|clusters|speed|memory ...]
# The first three print TSV. DOCUMENTS (1000) of each truth; TOPICS (10 20 50), LENGTHS (30 150 300), METHODS, among
# them gibbs and gibbs-normal, which take minutes.
set -eu
build=$(cd "$1" && pwd)
shift
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
# shellcheck source=tests/bench/truth.bash
. "$here/truth.bash"
export PATH="$build:$PATH"
parts=${*:-truth models clusters speed memory}
documents=${DOCUMENTS:-1000} topics=${TOPICS:-10 20 50} lengths=${LENGTHS:-30 150 300}
methods=${METHODS:-normal em vb scls init padd pami}

# judge HEAD PRIOR: every method on truth.npz, with model.npz.
judge() {
    local method how
    for method in $methods; do
        how=(--method "$method")
        [ "$method" != gibbs-normal ] || how=(--method gibbs --gibbs-prior normal)
        jsmf-infer -q "${how[@]}" "$scratch/model.npz" "$scratch/truth.npz" -o "$scratch/w.npz"
        tell "$1"$'\t'"$method" --truth "$scratch/truth.npz"
    done
    if [ "$2" = dirichlet ] && have_python sklearn; then
        /usr/bin/python3 "$here/peer_transform.py" "$scratch/truth.npz" "$scratch/truth.npz" "$scratch/w.npz" 5 \
            >/dev/null
        tell "$1"$'\t'"scikit-learn, true prior" --truth "$scratch/truth.npz"
    fi
}

truth() {
    local prior k length
    columns=$measures
    header $'corpus\tprior\tK\tlength'
    for prior in dirichlet logistic-normal; do
        for k in $topics; do
            for length in $lengths; do
                known $prior "$k" "$length" "$documents"
                judge $'synth\t'"$prior"$'\t'"$k"$'\t'"$length" $prior
            done
        done
    done
}

# raw CORPUS N K: RAW's model, its name on standard output.
raw() {
    local out=$scratch/$1-$2-$3.model.npz
    [ -f "$out" ] || jsmf-cooc -q "$(bag "$1" "$2")" | jsmf-rectify-ap -q -k "$3" |
        jsmf-aw -q -k "$3" --min-df 1 -o "$out"
    echo "$out"
}

models() {
    local corpus prior k length
    columns=$measures
    header $'corpus\tprior\tK\tlength'
    for corpus in kos nyt-topmost; do
        for prior in dirichlet logistic-normal; do
            for k in $topics; do
                for length in $lengths; do
                    jsmf-synth --model "$(raw $corpus 5000 "$k")" --size "$documents" --length "$length" \
                        --prior $prior --seed 5 -o "$scratch/truth.npz"
                    take "$scratch/truth.npz" "$scratch/model.npz" B=truth.B A=truth.A vocab=vocab
                    judge "$corpus"$'\t'"$prior"$'\t'"$k"$'\t'"$length" $prior
                done
            done
        done
    done
}

cluster() {
    local corpus=$1 n=$2 k=$3 model method labels=$shared/data/$1/labels.$1.txt b
    b=$(bag "$corpus" "$n")
    jsmf-cooc -q "$b" | jsmf-rectify-ap -q -k "$k" -o "$scratch/rectified.npz"
    jsmf-cooc -q --low-rank -k "$k" "$b" | jsmf-rectify-enn -q -k "$k" -o "$scratch/compressed.npz"
    for model in 'RAW, --min-df 1' RAW 'LR-JSMF, --min-df 1' LR-JSMF; do
        case $model in
        'RAW, --min-df 1') jsmf-aw -q -k "$k" --min-df 1 "$scratch/rectified.npz" -o "$scratch/model.npz" ;;
        RAW) jsmf-aw -q -k "$k" "$scratch/rectified.npz" -o "$scratch/model.npz" ;;
        LR-JSMF) jsmf-law -q "$scratch/compressed.npz" -o "$scratch/model.npz" ;;
        *) jsmf-law -q --min-df 1 "$scratch/compressed.npz" -o "$scratch/model.npz" ;;
        esac
        for method in $methods; do
            jsmf-infer -q --method "$method" "$scratch/model.npz" "$b" -o "$scratch/w.npz"
            tell "$corpus"$'\t'"$n"$'\t'"$k"$'\t'"$model"$'\t'"$method" --labels "$labels"
        done
    done
    if have_python sklearn; then
        /usr/bin/python3 "$here/peer_model.py" "$b" "$b" "$k" "$scratch/model.npz" "$scratch/w.npz" >/dev/null
        tell "$corpus"$'\t'"$n"$'\t'"$k"$'\t'"scikit-learn LDA"$'\t'"its own" --labels "$labels"
        jsmf-infer -q "$scratch/model.npz" "$b" -o "$scratch/w.npz"
        tell "$corpus"$'\t'"$n"$'\t'"$k"$'\t'"scikit-learn LDA"$'\t'normal --labels "$labels"
    fi
}

clusters() {
    columns='KMeansAccuracy KMeansNMI TopicAccuracy TopicPurity TopicNMI'
    header $'corpus\tN\tK\tmodel'
    cluster tdt2 5000 30
    cluster 20ng-bydate 5000 20
}

low_rank() {
    local dir=$shared/data/$1 out=$scratch/$1.bag.npz
    jsmf-bow -q "$dir/docword.$1.txt.gz" --vocab "$dir/vocab.$1.txt" -o "$out"
    jsmf-cooc -q --low-rank -k "$2" "$out" | jsmf-rectify-enn -q -k "$2" | jsmf-law -q -o "$scratch/$1.model.npz"
}

# rate TITLE DOCUMENTS COMMAND: seconds, and documents a second.
rate() {
    local s
    s=$(seconds 1 "$3")
    row "$1" "$s"
    awk -v s="$s" -v n="$2" 'BEGIN { printf "%62s %9.0f documents/s\n", "", n / s }'
}

speed() {
    local k kos imdb=$scratch/imdb-df2.bag.npz m=$scratch/imdb-df2.model.npz method t="-t $threads"
    kos=$(bag kos 5000)
    k=$(raw kos 5000 50)
    row 'kos, K=50: padd, 50 iterations' "$(seconds 3 "jsmf-infer -q $t --method padd --tol 0 $k $kos")"
    low_rank imdb-df2 100
    row 'imdb-df2, K=100: padd' "$(seconds 1 "jsmf-infer -q $t --method padd $m $imdb -o $scratch/padd.npz")"
    for method in normal scls vb init; do
        rate "imdb-df2, K=100: $method" 100000 "jsmf-infer -q $t --method $method $m $imdb -o $scratch/$method.npz"
    done
    rate 'imdb-df2, K=100: padd, --dual' 100000 "jsmf-infer -q $t --method padd --dual $scratch/padd.npz $m $imdb"
    if have_python sklearn; then
        row "imdb-df2, K=100: scikit-learn's transform" \
            "$(/usr/bin/python3 "$here/peer_transform.py" "$m" "$imdb" "$scratch/w.npz")"
    fi
}

memory() {
    local m=$scratch/few.npz text=$scratch/many.gz n
    jsmf-synth --size 1000 --words 20000 -k 50 -o "$scratch/truth.npz"
    take "$scratch/truth.npz" "$m" B=truth.B A=truth.A vocab=vocab
    for n in 100000 1000000; do
        jsmf-synth --size $n --words 20000 -k 50 --length 30 --format uci --vocab-file "$scratch/many.vocab" |
            gzip -1 >"$text"
        for method in init normal; do
            /usr/bin/time -f "%M %e" -o "$scratch/peak" jsmf-infer -q -t "$threads" --method $method \
                --vocab "$scratch/many.vocab" "$m" "$text" -o "$scratch/w.npz"
            awk -v n=$n -v m=$method '{ printf "%d documents from a docword, K=50, %s: %.0f MB, %s s\n", n, m,
                $1 * 1024 / 1e6, $2 }' "$scratch/peak"
        done
    done
}

for part in $parts; do $part; done
