#!/usr/bin/python3
"""Documents held out, completed from one half of their tokens, for the comparison of models.

completion.py split BAG SEED DOCUMENTS TOKENS LEARN FIRST SECOND
    Draws at most DOCUMENTS documents by the seed, or as many as have TOKENS tokens where these are more, keeps every
    tenth apart, and cuts these into two halves at random. Prints how many documents LEARN has, and their mean tokens.
completion.py score SECOND SCORES NAME...
    The log-probability of every document of SECOND by each model NAME with the compositions NAME.w of the first halves.
completion.py compare SCORES...
    A line a NAME, over the documents of all SCORES: log-probability a token, and what it has more than the first two
    NAMEs, each with half of a 95 % interval, by a bootstrap over documents, whose resamples are the same for all."""
import sys

import numpy as np
import scipy.sparse as sp


def load(path):
    with np.load(path) as z:
        return sp.csr_matrix((z["H.data"], z["H.indices"], z["H.indptr"]), shape=tuple(z["H.shape"])), z["vocab"]


def store(path, H, words):
    H.eliminate_zeros()
    np.savez(path, **{"jsmf": np.array("1 bag"), "vocab": words, "H.data": H.data, "H.indices": H.indices,
                      "H.indptr": H.indptr, "H.shape": np.array(H.shape)})


def split(bag, seed, documents, tokens, learn, first, second):
    H, words = load(bag)
    random = np.random.default_rng(int(seed))
    most = max(int(documents), int(int(tokens) * H.shape[0] / H.sum()))
    rows = np.sort(random.permutation(H.shape[0])[:most])
    last = random.permutation(len(rows)) % 10 == 9
    apart, learned = H[rows[last]], H[rows[~last]]
    half = apart.copy()
    for row in (slice(a, b) for a, b in zip(apart.indptr, apart.indptr[1:])):
        count = int(apart.data[row].sum())
        half.data[row] = random.multivariate_hypergeometric(apart.data[row], count - count // 2)
    store(learn, learned, words)
    store(second, (apart - half).tocsr(), words)
    store(first, half, words)
    print(learned.shape[0], "%.1f" % (learned.sum() / learned.shape[0]))


def score(second, path, *names):
    H = load(second)[0]
    cells, scores = H.tocoo(), []
    for name in names:
        with np.load(name) as z, np.load(name + ".w") as w:
            p = (z["B"][cells.col] * w["W"].T[cells.row]).sum(1)
        scores.append(np.bincount(cells.row, cells.data * np.log(np.maximum(p, 1e-12)), H.shape[0]))
    np.savez(path, scores=np.array(scores), tokens=np.asarray(H.sum(1)).ravel())


def compare(*paths):
    parts = [np.load(path) for path in paths]
    scores = np.concatenate([part["scores"] for part in parts], 1)
    tokens = np.concatenate([part["tokens"] for part in parts])
    random = np.random.default_rng(1)
    totals = np.empty((1000, len(scores) + 1))
    for total in totals:
        pick = random.integers(0, len(tokens), len(tokens))
        total[:-1], total[-1] = scores[:, pick].sum(1), tokens[pick].sum()
    for i, own in enumerate(scores):
        fields = ["%.4f" % (own.sum() / tokens.sum())]
        for other in (0, 1):
            low, high = np.percentile((totals[:, i] - totals[:, other]) / totals[:, -1], (2.5, 97.5))
            fields += ["%+.4f" % ((own - scores[other]).sum() / tokens.sum()), "%.4f" % ((high - low) / 2)]
        print("\t".join(fields))


{"split": split, "score": score, "compare": compare}[sys.argv[1]](*sys.argv[2:])
