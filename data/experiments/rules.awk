# The rules of an experiment's stages, a Makefile, from its cells, a line `corpus method K seed` each.
# Settings are variables: home, out, data, held_out, hulls, and BOW or BOW_NAME in the first file, a line each.
# A rectifier's stream, and whatever else methods share, has one rule.

NR == FNR { setting[$1] = substr($0, length($1) + 2); next }
{ cell($1, $2, $3, $4) }
END {
    printf "all:"
    for (i = 1; i <= n_targets; i++) printf " \\\n    %s", target[i]
    print ""
}

BEGIN {
    command["AP"] = "jsmf-rectify-ap"; command["DR"] = "jsmf-rectify-ap --method dr"
    command["ENN"] = "jsmf-rectify-enn"; command["LR"] = "jsmf-rectify-enn"; command["PALM"] = "jsmf-palm"
    command["AW"] = "jsmf-aw"; command["LAW"] = "jsmf-law"; command["ANCHORFREE"] = "jsmf-anchorfree"
    of_bag = "top max-df min-df stop"; of_rectifier = "iterations rows"; of_polish = "passes"
    of_recovery = "solver loss recover select min-df"
    print ".DELETE_ON_ERROR:\n.PHONY: all\n"
}

function rule(file, needs, stage, what) {
    if (file in known) return
    known[file] = 1
    printf "%s: %s\n\t@bash %s/stage.sh $@ %s %s\n\n", file, needs, home, stage, what
}

function exists(file,    line, there) { there = (getline line <file) >= 0; close(file); return there }

# The corpus's file, in a folder of its own, beside the others', or bundled.
function found(prefix, name, ending,    i, file) {
    split(data "/" name " " data " " home "/..", folder, " ")
    for (i = 1; i <= 3; i++) if (exists(file = folder[i] "/" prefix "." name "." ending)) return file
    return folder[1] "/" prefix "." name "." ending
}

# The options NAMES of a method or a corpus: as NAME@a-1@b-2 says them, or as the command wants them.
function options(id, names, as_said,    i, j, n, m, part, name, result) {
    n = split(id, part, "@"); m = split(names, name, " ")
    for (i = 2; i <= n; i++) for (j = 1; j <= m; j++) if (index(part[i], name[j] "-") == 1)
        result = result (as_said ? "@" part[i] : " --" name[j] " " substr(part[i], length(name[j]) + 2))
    return result
}

function corpus_rules(corpus,    name, dir, bow) {
    name = corpus; sub(/@.*/, "", name)
    dir = out "/" corpus
    bow = ("BOW_" name) in setting ? setting["BOW_" name] : setting["BOW"]
    rule(dir "/bag.npz", found("docword", name, "txt.gz") " " found("vocab", name, "txt"), "bag",
        "jsmf-bow -q $T $< --vocab $(word 2,$^) " bow options(corpus, of_bag))
    if (held_out > 0)
        rule(dir "/train.npz", dir "/bag.npz", "split",
            "jsmf-bow -q $T $< --split " (1 - held_out) " --rest $(@D)/test.npz")
    else
        rule(dir "/train.npz", dir "/bag.npz", "copy", "cat $<")
    rule(dir "/cooc.npz", dir "/train.npz", "cooc", "jsmf-cooc -q $T $<")
    return dir
}

# What BASE reads, as METHOD rectifies it.
function rectified(dir, method, base, k, seed,    rectifier, start, file) {
    if (base !~ /[+-]/) return dir "/cooc.npz"
    rectifier = base; sub(/[+-].*/, "", rectifier)
    start = dir "/cooc.npz"
    if (rectifier == "LR") {
        start = dir "/" k "/lowrank." seed ".npz"
        rule(start, dir "/train.npz", "cooc", "jsmf-cooc -q $T --low-rank -k " k " --seed " seed " $<")
    }
    file = dir "/" k "/" rectifier options(method, of_rectifier, 1) "." seed ".rectified.npz"
    rule(file, start, "rectify", command[rectifier] " -q $T -k " k " --seed " seed options(method, of_rectifier) " $<")
    made_from = start " " file
    return file
}

function cell(corpus, method, k, seed,    dir, at, base, recovery, start, learned, model, polished) {
    dir = corpus_rules(corpus)
    at = dir "/" k "/"
    base = method; sub(/@.*/, "", base)
    recovery = base; sub(/^[^+]*\+/, "", recovery)
    if (base == "LR-JSMF") recovery = "LAW"
    made_from = dir "/cooc.npz"
    start = rectified(dir, method, base, k, seed)
    learned = at base options(method, of_rectifier " " of_recovery, 1) "." seed ".npz"
    rule(learned, start, "recover", command[recovery] " -q $T -k " k " --seed " seed options(method, of_recovery) " $<")
    model = at method "." seed ".npz"
    polished = method ~ /@polish/
    if (polished)
        rule(model, learned " " dir "/train.npz", "polish", "jsmf-polish -q $T --seed " seed \
            options(method, of_polish) " $^")
    rule(at method "." seed ".tsv", model " " dir "/cooc.npz", "measure", "bash " home "/measure.sh " corpus " " method \
        " " k " " seed " $(THREADS) " (polished ? 0 : hulls) " " made_from " " learned (polished ? " " model : ""))
    target[++n_targets] = at method "." seed ".tsv"
}
