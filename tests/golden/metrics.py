#!/usr/bin/python3
"""Compares jsmf-eval with an independent implementation (oracle.py, and what it lacks written here in numpy).
usage: metrics.py BUILD_DIR SHARED_DIR   prints TAP."""
import os
import tempfile

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linear_sum_assignment

from common import AW, LAW, bag, check, csr, load, oracle, plan, run, size, stream

WORDS, TOPICS, CORPORA = size(600, 1000), 20, ("kos", "bbc")
ORACLE = {  # our names of the oracle's metrics
    "Recovery": "recovery", "RelativeRecovery": "rel_recovery", "Approximation": "approx",
    "RelativeApproximation": "rel_approx", "OffDiagonalApproximation": "offdiag_approx", "Legality": "legality",
    "DominancyCode": "dominancy_code", "Dominancy2019": "dominancy_2019", "Dominancy2021": "dominancy_2021",
    "Validity": "validity", "Entropy": "entropy", "Sparsity": "sparsity", "Specificity": "specificity_bits",
    "SoftDissimilarity": "soft_dissimilarity", "Dissimilarity": "dissimilarity", "BasisRank": "basis_rank",
    "SoftBasisRank": "soft_basis_rank", "BasisQuality": "basis_quality", "SoftBasisQuality": "soft_basis_quality"}
scratch = tempfile.TemporaryDirectory()


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
    compare(name, evaluate(options + " --hulls 0", data), {ours: want[theirs] for ours, theirs in ORACLE.items()})


# ---- random numbers: SplitMix64's mixer, as jsmf/base.h has it ----

def mix(z):
    z = z + np.uint64(0x9e3779b97f4a7c15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xbf58476d1ce4e5b9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94d049bb133111eb)
    return z ^ (z >> np.uint64(31))


def bits(seed, stream, counter):
    word = np.array([seed], np.uint64)
    return mix(mix(mix(word) ^ np.uint64(stream)) ^ np.asarray(counter, np.uint64))


def uniform(drawn):
    return ((drawn >> np.uint64(12)).astype(float) + 0.5) * 2.0 ** -52


# ---- hulls and trees ----

def log_volume(rows):
    """Of a simplex, times the factorial of its dimension."""
    edges = rows[1:] - rows[0]
    return 0.5 * np.linalg.slogdet(edges @ edges.T)[1]


def random_hull(seed, number, N, K):
    keys = bits(seed, 0x68756c6c00000000 + number, np.arange(N))
    E = -np.log(uniform(mix(keys[:, None] ^ np.arange(N, dtype=np.uint64)[None, :])))
    E /= E.sum(1)[:, None]
    R, chosen = E.copy(), []
    for _ in range(K):
        i = int((R ** 2).sum(1).argmax())
        q = R[i] / np.linalg.norm(R[i])
        R -= np.outer(R @ q, q)
        chosen.append(i)
    return log_volume(E[chosen])


def volume(C, S, hulls, seed):
    v = np.array([random_hull(seed, h, len(C), len(S)) for h in range(hulls)])
    return log_volume(C[S] / C[S].sum(1)[:, None]) - (v.max() + np.log(np.exp(v - v.max()).mean()))


def npmi(joint, first, second):
    if joint <= 0 or first <= 0 or second <= 0:
        return -1.0
    return 0.0 if joint >= 1 else np.log(joint / (first * second)) / -np.log(joint)


def incoherence(C, B, Canchor):
    c, total, edge = C.sum(1), [], []
    for k in range(B.shape[1]):
        nodes = []
        for weights in (B[:, k], Canchor[k]):
            nodes += [i for i in np.argsort(-weights, kind="stable")[:7] if weights[i] > 0 and i not in nodes]
        pairs = [(0.5 * (1 - npmi(C[i, j], c[i], c[j])), a, b) for a, i in enumerate(nodes) for b, j in enumerate(nodes)
                 if a < b]
        forest = list(range(len(nodes)))  # Kruskal's method
        weight = 0
        for w, a, b in sorted(pairs):
            if forest[a] != forest[b]:
                weight += w
                forest = [forest[a] if f == forest[b] else f for f in forest]
        total.append(weight)
        edge.append(weight / (len(nodes) - 1))
    return {"MSTIncoherence": np.mean(total), "MSTIncoherencePerEdge": np.mean(edge)}


# ---- bags ----

