# SPDX-License-Identifier: BSD-3-Clause
"""The questions on arrays: a table of what the programs of a pipeline answer. _ask.py asks them."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple


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


_OF_CORE = _if("mask", "{folder}/mask.vox")
_DIFFUSION = {
    "tortuosity": ("run:diffusion[axis].tortuosity_factor", ""),
    "relative": ("run:diffusion[axis].relative", ""),
    "formation_factor": ("run:diffusion[axis].formation_factor", ""),
    "interval": ("run:diffusion[axis].tortuosity_factor_interval", ""),
    "relative_interval": ("run:diffusion[axis].interval", ""),
    "formation_interval": ("run:diffusion[axis].formation_factor_interval", ""),
    "interval_middle": ("run:diffusion[axis].interval.relative", ""),
    "interval_error": ("run:diffusion[axis].interval.error", ""),
    "no_interval": ("run:diffusion[axis].interval.none", ""),
    **{f"{name}_mask": (f"run:diffusion_mask[axis].{key}", "") for name, key in
       (("tortuosity", "tortuosity_factor"), ("relative", "relative"), ("formation_factor", "formation_factor"))},
    "porosity": ("run:porosity", ""),
    "converged": ("run:diffusion[axis].converged", ""),
}
_PORES = {
    "porosity": ("stats:porosity", ""),
    "specific_surface": ("stats:specific_surface_per_m", "1/m"),
    "porosity_mask": ("stats:porosity_mask", ""),
    "specific_surface_mask": ("stats:specific_surface_mask_per_m", "1/m"),
}
_PERCOLATING = Step("tile", {"keep": "percolating={axis}"}, "voxels.tile")
_DIFFUSING = [_PERCOLATING, Step("run", {"diffusion": "{axis}"}, "diffusion.tile")]

QUESTIONS = {
    "permeability": Question(
        "The permeability along an axis, or several, such as \"xyz\"; refine=True adds its `interval`.",
        "mask",
        {"voxel": None, "axis": None},
        [_PERCOLATING, Step("run", {"permeability": "{axis}"}, "flow.tile")],
        {
            "permeability": ("run:permeability[axis].m2", "m2"),
            "darcy": ("run:permeability[axis].darcy", "darcy"),
            "permeability_voxel2": ("run:permeability[axis].voxel2", "voxel2"),
            "interval": ("run:permeability[axis].interval", ""),
            "interval_middle": ("run:permeability[axis].interval.m2", "m2"),
            "interval_error": ("run:permeability[axis].interval.error_m2", "m2"),
            "no_interval": ("run:permeability[axis].interval.none", ""),
            **{f"{name}_mask": (f"run:permeability_mask[axis].{key}", unit) for name, key, unit in
               (("permeability", "m2", "m2"), ("darcy", "darcy", "darcy"), ("permeability_voxel2", "voxel2", "voxel2"))},
            "tensor": ("run:tensor.m2", "m2"),
            "converged": ("run:converged", ""),
        },
    ),
    "tortuosity": Question(
        "The tortuosity factor of diffusion along an axis, or several; refine=True adds its `interval`.",
        "mask",
        {"voxel": None, "axis": None},
        _DIFFUSING,
        _DIFFUSION,
    ),
    "diffusivity": Question(
        "The effective diffusivity, `relative` to that of the fluid, along an axis, or several; refine=True adds its "
        "`interval`.",
        "mask",
        {"voxel": None, "axis": None},
        _DIFFUSING,
        {"relative": _DIFFUSION["relative"], **_DIFFUSION, "interval": _DIFFUSION["relative_interval"],
         "tortuosity_interval": _DIFFUSION["interval"]},
    ),
    "local_thickness": Question(
        "At each voxel the radius of the largest ball in the pores that covers it.",
        "mask",
        {"voxel": None},
        [Step("stats", {"thickness": True, "mask": "{inside}"}, "thickness.tile")],
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
        {"voxel": None, "faces": None},
        [Step("stats", {"intrusion": "{faces}", "mask": "{inside}"}, "intrusion.tile")],
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
        [Step("stats", {"two_point": "{distance}", "mask": "{inside}"})],
        {"correlation": ("stats:two_point", ""), **_PORES},
    ),
    "network": Question(
        "The pores and the throats between them; table() has those of the table for OpenPNM, files[\"network.csv\"].",
        "mask",
        {"voxel": None},
        [Step("stats", {"mask": "{inside}"}, "network.csv", "network")],
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
        [
            Step("voxelize", {"threshold": "{threshold}", "voxel": "{voxel}", "mask_output": _OF_CORE}, "voxels.vox"),
            Step("stats", {"mask": _OF_CORE}, open=False),
        ],
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
                "checkpoint",  # the shear follows from the populations
            ),
            Step("probe", {"wall_shear": True}, open=False),
        ],
        {
            "flux": ("run:patch_flux.patches[patch].flux_m3_s", "m3/s"),
            "balance": ("run:patch_flux.balance", ""),
            "mean_shear": ("probe:wall_shear.pa.mean", "Pa"),
            "max_shear": ("probe:wall_shear.pa.max", "Pa"),
            "steps": ("run:steps", ""),
            "converged": ("run:converged", ""),
        },
    ),
}


# ---- help ------------------------------------------------------------------------------------------------------------

INTERVAL = """An interval is the pair (low, high), with the .value in it and their .unit: what refine=True finds for the object that was
scanned. Other values are those of this grid. None: there is none, see no_interval."""
MAKING = ("fluid", "classes", "origin")  # of Domain.from_array
GIVEN = {
    "mask": "mask: bool [z, y, x], True in the pores; or labels, of which fluid= or classes= are; or a file of voxels.\n"
            "What a masked array masks is outside the sample; values of what is inside end in _mask, and pores are its.\n"
            "[y, x] is one slice, which repeats along z: the axis is x unless it is given, and else z.\n"
            "voxel: the side of a voxel in metres, or a text such as \"5um\"; None: unknown.",
    "grey": "grey: numbers [z, y, x], or the file of an image. What a masked array masks, and what is 0 in mask=, a file\n"
            "or an array, is outside the sample; values of what is inside end in _mask.\n"
            "voxel: the side of a voxel in metres, or a text such as \"5um\"; None: unknown, or that of the file.",
    "surface": "surface: a file, such as .stl, .ply or .obj.\n"
               "voxel: the side of a voxel in metres, or a text such as \"0.2mm\".",
}
REST = """keep: a folder for the files; None: they are temporary.
progress: None (a bar in terminals and notebooks), True, False, or a function of the part done and a text.
An option goes to the last program that has it, max_memory and no_history to all. Numbers of viscosity, density, pressures,
times and lengths are SI; a text such as "0.1lu" is in lattice units."""
