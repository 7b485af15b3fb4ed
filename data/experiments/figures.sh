#!/usr/bin/env bash
# The figures of OUT/results.tsv, as OUT/figures/NAME.svg and .png, and NAME.gp, what gnuplot was told: those that
# there is something for. usage: figures.sh OUT
# Programs of awk stand in single quotes.
# shellcheck disable=SC2016
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
figures=$out/figures
mkdir -p "$figures"
command -v gnuplot >/dev/null || {
    echo "figures: gnuplot is not installed (Debian: apt-get install gnuplot-nox): results.tsv is all there is" >&2
    exit 0
}

# Those of what was asked for before are not of the table any more.
for old in "$figures"/*.gp; do rm -f "${old%.gp}".*; done

# draw NAME: the program on standard input, drawn in both forms. What cannot be drawn leaves what was said of it.
draw() {
    local form
    cat >"$figures/$1.gp"
    for form in svg png; do
        # It warns of a single point that an axis is drawn for.
        gnuplot -e "form='$form'; file='$figures/$1.part'" "$figures/$1.gp" 2>"$figures/$1.said" ||
            { sed '/./!d; s|^|figures: |' "$figures/$1.said" >&2; rm -f "$figures/$1.part"; return; }
        mv "$figures/$1.part" "$figures/$1.$form"
    done
    rm "$figures/$1.said"
    echo "$figures/$1.png"
}

# rows PROGRAM: results.tsv through an awk program that calls emit(row, x, series) for the lines it wants. A corpus is
# plain where it has no options, or was asked for with them.
rows() {
    awk -F '\t' -v corpora="$(cat "$out/corpora")" 'BEGIN { n = split(corpora, name, " ")
            for (i = 1; i <= n; i++) own[name[i]] = 1 }
        # The corpus that one is made of: what stands before @KIND.
        function before(kind) { return substr($1, 1, index($1 "@" kind, "@" kind) - 1) }
        # Without documents no time is spent on them.
        function timed(documents) { return documents != "infinite" || $5 !~ /Seconds/ }
        function plain(corpus) { return NR > 1 && (corpus !~ /@/ || corpus in own) }
        function emit(row, x, series) { print row "\t" x "\t" series "\t" $5 "\t" $6 }
        function option(name, of,    part, n, i) {
            n = split(of, part, "@")
            for (i = 2; i <= n; i++) if (index(part[i], name "-") == 1) return substr(part[i], length(name) + 2)
            return ""
        }
        '"$1" "$out/results.tsv"
}

# draw_if_any NAME COMMAND...: draws the program that the command writes; its exit status 3 says that there is nothing.
draw_if_any() {
    local name=$1 status=0
    shift
    "$@" >"$figures/$name.part" || status=$?
    case $status in
    0) draw "$name" <"$figures/$name.part" ;;
    3) ;;
    *) return $status ;;
    esac
    rm -f "$figures/$name.part"
}

# panels NAME TITLE XNAME SERIES METRICS [VARIABLE=VALUE...]: lines on standard input, if there are any.
panels() {
    local name=$1 title=$2 xname=$3 series=$4 metrics=$5 settings=() setting
    shift 5
    for setting; do settings+=(-v "$setting"); done
    draw_if_any "$name" awk -v title="$title" -v xname="$xname" -v series="$series" -v metrics="$metrics" \
        "${settings[@]}" -f "$here/gnuplot.awk" -f "$here/panels.awk"
}

# asked WHICH FIGURE: the grid's methods as fields of a panel's series: plain ones, or polished ones after what they
# polish, or all in their order. More than eight would not be told apart.
asked() {
    tr -s ' ' '\n' <"$out/methods" | awk -v which="$1" -v figure="$2" '
        # A method, and what the legend calls it.
        function field(id,    name) {
            name = id; sub(/@polish/, ", polished", name); gsub(/@/, ", ", name)
            return id (id == "AW" ? "=AW (no rectification)" : name == id ? "" : "=" name)
        }
        function add(id) { if (n++ < 8) list = list (n > 1 ? "|" : "") field(id) }
        NF && !($0 in known) {
            known[$0] = 1; method[++m] = $0
            base[m] = $0; sub(/@polish.*/, "", base[m])
            if (base[m] == $0) plain++
            else polished[base[m]] = 1
        }
        END {
            for (i = 1; i <= m; i++) {
                if (which == "all" || (which == "plain" && (base[i] == method[i] || !plain))) add(method[i])
                if (which != "polished" || !(base[i] in polished)) continue
                delete polished[base[i]]
                if (base[i] in known) add(base[i])
                for (j = i; j <= m; j++) if (base[j] == base[i] && method[j] != base[i]) add(method[j])
            }
            if (n > 8) print "figures: " figure " has the first 8 of " n " methods" >"/dev/stderr"
            print list
        }'
}