def coherence(H, B, words):
    """H: documents x words, dense."""
    D1, D2 = oracle.df_codf(sp.csr_matrix(H.T))
    M = (H.sum(1) > 0).sum()
    log_ratio, mutual = [], []
    for k in range(B.shape[1]):
        top = np.argsort(-B[:, k], kind="stable")[:words]
        pairs = [(top[i], top[j]) for i in range(words) for j in range(i)]
        log_ratio.append(sum(np.log((D2[i, j] + 0.01) / D1[j]) for i, j in pairs))
        mutual.append(np.mean([npmi(D2[i, j] / M, D1[i] / M, D1[j] / M) for i, j in pairs]))
    return {"Coherence": np.mean(log_ratio), "NPMI": np.mean(mutual)}


# ---- document completion ----

def first_half(counts, key):
    """How many of each word's tokens are in the first half: an urn, token by token."""
    tokens = int(counts.sum())
    wanted = tokens - tokens // 2
    drawn = (mix(np.uint64(key) ^ np.arange(tokens, dtype=np.uint64)) >> np.uint64(11)).astype(float) * 2.0 ** -53
    taken, t = np.zeros(len(counts), int), 0
    for j, count in enumerate(counts):
        for _ in range(int(count)):
            take = drawn[t] * (tokens - t) < wanted
            taken[j] += take
            wanted -= take
            t += 1
    return taken


def held_out(H, data, seed):
    """H: documents x words; the compositions are jsmf-infer's."""
    B, first = load(data)["B"], H.copy()
    keys = bits(seed, 0x68616c7600000000, np.arange(H.shape[0]))
    for d in range(H.shape[0]):
        row = slice(H.indptr[d], H.indptr[d + 1])
        first.data[row] = first_half(H.data[row], keys[d])
    second = (H - first).tocoo()
    first.eliminate_zeros()
    halves = stream("bag", **{"H.data": first.data.astype(int), "H.indices": first.indices, "H.indptr": first.indptr,
                              "H.shape": np.array(H.shape), "vocab": load(data)["vocab"]})
    W = load(run("jsmf-infer " + keep("completed", data), halves))["W"]
    logs = np.log((B[second.col] * W.T[second.row]).sum(1))
    return {"HeldOutLogProbability": (second.data * logs).sum() / second.data.sum()}


# ---- truths ----

def matched(B, T):
    cost = np.abs(B[:, :, None] - T[:, None, :]).sum(0)
    rows, columns = linear_sum_assignment(cost)
    return rows, columns, cost[rows, columns]


def prominent(w):
    order = np.argsort(-w, kind="stable")
    return set(order[:np.searchsorted(np.cumsum(w[order]), 0.8 - 1e-12) + 1])


def composition_metrics(W, T):
    """K x M both, topics in the same order."""
    P = [(prominent(W[:, m]), prominent(T[:, m])) for m in range(W.shape[1])]
    precision = np.array([len(a & b) / len(a) for a, b in P])
    recall = np.array([len(a & b) / len(b) for a, b in P])
    f1 = np.array([2 * p * r / (p + r) if p + r else 0 for p, r in zip(precision, recall)])
    outside = [W[[k for k in range(len(W)) if k not in b], m].sum() for m, (a, b) in enumerate(P)]
    return {"Precision": precision.mean(), "Recall": recall.mean(), "F1": f1.mean(), "NonProminent": np.mean(outside),
            "CompositionL1": np.abs(W - T).sum(0).mean(), "CompositionLInfinity": np.abs(W - T).max(0).mean(),
            "Hellinger": np.sqrt(0.5 * ((np.sqrt(W) - np.sqrt(T)) ** 2).sum(0)).mean(),
            "Cosine": (1 - (W * T).sum(0) / np.linalg.norm(W, axis=0) / np.linalg.norm(T, axis=0)).mean()}


def fit_metrics(B, A, H, W, T):
    M = W.shape[1]
    F = H.T / H.sum(1)
    loss = np.linalg.norm(B @ T - F) ** 2 - np.linalg.norm(B @ W - F) ** 2
    regularizer = np.linalg.norm(T @ T.T / M - A) - np.linalg.norm(W @ W.T / M - A)
    P, Q = B @ W, B @ T
    use = (H.T > 0) & (P > 0) & (Q > 0)
    likelihood = (H.T[use] * np.log(P[use] / Q[use])).sum() / M

    def log_prior(w):
        joint = np.outer(w, w)
        return np.log(1 - np.sqrt(0.5 * ((np.sqrt(joint) - np.sqrt(A)) ** 2).sum()))
    prior = np.mean([log_prior(W[:, m]) - log_prior(T[:, m]) for m in range(M)])
    return {"LossDiff": loss, "RegularizerDiff": regularizer, "TotalDiff": loss + regularizer,
            "LogLikeliDiff": likelihood, "LogPriorDiff": prior}


