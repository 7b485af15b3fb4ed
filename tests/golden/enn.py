#!/usr/bin/python3
"""Compares jsmf-rectify-enn with an independent numpy/scipy implementation (oracle.enn) from the same start.
usage: enn.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np
import scipy.linalg as la

from common import bag, check, load, oracle, plan, run, size, stream

WORDS, UPDATES = size(600, 1000), (1, 5, 50)


def start(C, K):
    w, V = la.eigh(C, subset_by_index=[len(C) - K, len(C) - 1])
    return V * np.sqrt(np.maximum(w, 0))


def differs(Y, Z):
    return la.norm(Y @ Y.T - Z @ Z.T) / la.norm(Z @ Z.T)


def oracle_path(Y0, K, block):
    """Every iterate after the start, and by how much each differs from the one before."""
    Y, path, changes = Y0, [], []
    for _ in range(max(UPDATES)):
        Y, history = oracle.enn(None, K, T=1, Y0=Y, l=block)
        path.append(Y)
        changes.append(history[0, 0] / la.norm(Y.T @ Y))
    return path, np.array(changes)


def compare(corpus, cooc, K, rows):
    C = load(cooc)["C"]
    Y0 = start(C, K)
    name = "%s K=%d rows=%s" % (corpus, K, rows)
    block = dict(all=WORDS, default=None).get(rows, rows)
    option = "" if rows == "default" else "--rows %s" % rows
    check(name + " start", differs(load(run("jsmf-rectify-enn -k %d -i 0" % K, cooc))["Y"], Y0), 1e-8)
    copy = load(run("jsmf-rectify-enn -i 0", stream(None, Y=Y0)))["Y"]
    check(name + " entries that copying changes", float((copy != Y0).sum()), 0)
    path, changes = oracle_path(Y0, K, block)
    for t in UPDATES:
        want = path[t - 1]
        got = load(run("jsmf-rectify-enn --tol 0 -i %d %s" % (t, option), stream(None, Y=Y0)))["Y"]
        check("%s %d updates from the same start" % (name, t), differs(got, want), 1e-8)
        got = load(run("jsmf-rectify-enn -k %d --tol 0 -i %d %s" % (K, t, option), cooc))["Y"]
        check("%s %d updates from C" % (name, t), differs(got, want), 1e-8)
    stop = int(np.nonzero(changes < 1e-3)[0][0]) + 1
    got = load(run("jsmf-rectify-enn -k %d %s" % (K, option), cooc))["Y"]
    check("%s stops after %d updates" % (name, stop), differs(got, path[stop - 1]), 1e-8)


for each in ("kos", "bbc"):
    data = run("jsmf-cooc --dense", bag(each, WORDS))
    for topics, index in ((10, WORDS // 2), (20, WORDS // 2), (20, "default"), (10, "all")):
        compare(each, data, topics, index)
plan()
