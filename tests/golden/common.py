"""What the comparisons with other implementations share: the tools, their streams, one TAP line a check.
Each is run as NAME.py BUILD_DIR SHARED_DIR. The tolerances are the project's promises; none is to be widened."""
import io
import os
import subprocess
import sys

import numpy as np
import scipy.sparse as sp

BUILD, SHARED = sys.argv[1], sys.argv[2]
# The papers choose anchors among all words.
AW, LAW = "jsmf-aw --min-df 1", "jsmf-law --min-df 1"
sys.path.insert(0, os.path.join(SHARED, "oracle"))
import oracle  # noqa: E402,F401

# Smaller corpora show the same; with EVERY=yes (make check-full) they have the size that is said here second.
EVERY = os.environ.get("EVERY") == "yes"
count = 0


def size(few, all_of_them):
    return all_of_them if EVERY else few


def check(name, value, bound):
    """One TAP line: value <= bound (a NaN is never)."""
    global count
    count += 1
    print("%s %d - %s: %.3g (at most %.0e)" % ("ok" if value <= bound else "not ok", count, name, value, bound),
          flush=True)


def plan():
    """After the last check."""
    print("1..%d" % count)


def run(command, data=None):
    tool, *rest = command.split()
    done = subprocess.run([os.path.join(BUILD, tool), "-q", *rest], input=data, stdout=subprocess.PIPE, check=True)
    return done.stdout


def load(data):
    with np.load(io.BytesIO(data)) as z:
        return {name: z[name] for name in z.files}


def csr(arrays, name):
    """The sparse matrix NAME.* of a stream."""
    parts = [arrays["%s.%s" % (name, part)] for part in ("data", "indices", "indptr", "shape")]
    return sp.csr_matrix((parts[0].astype(float), parts[1], parts[2]), shape=tuple(parts[3]))


def stream(kind, **arrays):
    """As numpy writes one; kind None: unmarked."""
    out = io.BytesIO()
    if kind:
        arrays["jsmf"] = np.array("1 " + kind)
    np.savez(out, **arrays)
    return out.getvalue()


def files(corpus):
    """The operands that jsmf-bow and jsmf-cooc take for a corpus."""
    folder = os.path.join(SHARED, "data", corpus)
    return "%s/docword.%s.txt.gz --vocab %s/vocab.%s.txt" % (folder, corpus, folder, corpus)


def bag(corpus, words):
    return run("jsmf-bow %s --max-df 0.5 --top %d" % (files(corpus), words))


def entries(corpus):
    """The lines of a docword: document, word (from 0), count."""
    a = np.loadtxt("%s/data/%s/docword.%s.txt.gz" % (SHARED, corpus, corpus), skiprows=3, dtype=np.int64)
    return a[:, 0] - 1, a[:, 1] - 1, a[:, 2]
