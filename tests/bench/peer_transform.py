#!/usr/bin/python3
"""scikit-learn's inference of compositions with given topics. usage: peer_transform.py MODEL BAG COMPOSITIONS [ALPHA]

MODEL: a stream with B (or truth.B). ALPHA: the sum of the Dirichlet's K equal parameters; without it the model's alpha.
Prints the seconds that transform takes."""
import sys
import time

import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import LatentDirichletAllocation

with np.load(sys.argv[1]) as z:
    B = z["truth.B" if "truth.B" in z else "B"]
    N, K = B.shape
    alpha = np.full(K, float(sys.argv[4]) / K) if len(sys.argv) > 4 else z["alpha"]
with np.load(sys.argv[2]) as z:
    H = sp.csr_matrix((z["H.data"], z["H.indices"], z["H.indptr"]), shape=tuple(z["H.shape"]))
# Its priors are equal: the same for every topic.
lda = LatentDirichletAllocation(K, doc_topic_prior=alpha.mean(), max_doc_update_iter=200)
lda._check_n_features(H, reset=True)
lda._init_latent_vars(N)
# exp(E log p(word | topic)) is p(word | topic) where the topics are known.
lda.components_ = B.T * 1e6
lda.exp_dirichlet_component_ = np.maximum(B.T, 1e-100)
start = time.perf_counter()
W = lda.transform(H)
print(time.perf_counter() - start)
np.savez(sys.argv[3], jsmf=np.array("1 compositions"), W=W.T)
