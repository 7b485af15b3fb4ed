"""numpy's side of tests/interop/numpy.sh.

exchange.py everything DIR what stands in the folder DIR afterwards:
    values/ARRAY       what jsmf-cat --array must print
    streams/CASE.npz   the arrays, as numpy writes them in that case; bag.npz and model.npz are those below
    cases              the cases, one a line
    refused            cases that must be refused, each with words of the message
exchange.py bag            a bag, with all the arrays beside it, as scipy may leave it
exchange.py check FILE     whether that is the co-occurrence that jsmf-cooc --dense makes of that bag, arrays kept
exchange.py market FILE    whether a Matrix Market file holds that bag
exchange.py model          a model of that bag's words by hand, B float32 and by columns
exchange.py polished FILE  whether this is that model polished on that bag by one whole pass, by numpy's arithmetic
exchange.py compositions FILE   whether these are that bag's, of that model, with numpy's least squares on the simplex
"""
import io
import os
import struct
import sys
import zipfile

import numpy as np
import numpy.lib.format as npy

WORDS = ["plain", "", "\u00e9t\u00e9", "\U0001f600 smile", "\u4e2d\u6587", "a\u0000b", "x" * 300]


def arrays():
    generator = np.random.RandomState(7)
    found = {
        "f8": generator.standard_normal((5, 3)),
        "f4": generator.standard_normal((4, 2)).astype("<f4"),
        "fortran": np.asfortranarray(generator.standard_normal((4, 6))),
        "column": np.asfortranarray(generator.standard_normal((6, 1))),
        "transposed": generator.standard_normal((3, 7)).T,
        "extremes": np.array([np.finfo(float).max, np.finfo(float).tiny, 5e-324, -0.0]),
        "scalar": np.array(2.5),
        "count": np.array(12, dtype=np.int64),
        "flags": np.array([True, False, True]),
        "words": np.array(WORDS),
        "word": np.array("1 bag"),
        "nowords": np.array([], dtype="U"),
        "empty": np.zeros(0),
        "norows": np.zeros((0, 4)),
        "nocols": np.zeros((3, 0), dtype="<i4"),
        "large": generator.standard_normal((300, 200)),
        "dotted.name": np.arange(3),
        "caf\u00e9": np.arange(2.0),
    }
    for letter in "iu":
        for size in (1, 2, 4, 8):
            limits = np.iinfo(letter + str(size))
            found[letter + str(size)] = np.array([limits.min, 0, 7, limits.max], dtype="<%s%d" % (letter, size))
    return found


class Pipe(io.RawIOBase):
    """Standard output without seek and tell, as a pipe is."""

    def writable(self):
        return True

    def write(self, data):
        return sys.stdout.buffer.write(data)

    def flush(self):
        sys.stdout.buffer.flush()


def archive(to, found, compression=zipfile.ZIP_STORED, force_zip64=True, version=(1, 0)):
    """numpy.savez by hand, where what it does depends on its version."""
    with zipfile.ZipFile(to, "w", compression) as z:
        for name, array in found.items():
            with z.open(zipfile.ZipInfo(name + ".npy"), "w", force_zip64=force_zip64) as entry:
                npy.write_array(entry, np.asanyarray(array), version=version)


def zip64_by_hand(to, found, hidden):
    """The two dialects of zipfile's force_zip64, whichever Python runs: sizes in the ZIP64 extra field of the local
    header, and beside it all ones (hidden), or the sizes again."""
    directory, offset = b"", 0
    for name, array in found.items():
        data = io.BytesIO()
        npy.write_array(data, np.asanyarray(array))
        data, name = data.getvalue(), (name + ".npy").encode()
        flags = 0x800 if any(c > 127 for c in name) else 0
        crc = zipfile.crc32(data)
        extra = struct.pack("<HHQQ", 1, 16, len(data), len(data))
        common = struct.pack("<HHHHHLLLHH", 45, flags, 0, 0, 33, crc, len(data), len(data), len(name), len(extra))
        local = common[:14] + b"\xff" * 8 + common[22:] if hidden else common
        header = b"PK\3\4" + local + name + extra
        directory += b"PK\1\2" + struct.pack("<H", 45) + common[:-2]
        directory += struct.pack("<HHHHLL", 0, 0, 0, 0, 0, offset) + name
        to.write(header + data)
        offset += len(header) + len(data)
    to.write(directory + b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, len(found), len(found), len(directory), offset, 0))


def buffered(write):
    memory = io.BytesIO()
    write(memory)
    sys.stdout.buffer.write(memory.getvalue())


