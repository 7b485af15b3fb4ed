"""Writes infer_golden.h's numbers: the compositions of 6 documents by other means than the library's.

Least squares, with and without a dual: the best of all supports. Likelihood: EM for very long, SLSQP from 20 starts
with a dual. Variational: the iteration for very long. PAMI: 002 Algorithm 2 in the paper's own variables, by SVD."""
import itertools

import numpy as np
from scipy.optimize import linprog, minimize
from scipy.special import digamma

rng = np.random.default_rng(7)
N, K, M, EMPTY, TURNS = 10, 3, 6, 4, 4
B = rng.gamma(0.5, size=(N, K))
B[7] = 0
B = np.round(B / B.sum(0), 3)
B[0] += 1 - B.sum(0)
A = rng.gamma(1.0, size=(K, K))
A = np.round(A + A.T + 2 * np.diag(rng.gamma(2, size=K)), 3)
H = rng.poisson(1.3, size=(M, N))
H[:, 7] = [0, 2, 0, 0, 1, 0]
H[EMPTY] = 0
H[EMPTY, 7] = 3
a = A / A.sum()
p = a.sum(1)
u = B @ p
known = u > 0
docs = [m for m in range(M) if m != EMPTY]


def show(name, x, kind='double'):
    x = np.asarray(x).ravel()
    text = ['%d' % v if kind != 'double' else '%.17g' % (v if abs(v) > 1e-300 else 0) for v in x]
    print('static const %s golden_%s[%d] = {' % (kind, name, x.size))
    for i in range(0, len(text), 5):
        print('    ' + ', '.join(text[i:i + 5]) + ',')
    print('};')


def shares(m):
    h = H[m] * known
    return h / h.sum()


def best_support(G, f):
    """The minimum of w'Gw - 2f'w on the simplex."""
    best = (np.inf, None)
    for r in range(1, K + 1):
        for S in map(list, itertools.combinations(range(K), r)):
            m = np.zeros((r + 1, r + 1))
            m[:r, :r] = 2 * G[np.ix_(S, S)]
            m[r, :r] = m[:r, r] = 1
            z = np.linalg.solve(m, np.r_[2 * f[S], 1])[:r]
            w = np.zeros(K)
            w[S] = z
            if (z >= 0).all() and w @ G @ w - 2 * f @ w < best[0]:
                best = (w @ G @ w - 2 * f @ w, w)
    return best[1]


def all_documents(solve):
    W = np.tile(p, (M, 1))
    for m in docs:
        W[m] = solve(m)
    return W


show('b', B)
show('a', A)
show('h', H, 'int32_t')
ones = known * 1.0
chi = np.where(known, 1 / np.where(known, u, 1), 0)
for name, d in (('model', chi), ('none', ones)):
    Q = B.T @ (d[:, None] * B)
    show('scls_' + name, all_documents(lambda m: best_support(Q, B.T @ (d * shares(m)))))
Q = B.T @ (chi[:, None] * B)


def coefficients(m):
    return B.T @ (chi * shares(m))


L = np.array([[1.5, -0.4, 0.3], [-0.4, 0.8, -0.2], [0.3, -0.2, -0.5]])
show('dual', L)
show('padd', all_documents(lambda m: best_support(Q + L, coefficients(m))))
concave = np.array([[-2., 0.5, 0.5], [0.5, 0.3, -0.4], [0.5, -0.4, -1.]])
P = np.eye(K) - 1 / K
assert np.linalg.eigvalsh(P @ (Q + concave) @ P)[0] < -0.5 and np.linalg.eigvalsh(P @ (Q + L) @ P)[0] > -1e-12
show('dual_indefinite', concave)


def ccp(m):
    """002's convex-concave rounds, from Bayes' rule by word."""
    lift = -np.linalg.eigvalsh(P @ (Q + concave) @ P)[0]
    w = p * coefficients(m)
    w = w / w.sum()
    for _ in range(5000):
        w = best_support(Q + concave + lift * np.eye(K), coefficients(m) + lift * w)
    return w


show('ccp', all_documents(ccp))


def em(m):
    h = shares(m)
    S = h > 0
    w = np.ones(K) / K
    for _ in range(200000):
        w = w * (B[S].T @ (h[S] / (B[S] @ w)))
    return w / w.sum()


def likelihood(m):
    h = shares(m)
    S = h > 0

    def value(w):
        return -2 * h[S] @ np.log(np.maximum(B[S] @ w, 1e-300)) + w @ L @ w

    def slope(w):
        return -2 * B[S].T @ (h[S] / np.maximum(B[S] @ w, 1e-300)) + 2 * L @ w
    runs = [minimize(value, rng.dirichlet(np.ones(K)), jac=slope, bounds=[(0, 1)] * K, method='SLSQP',
                     constraints=[dict(type='eq', fun=lambda w: w.sum() - 1, jac=lambda w: np.ones(K))],
                     options=dict(ftol=1e-15, maxiter=1000)) for _ in range(20)]
    return min(runs, key=lambda r: r.fun).x


