# SPDX-License-Identifier: BSD-3-Clause
"""Questions on arrays, one line each: what the programs of a pipeline answer.

>>> import numpy, tessera
>>> mask = numpy.zeros((8, 6, 6), bool)            # z, y, x
>>> mask[:, 1:5, 1:5] = True
>>> duct = tessera.permeability(mask, voxel=5e-6, axis="z", periodic="z")
>>> f"{duct.permeability:.4g} m2", duct.velocity.shape, duct.fields["velocity"]
('6.551e-12 m2', (8, 6, 6, 3), 'lattice')
>>> print(*duct.commands, sep="\\n")
tessera-tile --keep=percolating=z --periodic=z --output=voxels.tile -- voxels.vox
tessera-run --permeability=z --json --output=flow.tile -- voxels.tile
>>> tessera.local_thickness(mask, voxel=5e-6).max_radius == tessera.stats(duct.files["voxels.vox"], thickness=True)[
...     "thickness"]["max_radius_m"]
True
"""

from __future__ import annotations

import difflib
import inspect
import os
import re
from typing import Any, Callable

import numpy as np

from . import _options
from ._domain import Domain, _length, mask_file
from ._file import File
from ._process import call
from ._questions import GIVEN, INTERVAL, MAKING, QUESTIONS, REST, Question, Step
from ._result import Folder, Interval, Result

_FOR_ALL = {"max_memory", "no_history"}  # other options are for the last program that has them
_NOT_ASKED = {"output", "where", "check", "labels", "digest", "benchmark"}  # with them a program answers something else


# ---- asking ----------------------------------------------------------------------------------------------------------


def ask(name: str, asked: dict[str, Any], options: dict[str, Any]) -> Result:
    question = QUESTIONS[name]
    keep, progress = asked.pop("keep"), asked.pop("progress")
    given = asked.pop(question.given)
    made = {key: asked.pop(key) for key in MAKING if key in asked}
    for step in question.steps:
        for key in options.keys() & step.options.keys():
            parameter = re.fullmatch(r"{(\w+)}", str(step.options[key]))
            if parameter and parameter[1] in asked:
                raise TypeError(f"{name}() got {key}=, which is {parameter[1]}= here")
    folder = Folder(keep)
    result = Result(name, folder)
    asked["folder"], asked["inside"] = folder.path, None
    given = _unmasked(question, given, options)
    takers = {key: _takers(name, question, key) for key in options}
    file = _first(question, given, asked, made, result, options)
    for step in question.steps:
        filled = {key: _filled(value, asked, options) for key, value in step.options.items()}
        filled.update({key: value for key, value in options.items() if step in takers[key]})
        file = _take(result, step, file, dict(filled, progress=progress))
    if "beats" in options:
        result._tiles.append("wall.tile")
    for value, (path, unit) in question.values.items():
        result.values[value] = _value(result, path)
        result.units[value] = unit
    return result


def _take(result: Result, step: Step, file: str, options: dict[str, Any]) -> str:
    """Calls the program of a step. Returns the file that the next one reads."""
    folder = result._folder
    written = folder.file(step.output) if step.output else None
    reports = step.program in ("probe", "run", "stats")
    name = f"tessera-{step.program}"
    done = call(name, [file], dict(options, json=reports, **({step.by: written} if written else {})))
    result.commands.append(done.command.replace(folder.path + os.sep, ""))
    result.warnings += done.warnings
    if reports:
        result.json[name] = done.report()
        with open(folder.file(f"{name}.json"), "w", encoding="utf-8") as out:
            out.write(done.output)
    elif step.program == "voxelize":
        result.json[name] = _segmented(done.messages)
    if step.output.endswith(".tile"):
        result._tiles.append(step.output)
    return written or file


def _takers(name: str, question: Question, option: str) -> list[Step]:
    """The steps that an option is for. One that none has is a mistake."""
    has = [step for step in question.steps if step.open and option in _options.options(f"tessera-{step.program}")]
    if has and option not in _NOT_ASKED and all(option != step.by for step in has):
        return has if option in _FOR_ALL else has[-1:]
    names = {key for step in question.steps for key in _options.options(f"tessera-{step.program}")} - _NOT_ASKED
    near = difflib.get_close_matches(option, names, 1)
    raise TypeError(f"{name}() got an unexpected keyword argument {option!r}"
                    + (f": did you mean {near[0]!r}?" if near else ""))


def _unmasked(question: Question, given: Any, options: dict[str, Any]) -> Any:
    """Of a masked image what is not masked becomes its mask."""
    if not np.ma.is_masked(given):
        return given
    if options.get("mask") is not None:
        raise ValueError("a masked array and mask=: expected one of them")
    if question.given == "mask":
        return given
    options["mask"] = ~np.ma.getmaskarray(given)
    return given.filled(given.min())


def _directed(asked: dict[str, Any], given: Any, slices: int) -> None:
    """The flow in one slice, which repeats along z, is not through it."""
    default = "x" if slices == 1 else "z"
    for key, end in (("axis", ""), ("faces", "-")):
        if key in asked and asked[key] is None:
            asked[key] = default + end
        elif key in asked and "z" in str(asked[key]) and np.ndim(given) == 2:
            raise ValueError(f"{key}={asked[key]!r}: an array [y, x] is one slice: along x or y, or give [z, y, x]")


