#!/usr/bin/env python3
"""What is read of CSV and JSON lines beside python's csv and json: usage: records.py BUILD_DIR. Prints TAP.

Files of random records as python writes them, and random bytes of the characters that matter, which both must read
alike or both refuse. One process of ours reads them all (tests/unit/records/test_records.c)."""
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

WRITTEN, RANDOM = 10000, 5000
COLUMNS = ['a', 'b', 'c', 'd']
count = failed = 0


def verdict(bad, name):
    global count, failed
    count += 1
    failed += bool(bad)
    print(f"{'not ok' if bad else 'ok'} {count} - {name}")
    for case in bad[:5]:
        print('#   ' + repr(case))


# ---- what python reads ----

def csv_reads(body, columns):
    """The records, or None where it or the number of fields is wrong."""
    try:
        rows = [row for row in csv.reader(io.StringIO(body, newline=''), strict=True) if row]
    except csv.Error:
        return None
    return rows[1:] if all(len(row) == len(columns) for row in rows) else None


def no_constant(name):
    raise ValueError(name)


def no_repeats(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise KeyError('twice')
    return dict(pairs)


def spelled(value):
    """A scalar as it stands in the line; numbers are kept as strings by json.loads's own hooks."""
    return {None: '', True: 'true', False: 'false'}[value] if value is None or isinstance(value, bool) else value


class Number(str):
    pass


def json_reads(body, columns):
    """The fields of each line; None where one is wrong, KeyError where a name is there twice."""
    rows = []
    for line in body.split('\n'):
        if not line.strip(' \t\r'):
            continue
        try:
            record = json.loads(line.strip(' \t\r'), parse_constant=no_constant, object_pairs_hook=no_repeats,
                                parse_int=Number, parse_float=Number)
        except ValueError:
            return None
        if not isinstance(record, dict):
            return None
        values = [record.get(name) for name in columns]
        if any(isinstance(value, (dict, list)) for value in values):
            return None
        values = [spelled(value) for value in values]
        if any('\0' in value or any('\ud800' <= c <= '\udfff' for c in value) for value in values):
            return None
        rows.append((values, [name in record for name in columns]))
    # A field that no record has is refused, and so is a file without records.
    if not rows or not all(any(has[i] for _, has in rows) for i in range(len(columns))):
        return None
    return [values for values, _ in rows]


# ---- cases ----

def some_text(draw, alphabet, most):
    return ''.join(draw.choice(alphabet) for _ in range(draw.randrange(most)))


def written_csv(draw):
    columns = COLUMNS[:draw.randrange(1, 5)]
    out = io.StringIO(newline='')
    # With one character for a line's end python leaves the other one without quotes, unless all have them.
    end = draw.choice(['\n', '\r\n', '\r'])
    quoting = draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]) if end == '\r\n' else csv.QUOTE_ALL
    writer = csv.writer(out, lineterminator=end, quoting=quoting)
    writer.writerow(columns)
    for _ in range(draw.randrange(6)):
        writer.writerow([some_text(draw, 'ab ,"\'\n\r\té中\U0001f600;', 12) for _ in columns])
    return 'csv', out.getvalue(), columns


def random_csv(draw):
    columns = COLUMNS[:draw.randrange(1, 4)]
    return 'csv', ','.join(columns) + '\n' + some_text(draw, 'a"",\n\r ', 24), columns


def some_value(draw, depth):
    kind = draw.randrange(8 if depth < 3 else 6)
    if kind == 6:
        return [some_value(draw, depth + 1) for _ in range(draw.randrange(3))]
    if kind == 7:
        return {some_text(draw, 'xyé"', 4): some_value(draw, depth + 1) for _ in range(draw.randrange(3))}
    return [None, True, False, draw.randrange(-1000, 1000), draw.uniform(-1, 1) * 10 ** draw.randrange(-20, 20),
            some_text(draw, 'ab "\\/\n\t\x01é中\U0001f600', 12)][kind]


def written_json(draw):
    columns = COLUMNS[:draw.randrange(1, 4)]
    lines = [json.dumps({name: some_value(draw, 3) for name in columns} | {'x': some_value(draw, 0)},
                        ensure_ascii=draw.random() < 0.5, separators=draw.choice([(',', ':'), (', ', ' : ')]))
             for _ in range(draw.randrange(1, 5))]
    return 'jsonl', '\n'.join(lines) + draw.choice(['', '\n', '\r\n']), columns


def random_json(draw):
    """What is written with some characters changed, left out or put in."""
    body = list(written_json(draw)[1])
    for _ in range(draw.randrange(1, 4)):
        at = draw.randrange(len(body))
        body[at:at + draw.randrange(2)] = some_text(draw, '"\\{}[]:,.-+0eEu1tn \n', 3)
    return 'jsonl', ''.join(body) or ' ', COLUMNS[:1]


# ---- what ours reads ----

def ours(program, cases):
    with tempfile.NamedTemporaryFile() as f:
        for form, body, columns in cases:
            data = body.encode()
            f.write(f"{form} {len(data)} {' '.join(columns)}\n".encode() + data)
        f.flush()
        out = io.BytesIO(subprocess.run([program, f.name], stdout=subprocess.PIPE, check=True).stdout)
    for _, _, columns in cases:
        head = out.readline()
        if head.startswith(b'refused'):
            yield None, head.decode()
            continue
        yield [[out.read(int(out.readline())).decode() for _ in columns] for _ in range(int(head))], ''


def compare(program, cases, reads, name):
    bad, good = [], 0
    for case, (got, said) in zip(cases, ours(program, cases)):
        try:
            expected = reads(case[1], case[2])
        except (KeyError, RecursionError):
            continue
        good += expected is not None
        if got != expected:
            bad.append((case[1], expected, got, said))
    verdict(bad, f'{name}: {len(cases)} files, {good} of them right')


def main():
    program = os.path.join(sys.argv[1], 'tests/unit/records/test_records')
    draw = random.Random(20)
    compare(program, [written_csv(draw) for _ in range(WRITTEN)], csv_reads, 'CSV as python writes it')
    compare(program, [random_csv(draw) for _ in range(RANDOM)], csv_reads, 'CSV of random characters')
    compare(program, [written_json(draw) for _ in range(RANDOM)], json_reads, 'JSON lines as python writes them')
    compare(program, [random_json(draw) for _ in range(RANDOM)], json_reads, 'JSON lines with characters changed')
    print(f'1..{count}')
    return failed > 0


sys.exit(main())
