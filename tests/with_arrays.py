#!/usr/bin/env python3
"""Writes a stream by hand: `with_arrays.py IN|- OUT [NAME TYPE SHAPE VALUE...]...` puts arrays, as numpy.savez does,
behind those of the stream IN that have other names. TYPE is numpy's (i8, u2, f8, b1, U for names, S for bytes, O for
objects), with an F behind it where the items lie in Fortran's order; SHAPE is 3,2 or () for a scalar. As many values
follow as the shape has items, in the order in which they lie. Needs no numpy."""
import pickle
import struct
import sys
import zipfile

FORMATS = {"f8": "d", "f4": "f", "i8": "q", "i4": "i", "i2": "h", "i1": "b", "u8": "Q", "u4": "I", "u2": "H", "u1": "B",
           "b1": "?"}


def pack(kind, values):
    """The type as .npy has it, and the items' bytes."""
    if kind == "U":
        width = max([len(v) for v in values] + [1])
        return "<U%d" % width, b"".join(v.ljust(width, "\0").encode("utf-32-le") for v in values)
    if kind == "S":
        width = max([len(v.encode()) for v in values] + [1])
        return "|S%d" % width, b"".join(v.encode().ljust(width, b"\0") for v in values)
    if kind == "O":
        return "|O", pickle.dumps(values)
    numbers = [float(v) if kind[0] == "f" else int(v) for v in values]
    return ("|" if kind[1] == "1" else "<") + kind, struct.pack("<%d%s" % (len(numbers), FORMATS[kind]), *numbers)


def npy(kind, shape, values):
    descr, data = pack(kind.rstrip("F"), values)
    header = repr({"descr": descr, "fortran_order": kind.endswith("F"), "shape": shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + data


def added(arguments):
    arrays = {}
    while arguments:
        name, kind, text = arguments[:3]
        shape = () if text == "()" else tuple(int(n) for n in text.split(","))
        count = 1
        for n in shape:
            count *= n
        arrays[name + ".npy"] = npy(kind, shape, arguments[3:3 + count])
        arguments = arguments[3 + count:]
    return arrays


def main():
    arrays = added(sys.argv[3:])
    entries = {}
    if sys.argv[1] != "-":
        with zipfile.ZipFile(sys.argv[1]) as z:
            entries = {name: z.read(name) for name in z.namelist() if name not in arrays}
    with zipfile.ZipFile(sys.argv[2], "w") as z:
        for name, data in {**entries, **arrays}.items():
            z.writestr(name, data)


main()
