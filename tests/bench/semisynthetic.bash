# What becomes of known topics: 004's figures 2 to 4 (orderings.sh).
# shellcheck shell=bash disable=SC2154

# learn_topics WAY COOC MODEL OPTIONS...: one of the ways from a co-occurrence to a model.
learn_topics() {
    local way=$1 cooc=$2 model=$3
    shift 3
    case $way in
    Recover) jsmf-aw -q -k "$k" --recover plain "$@" "$cooc" -o "$model" ;;
    RecoverL2) jsmf-aw -q -k "$k" "$@" "$cooc" -o "$model" ;;
    RecoverKL) jsmf-aw -q -k "$k" --loss kl "$@" "$cooc" -o "$model" ;;
    RAW) jsmf-rectify-ap -q -k "$k" "$cooc" | jsmf-aw -q -k "$k" "$@" -o "$model" ;;
    LR-JSMF) jsmf-rectify-enn -q -k "$k" "$cooc" | jsmf-law -q "$@" -o "$model" ;;
    esac
}

# recover_topics HEAD DOCUMENTS OPTIONS...: a line of every way. Anchors are words of one document in 200 or more.
recover_topics() {
    local head=$1 documents=$2 truth=$scratch/drawn cooc=$scratch/drawn.cooc way least=0
    shift 2
    if [ "$documents" = infinite ]; then
        jsmf-synth -q --model "$scratch/topics" --size 20000 --infinite "$@" -o "$cooc"
        truth=$cooc
    else
        jsmf-synth -q --model "$scratch/topics" --size "$documents" --length 300 "$@" -o "$truth"
        jsmf-cooc -q "$truth" -o "$cooc"
        least=$((documents / 200))
    fi
    for way in ${WAYS:-Recover RecoverL2 RecoverKL RAW LR-JSMF}; do
        learn_topics "$way" "$cooc" "$scratch/learned" --min-df "$least" || continue
        jsmf-eval -q --truth "$truth" "$scratch/learned" | awk -F '\t' -v head="$head" -v way="$way" \
            -v documents="$documents" '{ value[$1] = $2 }
                END { printf "%s\t%s\t%s\t%.3f\n", head, documents, way, value["TopicL1"] }'
    done
}

semisynthetic() {
    local which corpus n k documents dirichlet
    printf 'corpus\tK\ttopics\tcompositions\tdocuments\tmethod\tTopicL1\n'
    for which in ${MODELS:-nyt-topmost:2000:50}; do
        IFS=: read -r corpus n k <<<"$which"
        dirichlet="--alpha $(awk -v k="$k" 'BEGIN { print 0.03 * k }')"
        jsmf-cooc -q "$(bag "$corpus" "$n")" | jsmf-rectify-ap -q -k "$k" | jsmf-aw -q -k "$k" -o "$scratch/spectral"
        jsmf-polish -q "$scratch/spectral" "$(bag "$corpus" "$n")" -o "$scratch/topics"
        for documents in ${SIZES:-5000 20000 80000 infinite}; do
            # shellcheck disable=SC2086
            recover_topics "$corpus"$'\t'"$k"$'\tpolished\tDirichlet 0.03' "$documents" $dirichlet
            # shellcheck disable=SC2086
            recover_topics "$corpus"$'\t'"$k"$'\tand anchors\tDirichlet 0.03' "$documents" $dirichlet --add-anchors
            for rho in 0.05 0.1; do
                recover_topics "$corpus"$'\t'"$k"$'\tpolished\tgroups, '"$rho" "$documents" \
                    --prior logistic-normal --groups 10 --deviation 1 --correlation $rho
            done
        done
    done
}
