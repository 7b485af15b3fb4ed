# The rules of an experiment's stages, a Makefile, from its cells, a line `corpus method K seed` each.
# Settings are variables: home, out, data, held_out, hulls, min_df, and BOW or BOW_NAME in the first file, a line each.
# A rectifier's stream, and whatever else methods share, has one rule. A corpus is one to learn of:
#   NAME                 its documents but the held-out ones, with options of jsmf-bow and the seed of the split
#   NAME@draw-SIZE       as many documents, drawn from the topics of the polished model that NAME has
#   NAME@categories      the documents of K of NAME's categories, which the cell's seed draws
# or one whose models are those of NAME, and the methods of the first row are ways to infer:
#   NAME@SS, SR, FR      documents to compose: drawn of NAME's topics, uncorrelated or correlated, or the held-out ones
#   NAME@labels          the labels of its documents, by topic
#   NAME@word-labels     the labels of its words, by topic
#   NAME@clusters        how near the clusters of its documents are to their labels

NR == FNR { setting[$1] = substr($0, length($1) + 2); next }
NF == 0 { next }
{ check() }
held_out == 0 && $1 ~ /@(FR$|split-)/ { tell("HELD_OUT is 0: other splits and compositions of FR are left out"); next }
$1 ~ /@(SS|SR|FR)$/ { composition_cell($1, $2, $3, $4); next }
$1 ~ /@categories(@|$)/ { categories_cell($1, $2, $3, $4); next }
$1 ~ /@(labels|word-labels|clusters)$/ { labels_cell($1, $2, $3, $4); next }
{ cell($1, $2, $3, $4) }
END {
    if (!n_targets && !refused) refuse("nothing is asked for: STUDIES, CORPORA, METHODS_ALL, KS and SEEDS say what")
    if (refused) exit 2
    printf "all:"
    for (i = 1; i <= n_targets; i++) printf " \\\n    %s", target[i]
    print ""
}

BEGIN {
    command["AP"] = "jsmf-rectify-ap"; command["DR"] = "jsmf-rectify-ap --method dr"
    command["ENN"] = "jsmf-rectify-enn"; command["LR"] = "jsmf-rectify-enn"; command["PALM"] = "jsmf-palm"
    command["AW"] = "jsmf-aw"; command["LAW"] = "jsmf-law"; command["ANCHORFREE"] = "jsmf-anchorfree"
    of_bag = "top max-df min-df stop"; of_rectifier = "iterations rows"; of_polish = "passes prior method"
    of_drawing = "correlation groups deviation anchor-mass"
    of_recovery = "solver gamma eta bound loss recover select project min-df"
    long["bound"] = "iterations" # of the solver: @iterations is the rectifier's
    long["split"] = "seed"
    if (held_out !~ /^([0-9]+[.]?[0-9]*|[.][0-9]+)(e-[0-9]+)?$/ || held_out + 0 >= 1)
        refuse("HELD_OUT " held_out ": expected a part of the documents, from 0 to below 1")
    print ".DELETE_ON_ERROR:\n.PHONY: all\n"
}

# What there is to be known of what is asked for, told once.
function tell(what) {
    if (!(what in told)) print "experiments: " what >"/dev/stderr"
    told[what] = 1
}

# Where it is wrong, nothing is begun.
function refuse(what) { tell(what); refused = 1 }

