# What the recipes of jsmf-python(7) have made; runs behind them, with their names.
groups = numpy.unique(w["kind"])
assert (w["ids"] == table["id"].to_numpy(str)).all() and (w["kind"] == table["kind"].to_numpy(str)).all()
assert (shares.index == table["id"]).all() and numpy.allclose(shares.sum(axis=1), 1)
assert list(by_kind.index) == list(groups) and numpy.allclose(by_kind.loc[groups[0]], shares[
    (table["kind"] == groups[0]).to_numpy()].mean())

assert (wide["document"] == table["id"]).all() and (wide["kind"] == table["kind"]).all() and len(topics) == 100
assert numpy.allclose(wide.iloc[:, 2:].sum(axis=1), 1, atol=1e-5)

# What pyLDAvis.prepare asks of its arguments.
K, N, M = 10, len(model["vocab"]), len(table)
assert arrays["topic_term_dists"].shape == (K, N) and numpy.allclose(arrays["topic_term_dists"].sum(axis=1), 1)
assert arrays["doc_topic_dists"].shape == (M, K) and numpy.allclose(arrays["doc_topic_dists"].sum(axis=1), 1)
assert arrays["doc_lengths"].shape == (M,) and arrays["vocab"].shape == arrays["term_frequency"].shape == (N,)
assert arrays["doc_lengths"].sum() == arrays["term_frequency"].sum() == H.sum()

for path in ["sklearn.npz"] + ["gensim.npz"] * ("gensim" not in missing):
    made = numpy.load(path)
    assert made["B"].shape == (len(made["vocab"]), 5) and numpy.allclose(made["B"].sum(axis=0), 1)
weights = lda.components_ if "gensim" in missing else lda.get_topics()
assert numpy.allclose(made["B"], (weights / weights.sum(axis=1, keepdims=True)).T, atol=1e-6)
assert "gensim" in missing or numpy.load("gensim-w.npz")["W"].shape == (5, M)
assert numpy.load("polished.npz")["A"].shape == (5, 5) and numpy.load("polished-w.npz")["W"].shape == (5, M)
bag = numpy.load("counts.npz")
assert (bag["H"] == H[:100, [counter.vocabulary_[word] for word in bag["vocab"]]].toarray()).all()
run("jsmf-cooc -q counts.npz -o /dev/null")
