#!/usr/bin/python3
"""Compares jsmf-palm with the updates on whole matrices (000 Algorithm 4; with inertia: Pock, Sabach, 2016).
usage: palm.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np
import scipy.linalg as la

from common import bag, check, load, plan, run

WORDS, K, GAMMA = 500, 10, 1.005


def eigenpairs(C, k):
    values, U = la.eigh(C, subset_by_index=(len(C) - k, len(C) - 1))
    return values[::-1], U[:, ::-1]


def rotated(W):
    """max(W Q, 0), Q found on the rows that hold all but 0.1 % of W."""
    squares = (W ** 2).sum(1)
    order = np.sort(squares)[::-1]
    below = np.cumsum(order)[:-1] < 0.999 * squares.sum()
    heavy = W[squares >= (1 - 1e-9) * order[below.sum()]]
    sign = np.where((heavy * np.abs(heavy)).sum(0) < 0, -1, 1)
    R, last, clipped = np.maximum(heavy * sign, 0), np.inf, 0
    for i in range(300):
        if not last - clipped > 1e-4 * clipped:
            break
        last = clipped if i else last
        left, _, right = la.svd(heavy.T @ R)
        R = heavy @ (left @ right)
        clipped = la.norm(np.minimum(R, 0)) / la.norm(heavy)
        R = np.abs(R)
    return np.maximum(W @ (left @ right), 0)


def palm(C, k, inertial, iterations, s=1.0):
    """X and Y after each iteration, from the start on."""
    values, U = eigenpairs(C, k)
    s *= values[0]
    X = rotated(U * np.sqrt(values))
    Y = oldX = oldY = X
    yield X, Y
    for t in range(1, iterations + 1):
        a = (t - 1) / (t + 2) if inertial else 0
        for moves_x in (True, False):
            Z, old, F = (X, oldX, Y) if moves_x else (Y, oldY, X)
            P = Z + a * (Z - old)
            gradient = P @ (F.T @ F) - C @ F + s * (P - F)
            new = np.maximum(P - gradient / (GAMMA * (la.norm(F.T @ F, 2) + s)), 0)
            if moves_x:
                X, oldX = new, X
            else:
                Y, oldY = new, Y
        yield X, Y


def compare(corpus):
    cooc = run("jsmf-cooc --dense", bag(corpus, WORDS))
    C = load(cooc)["C"]
    for option in ("", "--inertial"):
        for t, (_, Y) in enumerate(palm(C, K, bool(option), 20)):
            if t not in (0, 1, 5, 20):
                continue
            got = load(run("jsmf-palm -k %d --tol 0 -i %d %s" % (K, t, option), cooc))["Y"]
            want = Y @ Y.T / la.norm(Y.sum(0)) ** 2
            check("%s %s %d iterations" % (corpus, option, t), la.norm(got @ got.T - want) / la.norm(want), 1e-10)


if __name__ == "__main__":
    for each in ("kos", "nips12"):
        compare(each)
    plan()
