# The fault matrix of what jsmf-infer is given beside its documents, and of compositions (faults.sh).
# shellcheck shell=bash disable=SC2154

# change FROM TO ENTRY CODE: a stream TO in which CODE has changed the array `a` (faults.py) of an entry.
change() {
    python3 -c 'import sys
sys.path.insert(0, sys.argv[1])
import faults
source, target, name, code = sys.argv[2:]
entries = faults.read(source)
a = faults.Array(dict(entries)[name + ".npy"])
exec(code)
faults.write(target, [(n, a.raw() if n == name + ".npy" else raw) for n, raw in entries])' "$here" "$@"
}

infer_inputs() {
    mkdir infer damaged-compositions
    jsmf-infer -q --method padd -i 2 good/model good/bag -o good/compositions
    jsmf-infer -q good/model good/bag -o infer/normal
    jsmf-infer -q good/massless-model good/massless-bag -o infer/of-massless
    python3 "$here/faults.py" good/compositions damaged-compositions
    change good/model infer/skew A 'a.items = [0.4, 0.2, 0.1, 0.3]'
    change good/model infer/negative A 'a.items = [0.6, -0.01, -0.01, 0.42]'
    change good/model infer/zero-row A 'a.items = [0.0, 0.0, 0.0, 1.0]'
    change good/model infer/scaled A 'a.items = [4 * x for x in a.items]'
    change good/model infer/singular A 'a.items = [0.25] * 4'
    change good/model infer/impossible A 'a.items = [0.0, 0.5, 0.5, 0.0]'
    change good/model infer/other-words vocab 'a.items[3] = a.items[3][:16] + b"Z" + a.items[3][17:]'
    change good/compositions infer/foreign infer.method 'a.set_string("lie")'
    change good/compositions infer/other-mark infer.model 'a.items[0] += 1'
    change good/compositions infer/skew-dual dual 'a.items[1] += 1'
    jsmf-infer -q --method tli good/model good/bag -o infer/tli
    change infer/tli infer/tli-delta infer.delta 'a.items = [1.0]'
    jsmf-infer -q --method gibbs --burn-in 2 --samples 3 good/model good/bag -o infer/gibbs
    change infer/gibbs infer/no-samples infer.samples 'a.items = [0]'
    change good/model infer/equal B 'a.items[1::2] = a.items[0::2]'
    jsmf-infer -q --method pami -i 2 good/model good/bag -o infer/pami
    printf 'word1 word2 word2\n' >text/one-line
    printf '10000000\n10\n10000000\n1 1 1\n2 3 1\n' >text/lies
} 2>>making

infer_damage() {
    local fault
    for fault in cut-00 cut-03 cut-09 cut-12 nodirectory trailing newer unkind twice nan-A nan-B ${WRONG[model]}; do
        case $fault in *-unigram) continue ;; esac # not looked at
        if [ ! -e "damaged-model/$fault" ]; then continue; fi
        fails 3 . jsmf-infer "damaged-model/$fault" good/bag -o o/out
        done_cell "jsmf-infer: a model, $fault"
    done
    for fault in cut-00 cut-03 cut-09 cut-12 nodirectory trailing newer unkind twice nan-W nan-dual short-dual \
        wide-dual without-dual without-infer.method; do
        if [ ! -e "damaged-compositions/$fault" ]; then continue; fi
        fails 3 . jsmf-infer --dual "damaged-compositions/$fault" good/model good/bag -o o/out
        done_cell "jsmf-infer: --dual, $fault"
    done
    for fault in cut-00 cut-03 cut-09 cut-12 nodirectory trailing newer unkind twice nan-W negative-W without-W \
        short-infer.empty; do
        if [ ! -e "damaged-compositions/$fault" ]; then continue; fi
        fails 3 . jsmf-topics --documents "damaged-compositions/$fault" good/model -o o/out
        done_cell "jsmf-topics: --documents, $fault"
    done
}

