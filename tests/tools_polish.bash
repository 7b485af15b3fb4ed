# What jsmf-polish does to the streams of tools.sh. Sourced by it.
# shellcheck shell=bash disable=SC2154

# Streams have no other arrays than models do, and no distances of anchors.
is_a_model() {
    diff <(jsmf-cat --list one-model | grep -vE '^history|^array.residuals' | sort) \
        <(jsmf-cat --list one-polished | grep -v ^history | sort) &&
        array vocab one-model >ax && array vocab one-polished | cmp - ax &&
        run jsmf-topics one-polished >topics && run jsmf-eval --bag one-bag one-polished >/dev/null
}
bag_may_be_a_pipe() {
    bag | run jsmf-polish -i 3 one-model >a && cmp a one-polished &&
        run jsmf-polish --online one-model - < <(cat one-bag) >a && cmp a one-online &&
        run jsmf-polish -i 3 - one-bag <one-model >a && cmp a one-polished
}
# Documents are read where they lie: in the file, in a pipe's copy in memory or on disk. Of fewer documents than all the
# copy would be too small for the disk.
bag_lies_anywhere() {
    local polish='run jsmf-polish -i 4 --held-out 0.2'
    run jsmf-bow -q --match one-model "$data/docword.wordnet.txt.gz" --vocab "$data/vocab.wordnet.txt" -o all-bag &&
        $polish one-model all-bag >a && $polish one-model < <(cat all-bag) | cmp - a &&
        $polish -v --memory 8M one-model < <(cat all-bag) 2>err >b &&
        grep -q 'kept in an unlinked file' err &&
        for x in A B alpha; do array $x a >ax && array $x b | cmp - ax || return 1; done
}
# The bound rises from pass to pass, and the numbers of passes are what -i says.
bound_rises() {
    run jsmf-polish -v --minibatch 0 -i 12 "$@" one-model one-bag 2>err >a &&
        sed -n 's/.*whole: bound \([^ ]*\) a token.*/\1/p' err >bounds && [ "$(wc -l <bounds)" = 12 ] &&
        sort -g bounds | cmp - bounds
}
held_out_documents_gain() {
    run jsmf-polish -v --held-out 0.2 -i 8 --random "$@" one-model one-bag 2>err >a &&
        sed -n 's/.*pass .*held out \([^ ]*\) a token.*/\1/p' err >held && [ -s held ] &&
        awk 'NR == 1 { first = $1 } $1 > first { gain = 1 } END { exit !gain }' held
}