# As fields of a panel's series: the methods without options, and what the legend calls them; where the grid has others,
# these.
methods='AW=AW (no rectification)|AP+AW|ENN+LAW|PALM+LAW|LR-JSMF'
polished='AW=AW (no rectification)|AW@polish=AW, polished|AP+AW|AP+AW@polish=AP+AW, polished'
polished=$polished'|LR-JSMF|LR-JSMF@polish=LR-JSMF, polished'
timed="$methods|AP+AW@polish=AP+AW, polished|LR-JSMF@polish=LR-JSMF, polished"
own='' # hulls, too, are drawn of these
usual='AP+AW AP+AW@polish AW AW@polish ENN+LAW ENN+LAW@polish LR-JSMF LR-JSMF@polish PALM+LAW PALM+LAW@polish '
if [ -f "$out/methods" ] && [ "$(tr -s ' ' '\n' <"$out/methods" | LC_ALL=C sort -u | tr '\n' ' ')" != "$usual" ]; then
    methods=$(asked plain topics) polished=$(asked polished polished) timed=$(asked all runtime)
    own=$(tr ' ' '\n' <"$out/methods" | grep -E '^(.*AW|LR-JSMF)@' | grep -v @polish | head -n 3) || true
fi
quality='RelativeRecovery|RelativeApproximation|Dominancy2021|Specificity|Dissimilarity'
reading='HeldOutLogProbability|Coherence|NPMI|UniqueWords'

rows 'plain($1) { emit($1, $3, $2) }' >"$figures/grid.tsv"
panels topics 'Rectifiers: metrics of the topics against their number' 'K (topics)' "$methods" \
    "$quality|CpuSeconds" per_row=3 <"$figures/grid.tsv"
panels held-out 'Rectifiers: held-out documents, coherence and unique words' 'K (topics)' "$methods" "$reading" \
    per_row=2 <"$figures/grid.tsv"
panels volumes "Volumes of the anchors' hulls, against random hulls" 'K (topics)' "$methods" LogRelativeVolume \
    <"$figures/grid.tsv"
panels polished 'Polishing: held-out documents, coherence and unique words' 'K (topics)' "$polished" \
    "$reading|Specificity" per_row=2 <"$figures/grid.tsv"
panels runtime 'Runtime from documents to topics, reading apart, and memory a stage' 'K (topics)' \
    "$timed" 'Seconds|CpuSeconds|Megabytes.cooc|Megabytes.rectify|Megabytes.recover' <"$figures/grid.tsv"

rows 'plain($1) && $2 == "LR-JSMF" { emit($1 ", K = " $3, $4, $4 > 1 ? "others" : "first") }' |
    panels stability 'LR-JSMF by seeds' 'seed' 'first=seed 1|others=other seeds' \
        "$quality" per_row=3 needs=others zero=1