def _first(
    question: Question, given: Any, asked: dict[str, Any], made: dict[str, Any], result: Result, options: dict[str, Any]
) -> str:
    """The file that the first program reads: that of an array, or one that was given."""
    path = os.fspath(given) if isinstance(given, (str, os.PathLike)) else ""
    if getattr(options.get("mask"), "ndim", 0):
        options["mask"] = mask_file(options["mask"], result._folder.file("given-mask.vox"))
    if question.given == "mask":
        if not path:
            domain = Domain.from_array(given, asked["voxel"], **made)
            path = domain.write(result._folder.file("voxels.vox")).path
            result.warnings += domain.warnings
            if np.ma.is_masked(given) and question.steps[0].program == "stats":
                asked["inside"] = mask_file(~np.ma.getmaskarray(given), result._folder.file("mask.vox"))
        elif any(value is not None for value in (*made.values(), asked["voxel"])):
            raise ValueError(f"{path}: voxel=, fluid=, classes= and origin= belong to an array")
        result._source = "voxels.vox" if path.startswith(result._folder.path + os.sep) else os.path.abspath(path)
        shape = File(path).shape
        _directed(asked, given if not isinstance(given, (str, os.PathLike)) else None, shape[0])
        if "distance" in asked and asked["distance"] is None:
            asked["distance"] = max(1, max(shape) // 2)
        return path
    result._source = "voxels.vox"
    if question.given == "surface":
        result._surface = {"on": os.path.abspath(path), "unit": options.get("unit")}
    voxel = asked["voxel"]
    asked["voxel"] = voxel if voxel is None or isinstance(voxel, str) else f"{_length(voxel)!r}m"
    if not path:
        path = result._folder.file(f"{question.given}.npy")
        np.save(path, np.asarray(given))
    return path


def _filled(value: Any, asked: dict[str, Any], options: dict[str, Any]) -> Any:
    if callable(value):
        value = value(options)
    if isinstance(value, str):
        names = re.findall(r"{(\w+)}", value)
        return None if any(asked[name] is None for name in names) else value.format(**asked)
    return value


def _segmented(messages: str) -> dict[str, Any]:
    """What tessera-voxelize says of its threshold: it has no report of it."""
    found = re.search(r"^  threshold +([^\s,]+)", messages, re.MULTILINE)
    return {"threshold": float(found[1]) if found else None}


# ---- values ----------------------------------------------------------------------------------------------------------


def _value(result: Result, path: str) -> Any:
    program, _, path = path.partition(":")
    if path == "mask":
        return File(result.files["voxels.vox"]).mask()
    return _array(_at(result.json[f"tessera-{program}"], path.split(".")))


def _at(report: Any, path: list[str]) -> Any:
    """What is at a path in a report: of a list[KEY] what is in each of its members, by KEY; of one axis that alone."""
    for i, word in enumerate(path):
        name, _, key = word.rstrip("]").partition("[")
        report = report.get(name) if isinstance(report, dict) else None
        if key and report is not None:
            found = {member[key]: _at(member, path[i + 1 :]) for member in report}
            if all(value is None for value in found.values()):
                return None
            return next(iter(found.values())) if key == "axis" and len(found) == 1 else found
    return report


def _array(value: Any) -> Any:
    """Lists of numbers as arrays, and what has low and high ends as an interval."""
    if isinstance(value, dict) and {"low", "high", "unit"} <= value.keys():
        return Interval.of(value)
    if isinstance(value, dict):
        return {key: _array(part) for key, part in value.items()}
    return np.array(value) if isinstance(value, list) else value


# ---- the functions ---------------------------------------------------------------------------------------------------


def function(name: str) -> Callable[..., Result]:
    """The function of a question, with its help."""
    question = QUESTIONS[name]
    kind = inspect.Parameter
    signature = inspect.Signature(
        [
            kind(question.given, kind.POSITIONAL_ONLY),
            *(kind(key, kind.POSITIONAL_OR_KEYWORD, default=value) for key, value in question.parameters.items()),
            *(kind(key, kind.KEYWORD_ONLY, default=None) for key in MAKING if question.given == "mask"),
            kind("keep", kind.KEYWORD_ONLY, default=None, annotation="Path | None"),
            kind("progress", kind.KEYWORD_ONLY, default=None),
            kind("options", kind.VAR_KEYWORD),
        ],
        return_annotation=Result,
    )

    def asking(*arguments: Any, **named: Any) -> Result:
        bound = signature.bind(*arguments, **named)
        bound.apply_defaults()
        options = {key.rstrip("_"): value for key, value in bound.arguments.pop("options").items()}
        return ask(name, dict(bound.arguments), options)

    asking.__name__ = asking.__qualname__ = name
    asking.__module__ = "tessera"
    asking.__signature__ = signature  # type: ignore
    asking.__doc__ = "\n".join([question.about, "", GIVEN[question.given], "", REST, "", "Values:", "",
                                *(f"{key} : {unit}".rstrip(" :") for key, (_, unit) in question.values.items()), "",
                                *([INTERVAL] if "interval" in question.values else [])])
    filled = {key for step in question.steps for key, value in step.options.items() if value == "{%s}" % key}
    programs = dict.fromkeys(f"tessera-{step.program}" for step in question.steps if step.open)
    _options.describe(asking, *programs, without=frozenset({*_NOT_ASKED, *filled}))
    return asking