# A cell that no stage would understand, or, worse, one would take for another.
function check(    kind, of_corpus) {
    if (($1 $2) ~ /[:#$%'"&;|*?()<>=\\`\/]/ || NF != 4) refuse($1 " " $2 ": names cannot have such characters")
    of_corpus = of_bag " split"
    kind = $1; sub(/.*@/, "", kind)
    if (kind ~ /^(SS|SR)$/) check_options($1, of_corpus " docs", kind)
    else if (kind ~ /^(FR|labels|word-labels|clusters)$/) check_options($1, of_corpus, kind)
    else if ($1 ~ /@categories(@|$)/) check_options($1, of_bag " weight", "categories")
    else if ($1 ~ /@draw-/) check_options($1, of_corpus " draw " of_drawing, "anchors")
    else check_options($1, of_corpus, "")
    if (kind ~ /^(SS|SR|FR)$/) check_inference($2)
    else check_method($2)
    if ($3 !~ /^[1-9][0-9]*$/) refuse("K " $3 ": expected a whole number above 0")
    if ($4 !~ /^[0-9]+$/) refuse("seed " $4 ": expected a whole number")
}

# ID has no options but those of NAMES, which have values, and FLAGS, which have none, and has each once.
function check_options(id, names, flags,    i, n, part, name, given) {
    n = split(id, part, "@")
    for (i = 2; i <= n; i++) {
        name = index(" " flags " ", " " part[i] " ") ? part[i] : named(part[i], names)
        if (name == "") refuse(id ": @" part[i] " is none of" listed(names, "-...") listed(flags, ""))
        else if (name in given) refuse(id ": @" name " is given twice")
        given[name] = 1
    }
}

function listed(names, ending,    i, n, name, list) {
    n = split(names, name, " ")
    for (i = 1; i <= n; i++) list = list " @" name[i] ending
    return list
}

function check_method(id) {
    check_options(id, of_recovery (id ~ /[+]|^LR/ ? " " of_rectifier : "") (id ~ /@polish/ ? " " of_polish : ""), \
        "polish")
    if (stem(id) !~ /^(LR-JSMF|((AP|DR|ENN|PALM)[+])?(AW|LAW|ANCHORFREE))$/ && !(id == "UNIFORM" && $1 ~ /@draw-/))
        refuse(id ": no method: LR-JSMF, or a rectifier, if any, and a recovery: AP+ DR+ ENN+ PALM+, AW LAW ANCHORFREE")
    if (stem(id) ~ /^((AP|DR)[+])?LAW$/) refuse(id ": LAW has topics of compressed streams: ENN+LAW, PALM+LAW")
}

function check_inference(id) {
    check_options(id, "weights", "paper threshold")
    if (stem(id) !~ /^(padd|pami|scls|em|vb|init|normal|tli|gibbs)$/)
        refuse(id ": no way to infer: padd pami scls em vb init normal tli gibbs")
}

function rule(file, needs, stage, what) {
    if (file in known) return
    known[file] = 1
    printf "%s: %s\n\t@bash %s/stage.sh $@ %s %s\n\n", file, needs, home, stage, what
}

function exists(file,    line, there) { there = (getline line <file) >= 0; close(file); return there }

# What a corpus is made of that is drawn, or looked at in some way: NAME, with its options of jsmf-bow and of the split.
function source(corpus) { return stem(corpus) options(corpus, of_bag " split", 1) }

# A cell, that of the line which is read, has its metrics from measure-WHAT.sh.
function measure(lines, needs, what, arguments) {
    rule(lines, needs, "measure", "bash " home "/measure.sh " $0 " " what " " arguments)
    target[++n_targets] = lines
}

# The corpus's file, in a folder of its own, beside the others', or bundled; nothing where it is nowhere.
function find(prefix, name, ending,    i, file) {
    split(data "/" name " " data " " home "/..", folder, " ")
    for (i = 1; i <= 3; i++) if (exists(file = folder[i] "/" prefix "." name "." ending)) return file
    return ""
}

# The same of what has to be there.
function found(prefix, name, ending,    file) {
    if ((file = find(prefix, name, ending)) != "") return file
    file = prefix "." name "." ending
    tell("no " file " in " folder[1] " or " folder[2] ": set DATA, the corpora's folder, or CORPORA, their names")
    return folder[1] "/" file
}

# A corpus or a method without its options.
function stem(id) { sub(/@.*/, "", id); return id }

# Which of the options NAMES it is that PART has a value for: top, if it is top-500. Nothing where it is none of them.
function named(part, names,    i, n, name) {
    n = split(names, name, " ")
    for (i = 1; i <= n; i++) if (index(part, name[i] "-") == 1 && length(part) > length(name[i]) + 1) return name[i]
    return ""
}

# The options NAMES of a method or a corpus: as NAME@a-1@b-2 says them, or as the command wants them.
function options(id, names, as_said,    i, n, part, name, result) {
    n = split(id, part, "@")
    for (i = 2; i <= n; i++) if ((name = named(part[i], names)) != "")
        result = result (as_said ? "@" part[i] : " --" (name in long ? long[name] : name) " " value(part[i], name))
    return result
}

# What comes after the name of an option.
function value(part, name) { return substr(part, length(name) + 2) }

# The value of one of the options; nothing where it is not given.
function option(id, name) { return value(substr(options(id, name, 1), 2), name) }

# The options of jsmf-bow, those of the corpus in the place of others of the same name.
function bow_options(bow, corpus,    i, n, name) {
    n = split(of_bag, name, " ")
    bow = " " bow " "
    for (i = 1; i <= n; i++) if (options(corpus, name[i]) != "") gsub(" --" name[i] "[ =]+[^ ]+", "", bow)
    sub(/ +$/, "", bow)
    return bow options(corpus, of_bag)
}

function corpus_rules(corpus,    name, dir, bow) {
    name = stem(corpus)
    dir = out "/" corpus
    bow = ("BOW_" name) in setting ? setting["BOW_" name] : setting["BOW"]
    rule(dir "/bag.npz", found("docword", name, "txt.gz") " " found("vocab", name, "txt"), "bag",
        "jsmf-bow -q $T $< --vocab $(word 2,$^)" bow_options(bow, corpus))
    if (held_out > 0)
        rule(dir "/train.npz", dir "/bag.npz", "split",
            "jsmf-bow -q $T $< --split " (1 - held_out) " --rest $(@D)/test.npz" options(corpus, "split"))
    else
        rule(dir "/train.npz", dir "/bag.npz", "copy", "cat $<")
    rule(dir "/cooc.npz", dir "/train.npz", "cooc", "jsmf-cooc -q $T $<")
    return dir
}

# A weighted co-occurrence, of a corpus in a folder DIR, is estimated as the paper of anchor-free topics does it.
function weights(dir) {
    sub(/(\/[0-9]+)+$/, "", dir)
    return dir ~ /@weight-/ ? " --estimator biased" options(dir, "weight") : ""
}

# What BASE reads, as METHOD rectifies it.
function rectified(dir, at, method, base, k, seed,    rectifier, start, file) {
    if (base !~ /[+-]/) return dir "/cooc.npz"
    rectifier = base; sub(/[+-].*/, "", rectifier)
    start = dir "/cooc.npz"
    if (rectifier == "LR") {
        start = at "lowrank." seed ".npz"
        rule(start, dir "/train.npz", "cooc", "jsmf-cooc -q $T" weights(dir) " --low-rank -k " k " --seed " seed \
            " $<")
    }
    file = at rectifier options(method, of_rectifier, 1) "." seed ".rectified.npz"
    rule(file, start, "rectify", command[rectifier] " -q $T -k " k " --seed " seed options(method, of_rectifier) " $<")
    made_from = start " " file
    return file
}

# The anchors' least document frequency, where the method has none of its own. Infinitely many documents have all words
# in as many.
function anchors(dir, method, recovery) {
    return recovery ~ /AW$/ && method !~ /@min-df-/ ? " --min-df " (dir ~ /@draw-infinite/ ? 1 : min_df) : ""
}

# The rules of a model, whose file is returned; made_from are the streams before it.
function model_rules(dir, method, k, seed,    at, base, recovery, start, learned, model) {
    at = dir (dir ~ "/" k "$" ? "/" : "/" k "/")
    base = stem(method)
    recovery = base; sub(/^[^+]*\+/, "", recovery)
    if (base == "LR-JSMF") recovery = "LAW"
    made_from = dir "/cooc.npz"
    start = rectified(dir, at, method, base, k, seed)
    learned = at base options(method, of_rectifier " " of_recovery, 1) "." seed ".npz"
    rule(learned, start, "recover", command[recovery] " -q $T -k " k " --seed " seed anchors(dir, method, recovery) \
        options(method, of_recovery) " $<")
    made_from = made_from " " learned
    if (method !~ /@polish/) return learned
    model = at method "." seed ".npz"
    rule(model, learned " " dir "/train.npz", "polish", \
        "jsmf-polish -q $T --seed " seed options(method, of_polish) " $^")
    made_from = made_from " " model
    return model
}

# A drawn corpus: as many documents as asked for, of 300 words, from the topics that are learned of the real one.
# NAME@draw-infinite has none, but the co-occurrence that infinitely many have.
# Compositions are Dirichlet of parameters 0.03, or, where topics are to correlate, logistic-normal.
function drawn_rules(corpus, k, seed,    dir, truth, size, prior) {
    dir = out "/" corpus "/" k
    truth = model_rules(corpus_rules(source(corpus)), "AP+AW@polish", k, 1)
    size = option(corpus, "draw")
    prior = corpus ~ /@correlation/ ? "--prior logistic-normal" : "--alpha " 0.03 * k
    rule(dir "/train.npz", truth, "draw", "jsmf-synth -q $T --seed " seed " --model $< " \
        (size == "infinite" ? "--infinite " : "--size " size " --length 300 ") prior \
        (corpus ~ /@anchors/ ? " --add-anchors" : "") options(corpus, of_drawing))
    rule(dir "/cooc.npz", dir "/train.npz", "cooc", size == "infinite" ? "cat $<" : "jsmf-cooc -q $T $<")
    return dir
}

function cell(corpus, method, k, seed,    dir, model, lines) {
    dir = corpus ~ /@draw-/ ? drawn_rules(corpus, k, seed) : corpus_rules(corpus)
    lines = out "/" corpus "/" k "/" method "." seed ".tsv"
    if (method == "UNIFORM") {
        measure(lines, dir "/train.npz", "uniform", "$<")
        return
    }
    model = model_rules(dir, method, k, seed)
    measure(lines, model " " dir "/cooc.npz", "model", \
        "$(THREADS) " (method ~ /@polish/ ? 0 : hulls) " " dir " " made_from)
}

# What a way to infer says of documents whose compositions are known, or taken to be those of Gibbs sampling.
function composition_cell(corpus, method, k, seed,    dir, at, model, documents, needs, truth, composed) {
    dir = corpus_rules(source(corpus)); at = out "/" corpus "/" k "/"
    model = model_rules(dir, "AP+AW", k, 1)
    if (corpus ~ /@FR$/) {
        needs = dir "/train.npz"  # the rule that makes test.npz, too
        documents = dir "/test.npz"
        truth = at "gibbs." seed ".npz"
        infer_rule(truth, "gibbs", model, needs, documents)
        if (method == "gibbs") return
    } else {
        needs = documents = truth = at "bag." seed ".npz"
        rule(truth, model " " dir "/bag.npz", "draw", "jsmf-synth -q $T --seed " seed " --model $< --lengths-of " \
            "$(word 2,$^) --size " (corpus ~ /@docs-/ ? option(corpus, "docs") : 1000) " " \
            (corpus ~ /@SS$/ ? "--alpha 5" : "--prior fitted"))
    }
    composed = at method "." seed ".npz"
    infer_rule(composed, method, model, needs, documents)
    measure(at method "." seed ".tsv", model " " composed " " truth, "compositions", "$(THREADS) $^ " documents)
}

# A way to infer, to the letter of its paper (@paper, @threshold) or with words alike (@weights-none). Samples are fewer
# than by default.
function infer_rule(file, method, model, needs, documents) {
    rule(file, model " " needs, "infer", "jsmf-infer -q $T --method " stem(method) \
        (stem(method) == "gibbs" ? " --gibbs-prior normal --burn-in 50 --samples 150" : "") \
        (method ~ /@paper/ ? " --paper" : "") (method ~ /@threshold/ ? " --threshold" : "") options(method, "weights") \
        " $< " documents)
}

# The file of words' labels; where there is none, a word has the label of most of the documents that it stands in.
function word_labels(name,    file) {
    if ((file = find("word-labels", name, "txt")) != "") return file
    file = out "/" name "/word-labels.tsv"
    rule(file, found("labels", name, "txt") " " found("vocab", name, "txt") " " found("docword", name, "txt.gz"), \
        "labels", "bash " home "/word-labels.sh $^")
    return file
}

function labels_cell(corpus, method, k, seed,    name, kind, dir, at, model, beside) {
    name = stem(corpus)
    kind = corpus; sub(/.*@/, "", kind)
    dir = corpus_rules(source(corpus)); at = out "/" corpus "/" k "/" method "." seed
    model = model_rules(dir, method, k, seed)
    if (kind == "labels") beside = dir "/bag.npz "
    if (kind == "clusters") {
        beside = at ".npz "
        infer_rule(at ".npz", "scls", model, dir "/bag.npz", dir "/bag.npz")
    }
    measure(at ".tsv", model " " beside (kind == "word-labels" ? word_labels(name) : found("labels", name, "txt")), \
        kind, "$(THREADS) $^")
}

# How many labels a file has that differ; an empty line is none.
function categories(file,    line, n, known) {
    while ((getline line <file) > 0) {
        sub(/\r$/, "", line)
        if (line != "" && !(line in known)) known[line] = ++n
    }
    close(file)
    return n
}

# All words, as in the paper; where documents have no labels, there is nothing to draw.
function categories_cell(corpus, method, k, seed,    name, labels, drawn, dir, at, model) {
    name = stem(corpus); labels = found("labels", name, "txt")
    if (!(name in n_categories)) n_categories[name] = categories(labels)
    if (n_categories[name] > 0 && k > n_categories[name]) {
        tell(name ": draws of more categories than there are, " n_categories[name] ", are left out")
        return
    }
    drawn = out "/" name "@categories/" k "/" seed
    rule(drawn "/docword.txt.gz", found("docword", name, "txt.gz") " " labels, "draw",
        "bash " home "/draw-categories.sh $^ " k " " seed " $(@D)/labels.txt")
    dir = out "/" corpus "/" k "/" seed
    rule(dir "/train.npz", drawn "/docword.txt.gz " found("vocab", name, "txt"), "bag",
        "jsmf-bow -q $T $< --vocab $(word 2,$^)" bow_options("--min-df 1", corpus))
    rule(dir "/cooc.npz", dir "/train.npz", "cooc", "jsmf-cooc -q $T --factored" weights(dir) " $<")
    model = model_rules(dir, method, k, seed)
    at = dir "/" method
    infer_rule(at ".w.npz", "scls", model, dir "/train.npz", dir "/train.npz")
    measure(at ".tsv", model " " at ".w.npz", "categories", \
        "$(THREADS) " drawn "/labels.txt " dir "/train.npz " at ".w.npz " made_from)
}
