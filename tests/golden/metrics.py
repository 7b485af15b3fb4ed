#!/usr/bin/python3
"""Compares jsmf-eval with an independent implementation (oracle.py, and what it lacks written here in numpy).
usage: metrics.py BUILD_DIR SHARED_DIR   prints TAP. The tolerances are the project's promises; none is to be widened."""
import io
import os
import subprocess
import sys
import tempfile

import numpy as np
import scipy.sparse as sp

BUILD, SHARED = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(SHARED, "oracle"))
import oracle  # noqa: E402

WORDS, TOPICS, CORPORA = 1000, 20, ("kos", "bbc")
ORACLE = {  # our names of the oracle's metrics
    "Recovery": "recovery", "RelativeRecovery": "rel_recovery", "Approximation": "approx",
    "RelativeApproximation": "rel_approx", "OffDiagonalApproximation": "offdiag_approx", "Legality": "legality",
    "DominancyCode": "dominancy_code", "Dominancy2019": "dominancy_2019", "Dominancy2021": "dominancy_2021",
    "Validity": "validity", "Entropy": "entropy", "Sparsity": "sparsity", "Specificity": "specificity_bits",
    "SoftDissimilarity": "soft_dissimilarity", "Dissimilarity": "dissimilarity", "BasisRank": "basis_rank",
    "SoftBasisRank": "soft_basis_rank", "BasisQuality": "basis_quality", "SoftBasisQuality": "soft_basis_quality"}
count = 0
scratch = tempfile.TemporaryDirectory()


def check(name, value, bound):
    """One TAP line: value <= bound (a NaN is never)."""
    global count
    count += 1
    print("%s %d - %s: %.3g (at most %.0e)" % ("ok" if value <= bound else "not ok", count, name, value, bound), flush=True)


def run(command, data=None):
    tool, *rest = command.split()
    done = subprocess.run([os.path.join(BUILD, tool), "-q", *rest], input=data, stdout=subprocess.PIPE, check=True)
    return done.stdout


def load(data):
    with np.load(io.BytesIO(data)) as z:
        return {name: z[name] for name in z.files}


def stream(kind, **arrays):
    out = io.BytesIO()
    np.savez(out, jsmf=np.array("1 " + kind), **arrays)
    return out.getvalue()


def keep(name, data):
    path = os.path.join(scratch.name, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def evaluate(options, model):
    """The metrics as a dictionary of numbers."""
    lines = run("jsmf-eval " + options, model).decode().splitlines()
    return {name: float(value) for name, value in (line.split("\t") for line in lines)}


def compare(name, got, want):
    """Every metric of want to 1e-9 relative (of those that are 0: 1e-12)."""
    for metric, value in want.items():
        error = abs(got[metric] - value)
        check("%s %s" % (name, metric), error / abs(value) if value else error, 1e-9 if value else 1e-12)


def model_of(data):
    """As the oracle has it: A as anchor recovery gives it."""
    m = load(data)
    return dict(B=m["B"], A=m["A"] * m["legality"], Bt=m["Bbar"], S=m["S"])


def bag(corpus):
    folder = os.path.join(SHARED, "data", corpus)
    return run("jsmf-bow %s/docword.%s.txt.gz --vocab %s/vocab.%s.txt --max-df 0.5 --top %d"
               % (folder, corpus, folder, corpus, WORDS))


# ---- of the model, and against a co-occurrence ----

def words_metrics(B, S, words):
    N, K = B.shape
    top = [set(np.argsort(-B[:, k], kind="stable")[:words]) for k in range(K)]
    others = [set().union(*(top[l] for l in range(K) if l != k)) for k in range(K)]
    gamma = np.array([(np.sort(row)[:-1].sum() / row.max()) for row in B if row.max() > 0])
    at_anchors = [np.sort(B[s])[:-1].sum() / B[s].max() for s in S]
    return {"UniqueWords": np.mean([len(top[k] - others[k]) for k in range(K)]),
            "SimCount": sum(len(top[k] & top[l]) for k in range(K) for l in range(k)),
            "SeparabilityAnchors": np.mean(at_anchors), "SeparabilityBest": np.sort(gamma)[:K].mean()}


def compare_cooc(name, data, C, options):
    m = model_of(data)
    m["c"] = C.sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        want = oracle.metrics(C, m)
    compare(name, evaluate(options, data), {ours: want[theirs] for ours, theirs in ORACLE.items()})


def models_of(cooc):
    rectified = run("jsmf-rectify-ap -k %d" % TOPICS, cooc)
    compressed = run("jsmf-rectify-enn -k %d" % TOPICS, cooc)
    return rectified, {"raw": run("jsmf-aw -k %d" % TOPICS, cooc), "AP": run("jsmf-aw", rectified),
                       "LAW": run("jsmf-law", compressed)}


def compare_corpus(corpus):
    bytes_of_bag = bag(corpus)
    b = load(bytes_of_bag)
    H = sp.csr_matrix((b["H.data"].astype(float), b["H.indices"], b["H.indptr"]), shape=tuple(b["H.shape"]))
    C = oracle.cooc(H.T.tocsr())
    forms = {form: run("jsmf-cooc --" + form, bytes_of_bag) for form in ("dense", "sparse", "factored")}
    rectified, models = models_of(forms["dense"])
    for method, data in models.items():
        for form, cooc in forms.items():
            compare_cooc("%s %s, %s" % (corpus, method, form), data, C, "--cooc " + keep("cooc", cooc))
        m = model_of(data)
        compare("%s %s words" % (corpus, method), evaluate("-n 12", data), words_metrics(m["B"], m["S"], 12))
    r = load(rectified)
    R = np.maximum(r["Y"] @ r["Y"].T + r["r"], 0)
    compare_cooc("%s AP, rectified" % corpus, models["AP"], R / R.sum(), "--cooc " + keep("rectified", rectified))
    low = run("jsmf-cooc --low-rank -k %d" % TOPICS, bytes_of_bag)
    v = load(low)
    compare_cooc("%s AP, low rank" % corpus, models["AP"], (v["V"] * v["D"]) @ v["V"].T, "--cooc " + keep("low", low))


for each in CORPORA:
    compare_corpus(each)
print("1..%d" % count)