infer_usage() {
    local bad words
    for bad in '--method x' '--method em --prior 0.5' '--method vb --weights none' '--loss likelihood' '--prior 2' \
        '--prior -1' '--prior 0' '--method pami --loss likelihood' '--mass 0.5' '--format tsv --mass 2' \
        '--format wide --mass 0.5' --header '--format wide --header' --likelihood '--format npz --likelihood' \
        '--format json' '-i 0' '--tol -1' '-i 3' '--method vb --tol 0.1' \
        '--from lda' '--dual -' '--from text --vocab text/vocab' '--delta 0.1' \
        '--method em --threshold' '--method tli --delta 1' '--method tli --delta -1' '--method tli --prior 0.5' \
        '--method tli --weights none' '--samples 5' '--method vb --burn-in 3' '--gibbs-prior normal' \
        '--method gibbs --samples 0' '--method gibbs --gibbs-prior x' '--method gibbs --prior 0.5' \
        '--method gibbs --delta 0.1' '--method gibbs --burn-in -1' '--paper' '--method padd --paper --prior 1' \
        '--method pami --paper --tol 0.1' \
        '--method padd --paper --weights model' '--method padd --paper --loss likelihood'; do
        read -ra words <<<"$bad"
        fails 2 "see jsmf-infer --help" jsmf-infer "${words[@]}" good/model - -o o/out
        done_cell "jsmf-infer: $bad"
    done
    fails 2 'standard input' jsmf-topics --documents - -o o/out
    done_cell 'jsmf-topics: both on standard input'
    fails 2 'own vocabulary' jsmf-infer --vocab text/vocab good/model good/bag -o o/out
    done_cell 'jsmf-infer: --vocab with a bag'
    fails 2 '--vocab' jsmf-infer good/model text/docword -o o/out
    done_cell 'jsmf-infer: a docword without a vocabulary'
    fails 1 'memory.*limit' jsmf-infer --memory 2K good/model good/bag -o o/out
    done_cell 'jsmf-infer: too little memory'
    fails 1 'No such file' jsmf-infer good/missing good/bag -o o/out
    done_cell 'jsmf-infer: no model'
    fails 1 'No such file' jsmf-infer --dual good/missing good/model good/bag -o o/out
    done_cell 'jsmf-infer: no dual'
    for bad in bag dense compositions; do
        fails 3 'is a|expected' jsmf-infer "good/$bad" good/bag -o o/out
        done_cell "jsmf-infer: a $bad for a model"
    done
    fails 3 'is a|expected' jsmf-infer --dual good/model good/model good/bag -o o/out
    done_cell 'jsmf-infer: a model for a dual'
}