# numbered FORMAT [FACTOR]: the series of rows, where these are numbers, and what the legend calls them.
numbered() {
    cut -f 3 | sort -gu |
        awk -v format="$1" -v factor="${2:-1}" '{ printf "%s%s=" format, (NR > 1 ? "|" : ""), $1, factor * $1 }'
}
rows '$1 ~ /@top-/ && $2 == "LR-JSMF" { emit(before("top-"), option("top", $1), $3) }' >"$figures/study.tsv"
panels vocabulary 'LR-JSMF: metrics against the size of the vocabulary' 'N (words, log scale)' \
    "$(numbered 'K = %d' <"$figures/study.tsv")" \
    'LogRelativeVolume|RelativeRecovery|MSTIncoherence|MSTIncoherencePerEdge|CpuSeconds' per_row=3 logx=1 \
    <"$figures/study.tsv"
rows '$1 ~ /@max-df-/ && $2 == "AP+AW@solver-admm" { emit(before("max-df-"), $3, option("max-df", $1)) }' \
    >"$figures/study.tsv"
panels pruning 'Pruning: words of more than a part of the documents left out (AP+AW, ADMM)' 'K (topics)' \
    "$(numbered 'above %g %%' 100 <"$figures/study.tsv")" \
    "$quality|Coherence" per_row=3 <"$figures/study.tsv"
rm "$figures/study.tsv"
rows 'plain($1) && $2 ~ /@min-df-[0-9]*$/ { n = option("min-df", $2); sub(/@.*/, "", $2)
        emit($1 ", K = " $3, n, $2) }' |
    panels frequency 'Anchors of at least so many documents' 'documents (log scale)' 'AP+AW|LR-JSMF' \
        'NPMI|UniqueWords|Specificity|HeldOutLogProbability' logx=1 per_row=2
rows '$2 ~ /^(AP|DR).AW@iterations-[0-9]*$/ { emit($1 ", K = " $3, option("iterations", $2), substr($2, 1, 2)) }' |
    panels iterations 'Alternating projection and Douglas-Rachford' 'iterations (log scale)' \
        'AP=AP, alternating projection|DR=DR, Douglas-Rachford' \
        "$quality|Coherence" per_row=3 logx=1
solvers="AP+AW@solver-active-set=AP+AW, active set|AW@solver-expgrad=AW, exponentiated gradient$(
    )|AP+AW@solver-expgrad=AP+AW, exponentiated gradient|AP+AW@solver-admm=AP+AW, ADMM$(
    )|AP+AW@solver-admm@gamma-3@bound-500=... as printed$(
    )|AP+AW@solver-expgrad@eta-50@bound-500=AP+AW, exponentiated gradient as printed$(
    )|AP+AW@polish=AP+AW, polished"
panels solvers 'Solvers of p(topic | word)' 'K (topics)' "$solvers" \
    'RelativeRecovery|RelativeApproximation|Dominancy2021|Specificity|Sparsity|CpuSeconds.recover' \
    per_row=3 at=AP+AW@solver-admm <"$figures/grid.tsv"

recoveries="AW@recover-plain=Recover|AW@loss-kl=RecoverKL|AW=RecoverL2|AP+AW=AP, RecoverL2$(
    )|AP+AW@polish=AP, RecoverL2, polished|AP+AW@prior-dirichlet@polish=... with a Dirichlet prior$(
    )|AP+AW@polish@method-gibbs=Gibbs sampling|UNIFORM=uniform topics"
rows 'plain($1) || $1 ~ /@split-[0-9]*$/ { emit(before("split-"), $3, $2) }' |
    panels recoveries 'Recovery of topics: held-out documents, coherence and unique words' 'K (topics)' "$recoveries" \
        'HeldOutLogProbability|Coherence|UniqueWords' at=AW@recover-plain
rm "$figures/grid.tsv"
rows '$1 ~ /@draw-([0-9]*|infinite)$/ { n = option("draw", $1)
        if (timed(n)) emit(before("draw-") ", K = " $3, n, $2) }' |
    panels documents 'Documents drawn from known topics' 'documents (log scale)' "$recoveries" \
        'TopicL1|CorrelationError|CpuSeconds' logx=1
