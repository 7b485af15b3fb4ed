#!/usr/bin/python3
"""The benchmark's peer: AP (15 iterations) and anchor words in vectorised numpy and scipy, as a careful user would
write them: eigsh, matrix products, greedy pivots on the whole matrix, projected accelerated gradient for all words at
once.
usage: peer_numpy.py COOC.npz K MODEL.npz"""
import sys

import numpy as np
from scipy.sparse.linalg import eigsh


def rectify(C, K, iterations=15):
    N = len(C)
    for _ in range(iterations):
        w, V = eigsh(C, k=K, which="LA", v0=np.ones(N))
        Y = V * np.sqrt(np.maximum(w, 0))
        C = Y @ Y.T
        C += (1 - (Y.sum(0) ** 2).sum()) / N ** 2
        np.maximum(C, 0, out=C)
    C /= C.sum()
    return C


def anchors(Cbar, K):
    u = np.einsum("ij,ij->i", Cbar, Cbar)
    Q, S = np.zeros((K, Cbar.shape[1])), []
    for k in range(K):
        s = int(np.argmax(u))
        q = Cbar[s] - Q[:k].T @ (Q[:k] @ Cbar[s])
        q -= Q[:k].T @ (Q[:k] @ q)
        q /= np.linalg.norm(q)
        Q[k] = q
        S.append(s)
        u -= (Cbar @ q) ** 2
        u[S] = -1
    return np.array(S)


def project(V):
    u = -np.sort(-V, axis=1)
    c = np.cumsum(u, axis=1) - 1
    j = np.arange(1, V.shape[1] + 1)
    rho = (u - c / j > 0).sum(1)
    return np.maximum(V - (c[np.arange(len(V)), rho - 1] / rho)[:, None], 0)


def simplex(G, F, iterations=500, tol=1e-6):
    """All rows of F at once: accelerated projected gradient, stopped on the step."""
    L = np.linalg.eigvalsh(G)[-1]
    X = Z = project(np.linalg.lstsq(G, F.T, rcond=None)[0].T)
    t = 1.0
    for _ in range(iterations):
        new = project(Z - (Z @ G - F) / L)
        t_new = (1 + np.sqrt(1 + 4 * t * t)) / 2
        Z = new + (t - 1) / t_new * (new - X)
        step = np.abs(new - X).max()
        X, t = new, t_new
        if step < tol:
            break
    return X


def main():
    K = int(sys.argv[2])
    with np.load(sys.argv[1]) as z:
        C = z["C"]
    C = rectify(C, K)
    c = C.sum(1)
    Cbar = C / np.where(c > 0, c, 1)[:, None]
    S = anchors(Cbar, K)
    U = Cbar[S]
    X = simplex(U @ U.T, Cbar @ U.T)
    X[S] = np.eye(K)
    B = X * c[:, None]
    B /= B.sum(0)
    b = B[S, np.arange(K)]
    A = C[np.ix_(S, S)] / np.outer(b, b)
    np.savez(sys.argv[3], B=B, A=A, S=S)


main()