# anchors_hold START POLISHED: S has the start's anchors where p(topic | anchor) is 0.5 or more, -1 elsewhere.
anchors_hold() {
    array Bbar "$2" >bbar && paste <(array S "$1") <(array S "$2") | awk -v K=$K '
        NR == FNR { for (i = 1; i <= NF; i++) p[NR - 1, i - 1] = $i; next }
        { if ($2 != (p[FNR - 1, $1] >= 0.5 ? $1 : -1)) bad = 1; if ($2 < 0) none++; else some++ }
        END { print none + 0, some + 0; exit bad || FNR != K }' bbar -
}
# rows_follow MODEL: Canchor is B A', its rows divided by their sums.
rows_follow() {
    array Canchor "$1" >rows && awk -v K=$K '
        FILENAME == "a" { for (j = 1; j <= NF; j++) { a[FNR, j] = $j; mass[FNR] += $j } next }
        { for (k = 1; k <= K; k++) { x = 0; for (j = 1; j <= K; j++) x += a[k, j] * $j
            printf "%.17g%s", x / mass[k], k < K ? "\t" : "\n" } }' a b >transposed
    array Canchor "$1" | awk '{ for (j = 1; j <= NF; j++) r[j] = r[j] (NR > 1 ? "\t" : "") $j; n = NF }
        END { for (j = 1; j <= n; j++) print r[j] }' >rows && close rows transposed 1e-14
}
polished_is_true() {
    local way words
    for way in '-i 3' --online '-i 2 --prior dirichlet' '-i 2 --held-out 0.2'; do
        read -ra words <<<"$way"
        run jsmf-polish "${words[@]}" one-model one-bag -o polished && anchors_hold one-model polished >held &&
            array A polished >a && array B polished >b && rows_follow polished &&
            [ "$(array legality polished)" = 1 ] && ! jsmf-cat --list polished | grep -q residuals &&
            run jsmf-polish -i 1 polished one-bag -o again && anchors_hold polished again || return 1
    done
}
# Polishing makes it 1: that says nothing of a model, and is not shown.
legality_is_of_recovered_models() {
    run jsmf-topics one-model | sed 1q | grep -qE '; legality [0-9.]+$' && [ "$(array legality one-polished)" = 1 ] &&
        run jsmf-topics one-polished | sed 1q | grep -qE '^[0-9]+ topics of [0-9]+ words, from [0-9]+ documents$'
}
# Without rectification some anchors are rare words, which do not hold: they are not shown, the others are.
topics_show_what_holds() {
    local none held
    run jsmf-aw -q -k $K one-cooc -o rare && run jsmf-polish rare one-bag -o polished &&
        anchors_hold rare polished >held &&
        read -r none held <held && [ "$none" -gt 0 ] && [ "$held" -gt 0 ] &&
        [ "$(run jsmf-topics polished | grep -c '^ *anchor ')" = "$held" ] &&
        [ "$(run jsmf-topics --format json polished | jq '[.topics[] | select(.anchor)] | length')" = "$held" ] &&
        [ "$(run jsmf-topics --format tsv polished | awk -F'\t' '$4 == 0 && $3 != ""' | wc -l)" = "$held" ] &&
        run jsmf-infer -q polished one-bag -o w && run jsmf-eval --cooc one-cooc polished 2>err >m &&
        grep -qE "warning: $none of $K topics ha(s|ve) no anchor: left out" err && [ "$(wc -l <err)" = 1 ] &&
        awk '$1 == "BasisRank" { exit $2 == "nan" }' m
}
# min(10 / L^2, T / (2 K N)) tokens a word, for documents of L tokens that are not empty.
expected_hold() {
    paste -d ' ' <(array H.data one-bag | tr '\n' ' ') <(array H.indptr one-bag | tr '\n' ';') | awk -v K=$K -v N=300 '
        { n = split($0, part, ";"); documents = 0; last = part[1]; sub(/.* /, "", last); words = NF
            for (i = 2; i < n; i++) { documents += part[i] > last; last = part[i] }
            for (i = 1; i <= last; i++) T += $i
            L = T / documents; hold = 10 / (L * L); most = T / (2 * K * N)
            printf "%.3g\n", hold < most ? hold : most }'
}
# What holds topics is told where a rule has found it, behind what else jsmf-learn has to say.
hold_is_told() {
    local hold way words
    hold=$(expected_hold)
    run jsmf-polish -v -i 1 one-model one-bag -o held 2>err &&
        grep -q "held to the start: each topic by $hold tokens a word, [0-9]* by more" err &&
        history_of held | grep -q "[0-9] # topics held by $hold tokens a word, [0-9]* by more\$" &&
        run jsmf-learn -k $K -i 1 one-bag -o held &&
        history_of held | grep -q " # anchors among .* documents; topics held by $hold tokens" || return 1
    for way in --random '--anchor-weight 0.1' '--method gibbs'; do
        read -ra words <<<"$way"
        run jsmf-polish -i 1 "${words[@]}" one-model one-bag -o held && ! history_of held | grep '#' || return 1
    done
}
# Random topics have nothing of the start's.
random_has_no_anchors() {
    run jsmf-polish -i 2 --random one-model one-bag -o random && jsmf-cat --list random >list &&
        ! grep -qE '^array.(S|residuals|anchors)' list && array A random >a && array B random >b &&
        rows_follow random &&
        run jsmf-topics random >topics && ! grep -q '^ *anchor ' topics
}

# The same arrays, the same on any threads, and what reads models reads them. With the matrix prior alpha is what A
# says.
dirichlet_prior() {
    local way words
    has_alpha one-polished && has_alpha one-online || return 1
    for way in '-i 3' --online; do
        read -ra words <<<"$way"
        run jsmf-polish --prior dirichlet -t 1 "${words[@]}" one-model one-bag >a &&
            run jsmf-polish --prior dirichlet -t 3 "${words[@]}" one-model - <one-bag | cmp - a &&
            diff <(jsmf-cat --list one-polished | grep -v ^history | sort) \
                <(jsmf-cat --list a | grep -v ^history | sort) &&
            ! array A a | cmp -s - <(array A one-polished) &&
            run jsmf-infer a one-bag >/dev/null && run jsmf-polish -i 1 --prior dirichlet a one-bag >/dev/null ||
            return 1
    done
}

