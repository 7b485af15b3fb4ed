# The part of the fault matrix that jsmf-choose alone meets. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

choose_options() {
    local bad words
    fails 2 'which numbers of topics' jsmf-choose good/bag -o o/out
    done_cell 'jsmf-choose: no -k'
    for bad in 2, ,2 2,,3 2:1 2:4:0 2:4:1:1 2: :2 2x '2 3' 0:4 1:1000000:1; do
        fails 2 "-k .*(expected numbers|larger step).*see jsmf-choose --help" jsmf-choose -k "$bad" good/bag -o o/out
        done_cell "jsmf-choose: -k $bad"
    done
    for bad in '--held-out 1' '--held-out -0.1' '--full --low-rank' '--no-polish -i 3' '--figure -' \
        '--figure f.PNG' '--format svg'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-choose --help' jsmf-choose -k 2 "${words[@]}" good/bag -o o/out
        done_cell "jsmf-choose: $bad"
    done
}

choose_bags() {
    fails 4 'only 3 positive eigenvalues, 11 were asked for' jsmf-choose -q -k 2,11 good/bag -o o/out
    done_cell 'jsmf-choose: more topics than words'
    fails 3 'no document of two words' jsmf-choose -k 1 good/short-bag -o o/out
    done_cell 'jsmf-choose: documents of one word'
    fails 3 'document' jsmf-choose -q -k 1 good/one-document-bag -o o/out
    done_cell 'jsmf-choose: one document'
    works '^$' jsmf-choose -q -k 1 --held-out 0 good/one-document-bag
    done_cell 'jsmf-choose: one document, none held out'
    fails 4 'positive eigenvalue.*use -k [0-9]+ or less' jsmf-choose -q -k 2,9 good/bag -o o/out --figure o/figure
    done_cell 'jsmf-choose: more topics than positive eigenvalues'
    fails 4 '--stability, a half of the documents: .*use -k [0-9]+ or less' jsmf-choose -q -k 2,3 --seed 5 --stability \
        good/bag -o o/out
    done_cell 'jsmf-choose: more topics than positive eigenvalues of a half'
    fails 1 'memory.*limit' jsmf-choose -q -k 2 --memory 4K good/bag -o o/out
    done_cell 'jsmf-choose: too little memory'
    fails 1 'o/none/figure: its directory does not exist' jsmf-choose -q -k 2 --figure o/none/figure good/bag -o o/out
    done_cell 'jsmf-choose: a figure in a missing directory'
}

# What is in the file stays there.
choose_spares() { # choose_spares CODE PATTERN NAME OPTIONS...
    local code=$1 pattern=$2 name=$3
    shift 3
    cp lines before
    fails "$code" "$pattern" jsmf-choose -q -k 2 "$@" --checkpoint lines good/bag -o o/out
    cmp -s lines before || note 'the file is another one'
    done_cell "jsmf-choose: a checkpoint $name"
}
choose_checkpoints() {
    local options file
    rm -f lines
    works '^$' jsmf-choose -q -k 2 --checkpoint lines good/bag
    cp out expected
    works '^$' jsmf-choose -q -k 2 --checkpoint lines good/bag
    cmp -s out expected || note 'the lines differ'
    done_cell 'jsmf-choose: a checkpoint of all lines'
    for options in --low-rank '-i 3' --no-polish --stability '--held-out 0.2' '--min-df 2' '--seed 2'; do
        read -ra words <<<"$options"
        choose_spares 2 'was left by jsmf-choose .*and this is' "of other options: $options" "${words[@]}"
    done
    cp lines kept
    change kept lines learn.bag 'a.items = [a.items[0] ^ 1]'
    choose_spares 2 'another bag' 'of another bag'
    change kept lines choose.lines 'a.set_string("2 x")'
    choose_spares 3 'choose.lines: line 1 is not what --checkpoint wrote' 'of other lines'
    head -c 500 kept >lines
    choose_spares 3 'trunc' 'cut off'
    for file in bag model; do
        cp good/$file lines
        choose_spares 3 'not what --checkpoint wrote' "that is a $file stream"
    done
}

choose_cells() {
    if ! built jsmf-choose; then return; fi
    choose_options
    choose_bags
    choose_checkpoints
}
