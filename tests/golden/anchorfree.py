#!/usr/bin/python3
"""jsmf-anchorfree: exact models are recovered, and on a corpus no linear program of scipy's raises |det M| further.
usage: anchorfree.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np
import scipy.optimize as so

from common import bag, check, csr, load, oracle, plan, run, stream


def planted(N, K, anchors):
    """B and A; without anchors each word is in two topics at least."""
    random = np.random.default_rng(4)
    B = random.gamma(0.1, size=(N, K)) * random.gamma(0.5, size=(N, 1))
    B[random.random(B.shape) < 0.5] = 0
    for i in np.nonzero((B > 0).sum(1) < 2)[0]:
        B[i, random.choice(K, 2, replace=False)] += random.gamma(1, size=2) * 0.01
    if anchors:
        B[:5 * K:5] = 1e-3 * np.eye(K)
    W = random.dirichlet(np.full(K, 5 / K), size=5000)
    return B / B.sum(0), W.T @ W / 5000


def compare_exact(name, N, K, anchors):
    B, A = planted(N, K, anchors)
    C = B @ A @ B.T
    model = load(run("jsmf-anchorfree -k %d -i 3" % K, stream("cooc", C=(C + C.T) / 2)))
    far = np.abs(model["B"][:, :, None] - B[:, None, :]).sum(0)
    ours, theirs = so.linear_sum_assignment(far)
    check(name + ": B, a topic's l1 distance", far[ours, theirs].max(), 1e-4)
    there = A[np.ix_(theirs, theirs)]
    check(name + ": A", np.abs(model["A"][np.ix_(ours, ours)] - there).max() / there.max(), 1e-4)


def compare_corpus(corpus, words, K):
    C = oracle.cooc(csr(load(bag(corpus, words)), "H").T.tocsr())
    model = load(run("jsmf-anchorfree -k %d --tol 1e-9" % K, stream("cooc", C=C)))
    values, vectors = np.linalg.eigh(C)
    U, L = vectors[:, -K:], values[-K:]
    M = U.T @ model["B"]
    check(corpus + ": B = U M", np.abs(U @ M - model["B"]).max(), 1e-7)
    E = np.linalg.inv(M) @ np.diag(L) @ np.linalg.inv(M).T
    E = np.maximum(E, 0)
    check(corpus + ": legality", abs(E.sum() / model["legality"] - 1), 1e-5)
    check(corpus + ": A", np.abs(E / E.sum() - model["A"]).max(), 1e-6)
    best = 1.0
    for f in range(K):
        a = np.linalg.solve(M.T, np.eye(K)[f])
        for sign in (1, -1):
            got = so.linprog(-sign * a, A_ub=-U / np.linalg.norm(U, axis=1)[:, None], b_ub=np.zeros(len(U)),
                             A_eq=[U.sum(0)], b_eq=[1], bounds=(None, None), method="highs")
            best = max(best, -got.fun)
    check(corpus + ": what scipy's linear programs raise |det M| by", best - 1, 1e-5)


compare_exact("anchors", 2000, 20, True)
compare_exact("no anchors", 2000, 20, False)
compare_corpus("kos", 500, 6)
compare_corpus("bbc", 500, 10)
plan()
