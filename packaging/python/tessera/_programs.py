# SPDX-License-Identifier: BSD-3-Clause
"""The programs as functions."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Iterable, Literal, overload

from ._domain import mask_file
from ._file import File, Path
from ._process import Done, call


def _call_masked(name: str, inputs: "Iterable[Path]", options: dict[str, Any]) -> Done:
    """A mask that is an array is a file for the time of the call."""
    if not getattr(options.get("mask"), "ndim", 0):
        return call(name, inputs, options)
    with tempfile.TemporaryDirectory(prefix="tessera-") as folder:
        return call(name, inputs, {**options, "mask": mask_file(options["mask"], os.path.join(folder, "mask.vox"))})


@overload
def voxelize(*inputs: Path, labels: Literal[True], output: "Path | None" = ..., **options: Any) -> dict[str, Any]: ...


@overload
def voxelize(*inputs: Path, band: Literal[True], output: "Path | None" = ..., **options: Any) -> dict[str, Any]: ...


@overload
def voxelize(*inputs: Path, output: Path, **options: Any) -> File: ...


def voxelize(*inputs: Path, output: "Path | None" = None, **options: Any) -> "File | dict[str, Any]":
    """tessera-voxelize(1): from an image, a surface or a shape to voxels, in `output`.

    Numbers of voxel= and resample= are metres. mask= is a file, a list of them, or an array that is not 0 inside.

    Returns the voxels; with labels=True or band=True the report on these, a dict, and needs no `output`.
    Inputs and options are those of the page; see tessera.run for their values.

    >>> import tessera
    >>> tessera.voxelize(shape="tube:d=6", size=(8, 8, 4), output="tube.vox")
    <tessera.File 'tube.vox': voxels, grid 8 8 4>
    """
    if options.get("labels") or options.get("band"):
        return _call_masked("tessera-voxelize", inputs, dict(options, output=output, json=True)).report()
    if output is None:
        raise ValueError("voxelize: expected output=")
    _call_masked("tessera-voxelize", inputs, dict(options, output=output))
    return File(output)


def tile(voxels: Path, *, output: Path, **options: Any) -> File:
    """tessera-tile(1): from voxels to a domain of tiles, in `output`, which is returned.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="tube:d=6", size=(8, 8, 4), output="tube.vox")
    >>> tessera.tile("tube.vox", inlet="z-", outlet="z+", output="tube.tile").patches
    {'inlet': 'z-', 'outlet': 'z+'}
    """
    call("tessera-tile", [voxels], dict(options, output=output))
    return File(output)


def stats(file: Path, **options: Any) -> dict[str, Any]:
    """tessera-stats(1): measures of voxels or a domain. Returns its report, see REPORT there.

    mask= is a file of voxels, or an array that is not 0 inside. A number of tension= is in N/m.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="channel:w=4", size="8,8,8", output="duct.vox")
    >>> tessera.stats("duct.vox")["porosity"]
    0.25
    """
    return _call_masked("tessera-stats", [file], dict(options, json=True)).report()


def run(domain: Path, *, output: "Path | None" = None, **options: Any) -> dict[str, Any]:
    """tessera-run(1): the flow through a domain, in `output` if there is one. Returns its report, see REPORT there.

    Options are those of the page, with _ for -: checkpoint="c.tile", patch_flux=True. A number or a text is the value
    of an option, a tuple X,Y,Z, a list one value for each time that the option is given, or X,Y,Z of one that is given
    once; True stands for an option without a value; None and False leave it out. progress= is None (a bar in terminals and
    notebooks), True, False, or a function of the part done, 0 to 1 or None, and a text.

    Numbers of viscosity, density, pressure_drop, time_step, period and force are SI; a text such as "0.1lu" is in lattice
    units, as are bare numbers in other texts, such as those of set=.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="channel:w=4", size="6,6,4", output="duct.vox")
    >>> _ = tessera.tile("duct.vox", periodic="z", output="duct.tile")
    >>> report = tessera.run("duct.tile", permeability="z")
    >>> round(report["permeability"][0]["voxel2"], 4)
    0.262
    >>> tessera.run("duct.tile", permeability="w")
    Traceback (most recent call last):
    ...
    tessera.UsageError: tessera-run: --permeability w: expected axes: x, y, z, or several, each once, such as xyz
    """
    return call("tessera-run", [domain], dict(options, output=output, json=True)).report()


def probe(flow: Path, **options: Any) -> dict[str, Any]:
    """tessera-probe(1): numbers, pictures and VTK files of a flow. Returns its report, see REPORT there.

    Numbers of viscosity and density are SI; a text such as "0.1lu" is in lattice units.

    >>> import tessera
    >>> _ = tessera.voxelize(shape="channel:w=4", size="6,6,4", output="duct.vox")
    >>> _ = tessera.tile("duct.vox", periodic="z", output="duct.tile")
    >>> _ = tessera.run("duct.tile", permeability="z", output="flow.tile")
    >>> sorted(tessera.probe("flow.tile", point=(3, 3, 2))["points"][0])[:3]
    ['pressure', 'pressure_pa', 'solid']
    """
    return call("tessera-probe", [flow], dict(options, json=True)).report()
