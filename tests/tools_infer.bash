# jsmf-infer: compositions, and jsmf-topics of them. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

infer() { run jsmf-infer "$@"; }
columns_sum_to_1() { # columns_sum_to_1 FILE...
    for file in "$@"; do
        array W "$file" | awk -v k=$K '
            { for (j = 1; j <= NF; j++) { sum[j] += $j; if ($j < 0) bad = 1 } }
            END { for (j in sum) { d = sum[j] - 1; if (!(d < 1e-12 && d > -1e-12)) bad = 1 } exit bad || NR != k }' ||
            return 1
    done
}
METHODS=$(choices jsmf-infer method)
few_sweeps() {
    case $1 in
    gibbs) echo --burn-in 2 --samples 3 ;;
    padd | pami) echo -i 5 ;;
    esac
}
methods_work() {
    for m in $METHODS; do
        read -ra few <<<"$(few_sweeps "$m")"
        infer -q --method "$m" "${few[@]}" one-model one-bag -o "w-$m" || return 1
    done
    infer -q --method padd --loss likelihood -i 5 one-model one-bag -o w-likely &&
        infer -q --method padd --paper -i 5 one-model one-bag -o w-letter
}
threads_do_not_matter() {
    for m in $METHODS; do
        read -ra few <<<"$(few_sweeps "$m")"
        infer -q -t 2 --method "$m" "${few[@]}" one-model one-bag | cmp - "w-$m" || return 1
    done
    for t in 1 7; do infer -q -t $t --method normal one-model one-bag | cmp - w-normal || return 1; done
}
pipes_do_not_matter() {
    for m in normal padd; do
        read -ra few <<<"$(few_sweeps "$m")"
        infer -q --method $m "${few[@]}" one-model <one-bag | cmp - w-$m && jsmf-cat --check w-$m &&
            dd bs=997 status=none <one-bag | infer -q --method $m "${few[@]}" one-model - | cmp - w-$m || return 1
    done
}
same_w() { array W "$1" >wa && array W "$2" | cmp - wa; }
dual_composes_again() { # every method's settings, and its dual
    for m in $METHODS likely letter; do
        infer -q --dual "w-$m" one-model one-bag -o again && same_w again "w-$m" || return 1
    done
}
# Under both priors another seed gives nearly the same, beside what tells documents from their mean; a seed is told in
# the history.
samples_are_near() {
    local prior
    for prior in dirichlet normal; do
        for seed in 1 2; do
            infer -q --method gibbs --gibbs-prior $prior --burn-in 20 --samples 300 --seed $seed one-model few-bag \
                -o few-$seed && array history few-$seed | grep -q -e "--seed $seed\$" || return 1
        done
        columns_sum_to_1 few-1 few-2 && ! same_w few-1 few-2 &&
            paste <(array W few-1) <(array W few-2) | awk '
                function far(d) { return d < 0 ? -d : d }
                { m = NF / 2; mean = 0
                  for (j = 1; j <= m; j++) mean += $j / m
                  for (j = 1; j <= m; j++) { seeds += far($j - $(j + m)); documents += far($j - mean) } }
                END { print "seeds differ by " seeds ", documents by " documents
                    exit !(documents > 0 && seeds < documents / 3) }' || return 1
    done
    infer -q --dual few-2 --seed 2 one-model few-bag -o again && same_w again few-2
}
zero_dual_is_scls() {
    infer -q --method padd --prior 0 one-model one-bag -o zero && same_w zero w-scls
}
# Documents of the model's topics in other parts have no use for its A, and those of its own, which are short, for all.
prior_yields() {
    run jsmf-synth -q --model one-model --size 400 --length 40 --alpha 4 -o other-parts &&
        infer --method padd one-model other-parts -o yields 2>err && grep -q 'a prior of strength 0, as it would' err &&
        infer -q --method padd --prior 0 one-model other-parts -o zero && same_w zero yields &&
        infer -q --dual yields one-model other-parts -o again && same_w again yields &&
        run jsmf-synth -q --model one-model --size 400 --length 40 --prior fitted -o own-parts &&
        infer -v --method padd one-model own-parts -o yields 2>err &&
        grep -q 'and they have [34][0-9.]* tokens: a prior of strength 0\.[12]' err
}
# Rows from FIRST to LAST of the bag, as a docword.
some_documents() {
    array H one-bag | awk -v first="$1" -v last="$2" '
        $1 >= first && $1 <= last { n++; line[n] = $1 - first + 1 " " $2 + 1 " " $3 }
        END { print last - first + 1; print 300; print n; for (i = 1; i <= n; i++) print line[i] }'
}
documents_are_independent() {
    array vocab one-bag >words && some_documents 2000 2003 >few &&
        jsmf-bow -q --min-df 0 few --vocab words -o few-bag || return 1
    for m in normal padd pami; do
        infer -q --dual w-$m one-model few-bag -o few-w && array W few-w >wa &&
            array W w-$m | cut -f 2001-2004 | cmp - wa || return 1
    done
}
docword_needs_no_bag() {
    infer -q one-model few --vocab words -o from-docword && same_w from-docword few-w2 &&
        infer -q --from uci --vocab words one-model <few >from-pipe && same_w from-pipe few-w2
}
text_needs_no_bag() {
    array H few-bag >few-entries && awk 'NR == FNR { word[NR - 1] = $1; next }
        { for (i = 0; i < $3; i++) line[$1] = line[$1] " " word[$2]; if ($1 > last) last = $1 }
        END { for (d = 0; d <= last; d++) print line[d] " zzunknownzz" }' words few-entries >few-text &&
        infer --from text one-model few-text -o from-text 2>err && same_w from-text few-w2 &&
        grep -q "few-text: 4 of .* tokens (.* %) are of words that the model does not know" err &&
        [ "$(wc -l <err)" = 1 ]
}
empty_is_the_mean() {
    printf '\nzzunknownzz\n%s\n' "$(head -n 1 words)" | infer --from text one-model -o empty-w 2>err &&
        [ "$(array infer.empty empty-w | tr '\n' ' ')" = '1 1 0 ' ] &&
        grep -q '2 of 3 documents without a word that the model knows' err && array W empty-w | cut -f 1 >wa &&
        array A one-model | awk '{ s = 0; for (j = 1; j <= NF; j++) s += $j; printf "%.17g\n", s }' >means &&
        close wa means 1e-12
}
lines_are_the_prominent() {
    infer -q --format tsv one-model few-bag >lines && array W few-w2 | awk -F'\t' '
        { for (j = 1; j <= NF; j++) w[j, NR] = $j; n = NF }
        END { for (j = 1; j <= n; j++) for (m = 0; m < 0.8;) {
                  best = 1; for (k = 2; k <= NR; k++) if (w[j, k] > w[j, best]) best = k
                  printf "%d\t%d\t%.6g\n", j - 1, best - 1, w[j, best]; m += w[j, best]; w[j, best] = -1 } }' |
        cmp - lines && infer -q --format tsv --mass 1 one-model few-bag >all &&
        awk '{ s[$1] += $3 } END { for (d in s) if (s[d] < 0.9999 || s[d] > 1.0001) exit 1 }' all
}
tsv_has_a_header() {
    infer -q --format tsv --header one-model few-bag | sed "1s/^document\ttopic\tshare$/named/" >few-lines &&
        { echo named; cat lines; } | cmp - few-lines &&
        run jsmf-edit --name auto one-model -o few-named &&
        infer -q --format tsv --header --likelihood few-named few-bag | awk -F '\t' '
            NR == 1 && $0 != "document\ttopic\tshare\tlikelihood\tunknown\tname" || NF != 6 { bad = 1 }
            END { exit bad || NR < 2 }'
}
# A line a document: its name, the user's own vectors, every weight.
wide_lines() {
    local n arrays
    n=$(wc -l <few-text)
    read -ra arrays <<<"$(echo ids U "$n" $(seq -f d%g "$n") label i2 "$n" $(seq -1 -1 "-$n") \
        date U "$n" $(seq -f day%g "$n") x f8 "$n" $(seq -f %g.1 "$n") other f8 2 1 2)"
    "$here/with_arrays.py" few-bag own-bag "${arrays[@]}" && infer -q --format wide -t 1 one-model own-bag >wide &&
        infer -q --format wide -t 3 one-model own-bag | cmp - wide &&
        [ "$(head -n 1 wide | cut -f 1-6)" = 'document	label	date	x	topic0	topic1' ] &&
        jsmf-cat --array W --transpose --digits 6 few-w2 >weights && sed 1d wide | cut -f 5- | cmp - weights &&
        sed 1d wide | awk -F'\t' -v K=$K '
            $1 != "d" NR || $2 != -NR || $3 != "day" NR || $4 != NR ".1" || NF != 4 + K { exit 1 }' &&
        infer -q --format wide --from text one-model few-text >from-text &&
        sed 1d from-text | cut -f 2- | cmp - weights &&
        sed 1d from-text | awk '$1 != NR - 1 { exit 1 }'
}
# Own arrays have names of their own in the header, however they are called.
no_column_twice() {
    n=$(wc -l <few-text)
    read -ra arrays <<<"$(for x in document topic0 likelihood bag.topic0 date; do
        echo $x i2 "$n" $(seq "$n"); done | tr '\n' ' ')"
    "$here/with_arrays.py" few-bag twice-bag "${arrays[@]}" &&
        infer --format wide --likelihood one-model twice-bag 2>err | head -n 1 | tr '\t' '\n' >header &&
        [ "$(head -n 8 header | tr '\n' ' ')" = \
            'document bag.document bag.bag.topic0 bag.likelihood bag.topic0 date likelihood unknown ' ] &&
        [ -z "$(sort header | uniq -d)" ] && [ "$(grep -c 'as another column has its name$' err)" = 3 ] &&
        grep -q 'warning: twice-bag: array topic0: column bag.bag.topic0,' err &&
        infer -q --format wide one-model twice-bag | head -n 1 | grep -q '	likelihood	'
}
# sum h log(B w) / sum h over known words, and the others' share: one of each document of few-text, none of the bag.
likelihoods() {
    local how='infer -q --format wide --likelihood one-model'
    array B one-model >b && array W few-w2 >w && $how few-bag >told &&
        [ "$(head -n 1 told | cut -f 1-4)" = 'document	likelihood	unknown	topic0' ] &&
        sed 1d told | cut -f 2 >found && array H few-bag | awk '
            FILENAME == "b" { for (k = 1; k <= NF; k++) b[FNR - 1, k] = $k; K = NF; next }
            FILENAME == "w" { for (d = 1; d <= NF; d++) w[d - 1, FNR] = $d; D = NF; next }
            { p = 0; for (k = 1; k <= K; k++) p += b[$2, k] * w[$1, k]; s[$1] += $3 * log(p); n[$1] += $3 }
            END { for (d = 0; d < D; d++) printf "%.17g\n", s[d] / n[d] }' b w - >wanted || return 1
    close found wanted 1e-4 && [ "$(sed 1d told | cut -f 3 | sort -u)" = 0 ] || return 1
    $how --from text few-text >text-told && cmp <(cut -f 2,4- told) <(cut -f 2,4- text-told) &&
        array H few-bag | awk '{ n[$1] += $3; if ($1 > last) last = $1 }
            END { for (d = 0; d <= last; d++) printf "%.17g\n", 1 / (n[d] + 1) }' >wanted &&
        sed 1d text-told | cut -f 3 >found && close found wanted 1e-5 &&
        $how --from text --method padd -i 2 few-text | cut -f 3 | cmp - <(cut -f 3 text-told) &&
        infer -q --format tsv --likelihood --from text one-model few-text | awk -F'\t' '
            NR == FNR { if (FNR > 1) { l[$1] = $2; u[$1] = $3 } next }
            $4 != l[$1] || $5 != u[$1] { exit 1 }' text-told -
}
# By numbers, too, where the words are those of a vocabulary; nothing known, nothing there at all.
unknown_shares() {
    printf 'zz\n%s\nzy\n' "$(head -n 1 words)" >words3 && printf '1 1 3\n2 0:3 1:1\n1 2:2\n' | sed '1s/.*/0/' >ldac &&
        infer -q --from ldac --vocab words3 --format wide --likelihood one-model ldac | cut -f 1,3 >told &&
        [ "$(tr '\t\n' '  ' <told)" = 'document unknown 0 nan 1 0.75 2 1 ' ] &&
        infer -q --from ldac --vocab words3 --format tsv --likelihood one-model ldac |
        awk '$1 != 1 && $4 != "nan" { exit 1 }'
}
topics_have_documents() {
    run jsmf-topics --format json -n 3 --documents w-normal one-model >topics.json &&
        array W w-normal | awk 'NR == 3 { for (j = 1; j <= NF; j++) if ($j > best) { best = $j; at = j - 1 } }
            END { print at; printf "%.6g\n", best }' >best &&
        jq -r '.topics[2].documents[0] | .document, .share' topics.json | sed 's/^0*\([0-9]\)$/\1/' | cmp - best &&
        [ "$(jq '[.topics[].documents | length] | min' topics.json)" = 3 ] &&
        run jsmf-topics -n 3 --documents w-normal one-model | grep -c '^ *documents  [0-9]* (' | grep -qx $K &&
        run jsmf-topics --format tsv -n 3 --documents w-normal one-model | awk -F'\t' '
            NR > 1 && (NF != 12 || $12 > 1 || $12 <= 0) { exit 1 }'
}
another_model_is_refused() {
    ! run jsmf-topics --documents w-normal law-model 2>err >out && [ ! -s out ] &&
        grep -q '^jsmf-topics: w-normal: was made with' err
}
another_program_s_option_is_said_to_be_its() {
    printf '1 0:3 1:1\n' | run jsmf-infer --from svmlight --vocab words one-model 2>err >/dev/null
    [ $? = 3 ] && grep -q '; jsmf-bow --base 0 or 1 says which number its first word has)$' err
}

