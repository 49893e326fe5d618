# SPDX-License-Identifier: BSD-3-Clause
"""For scripts in Python: what they print goes into PAPERS.md; `paper` of the environment is the name, as 000/slopes. Tables may be
computed from others: those of PAPERS.md and DETAILS.md, and new ones of the build folder in their place. A value that is not
there, or no number, ends the program. PAGES: a folder with other pages."""
import datetime
import glob
import os
import re
import subprocess
import sys

SOURCE, RESULTS = os.environ['srcdir'], os.path.join(os.environ['builddir'], 'papers')
COLOURS = '#447', '#c00', '#080', '#c70', '#707', '#088', '#000', '#a85', '#59c', '#888'
# blocks and figures that were read; factors of figures, by their number, to see what a verdict depends on
USED, READ, SPOIL = set(), [], {}


def die(text):
    sys.exit(f'tables: {text}')


def number(text, of):
    """The first number of a cell"""
    found = re.match(r'[^-0-9]*(-?[0-9.]+)', re.sub(r' \(.*', '', text))
    READ.append(of)
    return float(found[1]) * SPOIL.get(len(READ), 1) if found else die(f'{of}: no number')


class Table:
    def __init__(self, block, heads):
        self.block, self.heads, self.rows = block, heads, []

    def column(self, wanted):
        """Its number; #N is column N, for names that come twice"""
        if wanted.startswith('#'):
            return int(wanted[1:]) - 1
        return self.heads.index(wanted) if wanted in self.heads else die(f"{self.block}: no column '{wanted}'")

    def at(self, row, wanted):
        column = self.column(wanted)
        return row[column] if column < len(row) else ''

    def number(self, row, wanted):
        return number(self.at(row, wanted), self.block)

    def matches(self, row, where):
        """where: "column=value;column~start" """
        conditions = (re.fullmatch('([^=~]*)([=~])(.*)', one).groups() for one in where.split(';'))
        return all(self.at(row, name) == value if how == '=' else self.at(row, name).startswith(value)
                   for name, how, value in conditions)

    def text(self, where, wanted):
        """The cell of the only such row"""
        rows = [row for row in self.rows if self.matches(row, where)]
        if len(rows) != 1:
            die(f'{self.block}: {"several rows" if rows else "no row"} {where}')
        return self.at(rows[0], wanted)


class Block:
    """What stands between the marks of a table"""
    def __init__(self, name):
        self.name, self.run, self.said, self.tables, self.captions = name, None, '', [], ['']
        self.open = False

    def add(self, line):
        if not line.startswith('|'):
            self.run = line if line.startswith('Tessera ') else self.run
            self.said = line if line.startswith('**') else self.said
            self.captions[-1] += line
            self.open = False
            return
        cells = [cell.strip() for cell in line.strip()[1:-1].split('|')]
        if not self.open:
            self.tables.append(Table(self.name, cells))
            self.captions.append('')
            self.open = True
        elif self.tables[-1].rows or not re.fullmatch(r'\|[ :-]*-[^a-z0-9]*', line):
            self.tables[-1].rows.append(cells)


def blocks_of(path, skipped=()):
    block = None
    with open(path, encoding='utf-8') as file:
        for line in file.read().splitlines():
            mark = re.fullmatch('<!-- (.*/.*) -->', line)
            if mark:
                block = Block(mark[1]) if mark[1] not in skipped else None
                if block:
                    yield mark[1], block
            elif line == '<!-- end -->':
                block = None
            elif block:
                block.add(line)


def new_block(path):
    block = Block(os.path.relpath(path, RESULTS)[:-3])
    with open(path, encoding='utf-8') as file:
        for line in file.read().splitlines():
            block.add(line)
    return block.name, block


BLOCKS = dict(new_block(path) for path in sorted(glob.glob(os.path.join(RESULTS, '[0a]??', '*.md'))))
for page in 'PAPERS', 'DETAILS':
    folder = os.environ.get('PAGES') or os.path.join(SOURCE, 'tests', 'papers')
    BLOCKS |= dict(blocks_of(os.path.join(folder, page + '.md'), set(BLOCKS)))


def table(block, n=1):
    if block not in BLOCKS or len(BLOCKS[block].tables) < n:
        die(f'no table {block}')
    USED.add(block)
    return BLOCKS[block].tables[n - 1]


def cell(block, where, wanted, n=1):
    return number(table(block, n).text(where, wanted), f'{block} {where} {wanted}')


def run_of(block):
    """Where a table comes from"""
    return BLOCKS[block].run if block in BLOCKS and BLOCKS[block].run else die(f'no table {block}')


def device_of(block):
    return re.sub(', driver .*', '', run_of(block).split('; ')[1])


def sources(blocks):
    """The tables that a derived one comes from; all of them must be of one device"""
    names = blocks.split()
    for name in names:
        if device_of(name) != device_of(names[0]):
            die(f'{name} is of another device than {names[0]}')
    each = ', '.join(f'{name} ({run_of(name).split("; ")[0][8:]})' for name in names)
    return f'From {each}; {device_of(names[0])}'


def peak(block):
    """GB/s of its device, from the words above its table"""
    found = re.search('peak ([0-9]+) GB', BLOCKS[block].captions[0])
    return float(found[1]) if found else die(f'{block}: no peak')


# ---- what is printed ----

def source(line):
    print(f'{line}; `make papers PAPERS={os.environ["paper"]}`\n')


def about(threads=None):
    """The line that comes first: version, date, processor and command"""
    with open('/proc/cpuinfo') as file:
        model = re.search('^model name.*?: (.*)', file.read(), re.M)[1]
    threads = threads or os.environ.get('OMP_NUM_THREADS') or len(os.sched_getaffinity(0))
    today = datetime.datetime.now(datetime.timezone.utc).date()
    print(f'Tessera {os.environ.get("TREE", "unknown")}, {today}; {model}, {threads} threads; `make papers PAPERS={os.environ["paper"]}`\n')


def row(*cells):
    print('|', ' | '.join(map(str, cells)), '|')


def heads(text):
    names = text.split('|')
    row(*names)
    print('|---' * len(names) + '|')


def plot(caption, commands):
    """A plot of data/plot.awk beside the table. A script makes at most one."""
    name = os.environ['paper']
    with open(os.path.join(RESULTS, name + '.svg'), 'w') as out:
        subprocess.run(['awk', '-f', os.path.join(SOURCE, 'data', 'plot.awk')], input='\n'.join(commands) + '\n', text=True,
                       check=True, stdout=out)
    print(f'\n![{caption}](plots/{name.replace("/", "-")}.svg)')


def verdict(text):
    print(f'\n**{text}**')


def yes(good):
    return 'yes' if good else 'no'


class Statements:
    """Rows of what a paper says beside ours, and how many of them hold: 1 (yes), 2 (in part), 0 (no) or 3 (by construction: our
    domain was chosen to give it, so that it confirms nothing)"""
    def __init__(self):
        self.counts = [0] * 4

    def say(self, statement, paper, rule, ours, right):
        row(statement, paper, rule, ours, ('no', 'yes', 'in part', 'by construction')[int(right)])
        self.counts[int(right)] += 1

    def verdict(self):
        no, right, part, made = self.counts
        verdict(f'Of {sum(self.counts)} statements our figures confirm {right}, {part} in part and {no} not; {made} are so by '
                'construction.')
