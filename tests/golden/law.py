#!/usr/bin/python3
"""Compares jsmf-law with an independent numpy implementation (oracle.py), and with jsmf-aw where both are exact.
usage: law.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np

from common import AW, LAW, bag, check, csr, load, oracle, plan, run, size, stream

WORDS, CORPORA, TOPICS = size(600, 1000), ("kos", "bbc"), (10, 20)


def compare(name, got, want):
    """want: the oracle's, where A is not normalised."""
    check(name + " anchors that differ", float((got["S"] != want["S"]).sum()), 0)
    if (got["S"] != want["S"]).any():
        return
    check(name + " residuals", np.abs(got["residuals"] / want["r"] - 1).max(), 1e-8)
    check(name + " Bbar", np.abs(got["Bbar"] - want["Bt"]).max(), 1e-8)
    check(name + " B", np.abs(got["B"] - want["B"]).max(), 1e-8)
    legality = want["A"].sum()
    check(name + " legality", abs(got["legality"] / legality - 1), 1e-8)
    check(name + " A", np.abs(got["A"] - want["A"] / legality).max(), 1e-8)
    check(name + " unigram", np.abs(got["unigram"] - want["c"]).max(), 1e-12)


def corrected(Y, K):
    """LAW with E = max(-Y Y', 0) on the anchors' rows and those of words without mass, all of it by N x N matrices."""
    C = Y @ Y.T
    d = C.sum(1)
    good = d > 1e-12 * d.mean()
    X = np.zeros_like(Y)
    Q, R = np.linalg.qr(Y)
    X[good] = (Y[good] / d[good, None]) @ R.T
    S, r = oracle.find_s(X, K)
    rows = np.union1d(S, np.nonzero(d <= 0)[0])
    E = np.zeros_like(C)
    E[rows] = np.maximum(-C[rows], 0)
    E = np.maximum(E, E.T)
    d = d + E.sum(1)
    X = np.where(d > 0, 1 / np.where(d > 0, d, 1), 0)[:, None] * (Y @ R.T + E @ Q)
    Bt = oracle.scls_as(X[S] @ X[S].T, X[S] @ X.T)
    Bt[:, S] = np.eye(K)
    Bt[:, d <= 0] = 0
    d = np.maximum(d, 0)
    B = oracle.recover_b(Bt, d)
    b = np.diag(B[S])
    A = (C + E)[np.ix_(S, S)] / np.outer(b, b)
    return dict(S=S, r=r, Bt=Bt, B=B, A=A, c=d, Canchor=(C + E)[S] / d[S, None])


def compare_with_aw(name, Y):
    """Where Y >= 0 there is nothing to correct, and LAW is AW on Y Y'."""
    aw = load(run(AW + " -k %d" % Y.shape[1], stream("cooc", C=Y @ Y.T)))
    forms = {"jsmf-law": LAW, "jsmf-law --plain": LAW + " --plain", "jsmf-aw on Y": AW}
    for form, command in forms.items():
        got = load(run(command, stream("compressed", Y=Y)))
        check("%s, %s: anchors that differ" % (name, form), float((got["S"] != aw["S"]).sum()), 0)
        for array in ("B", "A", "Bbar", "Canchor"):
            check("%s, %s: %s" % (name, form, array), np.abs(got[array] - aw[array]).max(), 1e-8)
        check("%s, %s: residuals" % (name, form), np.abs(got["residuals"] / aw["residuals"] - 1).max(), 1e-8)


def compare_corpus(corpus):
    C = oracle.cooc(csr(load(bag(corpus, WORDS)), "H").T.tocsr())
    for K in TOPICS:
        name = "%s K=%d" % (corpus, K)
        Y, _ = oracle.enn(C, K, 5)
        data = stream("compressed", Y=Y)
        compare(name + " --plain", load(run(LAW + " --plain", data)), oracle.law(Y, K))
        want, got = corrected(Y, K), load(run(LAW, data))
        compare(name, got, want)
        check(name + " Canchor", np.abs(got["Canchor"] - want["Canchor"]).max(), 1e-8)
        check(name + " negative entries of A", float((got["A"] < 0).sum()), 0)
        clipped = np.maximum(Y @ Y.T, 0)
        compare(name + " jsmf-aw", load(run(AW, data)), oracle.aw(clipped / clipped.sum(), K))
        compare_with_aw(name + " max(Y, 0)", np.maximum(Y, 0) + np.maximum(-Y, 0)[:, ::-1])


def compare_negative_masses():
    """A Y with rows of negative sums (-Y Y' is added to them), and rows of zeros."""
    random = np.random.default_rng(5)
    Y = random.gamma(0.3, size=(300, 6)) * random.gamma(1, size=(300, 1))
    Y[random.random(Y.shape) < 0.4] = 0
    Y -= 0.02 * random.random(Y.shape)
    Y[11] = -0.01 * random.random(6)
    Y[200] = [-0.3, 0.02, 0, 0, 0.01, 0]
    Y[[40, 41]] = 0
    Y /= np.linalg.norm(Y.sum(0))
    compare("negative masses", load(run(LAW, stream("compressed", Y=Y))), corrected(Y, 6))


compare_negative_masses()
for each in CORPORA:
    compare_corpus(each)
plan()