ok 'jsmf-infer: every method works' methods_work
ok 'jsmf-infer: compositions sum to 1 within 1e-12' columns_sum_to_1 w-*
ok 'jsmf-infer: any number of threads gives the same bytes' threads_do_not_matter
ok 'jsmf-infer: pipes give the same bytes as files' pipes_do_not_matter
ok 'jsmf-infer: --dual composes again as it was done' dual_composes_again
ok 'jsmf-infer: padd without prior is scls' zero_dual_is_scls
ok "jsmf-infer: padd's prior yields to long documents and to others" prior_yields
ok 'jsmf-infer: some documents alone are composed as among all' documents_are_independent
infer -q one-model few-bag -o few-w2
ok 'jsmf-infer --method gibbs: seeds agree beside what documents differ by' samples_are_near
ok 'jsmf-infer: a docword gives what its bag gives' docword_needs_no_bag
ok 'jsmf-infer: so does a text, and unknown words are told' text_needs_no_bag
ok 'jsmf-infer: empty documents have the mean, and a flag' empty_is_the_mean
ok 'jsmf-infer: lines are the prominent topics, the largest first' lines_are_the_prominent
ok 'jsmf-infer --header: a line of names before the same lines' tsv_has_a_header
ok 'jsmf-infer --format wide: a line a document' wide_lines
ok 'jsmf-infer --format wide: no two columns of one name' no_column_twice
ok 'jsmf-infer --likelihood: the tokens that are known, and the share of others' likelihoods
ok 'jsmf-infer --likelihood: words of a vocabulary, empty documents' unknown_shares
ok 'jsmf-topics: the documents most about each topic' topics_have_documents
ok 'jsmf-topics: compositions of another model are refused' another_model_is_refused
ok 'jsmf-infer: an option of jsmf-bow is said to be its' another_program_s_option_is_said_to_be_its
ok 'jsmf-infer: nothing is left in TMPDIR' nothing_in_tmpdir
# Labels judge the documents that have tokens, and only them.
labels_without_empty() {
    { echo; head -n 2 few-text; echo zzunknownzz; tail -n 2 few-text; } | infer -q --from text one-model -o gaps-w &&
        printf '%s\n' none here there there here there >gap-labels &&
        printf '%s\n' here there here there >whole-labels &&
        run jsmf-eval -q --compositions few-w2 --labels whole-labels one-model >a &&
        run jsmf-eval --compositions gaps-w --labels gap-labels one-model 2>err | cmp - a &&
        ! grep -q 'another model' err &&
        ! run jsmf-eval --compositions gaps-w --labels gap-labels one-polished 2>other-err >/dev/null &&
        grep -q 'gaps-w: was made with another model than one-polished: ' other-err &&
        [ "$(grep 'without tokens' err)" = "jsmf-eval: warning: gaps-w: 2 of 6 documents without tokens \
(infer.empty): left out of what labels judge" ] || return 1
    yes '' | head -n 3 | infer -q --from text one-model -o none-w && printf 'a\na\nb\n' >three-labels &&
        ! run jsmf-eval --compositions none-w --labels three-labels one-model >out 2>err &&
        grep -q 'none-w: all documents are without tokens' err
}
one_line_of_unmatched() {
    run jsmf-aw -q -k $((K - 2)) one-rectified -o fewer && run jsmf-eval --against fewer one-model 2>err >m &&
        [ "$(sed 's/.*warning: //' err)" = \
            "2 of $K topics have no match, as there are $((K - 2)) of the other model" ] &&
        awk '/^(Against|Stable)/ { n += $2 != "nan" } END { exit n != 3 }' m
}
ok 'jsmf-eval --against: topics without a match, in one line' one_line_of_unmatched
ok 'jsmf-eval --labels: documents without tokens are left out, and told' labels_without_empty
# The labels of leading words, counted by awk; half of the words have one.
word_labels_are_counted() {
    array vocab one-model | awk 'NR % 2 { print $1 "\tkind " NR % 3 }' >half-labels &&
        run jsmf-eval -q -n 7 --per-topic --word-labels half-labels one-model | awk -F '\t' '
            NR == 1 { for (j = 1; j <= NF; j++) if ($j == "WordLabel:kind 1") at = j; next } { print $at }' >ma &&
        run jsmf-topics -n 7 --format tsv one-model | awk -F '\t' '
            NR == FNR { label[$1] = $2; next } FNR == 1 { next }
            { k = $1 } $5 in label { n[k]++; own[k] += label[$5] == "kind 1" }
            END { for (t = 0; t <= k; t++) if (n[t]) printf "%.12g\n", own[t] / n[t]; else print "nan" }' \
            half-labels - | cmp - ma
}
ok 'jsmf-eval --word-labels: shares are those of awk' word_labels_are_counted

