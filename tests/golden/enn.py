#!/usr/bin/python3
"""Compares jsmf-rectify-enn with an independent numpy/scipy implementation (oracle.enn) from the same start.
usage: enn.py BUILD_DIR SHARED_DIR   prints TAP. The tolerances are the project's promises; none is to be widened."""
import io
import os
import subprocess
import sys

import numpy as np
import scipy.linalg as la

BUILD, SHARED = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(SHARED, "oracle"))
import oracle  # noqa: E402

WORDS, UPDATES = 1000, (1, 5, 50)
count = 0


def check(name, value, bound):
    """One TAP line: value <= bound (a NaN is never)."""
    global count
    count += 1
    print("%s %d - %s: %.3g (at most %.0e)" % ("ok" if value <= bound else "not ok", count, name, value, bound),
          flush=True)


def run(command, data=None):
    tool, *rest = command.split()
    done = subprocess.run([os.path.join(BUILD, tool), "-q", *rest], input=data, stdout=subprocess.PIPE, check=True)
    return done.stdout


def load(data):
    with np.load(io.BytesIO(data)) as z:
        return {name: z[name] for name in z.files}


def cooc(corpus):
    folder = os.path.join(SHARED, "data", corpus)
    return run("jsmf-cooc --dense", run("jsmf-bow %s/docword.%s.txt.gz --vocab %s/vocab.%s.txt --max-df 0.5 --top %d"
                                        % (folder, corpus, folder, corpus, WORDS)))


def compressed(Y):
    """A compressed stream as numpy writes it."""
    out = io.BytesIO()
    np.savez(out, Y=Y)
    return out.getvalue()


def start(C, K):
    w, V = la.eigh(C, subset_by_index=[len(C) - K, len(C) - 1])
    return V * np.sqrt(np.maximum(w, 0))


def differs(Y, Z):
    return la.norm(Y @ Y.T - Z @ Z.T) / la.norm(Z @ Z.T)


def oracle_path(Y0, K, size):
    """Every iterate after the start."""
    Y = Y0
    for _ in range(max(UPDATES)):
        Y = oracle.enn(None, K, T=1, Y0=Y, l=size)[0]
        yield Y


def compare(corpus, stream, K, rows):
    C = load(stream)["C"]
    Y0 = start(C, K)
    name = "%s K=%d rows=%s" % (corpus, K, rows)
    size = dict(all=WORDS, default=None).get(rows, rows)
    option = "" if rows == "default" else "--rows %s" % rows
    check(name + " start", differs(load(run("jsmf-rectify-enn -k %d -i 0" % K, stream))["Y"], Y0), 1e-8)
    copy = load(run("jsmf-rectify-enn -i 0", compressed(Y0)))["Y"]
    check(name + " entries that copying changes", float((copy != Y0).sum()), 0)
    for t in UPDATES:
        want, history = oracle.enn(None, K, T=t, Y0=Y0, l=size)
        got = load(run("jsmf-rectify-enn --tol 0 -i %d %s" % (t, option), compressed(Y0)))["Y"]
        check("%s %d updates from the same start" % (name, t), differs(got, want), 1e-8)
        got = load(run("jsmf-rectify-enn -k %d --tol 0 -i %d %s" % (K, t, option), stream))["Y"]
        check("%s %d updates from C" % (name, t), differs(got, want), 1e-8)
    change = history[:, 0] / [la.norm(Y.T @ Y) for Y in oracle_path(Y0, K, size)]
    stop = int(np.nonzero(change < 1e-3)[0][0]) + 1
    want = oracle.enn(None, K, T=stop, Y0=Y0, l=size)[0]
    got = load(run("jsmf-rectify-enn -k %d %s" % (K, option), stream))["Y"]
    check("%s stops after %d updates" % (name, stop), differs(got, want), 1e-8)


for each in ("kos", "bbc"):
    data = cooc(each)
    for topics, index in ((10, 500), (20, 500), (20, "default"), (10, "all")):
        compare(each, data, topics, index)
print("1..%d" % count)