# ---- labels ----

def kmeans(X, k, seed, starts=20, iterations=300):
    labels = []
    for r in range(starts):
        u = uniform(bits(seed, 0x6b6d65616e730000 + r, np.arange(k)))
        centres = [X[int(u[0] * len(X))]]
        for c in range(1, k):
            d = np.min([((X - z) ** 2).sum(1) for z in centres], axis=0)
            centres.append(X[np.searchsorted(np.cumsum(d), u[c] * d.sum(), side="right")])
        Z, label = np.array(centres), None
        for _ in range(iterations):
            d = ((X[:, None, :] - Z[None]) ** 2).sum(2)
            new = d.argmin(1)
            if label is not None and (new == label).all():
                break
            label = new
            Z = np.array([X[label == c].mean(0) if (label == c).any() else Z[c] for c in range(k)])
        labels.append(label)
    return labels


def over_starts(clusters, label):
    each = [table_metrics("KMeans", cluster, label) for cluster in clusters]
    want = {name: np.mean([e[name] for e in each]) for name in each[0]}
    want.update({name + "Deviation": np.std([e[name] for e in each], ddof=1) for name in each[0]})
    return want


def table_metrics(prefix, cluster, label):
    N = np.zeros((cluster.max() + 1, label.max() + 1))
    np.add.at(N, (cluster, label), 1)
    rows, columns = linear_sum_assignment(-N)
    P = N / N.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        information = np.nansum(P * np.log(P / np.outer(P.sum(1), P.sum(0))))

    def entropy(p):
        return -(p[p > 0] * np.log(p[p > 0])).sum()
    return {prefix + "Accuracy": N[rows, columns].sum() / N.sum(), prefix + "Purity": N.max(1).sum() / N.sum(),
            prefix + "NMI": 2 * information / (entropy(P.sum(1)) + entropy(P.sum(0)))}


# ---- everything ----

def compare_truth():
    synthetic = run("jsmf-synth --size 1500 --words 300 -k 6 --length 60 --seed 3")
    t = load(synthetic)
    H = csr(t, "H").toarray()

    def rectified(K):
        return run("jsmf-rectify-ap -k %d" % K, run("jsmf-cooc", synthetic))
    compare_compositions("6 of 6", t, H, keep("bag", synthetic), run("jsmf-aw --min-df 50", rectified(6)))
    compare_compositions("7 of 6", t, H, keep("bag", synthetic), run("jsmf-aw --min-df 50", rectified(7)))


def compare_compositions(name, t, H, bag_path, data):
    m = load(data)
    B, T, K = m["B"], t["truth.B"], m["B"].shape[1]
    mine, true, l1 = matched(B, T)
    random = np.random.default_rng(1)
    W = np.zeros((K, len(H)))  # the truth, disturbed, in the model's order of topics
    W[mine] = t["truth.W"][true]
    W = 0.6 * W + 0.4 * random.dirichlet(np.full(K, 0.3), len(H)).T
    want = {"TopicL1": l1.mean(), "AnchorRecovery": np.mean([s in m["S"] for s in t["truth.S"]])}
    Tw = np.zeros((max(K, T.shape[1]), len(H)))
    Tw[mine] = t["truth.W"][true]
    want.update(composition_metrics(W, Tw))
    if K == T.shape[1]:
        back = np.argsort(mine)
        A = t["truth.A"][np.ix_(true[back], true[back])]
        want["CorrelationError"] = np.linalg.norm(m["A"] - A / A.sum()) / np.linalg.norm(A / A.sum())
        want.update(fit_metrics(B, m["A"], H, W, Tw))
    for order in "CF":
        path = keep("w", stream("compositions", W=np.array(W, order=order)))
        got = evaluate("--truth %s --bag %s --compositions %s" % (bag_path, bag_path, path), data)
        compare("truth, %s, W by %s" % (name, order), got, want)


def compare_labels():
    random = np.random.default_rng(2)
    label = random.integers(0, 5, 900)
    W = (random.gamma(0.2 + 2 * (np.arange(8)[:, None] % 5 == label), 1))
    W /= W.sum(0)
    path = keep("w", stream("compositions", W=W))
    words = keep("labels", "".join("class%d\n" % x for x in label).encode())
    B = random.dirichlet(np.full(50, 0.5), 8).T
    for seed in (1, 7):
        got = evaluate("--compositions %s --labels %s --seed %d" % (path, words, seed), stream("model", B=B))
        want = over_starts(kmeans(np.sqrt(W.T), 5, seed), label)
        want.update(table_metrics("Topic", W.argmax(0), label))
        compare("labels, seed %d" % seed, got, want)
    got = evaluate("--euclidean --compositions %s --labels %s" % (path, words), stream("model", B=B))
    want = over_starts(kmeans(W.T, 5, 1), label)
    want.update(table_metrics("Topic", W.argmax(0), label))
    compare("labels, compositions as they are", got, want)


