#!/usr/bin/env python3
"""Every option that a text names exists: usage: options.py BUILD_DIR, a release build. Prints TAP.

The texts of a program are the strings that it can reach, all that the linker left in it, its help and its page. An
option is the program's own, or that of a program that the same string or sentence names. The advice in
tools/shared/remedies.c is chosen when it is said, by the options that the program has."""
import glob
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
build = sys.argv[1]
programs = sorted(re.sub(r'.*/(.*)\.c', r'\1', path) for path in glob.glob('tools/jsmf-*.c'))
OPTION = re.compile(r'(?<![\w-])(--[a-z][a-z-]*[a-z]|(?<= )-[a-z](?= %))')  # a letter only with its value
count = failed = 0


def verdict(problems, name):
    global count, failed
    count += 1
    failed += bool(problems)
    print(f"{'not ok' if problems else 'ok'} {count} - {name}")
    for problem in sorted(set(problems)):
        print(f'#   {problem}')


def out_of(*command):
    return subprocess.run(command, capture_output=True, text=True, errors='replace', check=True).stdout


def help_of(program):
    return out_of(os.path.join(build, program), '--help=all')


def options_of(program):
    """Of the left column of the help's tables."""
    lines = help_of(program).split('ptions:\n', 1)[1].split('\n')
    return set(re.findall(r'(?<!\S)--?[a-zA-Z][a-z-]*', '\n'.join(line[:27] for line in lines)))


own = {p: options_of(p) for p in programs}
NAMED = re.compile(rf"({'|'.join(programs)})(?![\w-])")


def problems_of(program, texts):
    """Options in texts that neither the program nor one that is named beside has."""
    found = []
    for text in texts:
        if options := OPTION.findall(text):
            known = own[program].union(*(own[p] for p in NAMED.findall(text)))
            found += [f'{o} in: {text.strip()}' for o in options if o not in known]
    return found


def sentences(text):
    return re.split(r'(?<=[.:;])\s', re.sub(r'\s+', ' ', text))


def page_of(program):
    return out_of('groff', '-mdoc', '-Tascii', '-P-cbou', '-rLL=10000n', f'man/{program}.1')


# What is said only by a program that has the options: has_options of remedies.c.
advice = set(re.findall(r'"((?:[^"\\]|\\.)*)"', open('tools/shared/remedies.c').read()))
# Of a style, in jsmf-report.
style = set(open('tools/report/style.css').read().split('\n'))
properties = re.compile(r'var\(--[\w-]+\)|--[\w-]+: (?=[#"\w-])')
remedies = {a for a in advice if OPTION.search(a.split('jsmf-')[0])}
for program in programs:
    strings = out_of('strings', '-d', '-n', '2', os.path.join(build, program)).split('\n')  # not of debug sections
    strings = [s for s in strings if s not in remedies]
    if program == 'jsmf-report':
        strings = [s if s not in style else properties.sub('', s) for s in strings]
    verdict(problems_of(program, strings), f'{program}: options that its messages name')
    verdict(problems_of(program, sentences(help_of(program))), f'{program}: options that its help names')
    verdict(problems_of(program, sentences(page_of(program))), f'{program}: options that its page names')
for program in programs:
    often = ' '.join(re.findall(r'\.often = "(.*)",\n', open(f'tools/{program}.c').read())).split() or ['often']
    verdict([f'--{name}' for name in often if f'--{name}' not in own[program]], f'{program}: options of its --help')
verdict([a for a in remedies if not any(set(OPTION.findall(a.split('jsmf-')[0])) <= own[p] for p in programs)],
        'every remedy is of a program that can say it')
print(f'1..{count}')
sys.exit(failed > 0)