def write(case):
    found = arrays()
    if case == "savez":
        buffered(lambda to: np.savez(to, **found))
    elif case == "compressed":
        buffered(lambda to: np.savez_compressed(to, **found))
    elif case == "pipe":
        np.savez(Pipe(), **found)
    elif case == "compressed-pipe":
        np.savez_compressed(Pipe(), **found)
    elif case == "zip64-pipe":
        archive(Pipe(), found)
    elif case == "zip32-pipe":
        archive(Pipe(), found, force_zip64=False)
    elif case == "zip32-deflated-pipe":
        archive(Pipe(), found, zipfile.ZIP_DEFLATED, force_zip64=False)
    elif case == "zip64":
        buffered(lambda to: archive(to, found))
    elif case == "zip32":
        buffered(lambda to: archive(to, found, force_zip64=False))
    elif case.startswith("zip64-sizes"):
        buffered(lambda to: zip64_by_hand(to, found, case.endswith("hidden")))
    elif case == "npy2":
        buffered(lambda to: archive(to, found, version=(2, 0)))
    elif case == "npy3":
        buffered(lambda to: archive(to, found, version=(3, 0)))
    else:
        buffered(lambda to: np.savez(to, a=REFUSED[case][0]))


CASES = ("savez compressed pipe compressed-pipe zip64-pipe zip32-pipe zip32-deflated-pipe zip64 zip32 "
         "zip64-sizes-hidden zip64-sizes-shown npy2 npy3").split()

REFUSED = {
    "big-endian": (np.arange(3, dtype=">f8"), "big-endian"),
    "half": (np.arange(3, dtype="<f2"), "floats of another size"),
    "long-double": (np.arange(3, dtype="<f16"), "floats of another size"),
    "complex": (np.arange(3, dtype="<c16"), "complex"),
    "objects": (np.array([{}, []], dtype=object), "Python objects"),
    "structured": (np.zeros(2, dtype=[("x", "<f8"), ("y", "<i4")]), "structured"),
    "dates": (np.array(["2000-01-01"], dtype="M8[D]"), "dates"),
    "nan": (np.array([1.0, np.nan]), "nan"),
    "big-endian-words": (np.array(["a"]).astype(">U1"), "big-endian"),
}


def text(value):
    if isinstance(value, (str, np.str_)):
        return str(value)
    if isinstance(value, np.bool_):
        return str(int(value))
    return "%d" % value if isinstance(value, np.integer) else "%.17g" % value


def values(folder):
    for name, array in arrays().items():
        rows = array.reshape(array.shape + (1,) * (2 - array.ndim))
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
            for row in rows:
                if len(row):
                    print("\t".join(text(value) for value in row), file=file)


COUNTS = np.array([[2, 0, 1, 0], [0, 0, 0, 0], [1, 3, 0, 0], [0, 5, 0, 1], [1, 1, 1, 7]])


def bag():
    """Unsorted rows, a repeated entry, a stored zero, counts as floats, wide indices: scipy writes such things."""
    data, indices, indptr = [], [], [0]
    for row in COUNTS:
        for j in reversed(range(len(row))):
            if row[j] > 1:
                data += [1, row[j] - 1]
                indices += [j, j]
            else:
                data.append(row[j])
                indices.append(j)
        indptr.append(len(data))
    parts = {"H.data": np.array(data, dtype=float), "H.indices": np.array(indices, dtype=np.int64),
             "H.indptr": np.array(indptr, dtype=np.int32), "H.shape": np.array(COUNTS.shape),
             "vocab": np.array(list("abcd"))}
    buffered(lambda to: np.savez(to, **parts, **arrays()))


def cooccurrence():
    documents = [h for h in COUNTS.astype(float) if h.sum() > 1]
    return sum((np.outer(h, h) - np.diag(h)) / (h.sum() * (h.sum() - 1)) for h in documents) / len(documents)


def check(path):
    expected = arrays()
    with np.load(path) as got:
        assert str(got["jsmf"]) == "1 cooc" and len(got["history"]) == 1
        assert np.abs(got["C"] - cooccurrence()).max() < 1e-15
        assert list(got["vocab"]) == list("abcd") and got["df"].tolist() == (COUNTS > 0).sum(0).tolist()
        assert [name for name in got.files if name in expected] == list(expected), got.files
        for name, array in expected.items():
            assert got[name].dtype == array.dtype, (name, got[name].dtype)
            assert got[name].shape == array.shape, (name, got[name].shape)
            assert got[name].tobytes() == array.tobytes(), name
            assert got[name].flags.f_contiguous == array.flags.f_contiguous or array.size == 0, name
    with zipfile.ZipFile(path) as z:
        assert z.testzip() is None
        assert all(info.date_time == (1980, 1, 1, 0, 0, 0) for info in z.infolist())


ALPHA = np.array([0.6, 0.4])
TOPICS = np.array([[0.7, 0.0], [0.2, 0.3], [0.1, 0.2], [0.0, 0.5]])


def model():
    buffered(lambda to: np.savez(to, B=np.asfortranarray(TOPICS.astype("<f4")), A=np.array([[3, 1], [1, 3]]),
                                 alpha=ALPHA, vocab=np.array(list("abcd"))))


