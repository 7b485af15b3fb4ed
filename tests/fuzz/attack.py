#!/usr/bin/env python3
"""An attack from outside: arrays of good streams are changed one or two at a time, and programs are run on them.

usage: attack.py BUILD_DIR RUNS [SEED]

A run is bad where the program is killed by a signal, does not end within 60 seconds, prints a sanitizer's report, ends
with a code that the manual does not name, fails without a message or beside an output, or succeeds with an output that
jsmf-cat --check refuses or that holds NaN or infinity. Their streams are kept in build/attack; the last line
counts. Some runs have little memory, few files or a full device, and some are terminated on the way.
"""
import io
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
import zipfile

import numpy as np

BUILD = os.path.abspath(sys.argv[1])
RUNS = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
ASAN = "asan" in BUILD
KEPT = os.path.abspath("build/attack")

GOOD = {  # how each kind of stream is made of those before it
    "bag": "jsmf-synth -q --size 60 --words 24 -k 3 --length 30",
    "dense": "jsmf-cooc -q --dense bag",
    "sparse": "jsmf-cooc -q --sparse bag",
    "factored": "jsmf-cooc -q --factored bag",
    "lowrank": "jsmf-cooc -q --low-rank -k 4 bag",
    "rectified": "jsmf-rectify-ap -q -k 3 dense",
    "compressed": "jsmf-rectify-enn -q -k 3 dense",
    "model": "jsmf-aw -q -k 3 --min-df 1 rectified",
    "polished": "jsmf-polish -q -i 2 model bag",
    "compositions": "jsmf-infer -q model bag",
    "sums": "jsmf-cooc --partial --block 16 bag",
    "block0": "jsmf-krylov --begin -k 2 --passes 5 bag",
    "times0": "jsmf-cooc --partial --block 16 --times block0 bag",
    "block1": "jsmf-krylov block0 times0",
    "times1": "jsmf-cooc --partial --block 16 --times block1 bag",
    "block2": "jsmf-krylov block1 times1",
    "times2": "jsmf-cooc --partial --block 16 --times block2 bag",
    "words": "jsmf-bow --counts --shard one bag",
    "fewer": "jsmf-bow -q --min-df 9 bag",
    "other": "jsmf-bow --counts --shard two fewer",
    "begun": "jsmf-polish -q --partial --block 16 model bag",
    "round": "jsmf-polish -q --step model begun",
    "part": "jsmf-polish -q --partial round bag",
}
COOC = ["dense", "sparse", "factored", "lowrank"]
AP = COOC + ["rectified"]
ANY = AP + ["compressed"]
MODEL = ["model", "polished"]
ROWS = [  # what is changed, the command; IN is the changed stream
    (["bag"], "jsmf-bow IN"),
    (["bag"], "jsmf-bow --match model IN"),
    (["bag"], "jsmf-bow --min-df 2 --top 9 IN"),
    (["bag"], "jsmf-cooc IN"),
    (["bag"], "jsmf-cooc --factored IN"),
    (["bag"], "jsmf-cooc --low-rank -k 2 IN"),
    (AP, "jsmf-rectify-ap -k 2 -i 3 IN"),
    (AP, "jsmf-rectify-ap -k 2 -i 3 --method dr IN"),
    (ANY, "jsmf-rectify-enn -k 2 -i 3 IN"),
    (AP, "jsmf-palm -k 2 -i 3 IN"),
    (ANY, "jsmf-aw -k 2 IN"),
    (ANY, "jsmf-aw -k 2 --loss kl --min-df 1 IN"),
    (["compressed"], "jsmf-law IN"),
    (ANY, "jsmf-anchorfree -k 2 -i 2 IN"),
    (["bag"], "jsmf-learn -k 2 IN"),
    (["bag"], "jsmf-learn -k 2 --low-rank -i 1 IN"),
    (["bag"], "jsmf-polish -i 2 model IN"),
    (MODEL, "jsmf-polish -i 2 IN bag"),
    (MODEL, "jsmf-polish -i 2 --prior dirichlet IN bag"),
    (MODEL, "jsmf-topics IN"),
    (MODEL, "jsmf-topics --format json IN"),
    (["compositions"], "jsmf-topics --documents IN model"),
    (["bag"], "jsmf-infer model IN"),
    (MODEL, "jsmf-infer IN bag"),
    (MODEL, "jsmf-infer --method pami -i 2 IN bag"),
    (MODEL, "jsmf-infer --method em IN bag"),
    (MODEL, "jsmf-infer --method vb --format tsv --likelihood IN bag"),
    (["compositions"], "jsmf-near IN"),
    (["sums"], "jsmf-merge --finish IN"),
    (["sums", "bag", "compositions"], "jsmf-merge IN"),
    (["block0", "block2"], "jsmf-cooc --partial --times IN bag"),
    (["bag"], "jsmf-cooc --partial --times block1 IN"),
    (["block2"], "jsmf-krylov IN block1 times2"),
    (["block1"], "jsmf-krylov block2 IN times2"),
    (["times2"], "jsmf-krylov block1 block2 IN"),
    (["block1"], "jsmf-krylov IN times1"),
    (["block2"], "jsmf-krylov --finish block1 IN"),
    (["words"], "jsmf-merge IN other"),
    (["words"], "jsmf-merge other IN"),
    (["words"], "jsmf-bow --counts-from IN"),
    (["bag"], "jsmf-krylov --begin -k 3 --passes 2 IN"),
    (["times1", "part", "begun"], "jsmf-merge IN"),
    (["round"], "jsmf-polish --partial IN bag"),
    (["bag"], "jsmf-polish --partial --online round IN"),
    (["begun"], "jsmf-polish --step model IN"),
    (["part"], "jsmf-polish --step round IN"),
    (["part"], "jsmf-polish --step --finish round IN"),
    (["round"], "jsmf-polish --step IN part"),
    (["compositions"], "jsmf-near --to IN compositions"),
    (MODEL, "jsmf-eval --bag bag --cooc dense IN"),
    (["bag"], "jsmf-eval --bag IN model"),
    (COOC, "jsmf-eval --cooc IN model"),
    (["compositions"], "jsmf-eval --compositions IN --truth bag model"),
    (MODEL, "jsmf-eval --truth IN model"),
    (MODEL, "jsmf-eval --against IN model"),
    (MODEL, "jsmf-synth --size 9 --model IN"),
    (list(GOOD), "jsmf-cat --check IN"),
    (list(GOOD), "jsmf-cat --list IN"),
]
REALS = [float("nan"), float("inf"), -float("inf"), -1.0, 0.0, -0.0, 1e308, -1e308, 5e-324, 1e-300, 1e150, 0.5, 2.0,
         1e16]
