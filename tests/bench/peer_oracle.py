#!/usr/bin/python3
"""The oracle on the same job (its solver of one word after another, its exact eigendecompositions).
usage: peer_oracle.py COOC.npz K ORACLE_DIR"""
import sys

import numpy as np

sys.path.insert(0, sys.argv[3])
import oracle  # noqa: E402

with np.load(sys.argv[1]) as z:
    C = z["C"]
K = int(sys.argv[2])
rectified, _ = oracle.ap(C, K, (15,))
print(oracle.aw(rectified[15], K)["S"])