def digamma(x):
    """By the recurrence up to 30, then Stirling's series."""
    x, total = np.array(x, dtype=float), 0.0
    while (x < 30).any():
        total, x = total - np.where(x < 30, 1 / x, 0), np.where(x < 30, x + 1, x)
    return total + np.log(x) - 1 / (2 * x) - 1 / (12 * x**2) + 1 / (120 * x**4) - 1 / (252 * x**6)


def inverse_digamma(y):
    low, high = np.full(np.shape(y), 1e-9), np.full(np.shape(y), 1e9)
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = np.where(digamma(middle) < y, middle, low), np.where(digamma(middle) < y, high, middle)
    return middle


def compose(h, topics):
    """A document's gamma, at most 20 steps."""
    gamma = ALPHA + h.sum() * np.array([0.5, 0.5])
    for _ in range(20):
        e = np.exp(digamma(gamma))
        moved = ALPHA + e * (topics.T @ (h / (topics @ e)))
        change, gamma = abs(moved - gamma).sum() / moved.sum(), moved
        if change <= 1e-3:
            break
    return gamma


def polished(path):
    """--beta 0.3 --anchor-weight 0.5."""
    start, documents = TOPICS.astype("<f4").astype(float), [h for h in COUNTS.astype(float) if h.sum()]
    sums = 0.3 + 0.5 * COUNTS.sum() / 2 * start
    topics = COUNTS.sum() / 2 * start + sums
    topics /= topics.sum(0)
    gammas = np.array([compose(h, topics) for h in documents])
    for h, gamma in zip(documents, gammas):
        e = np.exp(digamma(gamma))
        sums += topics * e * (h / (topics @ e))[:, None]
    logs = (digamma(gammas) - digamma(gammas.sum(1))[:, None]).mean(0)
    alpha = ALPHA
    for _ in range(20):
        alpha = inverse_digamma(digamma(alpha.sum()) + logs)
    w = gammas / gammas.sum(1)[:, None]
    with np.load(path) as got:
        assert str(got["jsmf"]) == "1 model" and list(got["vocab"]) == list("abcd") and got["legality"] == 1
        assert abs(got["B"] - sums / sums.sum(0)).max() < 1e-9, got["B"] - sums / sums.sum(0)
        assert abs(got["alpha"] / alpha - 1).max() < 1e-5, (got["alpha"], alpha)
        assert abs(got["A"] - w.T @ w / len(w)).max() < 1e-9
        joint = got["B"] * got["A"].sum(0)
        assert abs(got["Bbar"] - (joint / joint.sum(1)[:, None]).T).max() < 1e-12


def compositions(path):
    """Of two topics w = (x, 1 - x): least squares by hand."""
    topics, counts = TOPICS.astype("<f4").astype(float), COUNTS.astype(float)
    unigram = topics @ [0.5, 0.5]
    with np.load(path) as got:
        assert str(got["jsmf"]) == "1 compositions" and str(got["infer.method"]) == "scls"
        assert got["W"].shape == (2, len(COUNTS)) and got["W"].flags.f_contiguous and got["W"].dtype == float
        assert got["infer.empty"].tolist() == [h.sum() == 0 for h in COUNTS]
        for h, w in zip(counts, got["W"].T):
            x = 0.5
            if h.sum():
                d = (topics[:, 0] - topics[:, 1]) / np.sqrt(unigram)
                x = np.clip(d @ ((h / h.sum() - topics[:, 1]) / np.sqrt(unigram)) / (d @ d), 0, 1)
            assert abs(w - [x, 1 - x]).max() < 1e-7, (w, x)
        expected = arrays()
        assert [name for name in got.files if name in expected] == list(expected), got.files
        for name, array in expected.items():
            assert got[name].tobytes() == array.tobytes(), name


def market(path):
    with open(path) as file:
        assert file.readline() == "%%MatrixMarket matrix coordinate real general\n"
        rows, cols, count = map(int, file.readline().split())
        got = np.zeros((rows, cols))
        for line in file:
            i, j, value = line.split()
            got[int(i) - 1, int(j) - 1] = float(value)
            count -= 1
    assert count == 0 and (got == COUNTS).all()


def everything(folder):
    values(os.path.join(folder, "values"))
    writers = {case: lambda case=case: write(case) for case in [*CASES, *REFUSED]}
    writers.update(bag=bag, model=model)
    standard_output = sys.stdout
    for name, writer in writers.items():
        with open(os.path.join(folder, "streams", name + ".npz"), "w") as sys.stdout:
            writer()
    sys.stdout = standard_output
    with open(os.path.join(folder, "cases"), "w") as file:
        print(*CASES, sep="\n", file=file)
    with open(os.path.join(folder, "refused"), "w") as file:
        for case, (_, message) in REFUSED.items():
            print(case, message, file=file)


def main():
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    command, operand = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    if command in ("bag", "model"):
        {"bag": bag, "model": model}[command]()
    else:
        {"everything": everything, "check": check, "market": market,
         "compositions": compositions, "polished": polished}[command](operand)


if __name__ == "__main__":
    main()
