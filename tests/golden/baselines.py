#!/usr/bin/python3
"""The anchors of jsmf-aw --select affine, snpa and xray, against plain numpy and scipy's non-negative least squares.
usage: baselines.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np
from scipy.optimize import nnls

from common import AW, bag, check, csr, load, oracle, plan, run, stream

WORDS, TOPICS = 1000, 10


def first_of(values):
    """The lowest index among those tied with the largest."""
    return int(np.nonzero(values >= (1 - 1e-9) * values.max())[0][0])


def affine(X, K):
    S = [first_of((X ** 2).sum(1))]
    while len(S) < K:
        base = (X[S[1:]] - X[S[0]]).T
        Q = np.linalg.qr(base)[0]
        Y = X - X[S[0]]
        S.append(first_of(((Y - Y @ Q @ Q.T) ** 2).sum(1)))
    return S


def reduced(X, S):
    """Rows and anchors in the anchors' span, where products are what they were."""
    Q = np.linalg.qr(X[S].T)[0]
    return X @ Q, X[S] @ Q


def snpa(X, K):
    """The hull of the anchors and 0: a row of ones, weighted, makes the sum of weights and slack 1."""
    S, R = [], X
    weight = 100.0 * np.sqrt((X ** 2).sum(1).max())
    while len(S) < K:
        S.append(first_of((R ** 2).sum(1)))
        rows, corners = reduced(X, S)
        H = np.empty((len(X), len(S)))
        for i, x in enumerate(rows):
            h = nnls(corners.T, x)[0]
            if h.sum() > 1:  # then the sum is 1 at the hull's nearest point
                h = hull(corners, x, weight)
            H[i] = h
        R = X - H @ X[S]
    return S


def hull(corners, x, weight):
    """Least squares with sum h = 1, by a heavy row, then exactly on the support that it finds."""
    A = np.vstack([corners.T, weight * np.ones(len(corners))])
    h = nnls(A, np.append(x, weight))[0]
    on = np.nonzero(h > 0)[0]
    G, k = corners[on] @ corners[on].T, len(on)
    system = np.block([[G, np.ones((k, 1))], [np.ones((1, k)), np.zeros((1, 1))]])
    h[on] = np.linalg.solve(system, np.append(corners[on] @ x, 1))[:k]
    return h


def xray(X, K):
    S, R = [], X
    while len(S) < K:
        i = first_of((R ** 2).sum(1))
        product = X @ R[i]
        product[S] = -1
        S.append(first_of(product))
        rows, corners = reduced(X, S)
        R = X - np.array([nnls(corners.T, x)[0] for x in rows]) @ X[S]
    return S


def compare(corpus):
    C = oracle.cooc(csr(load(bag(corpus, WORDS)), "H").T.tocsr())
    data = stream("cooc", C=C)
    sums = C.sum(1)
    X = C[sums > 0] / sums[sums > 0][:, None]
    words = np.nonzero(sums > 0)[0]
    for name, reference in (("affine", affine), ("snpa", snpa), ("xray", xray)):
        got = load(run(AW + " -k %d --select %s" % (TOPICS, name), data))["S"]
        want = words[reference(X, TOPICS)]
        check("%s %s: anchors that differ" % (corpus, name), float((got != want).sum()), 0)
    plain, spa = (load(run(AW + " -k %d%s" % (TOPICS, option), data)) for option in ("", " --select spa"))
    check(corpus + " spa: anchors that differ from QR's", float((plain["S"] != spa["S"]).sum()), 0)


compare("bbc")
compare("kos")
plan()
