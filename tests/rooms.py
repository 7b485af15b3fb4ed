#!/usr/bin/env python3
"""The floor plan of src/ against tests/rooms.txt: usage: rooms.py BUILD_DIR. Prints TAP.

The objects say which file calls which (nm), the sources which header they read. An arrow between rooms that the plan
does not have fails, and so do one that nothing takes, a circle of files, a name that crosses files without its room's
word before it, two files of one name, two headers of one guard, a room of more than 20 sources, a program that
reads or uses what is not public, a public function that no program and no example uses, and a text of the library that
speaks of options or programs."""
import collections
import glob
import os
import re
import subprocess
import sys

MOST_SOURCES = 20
NAMES_PROGRAMS = ('src/arrays/schema.c',)  # its table tells which programs write an array
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
build = sys.argv[1]
count = 0


def verdict(problems, name):
    global count
    count += 1
    print(f"{'not ok' if problems else 'ok'} {count} - {name}")
    for problem in problems:
        print(f'#   {problem}')
    return not problems


def read_plan():
    uses, words = {}, {}
    for line in open('tests/rooms.txt'):
        if not line.startswith('#'):
            room, may, names = (part.split() for part in line.split('|'))
            uses[room[0]], words[room[0]] = set(may) | {'base', room[0]}, names
    return uses, words


def room_of(path):
    """Of a source or a private header, and of a public header: src/ROOM/x.c, include/jsmf/ROOM.h."""
    parts = path.split('/')
    return parts[2][:-2] if parts[0] == 'include' else parts[1]


