# SPDX-License-Identifier: BSD-3-Clause
"""One call of a program: its command line, its messages, and how it ends."""

from __future__ import annotations

import json
import numbers
import os
import shlex
import signal
import subprocess
import threading
from typing import Any, Iterable, NamedTuple

from . import _progress
from ._error import Error, warn
from ._library import program


# What a number is a value of, where the programs take bare numbers for lattice units or need a unit.
SI = {
    "density": "kg/m3",
    "force": "N/m3",
    "period": "s",
    "pressure_drop": "Pa",
    "residence": "m2/s",
    "resample": "m",
    "tension": "N/m",
    "time_step": "s",
    "viscosity": "m2/s",
    "voxel": "m",
}
# Of these, which are given once, a list is X,Y,Z as a tuple is.
_ONCE = {*SI, "raw", "size"}


class Done(NamedTuple):
    """A program that ended well."""

    command: str
    output: str
    messages: str
    warnings: list[str]

    def report(self) -> dict[str, Any]:
        report = _json(self.output)
        if report is None:
            raise Error(f"{self.command.split(maxsplit=1)[0]}: no report: is it of another version?", 1)
        return report


def call(name: str, inputs: "Iterable[str | os.PathLike[str]]", options: dict[str, Any]) -> Done:
    """Runs a program and passes its warnings on. Of its other messages progress is shown, and the last is that of the
    exception if it fails."""
    given = [*_words({key: value for key, value in options.items() if key != "progress"})]
    operands = ["--", *(os.fspath(file) for file in inputs)]
    with _progress.shown(options.get("progress")) as progress:
        said = "--no-progress" if progress is None else f"--progress=json:{_progress.EVERY}"
        code, output, messages = _finish([program(name), *given, said, *operands], progress)
    lines = messages.splitlines()
    warned = [line for line in lines[: -1 if code else None] if line.startswith(f"{name}: warning: ")]
    for line in warned:
        warn(line)
    if not code:
        return Done(shlex.join([name, *given, *operands]), output, messages, warned)
    if code < 0:
        raise Error(f"{name}: ended by {signal.Signals(-code).name}", 128 - code, _json(output), messages)
    raise Error(lines[-1] if lines else f"{name}: exit status {code}", code, _json(output), messages)


def _words(options: dict[str, Any]) -> list[str]:
    """Options as words of a command line."""
    words = []
    for name, given in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        for value in given if isinstance(given, list) and name.rstrip("_") not in _ONCE else [given]:
            value = _with_unit(value, SI.get(name.rstrip("_")))
            if value is True:
                words.append(option)
            elif value is not None and value is not False:
                words.append(f"{option}={_text(value)}")
    return words


def _with_unit(value: Any, unit: "str | None") -> Any:
    """Numbers are SI, and texts such as "0.1lu" lattice units, of which the programs take bare numbers."""
    if unit is None or isinstance(value, bool):
        return value
    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    if isinstance(value, (tuple, list)):
        return tuple(_with_unit(part, unit) for part in value)
    if isinstance(value, str):
        return ",".join(part.strip().removesuffix("lu").rstrip() for part in value.split(","))
    return f"{float(value)!r}{unit}" if isinstance(value, numbers.Real) else value


def _text(value: Any) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    return ",".join(map(_text, value)) if isinstance(value, (tuple, list)) else str(value)


def _environment() -> dict[str, str]:
    """Threads soon sleep while they wait for each other, as with `tessera COMMAND`."""
    waiting = {} if "OMP_WAIT_POLICY" in os.environ else {"GOMP_SPINCOUNT": "2000"}
    return {**waiting, **os.environ}


def _finish(command: list[str], progress: "_progress.Show | None") -> tuple[int, str, str]:
    """Runs a command: its status, output and messages.

    An interrupt, or another exception, asks it to end: a run then completes its step and writes its files, for which
    this waits; at a second one it ends at once. As a terminal sends interrupts to all programs at once, SIGINT is blocked in
    one that the main thread starts. In other threads Python raises no KeyboardInterrupt.
    """
    held = {signal.SIGINT} if threading.current_thread() is threading.main_thread() else set()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=_environment(),
        )
        output: list[bytes] = []
        reading = threading.Thread(target=lambda: output.append(child.stdout.read()), daemon=True)  # type: ignore
        reading.start()
    except BaseException:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        raise
    raised: BaseException | None = None
    messages: list[str] = []
    while True:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            _listen(child, messages, None if raised else progress)
            reading.join()
            child.wait()
            break
        except BaseException as error:
            raised = raised or error
            child.terminate()
    for pipe in (child.stdout, child.stderr):
        pipe.close()  # type: ignore
    if raised:
        raise raised
    return child.returncode, b"".join(output).decode(errors="replace"), "".join(messages)


def _listen(child: "subprocess.Popen[bytes]", messages: list[str], progress: "_progress.Show | None") -> None:
    """Keeps the messages of a program until it ends, and shows its progress meanwhile."""
    assert child.stderr
    for raw in child.stderr:
        line = raw.decode(errors="replace")
        part = _progress.part(line)
        if part is None:
            messages.append(line)
        elif progress:
            progress(*part)


def _json(text: str) -> "dict[str, Any] | None":
    try:
        report = json.loads(text)
    except ValueError:
        return None
    return report if isinstance(report, dict) else None
