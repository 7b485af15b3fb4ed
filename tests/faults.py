"""Damages a stream: `faults.py STREAM FOLDER` writes one file for each way into FOLDER, named by it. Needs no numpy.

The names: cut-NN, flip-NN, nodirectory, trailing, before, newer, version0, unkind, twice, nan-ARRAY, infinite-ARRAY,
negative-ARRAY, huge-ARRAY, fraction-ARRAY, zero-ARRAY, scaled-ARRAY, short-ARRAY, wide-ARRAY, without-ARRAY,
empty-vocab, again-vocab.
"""
import ast
import os
import struct
import sys
import warnings
import zipfile

FORMATS = {"f8": "d", "f4": "f", "i8": "q", "i4": "i", "i2": "h", "i1": "b", "u8": "Q", "u4": "I", "u2": "H", "u1": "B",
           "b1": "b"}


class Array:
    """A .npy array; items are numbers, or the UCS-4 strings as bytes."""

    def __init__(self, raw):
        length, start = struct.unpack("<H", raw[8:10])[0], 10
        if raw[6] > 1:
            length, start = struct.unpack("<I", raw[8:12])[0], 12
        header = ast.literal_eval(raw[start:start + length].decode())
        self.type, self.fortran, self.shape = header["descr"][1:], header["fortran_order"], list(header["shape"])
        data = raw[start + length:]
        if self.type[0] == "U":
            width = 4 * int(self.type[1:])
            self.items = [data[i:i + width] for i in range(0, len(data), width)] if width else []
        else:
            self.items = list(struct.unpack("<%d%s" % (self.count(), FORMATS[self.type]), data))

    def count(self):
        count = 1
        for n in self.shape:
            count *= n
        return count

    def floats(self):
        return self.type[0] == "f"

    def numbers(self):
        return self.type[0] != "U"

    def as_float(self):
        self.type, self.items = "f8", [float(x) for x in self.items]

    def set_string(self, text):
        self.type, self.items = "U%d" % len(text), [text.encode("utf-32-le")]

    def drop_last(self):
        """The last index along the first axis (of a row-major array)."""
        row = self.count() // self.shape[0]
        self.items = self.items[:-row]
        self.shape[0] -= 1

    def double_last(self):
        """Every row once more as wide (of a row-major array)."""
        row = self.shape[-1]
        rows = [self.items[i:i + row] for i in range(0, len(self.items), row)]
        self.items = [x for r in rows for x in r + r]
        self.shape[-1] *= 2

    def raw(self):
        shape = "(%s)" % "".join("%d," % n for n in self.shape)
        header = "{'descr': '<%s', 'fortran_order': %s, 'shape': %s, }" % (self.type, self.fortran, shape)
        header += " " * (-(11 + len(header)) % 64) + "\n"
        data = b"".join(self.items) if self.type[0] == "U" else struct.pack(
            "<%d%s" % (len(self.items), FORMATS[self.type]), *self.items)
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def read(path):
    with zipfile.ZipFile(path) as z:
        return [(i.filename, z.read(i)) for i in z.infolist()]


def write(path, entries):
    with zipfile.ZipFile(path, "w") as z:
        for name, raw in entries:
            z.writestr(name, raw)


class Damage:
    def __init__(self, stream, folder):
        self.folder = folder
        self.entries = read(stream)
        with open(stream, "rb") as f:
            self.bytes = f.read()
        with zipfile.ZipFile(stream) as z:
            self.directory = z.start_dir
            self.spans = [self.span(i) for i in z.infolist()]

    def span(self, info):
        name, extra = struct.unpack("<HH", self.bytes[info.header_offset + 26:info.header_offset + 30])
        start = info.header_offset + 30 + name + extra
        return start, start + info.compress_size

    def put(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as f:
            f.write(data)

    def edit(self, name, entry, change):
        """A copy in which one entry's array went through change; where change returns False there is nothing to do."""
        array = Array(dict(self.entries)[entry])
        if change(array) is not False:
            write(os.path.join(self.folder, name),
                  [(n, array.raw() if n == entry else raw) for n, raw in self.entries])

    def bytes_damaged(self):
        size = len(self.bytes)
        for i in range(12):
            self.put("cut-%02d" % i, self.bytes[:max(1, size * i // 12)])
        self.put("cut-12", self.bytes[:size - 1])
        self.put("nodirectory", self.bytes[:self.directory])
        self.put("trailing", self.bytes + b"\0")
        self.put("twice-over", self.bytes + self.bytes)
        self.put("before", b"\n" + self.bytes)
        for i, (start, end) in enumerate(self.spans):
            place = (start + end) // 2
            self.put("flip-%02d" % i,
                     self.bytes[:place] + bytes([self.bytes[place] ^ 16]) + self.bytes[place + 1:])

    def kinds_damaged(self):
        kind = Array(dict(self.entries)["jsmf.npy"]).items[0].decode("utf-32-le").split()[1]
        for name, text in (("newer", "2 " + kind), ("version0", "0 " + kind), ("unkind", "1 pudding"),
                           ("nonsense", "x")):
            self.edit(name, "jsmf.npy", lambda a, text=text: a.set_string(text))
        write(os.path.join(self.folder, "twice"), self.entries + self.entries[-1:])
        write(os.path.join(self.folder, "nothing"), [])
        for name, code in (("hidden-202e", 0x202e), ("hidden-200b", 0x200b), ("hidden-85", 0x85)):
            write(os.path.join(self.folder, name), self.entries + [("a%cb.npy" % code, self.entries[-1][1])])

    def values_damaged(self):
        for entry, _ in self.entries:
            def spoil(array, value):
                if not array.numbers() or not array.items:
                    return False
                array.as_float()
                array.items[len(array.items) // 2] = value
                return True
            name = entry[:-4]

            def multiply(array, by):
                if not array.floats():
                    return False
                array.items = [x * by for x in array.items]
                return True
            for word, value in (("nan", float("nan")), ("infinite", float("inf")), ("negative", -3.0),
                                ("huge", 1e200), ("fraction", 0.5)):
                self.edit("%s-%s" % (word, name), entry, lambda a, value=value: spoil(a, value))
            for word, by in (("zero", 0.0), ("scaled", 1e5)):
                self.edit("%s-%s" % (word, name), entry, lambda a, by=by: multiply(a, by))

    def shapes_damaged(self):
        for entry, _ in self.entries:
            def shorten(array):
                return array.drop_last() if array.shape and array.shape[0] > 1 and not array.fortran else False

            def widen(array):
                return array.double_last() if len(array.shape) == 2 and not array.fortran else False
            name = entry[:-4]
            self.edit("short-" + name, entry, shorten)
            self.edit("wide-" + name, entry, widen)
            write(os.path.join(self.folder, "without-" + name), [e for e in self.entries if e[0] != entry])


    def words_damaged(self):
        def empty(array):
            array.items[1] = bytes(len(array.items[1]))
            return True

        def again(array):
            array.items[1] = array.items[0]
            return True
        if "vocab.npy" not in dict(self.entries):
            return
        for name, change in (("empty-vocab", empty), ("again-vocab", again)):
            self.edit(name, "vocab.npy", change)


def main():
    warnings.simplefilter("ignore")  # zipfile's, about the name that is there twice
    damage = Damage(sys.argv[1], sys.argv[2])
    damage.bytes_damaged()
    damage.kinds_damaged()
    damage.values_damaged()
    damage.shapes_damaged()
    damage.words_damaged()


if __name__ == "__main__":
    main()
