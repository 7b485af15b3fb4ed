# The part of the fault matrix that jsmf-learn alone meets. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

learn_options() {
    local words bad
    fails 2 'how many topics' jsmf-learn good/bag -o o/out
    done_cell 'jsmf-learn: no -k'
    for bad in '--full --low-rank' '--no-polish -i 3' '-i 0' '--min-df x' '--print --checkpoint o/kept' \
        '--checkpoint -' '--checkpoint /dev/null' '--checkpoint o/out'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-learn --help' jsmf-learn -k 2 "${words[@]}" good/bag -o o/out
        done_cell "jsmf-learn: $bad"
    done
    input=good/bag
    fails 2 'reads the bag twice' jsmf-learn -k 2 --print
    done_cell 'jsmf-learn --print: a bag on standard input'
    input=/dev/null
}

learn_memory() {
    fails 1 'memory.*limit.*--full' jsmf-learn -k 2 --full --memory 2K good/bag -o o/out
    done_cell 'jsmf-learn --full: too little memory'
    fails 1 'memory.*limit' jsmf-learn -k 2 --memory 8K good/bag -o o/out
    done_cell 'jsmf-learn: too little memory'
    fails 1 'memory.*limit.*--no-polish' jsmf-learn -q -k 1 --memory 300K good/many-bag -o o/out
    done_cell 'jsmf-learn: too little memory for polishing'
}

# Bags of which there is no model, and what would help.
learn_bags() {
    fails 4 'only 3 positive eigenvalues, 11 were asked for \(use -k 3 or less\)' jsmf-learn -k 11 good/bag -o o/out
    done_cell 'jsmf-learn: more topics than words'
    fails 3 'no document of two words' jsmf-learn -k 1 good/short-bag -o o/out
    done_cell 'jsmf-learn: documents of one word'
    fails 4 'positive eigenvalue.*use -k [0-9]+ or less' jsmf-learn -q -k 9 good/bag -o o/out
    done_cell 'jsmf-learn: more topics than positive eigenvalues'
    fails 4 'positive eigenvalue.*use -k [0-9]+ or less' jsmf-learn -q -k 9 --low-rank good/bag -o o/out
    done_cell 'jsmf-learn --low-rank: more topics than positive eigenvalues'
    for kind in one-word one-document massless; do
        works '' jsmf-learn -k 1 good/$kind-bag
        done_cell "jsmf-learn: $kind"
        works '' jsmf-learn -k 1 --low-rank good/$kind-bag
        done_cell "jsmf-learn --low-rank: $kind"
    done
}

# What is in the file stays there.
spares() { # spares CODE PATTERN NAME OPTIONS...
    local code=$1 pattern=$2 name=$3
    shift 3
    cp checkpoint before
    fails "$code" "$pattern" jsmf-learn -q -k 2 "$@" --checkpoint checkpoint good/bag -o o/out
    cmp -s checkpoint before || note 'the file is another one'
    done_cell "jsmf-learn: a checkpoint $name"
}
learn_checkpoints() {
    local file
    timeout 20 jsmf-learn -q -k 2 --checkpoint checkpoint good/bag >/dev/full 2>err
    fails_with $? 1 jsmf-learn
    spares 2 'was left by jsmf-learn .* -k 2 --full.*and this is.*-i 3' 'of other options' -i 3
    spares 2 'low-rank' 'of the other road' --low-rank
    cp checkpoint kept
    change kept checkpoint learn.bag 'a.items = [a.items[0] ^ 1]'
    spares 2 'another bag' 'of another bag'
    change kept checkpoint learn.line 'a.set_string("jsmf-learn 0.0.1 -k 2 --full --seed 1")'
    spares 2 'jsmf-learn 0.0.1' 'of another version'
    change kept checkpoint learn.bag 'a.set_string("bag")'
    spares 3 'learn.bag' 'with a word for its mark'
    head -c 1000 kept >checkpoint
    spares 3 'trunc' 'cut off'
    for file in bag dense model; do
        cp good/$file checkpoint
        spares 3 'expected cooc|not what --checkpoint wrote' "that is a $file stream"
    done
    cp text/prose checkpoint
    spares 3 'checkpoint checkpoint: is not what --checkpoint wrote .name another file.' 'that is a text'
    : >checkpoint
    spares 3 'name another file' 'that is empty'
    rm checkpoint
    fails 1 'directory does not exist' jsmf-learn -k 2 --checkpoint o/none/kept good/bag -o o/out
    done_cell 'jsmf-learn: a checkpoint in a missing directory'
    fails 1 'irectory' jsmf-learn -k 2 --checkpoint good good/bag -o o/out
    done_cell 'jsmf-learn: a directory for a checkpoint'
    fails 4 'positive eigenvalue' jsmf-learn -q -k 9 --full --checkpoint checkpoint good/bag -o o/out
    [ ! -e checkpoint ] || note 'the checkpoint is left'
    done_cell 'jsmf-learn: a checkpoint of topics that are too many'
}

learn_cells() {
    if ! built jsmf-learn; then return; fi
    learn_options
    learn_memory
    learn_bags
    learn_checkpoints
}