WORDS = ["", " ", "a\tb", "\n", "\x00x", "\u202eabc", "\x1b[31m", "topic", "é"]
WHOLES = [-1, 0, 1, 2, 23, 24, 25, 59, 60, 61, 2**31 - 1, 2**31, -2**31, 2**53, 2**62, 2**63 - 1, -2**63]


def load(path):
    with zipfile.ZipFile(path) as archive:
        return [(name[:-4], np.load(io.BytesIO(archive.read(name)), allow_pickle=False)) for name in archive.namelist()]


def save(path, arrays, chance):
    kind = zipfile.ZIP_DEFLATED if chance.random() < 0.2 else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", kind) as archive:
        for name, array in arrays:
            bytes_ = io.BytesIO()
            np.lib.format.write_array(bytes_, array, allow_pickle=False)
            archive.writestr(name + ".npy", bytes_.getvalue())


def new_values(array, chance):
    array = array.copy()
    if array.size == 0:
        return array
    places = chance.sample(range(array.size), min(array.size, chance.choice([1, 1, 2, 5, array.size])))
    flat = array.reshape(-1)
    for place in places:
        if array.dtype.kind == "f":
            flat[place] = chance.choice(REALS)
        elif array.dtype.kind in "iu":
            limits = np.iinfo(array.dtype)
            flat[place] = min(max(chance.choice(WHOLES), limits.min), limits.max)
        elif array.dtype.kind == "U":
            flat[place] = chance.choice(WORDS + [flat[0]])
        elif array.dtype.kind == "b":
            flat[place] = not flat[place]
    return array


def new_shape(array, chance):
    ways = [lambda a: a[:0], lambda a: a[:1], lambda a: a[:-1], lambda a: a[None], lambda a: a.reshape(-1),
            lambda a: np.concatenate([a, a]), lambda a: a.T, lambda a: np.asfortranarray(a), lambda a: a[..., :-1],
            lambda a: a.reshape(a.shape + (1,)), lambda a: a[::-1], lambda a: np.zeros((0,) * max(1, a.ndim), a.dtype)]
    if array.ndim == 0:
        ways = [lambda a: a.reshape(1), lambda a: np.array([], a.dtype), lambda a: np.repeat(a, 3)]
    return np.array(chance.choice(ways)(array), order="K")


def new_type(array, chance):
    types = ["f4", ">f8", "f2", "i1", "i2", ">i4", "u4", "i8", "u8", "b1", "c16", "U9"]
    if array.dtype.kind == "U":
        types = ["U1", "U300", ">U20", "S8"] if array.size < 1000 else [array.dtype]
    try:
        with np.errstate(all="ignore"):
            return array.astype(chance.choice(types))
    except ValueError:  # text that is no number, or not ASCII
        return array


def changed(arrays, others, chance):
    arrays = list(arrays)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        place = chance.randrange(len(arrays)) if arrays else 0
        if not arrays:
            return arrays
        name, array = arrays[place]
        way = chance.randrange(10)
        if way < 4:
            arrays[place] = (name, new_values(array, chance))
        elif way < 6:
            arrays[place] = (name, new_shape(array, chance))
        elif way == 6:
            arrays[place] = (name, new_type(array, chance))
        elif way == 7:
            del arrays[place]
        elif way == 8:
            arrays.insert(place, chance.choice(others))
        else:
            chance.shuffle(arrays)
    return arrays