rows '$1 ~ /@anchors$/ { n = option("draw", $1)
        if (timed(n)) emit(before("draw-") ", K = " $3, n, $2) }' |
    panels added-anchors 'Documents drawn from known topics, each with an anchor added' 'documents (log scale)' \
        "$recoveries" 'TopicL1|AnchorRecovery|CorrelationError' logx=1
rows '$1 ~ /@correlation-/ { emit(before("draw-") ", K = " $3, option("correlation", $1), $2) }' |
    panels correlation 'Documents drawn from known topics that correlate' 'correlation within groups of topics' \
        "$recoveries" 'TopicL1|CorrelationError'

anchorless='AW=SPA (AW)|AW@select-affine=FastAnchorWords (AW)|AP+AW|ANCHORFREE=AnchorFree'
rows 'plain($1) || $1 ~ /@clusters$/ { emit(before("clusters"), $3, $2) }' |
    panels anchorfree 'Topics without anchors' 'K (topics)' "$anchorless" \
        'Coherence|SimCount|NPMI|TopicAccuracy|KMeansAccuracy|HeldOutLogProbability' per_row=3 at=ANCHORFREE

unrestricted="AW@min-df-1=SPA (AW)|AW@select-affine@min-df-1=FastAnchorWords (AW)|AW@select-snpa@min-df-1=SNPA (AW)$(
    )|AW@select-xray@min-df-1=XRAY (AW)|AP+AW@min-df-1=AP+AW|LR-JSMF@min-df-1=LR-JSMF|ANCHORFREE=AnchorFree"
rows '$1 ~ /@categories@/ { emit(before("categories") ", " option("weight", $1), $3, $2) }' |
    panels categories 'Documents of K categories, draws of them: topics without anchors' 'K (topics and categories)' \
        "$unrestricted" 'Coherence|SimCount|NPMI|KMeansAccuracy|TopicAccuracy|CpuSeconds' per_row=3

inference='padd=PADD|padd@paper=PADD as printed|pami=PAMI|pami@paper=PAMI as printed|tli=TLI, projected'
inference=$inference'|tli@threshold=TLI as printed|scls=least squares|scls@weights-none=... without weights'
inference=$inference'|normal=logistic-normal|vb=variational Bayes|gibbs=Gibbs sampling'
fit='RegularizerDiff|LogPriorDiff|LossDiff|TotalDiff|LogLikeliDiff'
errors='CompositionL1|CompositionLInfinity|Hellinger|Cosine'
for kind in SS SR FR; do
    metrics='Precision|Recall|F1|NonProminent'
    case $kind in
    SS) of='drawn, topics uncorrelated' ;;
    SR) of='drawn, topics correlated as in the corpus' ;;
    FR) of='held out, against Gibbs sampling' metrics='F1|CpuSeconds' ;;
    esac
    rows '$1 ~ /@'$kind'$/ && $1 !~ /@docs-/ { emit(before("'$kind'"), $3, $2) }' >"$figures/compositions.tsv"
    panels "compositions-$kind" "Compositions: documents $of" 'K (topics)' "$inference" "$metrics" per_row=4 \
        <"$figures/compositions.tsv"
    panels "composition-errors-$kind" "Errors of compositions: documents $of" 'K (topics)' "$inference" "$errors" \
        per_row=4 <"$figures/compositions.tsv"
    panels "fit-$kind" "Fit of compositions, beside that of true ones: documents $of" 'K (topics)' "$inference" "$fit" \
        per_row=3 <"$figures/compositions.tsv"
    rm "$figures/compositions.tsv"
done
rows '$1 ~ /@docs-/ { kind = $1; sub(/.*@/, ", ", kind)
        emit(before("docs-") kind ", K = " $3, option("docs", $1), $2) }' |
    panels sweep 'Compositions of more and more drawn documents' 'documents (log scale)' "$inference" \
        'F1|CompositionL1|Hellinger|CpuSeconds' logx=1 per_row=4