# ---- a topic without mass ----

# without_mass MODEL TOPIC: the model with zeros in that row and column of A.
without_mass() {
    python3 -c 'import struct, sys, zipfile
k, topic = int(sys.argv[3]), int(sys.argv[4])
with zipfile.ZipFile(sys.argv[1]) as z, zipfile.ZipFile(sys.argv[2], "w") as out:
    for name in z.namelist():
        data = bytearray(z.read(name))
        if name == "A.npy":
            first = 10 + struct.unpack("<H", data[8:10])[0]
            for j in range(k):
                for at in topic * k + j, j * k + topic:
                    data[first + 8 * at:first + 8 * at + 8] = bytes(8)
        out.writestr(name, bytes(data))' "$1" massless-topic $K "$2"
}
massless_topic_is_taken() {
    without_mass one-model 3 || return 1
    for m in $METHODS; do
        read -ra few <<<"$(few_sweeps "$m")"
        infer --method "$m" "${few[@]}" massless-topic one-bag -o massless-w 2>err &&
            grep -q '1 topic has no mass (its row of A is zero): ' err && columns_sum_to_1 massless-w || return 1
        case $m in normal | padd | pami)
            array W massless-w | awk 'NR == 4 { for (j = 1; j <= NF; j++) bad = bad || $j != 0 } END { exit bad }' &&
                infer -q --dual massless-w massless-topic one-bag -o massless-again &&
                same_w massless-w massless-again || return 1
            ;;
        esac
    done
}
massless_topic_goes_on() {
    for prior in dirichlet matrix; do
        run jsmf-polish -q -i 2 --prior $prior massless-topic one-bag -o massless-polished &&
            infer -q massless-polished one-bag >/dev/null || return 1
    done
    run jsmf-eval -q --cooc one-cooc --bag one-bag massless-topic >/dev/null &&
        run jsmf-topics massless-topic >/dev/null &&
        run jsmf-synth --model massless-topic --prior fitted --size 50 -o massless-drawn &&
        array truth.W massless-drawn | awk 'NR == 4 { for (j = 1; j <= NF; j++) bad = bad || $j != 0 } END { exit bad }'
}
ok 'a topic without mass has a prior of 0' massless_topic_is_taken
ok 'other programs take such a model' massless_topic_goes_on
