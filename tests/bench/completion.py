#!/usr/bin/python3
"""Documents held out, completed from one half of their tokens, for the comparison of models.

completion.py split BAG HASH SEED DOCUMENTS TOKENS LEARN FIRST SECOND
    Draws at most DOCUMENTS documents by the hexadecimal HASH, or as many as have TOKENS tokens where these are more,
    keeps the tenth apart that SEED counts, and cuts its documents into two halves at random.
completion.py score LEARN SECOND MODEL COMPOSITIONS CELL FIGURE...
    A cell: the log-probability of every document of SECOND by the model with the compositions of the first halves, and
    the figures, NPMI the first of them.
completion.py compare CELLS...
    CELLS are those of one model, apart by commas, a seed each. A line each: documents learned from, tokens of each,
    log-probability a token over the documents of all seeds, and what it is more than that of the first two CELLS, each
    with half of a 95 % interval, by a bootstrap over documents, whose resamples are the same for all; NPMI, the mean
    over the seeds, and what it is more than that of the first CELLS, with half of a 95 % interval by Student's t, or a
    bar where there is one seed; the means of the other figures; how many seeds there are."""
import sys

import numpy as np
import scipy.sparse as sp
from scipy.stats import t as student


def load(path):
    with np.load(path) as z:
        return sp.csr_matrix((z["H.data"], z["H.indices"], z["H.indptr"]), shape=tuple(z["H.shape"])), z["vocab"]


def store(path, H, words):
    H.eliminate_zeros()
    np.savez(path, **{"jsmf": np.array("1 bag"), "vocab": words, "H.data": H.data, "H.indices": H.indices,
                      "H.indptr": H.indptr, "H.shape": np.array(H.shape)})


def split(bag, name, seed, documents, tokens, learn, first, second):
    H, words = load(bag)
    random = np.random.default_rng(int(name, 16))
    most = max(int(documents), int(int(tokens) * H.shape[0] / H.sum()))
    rows = np.sort(random.permutation(H.shape[0])[:most])
    last = random.permutation(len(rows)) % 10 == int(seed) % 10
    apart, learned = H[rows[last]], H[rows[~last]]
    half = apart.copy()
    for row in (slice(a, b) for a, b in zip(apart.indptr, apart.indptr[1:])):
        count = int(apart.data[row].sum())
        half.data[row] = random.multivariate_hypergeometric(apart.data[row], count - count // 2)
    store(learn, learned, words)
    store(second, (apart - half).tocsr(), words)
    store(first, half, words)


def score(learn, second, model, compositions, cell, *figures):
    learned, H = load(learn)[0], load(second)[0]
    cells = H.tocoo()
    with np.load(model) as z, np.load(compositions) as w:
        p = (z["B"][cells.col] * w["W"].T[cells.row]).sum(1)
    np.savez(cell, scores=np.bincount(cells.row, cells.data * np.log(np.maximum(p, 1e-12)), H.shape[0]),
             tokens=np.asarray(H.sum(1)).ravel(), figures=np.array(figures, float),
             learned=np.array([learned.shape[0], learned.sum() / learned.shape[0]]))


def difference(own, other):
    """What one figure a seed is more than another, and half of the 95 % interval."""
    d = own - other
    half = student.ppf(0.975, len(d) - 1) * d.std(ddof=1) / len(d) ** 0.5 if len(d) > 1 else None
    return ["%+.3f" % d.mean(), "-" if half is None else "%.3f" % half]


def compare(*names):
    parts = [[np.load(path) for path in name.split(",")] for name in names]
    scores = np.array([np.concatenate([part["scores"] for part in own]) for own in parts])
    tokens = np.concatenate([part["tokens"] for part in parts[0]])
    figures = np.array([[part["figures"] for part in own] for own in parts])
    random = np.random.default_rng(1)
    totals = np.empty((1000, len(scores) + 1))
    for total in totals:
        pick = random.integers(0, len(tokens), len(tokens))
        total[:-1], total[-1] = scores[:, pick].sum(1), tokens[pick].sum()
    for i, own in enumerate(scores):
        fields = ["%.0f\t%.1f" % tuple(parts[i][0]["learned"]), "%.4f" % (own.sum() / tokens.sum())]
        for other in (0, 1):
            low, high = np.percentile((totals[:, i] - totals[:, other]) / totals[:, -1], (2.5, 97.5))
            fields += ["%+.4f" % ((own - scores[other]).sum() / tokens.sum()), "%.4f" % ((high - low) / 2)]
        means = figures[i].mean(0)
        fields += ["%.3f" % means[0], *difference(figures[i, :, 0], figures[0, :, 0])]
        print("\t".join(fields + ["%.2f" % mean for mean in means[1:]] + ["%d" % len(parts[i])]))


{"split": split, "score": score, "compare": compare}[sys.argv[1]](*sys.argv[2:])
