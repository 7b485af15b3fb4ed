#!/usr/bin/python3
"""Compares cyclic Douglas-Rachford iterations with the printed ones (001 Algorithm 2), on whole matrices.
usage: rectifiers.py BUILD_DIR SHARED_DIR   prints TAP."""
import numpy as np
import scipy.linalg as la

from common import bag, check, load, plan, run

WORDS, K = 400, 10


def psd(C):
    w, V = la.eigh(C, subset_by_index=(len(C) - K, len(C) - 1))
    return (V * np.maximum(w, 0)) @ V.T


def nor(C):
    return C + (1 - C.sum()) / C.size


def nn(C):
    return np.maximum(C, 0)


def average(C, first, second):
    """(1 + R_second R_first) / 2, R = 2 P - 1."""
    D = 2 * first(C) - C
    return (C + 2 * second(D) - D) / 2


def douglas_rachford(C, iterations):
    for _ in range(iterations):
        C = average(average(average(C, psd, nor), nor, nn), nn, psd)
    C = nn(C)
    return C / C.sum()


def compare(name, cooc, C):
    for t in (1, 5, 15):
        want = douglas_rachford(C, t)
        got = load(run("jsmf-rectify-ap --method dr -k %d -i %d" % (K, t), cooc))["C"]
        check("%s DR%d" % (name, t), la.norm(got - want) / la.norm(want), 1e-8)


for corpus in ("kos", "nips12"):
    words = bag(corpus, WORDS)
    dense = run("jsmf-cooc --dense", words)
    matrix = load(dense)["C"]
    compare(corpus, dense, matrix)
    compare(corpus + " factored", run("jsmf-cooc --factored", words), matrix)
plan()
