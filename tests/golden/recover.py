#!/usr/bin/python3
"""Compares what jsmf-aw and jsmf-law recover from anchors with numpy: objectives beside long runs of another method,
inversion, the correlations' least squares, mean rows, the cleanup phase.
usage: recover.py BUILD_DIR SHARED_DIR   prints TAP."""
import tempfile

import numpy as np

from common import AW, LAW, bag, check, csr, load, oracle, plan, run, stream

WORDS, TOPICS = 600, 10


def divergence(P, X, rows):
    """sum_j P_ij log(P_ij / (x' rows)_j) for every word."""
    mix = X @ rows
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(P > 0, P * np.log(P / mix), 0).sum(1)


def by_em(P, rows, steps):
    """Multiplicative updates, squared extrapolation (SQUAREM) between them; and the dual bound at the end."""
    def update(X):
        return X * ((P / np.maximum(X @ rows, 1e-300)) @ rows.T)
    X = np.full((len(P), len(rows)), 1 / len(rows))
    for _ in range(steps):
        one = update(X)
        two = update(one)
        r, v = one - X, (two - one) - (one - X)
        length = np.linalg.norm(v, axis=1, keepdims=True)
        a = -np.linalg.norm(r, axis=1, keepdims=True) / np.where(length > 0, length, 1)
        far = np.maximum(X - 2 * a * r + a * a * v, 1e-300)
        far = update(far / far.sum(1, keepdims=True))
        better = divergence(P, far, rows) <= divergence(P, two, rows)
        X = np.where(better[:, None], far, two)
    gradient = (P / np.maximum(X @ rows, 1e-300)) @ rows.T
    return X, gradient.max(1) - 1


def by_projection(G, F, steps):
    """Accelerated projected gradient with restarts for 0.5 x'Gx - f'x."""
    rate = 1 / np.linalg.eigvalsh(G)[-1]
    X = Y = np.full_like(F, 1 / F.shape[1])
    t = np.ones((len(F), 1))
    for _ in range(steps):
        new = oracle.proj_simplex_cols((Y - rate * (Y @ G - F)).T).T
        back = ((Y - new) * (new - X)).sum(1, keepdims=True) > 0
        t = np.where(back, 1, t)
        grown = (1 + np.sqrt(1 + 4 * t * t)) / 2
        Y = np.where(back, new, new + (t - 1) / grown * (new - X))
        X, t = new, grown
    return X


def squares(x, G, F):
    return np.einsum("ij,ij->i", x @ G, x) - 2 * (F * x).sum(1)


def compare_losses(name, C, data):
    got = load(run(AW + " -k %d" % TOPICS, data))
    c, S = C.sum(1), got["S"]
    P = C / c[:, None]
    others = np.setdiff1d(np.arange(len(C)), S)
    rows, P = P[S], P[others]
    G, F = rows @ rows.T, P @ rows.T
    least = squares(by_projection(G, F, 500), G, F)
    for solver in ("active-set", "expgrad"):
        x = load(run(AW + " -k %d --solver %s" % (TOPICS, solver), data))["Bbar"].T[others]
        check("%s --solver %s: objective above the reference's, of |Cbar_i|^2" % (name, solver),
              ((squares(x, G, F) - least) / (P * P).sum(1)).max(), 1e-6)
    X, gap = by_em(P, rows, 80)
    check("%s: duality gap of the reference" % name, np.median(gap), 1e-6)
    for solver, most in (("active-set", 1.1e-9), ("expgrad", 1e-6)):
        model = load(run(AW + " -k %d --loss kl --solver %s" % (TOPICS, solver), data))
        x = model["Bbar"].T[others]
        check("%s --loss kl --solver %s: divergence above the reference's" % (name, solver),
              (divergence(P, x, rows) - divergence(P, X, rows)).max(), 1e-6)
        bound = ((P / np.maximum(x @ rows, 1e-300)) @ rows.T).max(1) - 1
        check("%s --loss kl --solver %s: duality gap" % (name, solver), bound.max(), most)
    check(name + " --loss kl: B", np.abs(model["B"] - oracle.recover_b(model["Bbar"], c)).max(), 1e-12)


def clipped(A):
    A = np.maximum(A, 0)
    return A / A.sum()


def compare_plain(name, C, data):
    got = load(run(AW + " -k %d --recover plain" % TOPICS, data))
    S = got["S"]
    z = np.linalg.solve(C[np.ix_(S, S)], C[S].sum(1))
    B = np.maximum(np.linalg.solve(C[np.ix_(S, S)] * z, C[S]).T, 0)
    check(name + " --recover plain: B", np.abs(got["B"] - B / B.sum(0)).max(), 1e-8)
    A = clipped(z[:, None] * C[np.ix_(S, S)] * z)
    check(name + " --recover plain: A", np.abs(got["A"] - A).max(), 1e-8)
    Bbar = got["B"] * got["A"].sum(1)
    check(name + " --recover plain: Bbar", np.abs(got["Bbar"].T - Bbar / Bbar.sum(1, keepdims=True)).max(), 1e-10)


