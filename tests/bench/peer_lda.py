#!/usr/bin/python3
"""One pass of the usual LDAs over a curated bag. usage: peer_lda.py gensim|multicore|sklearn BAG.npz K"""
import sys

import numpy as np
import scipy.sparse as sp

with np.load(sys.argv[2]) as z:
    H = sp.csr_matrix((z["H.data"], z["H.indices"], z["H.indptr"]), shape=tuple(z["H.shape"]))
    words = z["vocab"]
K = int(sys.argv[3])
if sys.argv[1] != "sklearn":
    from gensim.matutils import Sparse2Corpus
    from gensim.models import LdaModel, LdaMulticore
    options = dict(id2word=dict(enumerate(words)), num_topics=K, passes=1, random_state=1)
    corpus = Sparse2Corpus(H, documents_columns=False)
    model = LdaModel(corpus, **options) if sys.argv[1] == "gensim" else LdaMulticore(corpus, workers=2, **options)
    print(model.show_topic(0))
else:
    from sklearn.decomposition import LatentDirichletAllocation
    model = LatentDirichletAllocation(K, learning_method="online", max_iter=1, random_state=1).fit(H)
    print(words[np.argsort(-model.components_[0])[:10]])