# A model as polishing makes it, the same on any number of threads; from random topics the tokens become likelier.
samples_topics() {
    local gibbs='run jsmf-polish --method gibbs --passes'
    $gibbs 3 -t 1 one-model one-bag -o sampled && $gibbs 3 -t 2 one-model one-bag | cmp - sampled &&
        diff <(jsmf-cat --list sampled | grep -v ^history | sort) \
            <(jsmf-cat --list one-polished | grep -v ^history | sort) &&
        jsmf-cat --check sampled && run jsmf-eval -q --bag one-bag sampled >/dev/null &&
        $gibbs 30 --random -v one-model one-bag 2>err >a &&
        sed -n 's/.*sweep .*topics) \([^ ]*\) a token.*/\1/p' err >likelihoods &&
        [ "$(wc -l <likelihoods)" = 3 ] && sort -g likelihoods | cmp - likelihoods
}
ok 'jsmf-polish --method gibbs: a model of samples' samples_topics
ok 'jsmf-polish writes a model as it reads' is_a_model
ok 'jsmf-polish: S, Canchor and what else goes with anchors are of the polished topics' polished_is_true
ok 'jsmf-topics: legality is told of models that were not polished' legality_is_of_recovered_models
ok 'jsmf-polish: what reads models reads one whose anchors do not all hold' topics_show_what_holds
ok 'jsmf-polish, jsmf-learn: the hold on the start is told' hold_is_told
ok 'jsmf-polish --random: nothing of the start is left' random_has_no_anchors
ok 'jsmf-polish reads either stream from a pipe' bag_may_be_a_pipe
ok 'jsmf-polish: documents in memory, in a file and in TMPDIR give the same' bag_lies_anywhere
ok 'jsmf-polish -v: the bound rises in whole passes' bound_rises
ok 'jsmf-polish --held-out: they become likelier' held_out_documents_gain
ok 'jsmf-polish --prior dirichlet: models as they are' dirichlet_prior
ok 'jsmf-polish --prior dirichlet -v: the bound rises' bound_rises --prior dirichlet
ok 'jsmf-polish --prior dirichlet --held-out: they become likelier' held_out_documents_gain --prior dirichlet

# guide_of MODEL: two words of the middle of each of three of its topics, one of which has a name.
guide_of() {
    jsmf-topics -n 40 --format tsv "$1" | awk -F '\t' '
        $1 == 3 && ($4 == 30 || $4 == 31) { a = a " " $5 }
        $1 == 5 && ($4 == 30 || $4 == 31) { b = b " " $5 }
        $1 == 0 && ($4 == 30 || $4 == 31) { c = c " " $5 }
        END { print "3:" a; print "the fifth:" b; print substr(c, 2) " zzunknown" }'
}
# mean_of MODEL TOPIC LINE: the sum of p(word | topic) over the known words of the guide's line.
mass_of() {
    sed -n "$3p" guide | sed 's/^[^:]*: //' | tr ' ' '\n' >wanted
    paste <(array vocab "$1") <(array B "$1") | awk -v t="$2" '
        NR == FNR { want[$1] = 1; next } $1 in want { sum += $(t + 2) } END { print sum + 0 }' wanted -
}
# topic_of LINE: where the guide's line went.
topic_of() { sed -n "s/.*guide:$1: topic \([0-9]*\),.*/\1/p" err; }
guide_draws_words() { # guide_draws_words OPTIONS...
    local line topic
    guide_of one-model >guide && run jsmf-polish -q "$@" one-model one-bag -o plain &&
        run jsmf-polish -v --guide guide "$@" one-model one-bag -o guided 2>err &&
        grep -q 'guide: 1 of [67] words is not in the vocabulary of one-model: left out ("zzunknown")' err &&
        [ "$(topic_of 1)" = 3 ] || return 1
    for line in 1 2 3; do
        topic=$(topic_of $line)
        awk -v before="$(mass_of plain "$topic" $line)" -v after="$(mass_of guided "$topic" $line)" \
            'BEGIN { exit !(after > 1.4 * before) }' || return 1
    done
    [ "$(array names guided | sed -n "$(($(topic_of 2) + 1))p")" = 'the fifth' ] &&
        [ "$(array names guided | grep -c .)" = 1 ]
}
guide_goes_by_names() { # what --anchors named, in whatever order
    nth() { array vocab one-model | sed -n "$1p"; }
    printf 'first: %s\nsecond: %s\n' "$(nth 9)" "$(nth 11)" >named &&
        run jsmf-aw -q -k $K --anchors named one-rectified -o some &&
        printf 'first: %s\n' "$(nth 15)" >guide &&
        run jsmf-polish -v -i 1 --guide guide some one-bag 2>err | array names - | head -n 2 | paste -sd, |
        grep -qx 'first,second' && grep -q 'guide:1: topic 0,' err
}
random_topics_are_guided() {
    printf 'a: %s\nb: %s\n' "$(nth 9)" "$(nth 11)" >guide &&
        run jsmf-polish -v -i 2 --random --guide guide one-model one-bag 2>err -o guided &&
        grep -q 'guide:1: topic 0,' err && grep -q 'guide:2: topic 1,' err &&
        [ "$(array names guided | head -n 2 | paste -sd,)" = a,b ] &&
        run jsmf-polish -i 1 --random guided one-bag | jsmf-cat --list | awk '$2 == "names" { exit 1 }'
}
guide_for_any_threads() { cmp <(run jsmf-polish -i 2 -t 1 --guide guide one-model one-bag) \
    <(run jsmf-polish -i 2 -t 5 --guide guide one-model one-bag); }
