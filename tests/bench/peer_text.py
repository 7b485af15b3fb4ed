#!/usr/bin/env python3
"""Counts of words by another program, from a text of a document a line: peer_text.py sklearn|gensim FILE."""
import sys

peer, path = sys.argv[1:]
with open(path, encoding="utf-8") as lines:
    if peer == "sklearn":
        from sklearn.feature_extraction.text import CountVectorizer
        counts = CountVectorizer().fit_transform(lines)
        print(*counts.shape, counts.sum())
    else:
        from gensim.corpora import Dictionary
        from gensim.utils import simple_preprocess
        words = Dictionary()
        bags = [words.doc2bow(simple_preprocess(line), allow_update=True) for line in lines]
        print(len(bags), len(words), sum(n for bag in bags for _, n in bag))
