# SPDX-License-Identifier: BSD-3-Clause
"""Progress of a program: a bar in a terminal or a notebook, from the objects of --progress=json."""

from __future__ import annotations

import contextlib
import html
import importlib
import json
import shutil
import sys
from typing import Any, Callable, Iterator, Union

EVERY = 0.5  # seconds from object to object
_CELLS = 24

Show = Callable[[Union[float, None], str], Any]


def part(line: str) -> "tuple[float | None, str] | None":
    """What is done, from 0 to 1 if that is known, and a text; None: the line is another message."""
    if not line.startswith("{"):
        return None
    try:
        found = json.loads(line)
        done = found["done"] / found["total"] if found["total"] else None
        words = [found["what"], found["text"], _left(found["seconds_left"])]
    except (ValueError, KeyError, TypeError):
        return None
    return done, ", ".join(word for word in words if word)


def _left(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"


@contextlib.contextmanager
def shown(asked: Any) -> Iterator["Show | None"]:
    """What shows progress: None: a bar where somebody looks; True, False; or a function of the part done and a text."""
    if asked is not None and not isinstance(asked, bool) and not callable(asked):
        raise ValueError(f"progress {asked!r}: expected True, False, or a function of the part done and a text")
    if callable(asked):
        yield asked
    elif asked is False:
        yield None
    elif _in_notebook():
        with _notebook() as show:
            yield show
    elif asked or sys.stderr.isatty():
        with _terminal() as show:
            yield show
    else:
        yield None


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


def _line(done: float | None, text: str, width: int) -> str:
    """A longer one would stay on the screen: the words before the pace and the time left give way first, then cells."""
    words = text.split(", ")
    bar, percent = (0, "") if done is None else (_CELLS + 2, f" {100 * done:3.0f} %  ")
    while len(words) > 2 and bar + len(percent + ", ".join(words)) > width:
        del words[-3]
    rest = percent + ", ".join(words)
    if done is not None:
        cells = max(0, min(_CELLS, width - 2 - len(rest)))
        full = round(cells * done)
        rest = f"[{'#' * full}{'.' * (cells - full)}]{rest}"
    return rest[:width]


@contextlib.contextmanager
def _terminal() -> Iterator[Show]:
    drawn = False

    def show(done: float | None, text: str) -> None:
        nonlocal drawn
        sys.stderr.write(f"\r\033[K{_line(done, text, shutil.get_terminal_size().columns - 1)}")
        sys.stderr.flush()
        drawn = True

    try:
        yield show
    finally:
        if drawn:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


@contextlib.contextmanager
def _notebook() -> Iterator[Show]:
    """A bar that is drawn at the first line, in place of which the next ones are, and nothing at the end."""
    ipython: Any = importlib.import_module("IPython.display")
    handle: Any = None

    def show(done: float | None, text: str) -> None:
        nonlocal handle
        value = "" if done is None else f' value="{done}"'
        page = ipython.HTML(f"<progress{value}></progress> {html.escape(text)}")
        if handle is None:
            handle = ipython.display(page, display_id=True)
        else:
            handle.update(page)

    try:
        yield show
    finally:
        if handle is not None:
            handle.update(ipython.HTML(""))