def symbols(sources):
    """What each of them defines and wants, by its object."""
    defined, wanted = {}, collections.defaultdict(set)
    objects = [f'{build}/{source[:-2]}.o' for source in sources]
    listing = subprocess.run(['nm', '-A', '-g', *objects], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        path, _, symbol = line.partition(':')
        source, fields = path[len(build) + 1:-2] + '.c', symbol.split()
        if len(fields) == 2:
            wanted[source].add(fields[1])
        else:
            defined[fields[2]] = source
    return defined, wanted


def includes(path):
    """The files that a file reads, as it writes them; kernels are read by way of base/each_set.h."""
    text = open(path).read()
    return (re.findall(r'^\s*#\s*include\s*["<](.*)[">]', text, re.M) +
            re.findall(r'^\s*#\s*define\s+JSMF_KERNELS_FILE\s+"(.*)"', text, re.M))


def headers(path):
    """The headers of ours that a file of the library reads."""
    for name in includes(path):
        for header in (f'{os.path.dirname(path)}/{name}', f'include/{name}', f'src/{name}'):
            if os.path.exists(header):
                yield os.path.normpath(header)
                break


def strings(path):
    """The texts between quotes, each with its line; those in comments are none."""
    text = open(path).read()
    for token in re.finditer(r"""/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\])+'|"(?:\\.|[^"\\])*\"""", text, re.S):
        if token[0].startswith('"'):
            yield text.count('\n', 0, token.start()) + 1, token[0]


def code(path):
    """The file without its comments."""
    return re.sub(r'/\*.*?\*/|//[^\n]*', ' ', open(path).read(), flags=re.S)


def circles(graph):
    """The files from which the graph leads back to themselves."""
    found = []
    for file in graph:
        seen, ahead = set(), list(graph[file])
        while ahead:
            other = ahead.pop()
            if other not in seen:
                seen.add(other)
                ahead += graph.get(other, ())
        if file in seen:
            found.append(file)
    return found


def main():
    uses, words = read_plan()
    sources = sorted(glob.glob('src/*/*.c'))
    private = sorted(glob.glob('src/*/*.h'))
    public = sorted(glob.glob('include/jsmf/*.h'))
    rooms = sorted({room_of(path) for path in sources + private})
    defined, wanted = symbols(sources)
    calls = {source: {defined[name] for name in wanted[source] if defined.get(name, source) != source}
             for source in sources}
    reads = {path: set(headers(path)) for path in sources + private + public}

    good = verdict([f'{room}: in src/ alone' for room in rooms if room not in uses] +
                   [f'{room}: in tests/rooms.txt alone' for room in uses if room not in rooms],
                   'the plan has every room')
    taken = {(room_of(source), room_of(defined[name])) for source in sources for name in wanted[source]
             if name in defined}
    taken |= {(room_of(path), room_of(header)) for path in reads for header in reads[path]}
    good &= verdict([f'{room} has no use for {other}' for room in rooms
                     for other in sorted(uses.get(room, ())) if (room, other) not in taken],
                    'the plan has no arrow that nothing takes')
    for room in rooms:
        bad = [f'{source} calls {name} of {defined[name]}' for source in sources if room_of(source) == room
               for name in sorted(wanted[source])
               if name in defined and room_of(defined[name]) not in uses.get(room, ())]
        bad += [f'{path} reads {header}' for path in reads if room_of(path) == room
                for header in sorted(reads[path]) if room_of(header) not in uses.get(room, ())]
        good &= verdict(bad, f'{room}: the arrows that lead out')
        bad = [f'{name} of {source}' for name, source in sorted(defined.items()) if room_of(source) == room
               and not re.match(rf"jsmf_({'|'.join(words.get(room, ['-']))})(_|$)", name)]
        good &= verdict(bad, f'{room}: names begin with its words')
        files = [source for source in sources if room_of(source) == room]
        good &= verdict([f'{len(files)} sources'] if len(files) > MOST_SOURCES else [],
                        f'{room}: at most {MOST_SOURCES} sources')
    round_trip = set(circles(calls))
    good &= verdict([f"{file} calls {', '.join(sorted(calls[file] & round_trip))}" for file in sorted(round_trip)],
                    'no circle of files')
    good &= verdict(circles(reads), 'no circle of headers')
    names = collections.Counter(os.path.basename(path) for path in sources + private + public)
    good &= verdict([f'{name}: {times} files' for name, times in names.items() if times > 1],
                    'no two files of one name')
    guards = collections.defaultdict(list)
    for path in private + public + sorted(glob.glob('tools/**/*.h', recursive=True)):
        for guard in re.findall(r'^#ifndef (JSMF_\w+_H)$', open(path).read(), re.M):
            guards[guard].append(path)
    good &= verdict([f"{guard}: {', '.join(paths)}" for guard, paths in guards.items() if len(paths) > 1],
                    'no two headers of one guard')
    programs = sorted(glob.glob('tools/**/*.[ch]', recursive=True))
    declared = set(re.findall(r'\w+', ''.join(open(path).read() for path in public)))
    bad = [f'{path} reads {name}' for path in programs for name in includes(path)
           if os.path.exists(f'src/{name}') or '..' in name.split('/')]
    _, used = symbols([path for path in programs if path.endswith('.c')])
    bad += [f'{path} uses {name}' for path in used for name in sorted(used[path])
            if name in defined and name not in declared]
    good &= verdict(bad, 'programs read public headers alone, and use nothing else')
    public_words = collections.Counter(re.findall(r'\w+', ' '.join(code(path) for path in public)))
    wanted_words = set(re.findall(r'\w+', ' '.join(code(path) for path in programs + glob.glob('tests/examples/*.c'))))
    bad = [f'{path}: {name}' for path in public for name in sorted(set(re.findall(r'\b(jsmf_\w+)\(', code(path))))
           if name not in wanted_words and public_words[name] < 2]
    good &= verdict(bad, 'public functions are what programs and examples use')
    bad = [f'{path}:{line}: {text}' for path in sources + private + public if path not in NAMES_PROGRAMS
           for line, text in strings(path) if re.search(r'--[A-Za-z]|(?<!\w)-k\b|jsmf-[a-z]', text)]
    good &= verdict(bad, 'the library speaks of no options and programs')
    print(f'1..{count}')
    return 0 if good else 1


sys.exit(main())
