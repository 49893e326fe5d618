# SPDX-License-Identifier: BSD-3-Clause
"""The options of the programs, as their --help states them: for help(), completion, and for who asks which has one."""

from __future__ import annotations

import functools
import inspect
import keyword
import re
import subprocess
import textwrap
from typing import Any, Callable, NamedTuple

from ._error import Error
from ._library import program
from ._process import SI

_OPTION = re.compile(r" {2,6}(?:-\w, )?--([a-z0-9-]+)(\[=\S*|[ =]\S+)?(?: {2,}(.*))?")
_OURS = {"quiet", "no_progress", "progress", "help", "version", "json"}  # which the module gives itself


class Option(NamedTuple):
    value: str  # as --help writes it; empty: the option is True
    text: str


@functools.lru_cache(maxsize=None)
def options(name: str) -> dict[str, Option]:
    """The options of a program, by their name in Python."""
    done = subprocess.run([program(name), "--help"], capture_output=True, text=True, encoding="utf-8", check=False)
    found: dict[str, Option] = {}
    last = ""
    for line in done.stdout.splitlines():
        option = _OPTION.fullmatch(line)
        if option:
            last = option[1].replace("-", "_")
            found[last] = Option((option[2] or "").strip(" "), option[3] or "")
        elif last and line.startswith(" " * 28):
            found[last] = found[last]._replace(text=f"{found[last].text} {line.strip()}".strip())
        else:
            last = ""
    return {key: value for key, value in found.items() if key not in _OURS}


def describe(function: Callable[..., Any], *programs: str, without: "frozenset[str]" = frozenset()) -> None:
    """Adds the options of programs to the help and the signature of a function that takes them as **options."""
    try:
        known = {name: options(name) for name in programs}
    except (Error, OSError):
        return  # the call will say which program is missing
    text = [inspect.getdoc(function) or ""]
    signature = inspect.signature(function)
    parameters = {key: p for key, p in signature.parameters.items() if p.kind is not p.VAR_KEYWORD}
    given = {key for key, p in parameters.items() if p.kind is not p.POSITIONAL_ONLY}
    for name, table in known.items():
        text.append(f"\nOptions of {name}:\n")
        for key, option in table.items():
            if key in given | without:
                continue
            word = f"{key}_" if key in parameters or keyword.iskeyword(key) else key
            parameters.setdefault(word, inspect.Parameter(word, inspect.Parameter.KEYWORD_ONLY, default=None))
            text.append(f"{word} : {option.value or 'True'}")
            si = f" A number is in {SI[key]}, a text such as \"0.1lu\" in lattice units." if key in SI else ""
            text.append(textwrap.indent(textwrap.fill(option.text + si, 100, break_on_hyphens=False), "    "))
    function.__doc__ = "\n".join(text) + "\n"
    function.__signature__ = signature.replace(parameters=list(parameters.values()))  # type: ignore