# labels CORPUS KIND TITLE OF WHOLE: those of documents, or of words; labels.awk says what the last three are.
labels() {
    awk -F '\t' -v corpus="$1@$2" '$1 == corpus' "$out/results.tsv" |
        draw_if_any "$2-$1" env LC_ALL=C awk -v title="$3: $1" -v of="$4" -v whole="$5" \
            -f "$here/gnuplot.awk" -f "$here/labels.awk"
}
while read -r corpus; do
    labels "$corpus" labels 'Labels of topics' 'part of the topic' 'the corpus'
    labels "$corpus" word-labels "Labels of topics' leading words" "part of the topic's 20 leading words" 'all words'
done < <(rows '$1 ~ /@labels$/ { print before("labels") } $1 ~ /@word-labels$/ { print before("word-labels") }' | uniq)

# hulls CORPUS: the anchors of all methods that there are, where AP rectified, in the plane.
hulls() {
    local corpus=$1 k at method shown='' anchors=()
    k=$(awk -F '\t' -v corpus="$corpus" '$1 == corpus && $2 == "AP+AW" && (!k || $3 + 0 < k) { k = $3 + 0 }
        END { print k }' "$out/results.tsv")
    at=$out/$corpus/$k
    [ -n "$k" ] && [ -f "$at/AP.1.rectified.npz" ] || return 0
    for method in AP+AW ENN+LAW LR-JSMF PALM+LAW AW $own; do
        [ -f "$at/$method.1.npz" ] || continue
        jsmf-cat --array S "$at/$method.1.npz" >"$figures/$method.anchors"
        anchors+=("$figures/$method.anchors")
        shown=$shown${shown:+|}${method//@/, }
    done
    jsmf-cat --array Y "$at/AP.1.rectified.npz" | awk -v title="Anchors among the words: $corpus, K = $k" \
        -v methods="$shown" -f "$here/gnuplot.awk" -f "$here/hulls.awk" - "${anchors[@]}" | draw "hulls-$corpus"
    rm -f "${anchors[@]}"
}
# grown_hulls CORPUS: LR-JSMF's anchors of more and more words, each in the plane of these.
grown_hulls() {
    local corpus=$1 tops top k at titles='' files=()
    read -r k tops < <(awk -F '\t' -v corpus="$corpus" '
        index($1, corpus "@top-") == 1 && $1 ~ /@top-[0-9]*$/ && $2 == "LR-JSMF" && $5 == "LogRelativeVolume" {
            if (!k || $3 + 0 < k) { k = $3 + 0; list = "" }
            if ($3 == k) { sub(/.*@top-/, "", $1); list = list " " $1 "=" sprintf("%.1f", $6) }
        }
        END { print k list }' "$out/results.tsv")
    [ -n "$k" ] || return 0
    for top in $tops; do
        at=$out/$corpus@top-${top%=*}/$k
        [ -f "$at/LR-JSMF.1.npz" ] || continue
        jsmf-cat --array Y "$at/LR.1.rectified.npz" >"$figures/${top%=*}.words"
        jsmf-cat --array S "$at/LR-JSMF.1.npz" >"$figures/${top%=*}.anchors"
        files+=("$figures/${top%=*}.words" "$figures/${top%=*}.anchors")
        titles=$titles${titles:+|}"N = ${top%=*}, log volume ${top#*=}"
    done
    [ ${#files[@]} -gt 0 ] || return 0
    awk -v title="Anchors among more and more words: $corpus, K = $k, LR-JSMF" -v methods="$titles" -v each=1 \
        -f "$here/gnuplot.awk" -f "$here/hulls.awk" "${files[@]}" | draw "grown-hulls-$corpus"
    rm -f "${files[@]}"
}
while read -r corpus; do
    grown_hulls "$corpus"
done < <(rows '$1 ~ /@top-/ { print before("top-") }' | uniq | sort -u)
while read -r corpus; do
    hulls "$corpus"
done < <(rows 'plain($1) { print $1 }' | uniq)

if compgen -G "$figures/*.said" >/dev/null; then exit 1; fi