def compare_squares_a(name, command, C, data):
    got = load(run(command + " --recover-a least-squares", data))
    inverse = np.linalg.pinv(got["B"])
    check("%s --recover-a least-squares: A" % name, np.abs(got["A"] - clipped(inverse @ C @ inverse.T)).max(), 1e-8)


def cleaned(P, S):
    S = list(S)
    for k in range(len(S)):
        Q, _ = np.linalg.qr(P[S[:k] + S[k + 1:]].T)
        left = P - (P @ Q) @ Q.T
        u = (left * left).sum(1)
        S[k] = int(np.nonzero(u >= (1 - 1e-9) * u.max())[0][0])
    return S


def distances(rows):
    R = np.linalg.qr(rows.T)[1]
    return np.abs(np.diag(R))


def compare_clean_up(name, command, X, data):
    plain, got = load(run(command, data)), load(run(command + " --clean-up", data))
    want = cleaned(X, plain["S"])
    check("%s --clean-up: anchors that differ" % name, float((got["S"] != want).sum()), 0)
    check("%s --clean-up: residuals" % name, np.abs(got["residuals"] / distances(X[got["S"]]) - 1).max(), 1e-6)


def compare_mean_rows(name, command, C, X, data, vocab, groups):
    """X: the rows (of Cbar, or LAW's) that are compared."""
    with tempfile.NamedTemporaryFile("wb") as file:
        file.write(b"".join(b" ".join(vocab[w].encode() for w in group) + b"\n" for group in groups))
        file.flush()
        got = load(run("%s --anchors %s" % (command, file.name), data))
    rows = np.array([X[group].mean(0) for group in groups])
    Bt = oracle.scls_as(rows @ rows.T, rows @ X.T)
    for k, group in enumerate(groups):
        if len(group) == 1:
            Bt[:, group[0]] = np.eye(len(groups))[k]
    c = C.sum(1)
    B = oracle.recover_b(Bt, c)
    weights = np.zeros((len(groups), len(C)))
    for k, group in enumerate(groups):
        weights[k, group] = 1 / c[group] / len(group)
    d = np.diag(weights @ B)
    A = weights @ C @ weights.T / np.outer(d, d)
    name += " --anchors, several words a line: "
    check(name + "residuals", np.abs(got["residuals"] / distances(rows) - 1).max(), 1e-8)
    check(name + "Bbar", np.abs(got["Bbar"] - Bt).max(), 1e-8)
    check(name + "B", np.abs(got["B"] - B).max(), 1e-8)
    check(name + "A", np.abs(got["A"] - A / A.sum()).max(), 1e-8)
    check(name + "Canchor", np.abs(got["Canchor"] - weights @ C).max(), 1e-8)
    check(name + "words", float((got["anchors.words"] != np.concatenate(groups)).sum()), 0)
    check(name + "S", float((got["S"] != [g[0] for g in groups]).sum()), 0)


def compare_corpus(corpus):
    arrays = load(bag(corpus, WORDS))
    C = oracle.cooc(csr(arrays, "H").T.tocsr())
    vocab = ["w%d" % i for i in range(WORDS)]
    C = oracle.ap(C, TOPICS, [5])[0][5]
    C = (C + C.T) / 2
    data = stream("cooc", C=C, vocab=np.array(vocab))
    P = C / C.sum(1)[:, None]
    compare_losses(corpus, C, data)
    compare_plain(corpus, C, data)
    compare_squares_a(corpus, AW + " -k %d" % TOPICS, C, data)
    compare_clean_up(corpus, AW + " -k %d" % TOPICS, P, data)
    S = load(run(AW + " -k 6", data))["S"].tolist()
    groups = [S[:2], S[2:3], S[3:4] + [5, 9], S[4:]]
    compare_mean_rows(corpus, "jsmf-aw", C, P, data, vocab, groups)
    random = np.random.default_rng(3)
    Y = random.gamma(0.3, size=(WORDS, 4)) * random.gamma(1, size=(WORDS, 1))
    Y /= np.linalg.norm(Y.sum(0))
    Y4 = stream("compressed", Y=Y, vocab=np.array(vocab))
    X = (Y @ np.linalg.qr(Y)[1].T) / (Y @ Y.sum(0))[:, None]
    compare_squares_a("jsmf-law", LAW, Y @ Y.T, Y4)
    compare_clean_up("jsmf-law", LAW, X, Y4)
    compare_mean_rows("jsmf-law", "jsmf-law", Y @ Y.T, X, Y4, vocab, [[3, 8], [77], [200, 500], [540]])


compare_corpus("bbc")
plan()
