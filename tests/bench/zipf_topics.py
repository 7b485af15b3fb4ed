#!/usr/bin/env python3
"""Writes known topics over as many words as UCI's docword.pubmed has, as a model stream for jsmf-synth:
`zipf_topics.py OUT K SPREAD`. Needs numpy.

Of the words' frequencies two are known beside their sum, so that the slope of their logarithms is derived: with the
frequency of rank r as C (r + q)^-s, Zipf's law in Mandelbrot's form, the largest and the smallest count and the sum of
all give q, s and C. Words differ over the topics as gamma variables of the shape SPREAD do: the smaller it is, the
fewer topics has a word, and the fewer different words a document. Prints s, q and the slope over ranks 10 to 10,000."""
import sys

import numpy as np

# Counts of docword.pubmed: tokens, those of the most and the least frequent word, words.
TOKENS, MOST, LEAST, WORDS = 737869083, 7499755, 82, 141043


def law(q):
    """s, by which the largest count is to the smallest as it should be, and the frequencies."""
    s = np.log(MOST / LEAST) / np.log((WORDS + q) / (1 + q))
    p = (np.arange(1, WORDS + 1) + q) ** -s
    return s, p / p.sum()


def fitted():
    """q, by bisection: the larger it is, the smaller is the part of the most frequent word."""
    low, high = 0.0, 1000.0
    for _ in range(60):
        q = (low + high) / 2
        low, high = (q, high) if law(q)[1][0] > MOST / TOKENS else (low, q)
    return low


def slope(p):
    """Of log frequencies over log ranks, which count as often as they are apart."""
    ranks = np.arange(10, 10001)
    return np.polyfit(np.log(ranks), np.log(p[9:10000]), 1, w=ranks ** -0.5)[0]


def main():
    out, k, spread = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    random = np.random.Generator(np.random.PCG64(24))
    q = fitted()
    s, p = law(q)
    print("%.3f %.1f %.3f" % (s, q, slope(p)))
    b = random.gamma(spread, size=(WORDS, k)) + 1e-12
    for _ in range(20):  # each topic sums to 1, and the mean of the topics is p
        b *= (p / b.mean(1))[:, None]
        b /= b.sum(0)
    b[b < 1e-14] = 0
    names = np.array(["w%06d" % (i + 1) for i in range(WORDS)])
    np.savez(out, jsmf=np.array("1 model"), B=np.asfortranarray(b[random.permutation(WORDS)]), vocab=names)


main()
