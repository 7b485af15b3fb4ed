#!/usr/bin/python3
"""Documents drawn from a model that was learned, as jsmf-synth draws them from its own: a bag with its truth.

usage: draw_documents.py MODEL dirichlet|logistic-normal LENGTH DOCUMENTS SEED BAG
The prior: a Dirichlet of K parameters 5 / K; or the softmax of a normal of mean 0 and covariance 2 I + 2 F F', F's rows
random unit vectors of 1 + sqrt(K) components. Lengths are 2 plus a Poisson number. truth.A is of these documents."""
import sys

import numpy as np
import scipy.sparse as sp

source, prior, length, count, seed, target = sys.argv[1:]
length, count = int(length), int(count)
with np.load(source) as z:
    B, words = z["B"], z["vocab"]
N, K = B.shape
random = np.random.default_rng(int(seed))
if prior == "dirichlet":
    W = random.dirichlet(np.full(K, 5 / K), count)
else:
    F = random.standard_normal((K, 1 + int(np.sqrt(K))))
    F /= np.linalg.norm(F, axis=1, keepdims=True)
    X = np.sqrt(2) * (random.standard_normal((count, K)) + random.standard_normal((count, F.shape[1])) @ F.T)
    W = np.exp(X - X.max(1, keepdims=True))
    W /= W.sum(1, keepdims=True)
steps = np.cumsum(B / B.sum(0), 0)
rows, columns = [], []
for d, w in enumerate(W):
    tokens = random.multinomial(2 + random.poisson(length - 2), w)
    for k in np.flatnonzero(tokens):
        drawn = np.searchsorted(steps[:, k], random.random(tokens[k]) * steps[-1, k], side="right")
        rows.append(np.full(len(drawn), d))
        columns.append(np.minimum(drawn, N - 1))
rows, columns = np.concatenate(rows), np.concatenate(columns)
H = sp.csr_matrix((np.ones(len(rows), np.int32), (rows, columns)), shape=(count, N))
H.sum_duplicates()
np.savez(target, **{"jsmf": np.array("1 bag"), "vocab": words, "H.data": H.data,
                    "H.indices": H.indices.astype(np.int32), "H.indptr": H.indptr.astype(np.int64),
                    "H.shape": np.array(H.shape), "truth.B": B, "truth.A": W.T @ W / count, "truth.W": W.T})
