#!/usr/bin/python3
"""scikit-learn's LDA as streams. usage: peer_model.py TRAIN TEST K MODEL COMPOSITIONS

Batch variational inference until it has converged, 100 iterations at most; A from the compositions' second moments.
Prints the log-probability per token of the second halves of TEST's documents, by its own inference from the first."""
import os
import sys

import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import LatentDirichletAllocation


def load(path):
    with np.load(path) as z:
        return sp.csr_matrix((z["H.data"], z["H.indices"], z["H.indptr"]), shape=tuple(z["H.shape"])), z["vocab"]


def halves(H):
    """Every document's tokens at random, the odd one into the first."""
    random, first = np.random.default_rng(1), H.copy()
    for row in (slice(a, b) for a, b in zip(H.indptr, H.indptr[1:])):
        tokens = int(H.data[row].sum())
        if tokens:
            first.data[row] = random.multivariate_hypergeometric(H.data[row], tokens - tokens // 2)
    return first, (H - first).tocoo()


train, test, K, model, compositions = sys.argv[1:]
H, words = load(train)
lda = LatentDirichletAllocation(int(K), learning_method="batch", max_iter=100, evaluate_every=5, random_state=1,
                                n_jobs=int(os.environ["OMP_NUM_THREADS"]))
W = lda.fit_transform(H).T
B = lda.components_.T / lda.components_.sum(1)
full = np.asarray(H.sum(1)).ravel() > 0
A = W[:, full] @ W[:, full].T / full.sum()
unigram = np.asarray(H.sum(0)).ravel() / H.sum()
np.savez(model, jsmf=np.array("1 model"), vocab=words, B=B, A=(A + A.T) / 2 / A.sum(), unigram=unigram)
np.savez(compositions, jsmf=np.array("1 compositions"), W=W)
first, second = halves(load(test)[0])
V = lda.transform(first)
print((second.data * np.log((B[second.col] * V[second.row]).sum(1))).sum() / second.data.sum())