infer_mismatches() {
    fails 3 'word 3 is .*jsmf-bow --match' jsmf-infer infer/other-words good/bag -o o/out
    done_cell 'jsmf-infer: documents of which one word is another'
    fails 3 '6 words, but 10.*--match' jsmf-infer good/model good/pairs-bag -o o/out
    done_cell 'jsmf-infer: documents of other words'
    fails 3 'not symmetric' jsmf-infer infer/skew good/bag -o o/out
    done_cell 'jsmf-infer: A is not symmetric'
    fails 3 'A\[0, 1\] is -' jsmf-infer infer/negative good/bag -o o/out
    done_cell 'jsmf-infer: A is negative'
    works '1 topic has no mass .its row of A is zero.: it gets no part' jsmf-infer infer/zero-row good/bag
    done_cell 'jsmf-infer: a row of A is zero'
    local method
    for method in normal padd pami; do
        fails 3 'no A, which '$method' needs .--method vb, em' jsmf-infer --method $method damaged-model/without-A \
            good/bag -o o/out
    done
    fails 3 'no A, which gibbs needs' jsmf-infer --method gibbs --gibbs-prior normal damaged-model/without-A \
        good/bag -o o/out
    for method in vb em scls init tli gibbs; do
        works '' jsmf-infer --method $method damaged-model/without-A good/bag
    done
    done_cell 'jsmf-infer: no A'
    fails 3 'another model' jsmf-infer --dual infer/other-mark good/model good/bag -o o/out
    done_cell 'jsmf-infer: a dual of another model'
    fails 3 'another model' jsmf-infer --dual infer/of-massless good/model good/bag -o o/out
    done_cell 'jsmf-infer: settings of another model'
    fails 3 'method padd, not pami' jsmf-infer --method pami --dual good/compositions good/model good/bag -o o/out
    done_cell 'jsmf-infer: a dual of another method'
    fails 3 'loss least-squares, not likelihood' jsmf-infer --loss likelihood --dual good/compositions good/model \
        good/bag -o o/out
    done_cell 'jsmf-infer: a dual of another loss'
    fails 3 'weights model, not none' jsmf-infer --weights none --dual good/compositions good/model good/bag -o o/out
    done_cell 'jsmf-infer: a dual of other weights'
    fails 3 'prior of 0.5, not 1' jsmf-infer --prior 1 --dual good/compositions good/model good/bag -o o/out
    done_cell 'jsmf-infer: a dual of another prior'
    fails 3 "jsmf's own, not the paper's" jsmf-infer --paper --dual good/compositions good/model good/bag -o o/out
    done_cell 'jsmf-infer: a dual that is not to the letter'
    fails 4 'Cholesky' jsmf-infer --method pami --paper infer/singular good/bag -o o/out
    done_cell 'jsmf-infer: A without a Cholesky factor'
    fails 3 'delta of 0, not 0.1' jsmf-infer --delta 0.1 --dual infer/tli good/model good/bag -o o/out
    done_cell 'jsmf-infer: a left inverse of another delta'
    fails 3 'a projection, not a threshold' jsmf-infer --threshold --dual infer/tli good/model good/bag -o o/out
    done_cell 'jsmf-infer: compositions without a threshold'
    fails 3 'delta: is 1 ' jsmf-infer --dual infer/tli-delta good/model good/bag -o o/out
    done_cell 'jsmf-infer: a delta of 1 in a stream'
    fails 4 'left inverse .* topics 0, 1 .2 of 2.*--delta' jsmf-infer --method tli infer/equal good/bag -o o/out
    done_cell 'jsmf-infer: equal topics have no left inverse'
    fails 3 'a burn-in of 2, not 3' jsmf-infer --burn-in 3 --dual infer/gibbs good/model good/bag -o o/out
    done_cell 'jsmf-infer: samples of another burn-in'
    fails 3 'infer.samples: is 0 ' jsmf-infer --dual infer/no-samples good/model good/bag -o o/out
    done_cell 'jsmf-infer: no samples in a stream'
    fails 3 '"lie"' jsmf-infer --dual infer/foreign good/model good/bag -o o/out
    done_cell 'jsmf-infer: a dual of an unknown method'
    fails 3 'not symmetric' jsmf-infer --dual infer/skew-dual good/model good/bag -o o/out
    done_cell 'jsmf-infer: a dual that is not symmetric'
    fails 4 'A seems not to be .* --prior 0.5' jsmf-infer --method padd --prior 1 infer/impossible good/bag -o o/out
    done_cell 'jsmf-infer: no compositions have these moments'
    fails 3 'fewer|ends|entries' jsmf-infer --vocab text/vocab good/model text/lies -o o/out
    done_cell 'jsmf-infer: a docword of 10 million documents that are not there'
    docword_of_infer 'an index past the vocabulary' ':5:' '2\n3\n2\n1 1 1\n2 4 1\n'
    docword_of_infer 'documents out of order' ':6:' '2\n3\n3\n1 1 1\n2 3 1\n1 2 1\n'
    docword_of_infer 'more entries than the header says' . '2\n3\n1\n1 1 1\n2 3 1\n'
    docword_of_infer 'fewer entries than the header says' . '2\n3\n3\n1 1 1\n2 3 1\n'
    docword_of_infer 'a NUL byte' . '2\n3\n2\n1 1 1\0\n2 3 1\n'
}

docword_of_infer() {
    local method
    printf '%b' "$3" >text/bad
    for method in normal padd; do
        refuses 3 "$2" text/bad jsmf-infer --vocab text/vocab3 --method $method good/model
        done_cell "jsmf-infer: docword, $1, $method"
    done
}

infer_cells() {
    local method good dual
    if ! built jsmf-infer; then return; fi
    infer_inputs
    infer_damage
    infer_usage
    infer_mismatches
    jsmf-cat --array W infer/normal >expected
    works 'A sums to 4 .*divided by it' jsmf-infer infer/scaled good/bag -o infer/w
    jsmf-cat --array W infer/w | cmp -s - expected || note 'the compositions differ'
    done_cell 'jsmf-infer: A that does not sum to 1 is brought to it'
    for method in $(choices jsmf-infer method); do
        works '^$' jsmf-infer --method $method infer/singular good/bag
        done_cell "jsmf-infer: A is singular, $method"
        if [ $method = pami ]; then dual='--dual infer/pami'; else dual=; fi
        # shellcheck disable=SC2086
        works '^$' jsmf-infer --method $method $dual --from text good/model text/one-line
        done_cell "jsmf-infer: one document, $method"
        for good in one-word one-document massless pairs; do
            if [ ! -e good/$good-model ]; then continue; fi
            works '' jsmf-infer --method $method good/$good-model good/$good-bag
            done_cell "jsmf-infer: $good, $method"
        done
    done
    fails 3 'as many documents as topics' jsmf-infer --method pami --from text good/model text/one-line -o o/out
    done_cell 'jsmf-infer: pami, fewer documents than topics'
}
