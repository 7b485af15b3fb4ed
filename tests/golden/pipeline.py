#!/usr/bin/python3
"""Compares the pipeline with an independent numpy/scipy implementation (oracle.py), corpus by corpus.
usage: pipeline.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np
import scipy.linalg as la

from common import AW, SHARED, bag, check, csr, entries, load, oracle, plan, run, size

WORDS, CORPORA, TOPICS = size(600, 1000), ("kos", "bbc", "lda395"), (10, 20)


def expected_vocabulary(corpus):
    """Curation once more, from the file itself: --max-df 0.5 --top WORDS, ties by bytes, the old order kept."""
    vocabulary = "%s/data/%s/vocab.%s.txt" % (SHARED, corpus, corpus)
    words = open(vocabulary, encoding="utf-8").read().split("\n")[:-1]
    rows, columns, counts = entries(corpus)
    documents = int(rows.max()) + 1
    df = np.bincount(columns, minlength=len(words))
    tf = np.bincount(columns, weights=counts, minlength=len(words))
    keep = [i for i in range(len(words)) if 1 <= df[i] <= 0.5 * documents]
    keep.sort(key=lambda i: (-tf[i] * np.log(documents / df[i]), words[i].encode()))
    return [words[i] for i in sorted(keep[:WORDS])]


def kkt(G, F, X):
    """The largest KKT residual of the columns of X, relative to max |f| of each."""
    g = G @ X - F
    m = (g * X).sum(0)
    below = np.maximum(m - g, 0).max(0)
    slack = np.abs((g - m) * X).max(0)
    return (np.maximum(below, slack) / np.abs(F).max(0)).max()


def objective(G, F, X):
    return 0.5 * ((G @ X) * X).sum(0) - (F * X).sum(0)


def same_anchors(name, got, want):
    check(name + " anchors that differ", float((got["S"] != want["S"]).sum()), 0)
    check(name + " residuals", np.abs(got["residuals"] / want["r"] - 1).max(), 1e-6)


def compare_model(name, got, want, C):
    """got: our model; want: the oracle's; C: the matrix that ours was made from (for its KKT residual)."""
    same_anchors(name, got, want)
    if (got["S"] != want["S"]).any():
        return
    check(name + " Bbar", np.abs(got["Bbar"] - want["Bt"]).max(), 1e-8)
    check(name + " B", np.abs(got["B"] - want["B"]).max(), 1e-8)
    legality = want["A"].sum()
    check(name + " legality", abs(got["legality"] / legality - 1), 1e-6)
    check(name + " A", la.norm(got["A"] - want["A"] / legality) / la.norm(want["A"] / legality), 1e-6)
    Cbar = C / C.sum(1)[:, None]
    U = Cbar[want["S"]]
    G, F = U @ U.T, U @ Cbar.T
    rest = np.setdiff1d(np.arange(len(C)), want["S"])
    check(name + " KKT residual", kkt(G, F[:, rest], got["Bbar"][:, rest]), 1e-10)


def compare_admm(name, got, want, C):
    Cbar = C / C.sum(1)[:, None]
    U = Cbar[want["S"]]
    G, F = U @ U.T, U @ Cbar.T
    above = objective(G, F, got["Bbar"]) - objective(G, F, want["Bt"])
    check(name + " ADMM objective above the exact one", (above / (Cbar ** 2).sum(1)).max(), 1e-6)


def compare_ap(corpus, C, streams, K):
    iterations = (1, 5, 15)
    expected, _ = oracle.ap(C, K, iterations)
    for t in iterations:
        name = "%s K=%d AP%d" % (corpus, K, t)
        rectified = run("jsmf-rectify-ap -k %d -i %d" % (K, t), streams["dense"])
        got = load(rectified)
        R = np.maximum(got["Y"] @ got["Y"].T + got["r"], 0)
        R /= R.sum()
        check(name + " rectified C", la.norm(R - expected[t]) / la.norm(expected[t]), 1e-8)
        dense = load(run("jsmf-rectify-ap --dense -k %d -i %d" % (K, t), streams["dense"]))["C"]
        check(name + " rectified C, --dense", la.norm(dense - expected[t]) / la.norm(expected[t]), 1e-8)
        want = oracle.aw(expected[t], K)
        compare_model(name, load(run(AW + " -k %d" % K, rectified)), want, R)
    compare_admm(name, load(run(AW + " --solver admm -k %d" % K, rectified)), want, R)
    for form in ("sparse", "factored"):
        other = run("jsmf-rectify-ap -k %d" % K, streams[form])
        got = load(other)
        R = np.maximum(got["Y"] @ got["Y"].T + got["r"], 0)
        R /= R.sum()
        check("%s from %s" % (name, form), la.norm(R - expected[t]) / la.norm(expected[t]), 1e-8)
        compare_model("%s from %s" % (name, form), load(run(AW + " -k %d" % K, other)), want, R)


def compare_corpus(corpus):
    bytes_of_bag = bag(corpus, WORDS)
    b = load(bytes_of_bag)
    vocabulary = expected_vocabulary(corpus)
    check("%s words that differ" % corpus, float((b["vocab"] != np.array(vocabulary)).sum()), 0)
    H = csr(b, "H")
    check("%s df" % corpus, np.abs(b["df"] - np.asarray((H > 0).sum(0)).ravel()).max(), 0)
    streams = {form: run("jsmf-cooc --" + form, bytes_of_bag) for form in ("dense", "sparse", "factored")}
    C = oracle.cooc(H.T.tocsr())
    dense = load(streams["dense"])
    check("%s C" % corpus, la.norm(dense["C"] - C) / la.norm(C), 1e-12)
    check("%s C's sum" % corpus, abs(dense["C"].sum() - 1), 1e-12)
    check("%s unigram" % corpus, np.abs(dense["unigram"] / C.sum(1) - 1).max(), 1e-12)
    S = csr(load(streams["sparse"]), "C").toarray()
    check("%s C, sparse" % corpus, la.norm(S - C) / la.norm(C), 1e-12)
    f = load(streams["factored"])
    Hhat = csr(f, "Hhat")
    F = (Hhat.T @ Hhat).toarray() - np.diag(f["Hdiag"])
    check("%s C, factored" % corpus, la.norm(F - C) / la.norm(C), 1e-12)
    for K in TOPICS:
        raw = oracle.aw(C, K)
        for form in streams:
            compare_model("%s K=%d raw, %s" % (corpus, K, form), load(run(AW + " -k %d" % K, streams[form])), raw, C)
        compare_ap(corpus, C, streams, K)


for each in CORPORA:
    compare_corpus(each)
plan()
