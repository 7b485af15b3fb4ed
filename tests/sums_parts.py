"""Copies of the sums of one shard under other names: `sums_parts.py SUMS COUNT FOLDER` writes FOLDER/0, FOLDER/1, ...,
as of so many shards with documents of their own. Needs no numpy."""
import os
import sys

import faults

entries = faults.read(sys.argv[1])
for number in range(int(sys.argv[2])):
    changed = []
    for name, raw in entries:
        if name in ("sums.shards.npy", "sums.digests.npy"):
            array = faults.Array(raw)
            array.set_string("%d" % number if name == "sums.shards.npy" else "%016x" % (number + 1))
            raw = array.raw()
        changed.append((name, raw))
    faults.write(os.path.join(sys.argv[3], "%d" % number), changed)
