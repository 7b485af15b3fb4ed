#!/usr/bin/python3
"""Every tenth document apart, with its label. usage: hold_out.py BAG LABELS TRAIN TEST TRAIN_LABELS"""
import sys

import numpy as np
import scipy.sparse as sp

with np.load(sys.argv[1]) as z:
    H = sp.csr_matrix((z["H.data"], z["H.indices"], z["H.indptr"]), shape=tuple(z["H.shape"]))
    words = z["vocab"]
last = np.arange(H.shape[0]) % 10 == 9
for part, path in ((H[~last], sys.argv[3]), (H[last], sys.argv[4])):
    np.savez(path, **{"jsmf": np.array("1 bag"), "vocab": words, "H.data": part.data, "H.indices": part.indices,
                      "H.indptr": part.indptr, "H.shape": np.array(part.shape)})
labels = open(sys.argv[2], encoding="utf-8").read().splitlines()
with open(sys.argv[5], "w", encoding="utf-8") as f:
    f.writelines(label + "\n" for label, out in zip(labels, last) if not out)
