#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tests/mutants/draw.py FOLDER COUNT [SEED [SINCE [PATH...]]]: draws faults, each a patch dNUMBER-FILE-LINE.patch in FOLDER.

A fault is one change in one line: an operator, a sign, an index, a constant, a dropped term or statement. The lines are those
that changed since the commit or tag SINCE ('': the last tag, or 100 commits), or all ("all"), in PATHs; SEED repeats a choice.
Its tests are those that ROOMS names for its file. draw.py --check: each of these exists."""

import ast
import difflib
import pathlib
import random
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
# The tests of the longest beginning of a path; of scripts without tests/ and ending, folder/* for all of a folder. Cheap ones first.
ROOMS = {
    "data/band": "packaging/facts flow/permeability/band",
    "libtile": "check_*@libtile cli/tile/* cli/stats/*",
    "packaging/python": "packaging/facts packaging/python",
    "solver": "check_*@solver check_*@steady",
    "solver/beat": "check_beat flow/pulse/*",
    "solver/diffusion": "flow/transport/run-diffusion flow/transport/run-conductivity",
    "solver/forecast": "check_forecast flow/machine/forecast",
    "solver/parameters": "check_units check_keys check_fluid flow/run-units flow/pulse/* flow/openings/*",
    "solver/pulse": "check_wave check_pulse check_beat flow/pulse/* flow/openings/*",
    "solver/residence": "check_residence flow/transport/run-residence",
    "solver/run": "check_converge check_interval check_tensor flow/permeability/* flow/openings/*",
    "solver/steady": "check_*@steady flow/permeability/run-chambers flow/permeability/permeability flow/openings/run-openings",
    "solver/walls": "check_flux check_wall check_interpolated flow/run-walls flow/openings/patch-flux cli/probe/probe-walls",
    "tools": "cli/options cli/pipeline check_cli cli/*",
    "tools/cli": "check_cli packaging/facts cli/options cli/pipeline cli/probe/* cli/report/*",
    "tools/input": "check_source check_volume check_tiff cli/voxelize/*",
    "tools/input/image/tiff": "check_tiff check_stated check_codecs check_damage cli/voxelize/*",
    "tools/input/image/volume": "check_volume check_stated check_volume_damage cli/voxelize/*",
    "tools/input/shape": "check_source flow/permeability/ducts flow/permeability/spheres cli/surface/vessel cli/voxelize/voxelize",
    "tools/input/surface": "check_mesh check_surface check_cuts cli/surface/*",
    "tools/output": "check_picture check_export check_vti check_pvd packaging/facts cli/report/* cli/probe/* cli/voxelize/export",
    "tools/probe": "check_fields check_streamlines packaging/facts cli/probe/* flow/permeability/mask",
    "tools/report": "packaging/facts cli/report/*",
    "tools/run": "packaging/facts check_forchheimer flow/run-options flow/permeability/* flow/transport/* flow/openings/*",
    "tools/run/beat": "check_beat flow/pulse/*",
    "tools/run/opening": "check_curves check_wave check_pulse flow/pulse/* flow/openings/*",
    "tools/segment": "check_threshold check_filter check_inside check_smooth cli/voxelize/filters cli/voxelize/voxelize",
    "tools/stats": "packaging/facts cli/stats/*",
    "tools/tile": "cli/tile/*", "tools/voxelize": "check_source cli/voxelize/* cli/surface/*",
}
SKIPPED = re.compile(r"/cuda/|_cuda|_absent\.c$|/d2q9/|Makefile|\.(cu|cuh|ipynb|md|png|css|js|awk)$|gui|window\.py")


PAIRS = ("fmin fmax", "floor ceil", "low high", "true false", "True False", "MIN MAX", "min max", "cos sin", "and or",
         "continue break", "+ -", "* /", "< <=", "> >=", "== !=", "&& ||", "+= -=", "*= /=")
OTHER = {a: b for pair in PAIRS for a, b in (pair.split(), pair.split()[::-1])}
TERM = r"(?:[\w.]|->|\[[^][]*\]|\([^()]*\))+"
# what is looked for, and what stands there then; None: nothing
RULES = (
    (r"(?<= )(?:[-+*/<>=!&|%]=?|&&|\|\|)(?= )", lambda m: OTHER.get(m[0])),
    (r"\b[A-Za-z]+\b", lambda m: OTHER.get(m[0])),
    (r"(?<=\[)\w+(?=\](?! = \{))", lambda m: str(int(m[0]) ^ 1) if m[0].isdigit() else "0"),
    (r"(?<![\w.\[])\d+(?![\w.])", lambda m: str(int(m[0]) + 1)),
    (r"(?<![\w.])\d+\.\d+(?:e-?\d+)?(?![\w.])|(?<![\w.])\d+e-?\d+(?![\w.])", lambda m: f"{1.1 * float(m[0]):g}"),
    (rf" [-+*/] {TERM}", lambda m: ""),
    (rf" (?:&&|\|\||and|or) !?{TERM}(?: [<>=!]=? {TERM})?", lambda m: ""),
    (r"(?<=[(=,?:] )-(?=\w)|(?<=[(\[])-(?=\w)|!(?=\w)", lambda m: ""),
    (r"\b(?:sqrt|fabs|abs|cbrt)\(", lambda m: "("),
    (r"^( +)(?!return|else|case)[\w>.\[\]-]+(?: [-+*/|&]?= .*|\(.*\));$", lambda m: m[1] + ";"),
)


# no faults of results: texts, declarations, what is done after an error or for memory (tests/faults)
DULL = re.compile(r"\s*(#|/?\*|//|assert|import|from|extern|typedef|enum|__attribute__)|.*(\bcode\b|free\w*\(|close\(|release|memory)"
                  r"|\s*(static |const |unsigned )*\w+ [*\w]+\[[^]]*\];|\s*(def |self, |\) -> |\w+: [^=]*$)")


def faults_of(line, script):
    """None in texts and comments; in a shell script quotes hold code."""
    text = r"$^" if script else r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)+\''
    away = [m.span() for m in re.finditer(rf"{text}|/\*.*|//.*|(?:^|\s)#\s.*" if not DULL.match(line) else ".*", line)]
    for pattern, to in RULES:
        for m in re.finditer(pattern, line):
            new = to(m)
            if new is not None and not any(begin < m.end() and m.start() < end for begin, end in away):
                yield line[:m.start()] + new + line[m.end():]


def texts(name, source):
    """The lines of long texts of Python: what is said there is no code."""
    if not name.endswith(".py"):
        return set()
    return {i for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            and node.end_lineno > node.lineno for i in range(node.lineno - 1, node.end_lineno)}


def git(*command):
    return subprocess.run(["git", "-C", TOP, *command], capture_output=True, text=True).stdout


def changed(since, paths):
    """(file, number) of each line that is drawn from."""
    for name in git("ls-files", "--", *paths).split() if since == "all" else ():
        yield from ((name, i) for i, _ in enumerate((TOP / name).open(encoding="utf-8", errors="replace")))
    if since == "all":
        return
    since = since or git("describe", "--tags", "--abbrev=0").strip() or "HEAD~100"
    for line in git("diff", "-U0", "--no-renames", since, "HEAD", "--", *paths).splitlines():
        if line.startswith("+++ "):
            name = line[6:]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            yield from ((name, int(hunk[1]) - 1 + i) for i in range(int(hunk[2] or 1)))


def tests_of(name):
    found = []
    for word in ROOMS[max((room for room in ROOMS if name.startswith(room)), key=len)].split():
        if "@" in word:
            found += sorted(path.stem for path in (TOP / "tests/unit" / word.split("@")[1]).glob("check_*.c"))
        elif word.startswith("check_"):
            found.append(word)
        else:
            paths = [*TOP.glob(f"tests/{word}.sh")] or TOP.glob(f"tests/{word}.py")
            found += sorted(str(path.relative_to(TOP)) for path in paths if not path.stem.endswith("-data"))
    return list(dict.fromkeys(found))


def draw(folder, count, seed="1", since="", *paths):
    dice = random.Random(seed)
    lines = sorted(place for place in changed(since, paths or ROOMS) if not SKIPPED.search(place[0]))
    dice.shuffle(lines)
    number = 0
    for name, i in lines:
        text = (TOP / name).read_text(encoding="utf-8").splitlines(keepends=True)
        found = list(faults_of(text[i].rstrip("\n"), name.startswith("data/")))
        if not found or i in texts(name, "".join(text)):
            continue
        number, new = number + 1, text[:i] + [dice.choice(found) + "\n"] + text[i + 1:]
        slug = re.sub(r"\W+", "-", name.rsplit("/", 1)[-1])
        with open(f"{folder}/d{number}-{slug}-{i + 1}.patch", "w", encoding="utf-8") as out:
            out.write(f"{name}:{i + 1}\ntests: {' '.join(tests_of(name))}\n\n")
            out.writelines(difflib.unified_diff(text, new, f"a/{name}", f"b/{name}"))
        if number == int(count):
            return


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        words = {word for of in ROOMS.values() for word in of.split() if "@" not in word}
        sys.exit(" ".join(w for w in words if not any(TOP.glob(f"tests/{'unit/*/' if w[:6] == 'check_' else ''}{w}*"))) or 0)
    draw(*sys.argv[1:])
