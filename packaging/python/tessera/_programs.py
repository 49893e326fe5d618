"""The programs as functions, and the programs themselves for the scripts of a wheel."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import warnings
from typing import Any, Literal, overload

from ._error import Error, Warning
from ._file import File, Path
from ._library import program


@overload
def voxelize(*inputs: Path, labels: Literal[True], output: "Path | None" = ..., **options: Any) -> dict[str, Any]: ...


@overload
def voxelize(*inputs: Path, output: Path, **options: Any) -> File: ...


def voxelize(*inputs: Path, output: "Path | None" = None, **options: Any) -> "File | dict[str, Any]":
    """tessera-voxelize(1): from an image, a surface or a shape to voxels, in `output`.

    Returns the voxels; with labels=True the report on the labels, a dict, and needs no `output`.
    Inputs and options are those of the page; see tessera.run for their values.

    >>> import tessera
    >>> tessera.voxelize(shape="tube:d=6", size=(8, 8, 4), output="tube.vox")
    <tessera.File 'tube.vox': voxels, grid 8 8 4>
    """
    if options.get("labels"):
        return _report("tessera-voxelize", inputs, dict(options, output=output))
    if output is None:
        raise ValueError("voxelize: expected output=")
    _call("tessera-voxelize", inputs, dict(options, output=output))
    return File(output)


def tile(voxels: Path, *, output: Path, **options: Any) -> File:
    """tessera-tile(1): from voxels to a domain of tiles, in `output`, which is returned.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="tube:d=6", size=(8, 8, 4), output="tube.vox")
    >>> tessera.tile("tube.vox", inlet="z-", outlet="z+", output="tube.tile").patches
    {'inlet': 'z-', 'outlet': 'z+'}
    """
    _call("tessera-tile", [voxels], dict(options, output=output))
    return File(output)


def stats(file: Path, **options: Any) -> dict[str, Any]:
    """tessera-stats(1): measures of voxels or a domain. Returns its report, see REPORT there.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="channel:w=4", size="8,8,8", output="duct.vox")
    >>> tessera.stats("duct.vox")["porosity"]
    0.25
    """
    return _report("tessera-stats", [file], options)


def run(domain: Path, *, output: "Path | None" = None, **options: Any) -> dict[str, Any]:
    """tessera-run(1): the flow through a domain, in `output` if there is one. Returns its report, see REPORT there.

    Options are those of the page, with _ for -: checkpoint="c.tile", patch_flux=True. A number or a text is the value
    of an option, a tuple X,Y,Z, a list one value for each time that the option is given; True stands for an option
    without a value; None and False leave it out.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="channel:w=4", size="6,6,4", output="duct.vox")
    >>> _ = tessera.tile("duct.vox", periodic="z", output="duct.tile")
    >>> report = tessera.run("duct.tile", permeability="z")
    >>> round(report["permeability"][0]["voxel2"], 4)
    0.262
    >>> tessera.run("duct.tile", permeability="w")
    Traceback (most recent call last):
    ...
    tessera.Error: tessera-run: --permeability w: expected axes: x, y, z, or several, each once, such as xyz
    """
    return _report("tessera-run", [domain], dict(options, output=output))


def probe(flow: Path, **options: Any) -> dict[str, Any]:
    """tessera-probe(1): numbers, pictures and VTK files of a flow. Returns its report, see REPORT there.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="channel:w=4", size="6,6,4", output="duct.vox")
    >>> _ = tessera.tile("duct.vox", periodic="z", output="duct.tile")
    >>> _ = tessera.run("duct.tile", permeability="z", output="flow.tile")
    >>> sorted(tessera.probe("flow.tile", point=(3, 3, 2))["points"][0])[:3]
    ['pressure', 'pressure_pa', 'solid']
    """
    return _report("tessera-probe", [flow], options)


def _words(options: dict[str, Any]) -> list[str]:
    """Options as words of a command line."""
    words = []
    for name, given in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        for value in given if isinstance(given, list) else [given]:
            if value is True:
                words.append(option)
            elif value is not None and value is not False:
                words.append(f"{option}={_text(value)}")
    return words


def _text(value: Any) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    return ",".join(map(_text, value)) if isinstance(value, (tuple, list)) else str(value)


def _call(name: str, inputs: "tuple[Path, ...] | list[Path]", options: dict[str, Any], depth: int = 3) -> str:
    """Runs a program, passes its warnings on to the caller `depth` calls up, and returns what it prints. Its other
    messages are dropped."""
    command = [program(name), *_words(options), "--no-progress", "--", *(os.fspath(name) for name in inputs)]
    code, report, messages = _finish(command)
    said = messages.splitlines()
    for line in said[:-1] if code else said:
        if line.startswith(f"{name}: warning: "):
            warnings.warn(line, Warning, stacklevel=depth)
    if not code:
        return report
    code = 128 - code if code < 0 else code
    text = said[-1] if said else f"{name}: exit status {code}"
    raise Error(text, code, _json(report))


def _finish(command: list[str]) -> tuple[int, str, str]:
    """Runs a command: its status, output and messages.

    An interrupt, or another exception, asks it to end: a run then completes its step and writes its files, for which
    this waits; at a second one it ends at once. As a terminal sends interrupts to all programs at once, SIGINT is blocked in
    one that the main thread starts. In other threads Python raises no KeyboardInterrupt.
    """
    held = {signal.SIGINT} if threading.current_thread() is threading.main_thread() else set()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
    except BaseException:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        raise
    raised: BaseException | None = None
    while True:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            report, messages = child.communicate()
            break
        except BaseException as error:
            raised = raised or error
            child.terminate()
    if raised:
        raise raised
    return child.returncode, report, messages


def _json(text: str) -> "dict[str, Any] | None":
    try:
        report = json.loads(text)
    except ValueError:
        return None
    return report if isinstance(report, dict) else None


def _report(name: str, inputs: "tuple[Path, ...] | list[Path]", options: dict[str, Any]) -> dict[str, Any]:
    report = _json(_call(name, inputs, dict(options, json=True), depth=4))
    if report is None:
        raise Error(f"{name}: no report: is it of another version?", 1)
    return report