def compare_models(name, data, other, words):
    B, O = load(data)["B"], load(other)["B"]
    mine, its, l1 = matched(B, O)
    tops = [[set(np.argsort(-X[:, k], kind="stable")[:words]) for k in range(X.shape[1])] for X in (B, O)]
    shared = np.array([len(tops[0][k] & tops[1][l]) for k, l in zip(mine, its)])
    got = evaluate("-n %d --against %s" % (words, keep("other", other)), data)
    compare(name, got, {"AgainstL1": l1.mean(), "AgainstSharedWords": shared.mean(),
                        "StableTopics": (2 * shared >= words).sum()})


def compare_without_anchors():
    """A model whose words are all in all topics, and that knows B and A alone."""
    random = np.random.default_rng(4)
    B, A = random.dirichlet(np.full(200, 0.1), 5).T, random.dirichlet(np.ones(25)).reshape(5, 5)
    A = (A + A.T) / 2
    S = np.array([3, 50, 7, 120, 0])
    got = evaluate("-n 15", stream("model", B=B, A=A, S=S))
    want = words_metrics(B, S, 15)
    c = random.dirichlet(np.ones(200))
    theirs = oracle.metrics(np.outer(c, c), dict(B=B, A=A, Bt=np.full((5, 200), 0.2), S=S, c=c))
    for metric in ("SoftDissimilarity", "Dissimilarity", "Sparsity", "DominancyCode", "Dominancy2019", "Dominancy2021",
                   "BasisRank", "SoftBasisRank", "BasisQuality", "SoftBasisQuality"):
        want[metric] = theirs[ORACLE[metric]]
    compare("no anchors", got, want)


def models_of(cooc):
    rectified = run("jsmf-rectify-ap -k %d" % TOPICS, cooc)
    compressed = run("jsmf-rectify-enn -k %d" % TOPICS, cooc)
    return rectified, compressed, {"raw": run(AW + " -k %d" % TOPICS, cooc), "AP": run(AW, rectified),
                       "LAW": run(LAW, compressed)}


def compare_corpus(corpus):
    bytes_of_bag = bag(corpus, WORDS)
    b = load(bytes_of_bag)
    H = csr(b, "H")
    C = oracle.cooc(H.T.tocsr())
    forms = {form: run("jsmf-cooc --" + form, bytes_of_bag) for form in ("dense", "sparse", "factored")}
    rectified, compressed, models = models_of(forms["dense"])
    for method, data in models.items():
        for form, cooc in forms.items():
            compare_cooc("%s %s, %s" % (corpus, method, form), data, C, "--cooc " + keep("cooc", cooc))
        m = model_of(data)
        paths = keep("cooc", cooc), keep("bag", bytes_of_bag)
        got = evaluate("-n 12 --hulls 2 --seed 5 --cooc %s --bag %s" % paths, data)
        want = words_metrics(m["B"], m["S"], 12)
        want.update(incoherence(C, m["B"], load(data)["Canchor"]))
        want.update(coherence(H.toarray(), m["B"], 12))
        want["LogRelativeVolume"] = volume(C, m["S"], 2, 5)
        want.update(held_out(H, data, 5))
        compare("%s %s" % (corpus, method), got, want)
    compare_models("%s raw, against AP" % corpus, models["raw"], models["AP"], 20)
    compare_models("%s LAW, against AP" % corpus, models["LAW"], models["AP"], 10)
    r = load(rectified)
    R = np.maximum(r["Y"] @ r["Y"].T + r["r"], 0)
    compare_cooc("%s AP, rectified" % corpus, models["AP"], R / R.sum(), "--cooc " + keep("rectified", rectified))
    Y = load(compressed)["Y"]
    compare_cooc("%s LAW, compressed" % corpus, models["LAW"], np.maximum(Y @ Y.T, 0) / np.maximum(Y @ Y.T, 0).sum(),
                 "--cooc " + keep("compressed", compressed))
    low = run("jsmf-cooc --low-rank -k %d" % TOPICS, bytes_of_bag)
    v = load(low)
    compare_cooc("%s AP, low rank" % corpus, models["AP"], (v["V"] * v["D"]) @ v["V"].T, "--cooc " + keep("low", low))


compare_truth()
compare_labels()
compare_without_anchors()
for each in CORPORA:
    compare_corpus(each)
plan()
