"""Seeds of fuzz_npz: streams in every dialect, and the records that it makes archives of itself. usage: seeds.py DIR"""
import io
import os
import struct
import sys

import numpy as np

NAMES = ("jsmf history H.data H.indices H.indptr H.shape C C.data C.indices C.indptr C.shape vocab").split()


def streams():
    mark, history = np.array("1 bag"), np.array(["jsmf-bow 0.1.0"])
    rows = {"data": np.array([3, 1, 2], "<i4"), "indices": np.array([0, 2, 1], "<i4"), "indptr": np.array([0, 2, 3]),
            "shape": np.array([2, 4])}
    words = np.array(["a", "\u00e9", "\U0001f600", "word"])
    yield "bag", {"jsmf": mark, "history": history, "vocab": words, **{"H." + k: v for k, v in rows.items()}}
    yield "cooc", {"jsmf": np.array("1 cooc"), "C": np.asfortranarray(np.arange(16.0).reshape(4, 4)), "vocab": words}
    yield "sparse", {**{"C." + k: v for k, v in rows.items()}, "C.data": np.array([0.5, 0, 0.25], "<f4")}
    types = "<f4 |b1 |i1 |u1 <i2 <u2 <u4 <u8".split()
    yield "types", {name: np.ones((2, 2), dtype) for name, dtype in zip(NAMES[2:], types)}
    yield "scalars", {"C": np.array(0.5), "vocab": np.array("a"), "H.data": np.zeros((0, 3))}


class Pipe(io.BytesIO):
    def seekable(self):
        return False

    def tell(self):
        raise OSError

    seek = None


def record(name, array):
    data = io.BytesIO()
    np.save(data, array)
    return struct.pack("<BBH", NAMES.index(name), 0, len(data.getvalue())) + data.getvalue()


def main():
    def keep(name, data):
        with open(os.path.join(sys.argv[1], name), "wb") as file:
            file.write(data)

    for name, arrays in streams():
        for suffix, to, save in (("", io.BytesIO(), np.savez), ("-deflated", io.BytesIO(), np.savez_compressed),
                                 ("-pipe", Pipe(), np.savez), ("-deflated-pipe", Pipe(), np.savez_compressed)):
            save(to, **arrays)
            keep(name + suffix, to.getvalue())
        keep(name + "-records", b"W" + b"".join(record(k, v) for k, v in arrays.items()))
    keep("no-arrays", b"PK\5\6" + bytes(18))


if __name__ == "__main__":
    main()
