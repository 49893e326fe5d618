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
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _options
from ._domain import Domain
from ._file import File, Path
from ._process import call
from ._result import Folder, Result


class Step(NamedTuple):
    """A program: its options, of which texts are filled with the parameters of the question, and the option and the
    name of the file that it writes, and whether it takes options of the question."""

    program: str
    options: dict[str, Any] = {}
    output: str = ""
    by: str = "output"
    open: bool = True


class Question(NamedTuple):
    """about: what it finds. given: what it is asked about. parameters: by position, with what stands for them.
    steps: each reads what the one before it wrote. values: by name, program:path in its report, and unit."""

    about: str
    given: str
    parameters: dict[str, Any]
    steps: list[Step]
    values: dict[str, tuple[str, str]]


def _unless(others: set[str], value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda options: None if others & options.keys() else value


def _if(other: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda options: value if other in options else None


_DIFFUSION = {
    "tortuosity": ("run:diffusion[axis].tortuosity_factor", ""),
    "relative": ("run:diffusion[axis].relative", ""),
    "formation_factor": ("run:diffusion[axis].formation_factor", ""),
    "interval_middle": ("run:diffusion[axis].interval.relative", ""),
    "interval_error": ("run:diffusion[axis].interval.error", ""),
    "no_interval": ("run:diffusion[axis].interval.none", ""),
    "porosity": ("run:porosity", ""),
    "converged": ("run:diffusion[axis].converged", ""),
}
_PORES = {"porosity": ("stats:porosity", ""), "specific_surface": ("stats:specific_surface_per_m", "1/m")}
_PERCOLATING = Step("tile", {"keep": "percolating={axis}"}, "voxels.tile")
_DIFFUSING = [_PERCOLATING, Step("run", {"diffusion": "{axis}"}, "diffusion.tile")]

QUESTIONS = {
    "permeability": Question(
        "The permeability along an axis, or several, such as \"xyz\"; refine=True adds its interval.",
        "mask",
        {"voxel": None, "axis": "z"},
        [_PERCOLATING, Step("run", {"permeability": "{axis}"}, "flow.tile")],
        {
            "permeability": ("run:permeability[axis].m2", "m2"),
            "darcy": ("run:permeability[axis].darcy", "darcy"),
            "permeability_voxel2": ("run:permeability[axis].voxel2", "voxel2"),
            "interval_middle": ("run:permeability[axis].interval.m2", "m2"),
            "interval_error": ("run:permeability[axis].interval.error_m2", "m2"),
            "no_interval": ("run:permeability[axis].interval.none", ""),
            "tensor": ("run:tensor.m2", "m2"),
            "converged": ("run:converged", ""),
        },
    ),
    "tortuosity": Question(
        "The tortuosity factor of diffusion along an axis, or several; refine=True adds the interval of `relative`.",
        "mask",
        {"voxel": None, "axis": "z"},
        _DIFFUSING,
        _DIFFUSION,
    ),
    "diffusivity": Question(
        "The effective diffusivity, `relative` to that of the fluid, along an axis, or several.",
        "mask",
        {"voxel": None, "axis": "z"},
        _DIFFUSING,
        {"relative": _DIFFUSION["relative"], **_DIFFUSION},
    ),
    "local_thickness": Question(
        "At each voxel the radius of the largest ball in the pores that covers it.",
        "mask",
        {"voxel": None},
        [Step("stats", {"thickness": True}, "thickness.tile")],
        {
            "mean_radius": ("stats:thickness.mean_radius_m", "m"),
            "median_radius": ("stats:thickness.median_radius_m", "m"),
            "max_radius": ("stats:thickness.max_radius_m", "m"),
            "distribution": ("stats:thickness.distribution_m", "m, share"),
            **_PORES,
        },
    ),
    "intrusion": Question(
        "What a fluid that does not wet enters from faces such as \"z-\" or \"x-,x+\", by radius; tension= adds the "
        "pressure.",
        "mask",
        {"voxel": None, "faces": "z-"},
        [Step("stats", {"intrusion": "{faces}"}, "intrusion.tile")],
        {
            "saturation": ("stats:intrusion_m", "m, share"),
            "capillary_pressure": ("stats:capillary_pressure", "Pa, share"),
            "critical_radius": ("stats:critical_radius_m", "m"),
            **_PORES,
        },
    ),
    "two_point": Question(
        "The two-point correlation along each axis, up to a distance in voxels (default: half of the longest side).",
        "mask",
        {"voxel": None, "distance": None},
        [Step("stats", {"two_point": "{distance}"})],
        {"correlation": ("stats:two_point", ""), **_PORES},
    ),
    "network": Question(
        "The pores and the throats between them; table() has those of the table for OpenPNM, files[\"network.csv\"].",
        "mask",
        {"voxel": None},
        [Step("stats", {}, "network.csv", "network")],
        {
            "pores": ("stats:network.pores", ""),
            "throats": ("stats:network.throats", ""),
            "mean_coordination": ("stats:network.mean_coordination", ""),
            "mean_pore_radius": ("stats:network.mean_pore_radius_m", "m"),
            "mean_throat_radius": ("stats:network.mean_throat_radius_m", "m"),
            **_PORES,
        },
    ),
    "segment": Question(
        "Which voxels of a grey-level image are fluid, in `mask`: below a number, or \"otsu\"; see fluid=.",
        "grey",
        {"threshold": None, "voxel": None},
        [Step("voxelize", {"threshold": "{threshold}", "voxel": "{voxel}"}, "voxels.vox"), Step("stats", open=False)],
        {"threshold": ("voxelize:threshold", ""), "mask": ("voxelize:mask", ""), **_PORES},
    ),
    "flow": Question(
        "The flow through the surface in a file, between conditions set=[\"inlet0:...\", ...]: steady, or beats=N.",
        "surface",
        {"voxel": None},
        [
            Step("voxelize", {"voxel": "{voxel}", "cap": _unless({"open"}, True)}, "voxels.vox"),
            Step("tile", {}, "voxels.tile"),
            Step(
                "run",
                {
                    "patch_flux": True,
                    "converge": _unless({"steps", "beats"}, "1e-5"),
                    "average": _if("beats", "{folder}/wall.tile"),
                },
                "flow.tile",
            ),
        ],
        {
            "flux": ("run:patch_flux.patches[patch].flux_m3_s", "m3/s"),
            "balance": ("run:patch_flux.balance", ""),
            "steps": ("run:steps", ""),
            "converged": ("run:converged", ""),
        },
    ),
}


_FOR_ALL = {"max_memory", "no_history"}  # other options are for the last program that has them
_NOT_ASKED = {"output", "where", "check", "labels", "digest", "benchmark"}  # with them a program answers something else


# ---- asking ----------------------------------------------------------------------------------------------------------


def ask(name: str, asked: dict[str, Any], options: dict[str, Any]) -> Result:
    question = QUESTIONS[name]
    keep, progress = asked.pop("keep"), asked.pop("progress")
    given = asked.pop(question.given)
    made = {key: asked.pop(key) for key in _MAKING if key in asked}
    takers = {key: _takers(name, question, key) for key in options}
    folder = Folder(keep)
    result = Result(name, folder)
    file = _first(question, given, asked, made, result)
    for step in question.steps:
        written = folder.file(step.output) if step.output else None
        filled = {key: _filled(value, {**asked, "folder": folder.path}, options) for key, value in step.options.items()}
        filled.update({key: value for key, value in options.items() if step in takers[key]})
        report = step.program in ("run", "stats")
        done = call(f"tessera-{step.program}", [file],
                    dict(filled, json=report, progress=progress, **({step.by: written} if written else {})))
        result.commands.append(done.command.replace(folder.path + os.sep, ""))
        result.warnings += done.warnings
        if report:
            result.json[f"tessera-{step.program}"] = done.report()
            with open(folder.file(f"tessera-{step.program}.json"), "w", encoding="utf-8") as out:
                out.write(done.output)
        elif step.program == "voxelize":
            result.json["tessera-voxelize"] = _segmented(done.messages)
        if step.by == "output" and written and written.endswith(".tile"):
            result._tiles.append(step.output)
        file = written or file
    if "beats" in options:
        result._tiles.append("wall.tile")
    for value, (path, unit) in question.values.items():
        result.values[value] = _value(result, path)
        result.units[value] = unit
    return result


def _takers(name: str, question: Question, option: str) -> list[Step]:
    """The steps that an option is for. One that none has is a mistake."""
    has = [step for step in question.steps if step.open and option in _options.options(f"tessera-{step.program}")]
    if has and option not in _NOT_ASKED:
        return has if option in _FOR_ALL else has[-1:]
    names = {key for step in question.steps for key in _options.options(f"tessera-{step.program}")} - _NOT_ASKED
    near = difflib.get_close_matches(option, names, 1)
    raise TypeError(f"{name}() got an unexpected keyword argument {option!r}"
                    + (f": did you mean {near[0]!r}?" if near else ""))


def _first(question: Question, given: Any, asked: dict[str, Any], made: dict[str, Any], result: Result) -> str:
    """The file that the first program reads: that of an array, or one that was given."""
    path = os.fspath(given) if isinstance(given, (str, os.PathLike)) else ""
    if question.given == "mask":
        if not path:
            domain = Domain.from_array(given, asked["voxel"], **made)
            path = domain.write(result._folder.file("voxels.vox")).path
            result.warnings += domain.warnings
        elif any(value is not None for value in (*made.values(), asked["voxel"])):
            raise ValueError(f"{path}: voxel=, fluid=, classes= and origin= belong to an array")
        result._source = "voxels.vox" if path.startswith(result._folder.path + os.sep) else os.path.abspath(path)
        if "distance" in asked and asked["distance"] is None:
            asked["distance"] = max(1, max(File(path).shape) // 2)
        return path
    result._source = "voxels.vox"
    voxel = asked["voxel"]
    asked["voxel"] = voxel if voxel is None or isinstance(voxel, str) else f"{float(voxel)!r}m"
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
    """Lists of numbers as arrays."""
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
            *(kind(key, kind.KEYWORD_ONLY, default=None) for key in _MAKING if question.given == "mask"),
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
    asking.__doc__ = "\n".join([question.about, "", _GIVEN[question.given], "", _REST, "", "Values:", "",
                                *(f"{key} : {unit}".rstrip(" :") for key, (_, unit) in question.values.items())])
    filled = {key for step in question.steps for key, value in step.options.items() if value == "{%s}" % key}
    programs = dict.fromkeys(f"tessera-{step.program}" for step in question.steps if step.open)
    _options.describe(asking, *programs, without=frozenset({*_NOT_ASKED, *filled}))
    return asking


_MAKING = ("fluid", "classes", "origin")  # of Domain.from_array
_GIVEN = {
    "mask": "mask: bool [z, y, x], True in the pores; or labels, of which fluid= or classes= are; or a file of voxels.\n"
            "voxel: the side of a voxel in metres, or a text such as \"5um\"; None: unknown.",
    "grey": "grey: numbers [z, y, x], or the file of an image.\n"
            "voxel: the side of a voxel in metres, or a text such as \"5um\"; None: unknown, or that of the file.",
    "surface": "surface: a file, such as .stl, .ply or .obj.\n"
               "voxel: the side of a voxel in metres, or a text such as \"0.2mm\".",
}
_REST = """keep: a folder for the files; None: they are temporary.
progress: None (a bar in terminals and notebooks), True, False, or a function of the part done and a text.
An option goes to the last program that has it, max_memory and no_history to all."""
