#!/usr/bin/python3
"""Compares jsmf-cooc --low-rank with LAPACK's eigenpairs of the oracle's co-occurrence, and what the seed changes.
usage: lowrank.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
import scipy.sparse.linalg  # noqa: F401

from common import LAW, bag, check, csr, entries, files, load, oracle, plan, run, size

CORPORA = (("kos", 500), ("kos", size(1000, 3000)),
           *((corpus, size(800, 2000)) for corpus in ("bbc", "tdt2", "20ng-bydate")[:size(2, 3)]))
TOPICS, SEEDS = (10, 20, 50), (0, 1, 2, 3, 4)


def sine(V, U):
    """Of the largest angle between the spans of the orthonormal columns of V and U."""
    return la.norm(V - U @ (U.T @ V), 2)


def compare(name, got, values, vectors, K):
    """values, vectors: exact and descending, K or more."""
    check(name + " eigenvalues", np.abs(got["D"] / values[:K] - 1).max(), 1e-6)
    check(name + " largest angle", sine(got["V"], vectors[:, :K]), 1e-3)
    check(name + " V'V", np.abs(got["V"].T @ got["V"] - np.eye(K)).max(), 1e-10)


def compare_corpus(corpus, words):
    data = bag(corpus, words)
    C = oracle.cooc(csr(load(data), "H").T.tocsr())
    N, most = len(C), max(TOPICS)
    values, vectors = la.eigh(C, subset_by_index=[N - most, N - 1])
    values, vectors = values[::-1], vectors[:, ::-1]
    for K in TOPICS:
        name = "%s N=%d K=%d" % (corpus, N, K)
        got = load(run("jsmf-cooc --low-rank -k %d" % K, data))
        compare(name, got, values, vectors, K)
        residual = la.norm(C @ got["V"] - got["V"] * got["D"], axis=0).max()
        check(name + " residual of the default tolerance", residual / values[0], 1e-10)
    check("%s N=%d unigram" % (corpus, N), np.abs(got["unigram"] / C.sum(1) - 1).max(), 1e-12)
    loose = load(run("jsmf-cooc --low-rank -k 20 --tol 1e-4", data))
    residual = la.norm(C @ loose["V"] - loose["V"] * loose["D"], axis=0).max()
    check("%s N=%d residual of --tol 1e-4" % (corpus, N), residual / values[0], 1e-4)


def compare_seeds(corpus, words, K):
    """The model of the whole pipeline does not depend on the seed."""
    data = bag(corpus, words)
    models = []
    for seed in SEEDS:
        stream = run("jsmf-rectify-enn -k %d" % K, run("jsmf-cooc --low-rank -k %d --seed %d" % (K, seed), data))
        models.append(load(run(LAW, stream)))
    name = "%s N=%d K=%d, %d seeds:" % (corpus, words, K, len(SEEDS))
    first = models[0]
    for array in ("B", "A"):
        worst = max(la.norm(m[array] - first[array]) / la.norm(first[array]) for m in models[1:])
        check("%s %s of jsmf-law" % (name, array), worst, 1e-6)
    check(name + " anchors that differ", float(sum((m["S"] != first["S"]).sum() for m in models)), 0)


def compare_docword(corpus, K):
    """A docword file, whole vocabulary, against ARPACK on its operator."""
    documents, words, counts = entries(corpus)
    H = sp.csr_matrix((counts.astype(float), (documents, words)))
    n = np.asarray(H.sum(1)).ravel()
    H = H[n >= 2]
    n = n[n >= 2]
    weighted = sp.diags(1 / (n * (n - 1) * len(n))) @ H
    diagonal = np.asarray(weighted.sum(0)).ravel()
    operator = sp.linalg.LinearOperator((H.shape[1],) * 2, dtype=float,
                                        matvec=lambda x: weighted.T @ (H @ x.ravel()) - diagonal * x.ravel())
    values, vectors = sp.linalg.eigsh(operator, K, which="LA", tol=1e-12)
    got = load(run("jsmf-cooc --low-rank -k %d %s" % (K, files(corpus))))
    compare("%s, all %d words, K=%d" % (corpus, H.shape[1], K), got, values[::-1], vectors[:, ::-1], K)


for each in CORPORA:
    compare_corpus(*each)
compare_seeds("kos", size(1000, 2000), 20)
compare_docword("kos", size(20, 50))
compare_docword("wordnet", size(40, 100))
plan()