def limits(kind):
    def set_them():
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        if kind == "files":
            resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))
        elif kind == "size":
            resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        elif kind == "memory" and not ASAN:
            resource.setrlimit(resource.RLIMIT_AS, (150 << 20, 150 << 20))
    return set_them


def damaged(path):
    return subprocess.run(["jsmf-cat", "--check", path], capture_output=True).returncode != 0


def holds_no_number(path):
    for name, array in load(path):
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            return name
    return None


def fault(command, directory, chance):
    """Runs the command; returns what is wrong with how it ended, or None."""
    kind = chance.choice(["none"] * 12 + ["files", "size", "memory", "term"])
    out = os.path.join(directory, "out")
    words = command.split()
    streams = words[0] not in ("jsmf-cat", "jsmf-eval", "jsmf-topics", "jsmf-near") and "--format" not in words
    check = "--check" in words
    words += ["-t", str(chance.choice([1, 2]))] if words[0] != "jsmf-cat" else []
    with open(os.path.join(directory, "err"), "wb") as err, open(os.path.join(directory, "stdout"), "wb") as stdout:
        process = subprocess.Popen(words + ([] if check else ["-o", out]), cwd=directory, stdin=subprocess.DEVNULL,
                                   stdout=stdout, stderr=err, preexec_fn=limits(kind))
        if kind == "term":
            time.sleep(chance.random() * 0.02)
            process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return "does not end"
    said = open(os.path.join(directory, "err"), "rb").read().decode("utf-8", "replace")
    present = os.path.exists(out)
    if present and code == 0 and os.path.getsize(out) == 0 and words[0] not in ("jsmf-cat", "jsmf-near"):
        return "an empty output"
    if "Sanitizer" in said or "runtime error" in said:
        return "sanitizer: " + said[:300]
    if kind == "term" and code in (-signal.SIGTERM, 128 + signal.SIGTERM):
        return "half an output of a terminated run" if present and streams and damaged(out) else None
    if code not in (0, 1, 2, 3, 4):
        return "code %d, limit %s" % (code, kind)
    if code == 1 and kind == "none":
        return "code 1 without a limit: %s" % said[:200]
    if code and not said.startswith(words[0] + ": "):
        return "code %d without a message: %r" % (code, said[:100])
    if code and present:
        return "an output beside code %d" % code
    if code == 0 and not present and not check:
        return "no output"
    if os.path.getsize(os.path.join(directory, "stdout")):
        return "bytes on standard output beside -o"
    if any(not character.isprintable() and character != "\n" for character in said):
        return "a control character in a message: %r" % said[:200]
    if code == 0 and streams:
        if damaged(out):
            return "an output that jsmf-cat --check refuses"
        bad = holds_no_number(out)
        if bad:
            return "an output with NaN or infinity in %s" % bad
    return None


def main():
    warnings.simplefilter("ignore")  # two arrays of one name are among the changes
    os.environ["PATH"] = BUILD + os.pathsep + os.environ["PATH"]
    os.environ.update(OPENBLAS_NUM_THREADS="1", LC_ALL="C", ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1")
    chance = random.Random(SEED)
    directory = tempfile.mkdtemp(prefix="jsmf-attack.")
    os.environ["TMPDIR"] = directory
    for kind, command in GOOD.items():
        subprocess.run(command.split() + ["-o", kind], cwd=directory, check=True)
    good = {kind: load(os.path.join(directory, kind)) for kind in GOOD}
    others = [pair for arrays in good.values() for pair in arrays]
    known = set(os.listdir(directory)) | {"in", "out", "err", "stdout"}
    bad = codes = 0
    for run in range(RUNS):
        if run and run % 1000 == 0:
            print("# %d runs, %d bad" % (run, bad), flush=True)
        kinds, command = chance.choice(ROWS)
        kind = chance.choice(kinds)
        save(os.path.join(directory, "in"), changed(good[kind], others, chance), chance)
        if os.path.exists(os.path.join(directory, "out")):
            os.unlink(os.path.join(directory, "out"))
        problem = fault(command.replace("IN", "in"), directory, chance)
        left = set(os.listdir(directory)) - known
        if left and not problem:
            problem = "files left behind: %s" % sorted(left)
        for name in left:
            os.unlink(os.path.join(directory, name))
        if problem:
            bad += 1
            os.makedirs(KEPT, exist_ok=True)
            shutil.copy(os.path.join(directory, "in"), os.path.join(KEPT, "%d-%d" % (SEED, run)))
            print("not ok %d - %s (%s): %s" % (run, command, kind, problem), flush=True)
    shutil.rmtree(directory)
    print("%d runs, %d bad" % (RUNS, bad))
    sys.exit(bad > 0)


main()