ok 'jsmf-polish --guide: its words rise in their topics' guide_draws_words -i 3
ok 'jsmf-polish --guide --online: so they do' guide_draws_words --online
ok 'jsmf-polish --guide: a name finds its topic' guide_goes_by_names
ok 'jsmf-polish --guide --random: the first topics are guided' random_topics_are_guided
ok 'jsmf-polish --guide: any number of threads' guide_for_any_threads
ok 'jsmf-polish --guide -v: the bound rises' bound_rises --guide guide

# The best of the sums of alpha is what a direct look at the lines says; alpha is that times the row sums of A.
alpha_is_the_likeliest() {
    run jsmf-polish -v --alpha-grid 9 -t 1 one-model one-bag 2>err >a &&
        run jsmf-polish --alpha-grid 9 -t 3 one-model - <one-bag | cmp - a &&
        sed -n 's/.*alpha sums to \([^ ]*\): bound \([^ ]*\) a token$/\1 \2/p' err >sums && [ "$(wc -l <sums)" = 9 ] &&
        paste <(array alpha a) <(array A a) | awk -v best="$(sort -k 2,2g sums | sed -n '$s/ .*//p')" '
            { p[NR] = 0; for (j = 2; j <= NF; j++) p[NR] += $j; alpha[NR] = $1; sum += $1; mass += p[NR] }
            END { for (k = 1; k <= NR; k++) if ((d = alpha[k] / sum - p[k] / mass) > 1e-9 || d < -1e-9) exit 1
                exit sum > 1.001 * best || best > 1.001 * sum }'
}
# Nothing but alpha has changed; what goes by it does so now.
alpha_alone_changes() {
    local x
    diff <(jsmf-cat --list one-model | grep -v ^history) <(jsmf-cat --list a | grep -v ^history) &&
        history_of a | grep -qE '# alpha sums to [0-9.]+, at -[0-9.]+ a token, before [0-9.]+, at -[0-9.]+$' || return 1
    for x in A B Bbar S Canchor residuals unigram; do array $x one-model | cmp - <(array $x a) || return 1; done
    ! array alpha one-model | cmp -s - <(array alpha a) &&
        run jsmf-infer -q --method vb one-model one-bag -o was && run jsmf-infer -q --method vb a one-bag -o is &&
        ! array W was | cmp -s - <(array W is)
}
ok 'jsmf-polish --alpha-grid: the likeliest sum' alpha_is_the_likeliest
ok 'jsmf-polish --alpha-grid: alpha alone changes' alpha_alone_changes