show('em', all_documents(em))
show('padd_likelihood', all_documents(likelihood))
t = (np.trace(a) - p @ p) / (1 - p @ p)
alpha = p * (1 / t - 1)
show('alpha', alpha)


def vb(m):
    h = shares(m)
    n = (H[m] * known).sum()
    S = h > 0
    g = alpha + n * p
    for _ in range(20000):
        e = np.exp(digamma(g))
        g = alpha + n * e * (B[S].T @ (h[S] / (B[S] @ e)))
    return g / g.sum()


def bayes(m):
    w = p * coefficients(m)
    return w / w.sum()


show('vb', all_documents(vb))
show('bayes', all_documents(bayes))


def pami():
    values, V = np.linalg.eigh(a)
    values = np.maximum(values, 1e-2 * values.max())
    count = len(docs)
    R = np.linalg.cholesky(count * (V * values) @ V.T).T
    inverse = np.linalg.inv(R)
    root = (V * np.sqrt(values)) @ V.T
    rho = count * np.linalg.norm(root @ Q @ root) / np.sqrt(K)
    F = np.array([coefficients(m) for m in docs]) @ R.T
    manifold = np.array([bayes(m) for m in docs]) @ inverse
    dual = np.zeros((count, K))
    for _ in range(TURNS + 1):
        W = np.array([best_support(inverse @ inverse.T, inverse @ row) for row in manifold + dual])
        on_simplex = W @ inverse
        left, _, right = np.linalg.svd(F + rho * on_simplex - rho * dual, full_matrices=False)
        manifold = left @ right
        dual = dual + manifold - on_simplex
    full = np.tile(p, (M, 1))
    full[docs] = W
    return full


show('pami', pami())


def padd_to_the_letter(tau=0.05):
    """002 Algorithm 1; documents in columns, convex-concave rounds until they rest."""
    count = len(docs)
    H0 = np.array([shares(m) for m in docs]).T
    B2, F, W0 = B.T @ B, B.T @ H0, np.array([bayes(m) for m in docs]).T
    dual = np.zeros((K, K))
    for t in range(TURNS):
        W = W0.copy()
        seen = dual / count
        lift = -min(0, np.linalg.eigvalsh(seen)[0])
        for m in range(count):
            for _ in range(20000):
                before = W[:, m].copy()
                W[:, m] = best_support(B2 + seen + lift * np.eye(K), F[:, m] + lift * before)
                if abs(W[:, m] - before).max() < 1e-15:
                    break
        lifts.append(lift)
        stepped = dual - tau * (a - W @ W.T / count)
        dual = np.maximum(0, (stepped + stepped.T) / 2)
    return W.T


def nearest_on_simplex(v):
    """By the threshold among all that is right."""
    u = np.sort(v)[::-1]
    shifts = (np.cumsum(u) - 1) / np.arange(1, len(v) + 1)
    return np.maximum(v - shifts[u > shifts][-1], 0)


def pami_to_the_letter(rho=0.01):
    """002 Algorithm 2; R'Q' is brought to the simplex at the end."""
    count = len(docs)
    H0 = np.array([shares(m) for m in docs]).T
    R = np.linalg.cholesky(count * a).T
    inverse = np.linalg.inv(R)
    F = H0.T @ B @ R.T
    dual, Q = np.zeros((count, K)), np.array([bayes(m) for m in docs]) @ inverse
    for t in range(TURNS):
        V = Q + dual
        W = np.array([best_support(inverse @ inverse.T, inverse @ row) for row in V])
        P = W @ inverse
        left, _, right = np.linalg.svd(F + rho * P - rho * dual, full_matrices=False)
        Q = left @ right
        dual = dual + (Q - P)
    return np.array([nearest_on_simplex(w) for w in Q @ R])


def whole(W):
    full = np.tile(p, (M, 1))
    full[docs] = W
    return full


lifts = []
words = np.where(known[:, None], B * p, 1 / K)
show('bbar', (words / words.sum(1, keepdims=True)).T)
show('paper_padd', whole(padd_to_the_letter()))
show('paper_pami', whole(pami_to_the_letter()))
assert lifts[-1] > 1e-3  # else no round is convex-concave


def largest_entry(b, j, delta):
    """The least |z|_inf with |b'z - e_j|_inf <= delta, by linear programming: t = 1 / |z|_inf, u = t z."""
    n, k = b.shape
    e = np.eye(k)[j]
    rows = np.vstack([np.c_[b.T, -e - delta], np.c_[-b.T, e - delta]])
    found = linprog(np.r_[np.zeros(n), -1], rows, np.zeros(2 * k), bounds=[(-1, 1)] * n + [(0, None)], method='highs',
                    options=dict(primal_feasibility_tolerance=1e-10, dual_feasibility_tolerance=1e-10))
    return 1 / found.x[n]


i, j = np.mgrid[:60, :10]
b = ((7 * i + 13 * j + 3 * i * i + i * j * j) % 17 + 1.0)**2
b = b / b.sum(0)
for name, delta in (('exact', 0), ('near', 0.05), ('far', 0.3)):
    show('tli_' + name, [largest_entry(b, j, delta) for j in range(10)])
