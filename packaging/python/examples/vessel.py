# %% [markdown]
# A vessel from a surface: what flows through it at a pressure, and the shear on its wall. The surface is a tube that is
# made here; one of a segmentation (STL, PLY, OBJ, in mm, with open ends) takes its place.

# %%
import numpy as np

import tessera

RADIUS, LENGTH, VOXEL = 1.5, 8.0, 0.25  # mm
VISCOSITY, DENSITY = 3.5e-6, 1060.0  # of blood: m2/s, kg/m3

# %% The surface: rings of points, two triangles between any four of them, as text in STL.
turns, rings = 48, 24
angle = 2 * np.pi * np.arange(turns) / turns
ring = np.stack([RADIUS * np.cos(angle), RADIUS * np.sin(angle), 0 * angle], axis=1)
points = ring + np.linspace(0, LENGTH, rings)[:, np.newaxis, np.newaxis] * [0, 0, 1]
a, b = points[:-1], points[1:]
a1, b1 = np.roll(a, -1, axis=1), np.roll(b, -1, axis=1)
triangles = np.concatenate([np.stack([a, a1, b1], axis=2), np.stack([a, b1, b], axis=2)]).reshape(-1, 3, 3)
with open("tube.stl", "w") as stl:
    stl.write("solid wall\n")
    for corners in triangles:
        lines = "".join("vertex {:.6f} {:.6f} {:.6f}\n".format(*corner) for corner in corners)
        stl.write(f"facet normal 0 0 0\nouter loop\n{lines}endloop\nendfacet\n")
    stl.write("endsolid wall\n")

# %% Voxels inside, with the distances to the wall. --cap makes openings of the ends: the largest is inlet0.
voxels = tessera.voxelize("tube.stl", voxel=f"{VOXEL}mm", cap=True, output="vessel.vox")
vessel = tessera.tile(voxels, output="vessel.tile")
inlet, outlet = vessel.patches
print(f"openings {inlet} and {outlet}, grid {vessel.grid}")

# %% Steady flow between two pressures.
DROP = 0.05  # Pa
report = tessera.run(
    vessel,
    viscosity=f"{VISCOSITY}m2/s",
    density=f"{DENSITY}kg/m3",
    set=[f"{inlet}:pressure={DROP}Pa", f"{outlet}:pressure=0"],
    tau=0.9,
    converge=1e-5,
    checkpoint="flow.tile",
)
print(f"steady after {report['steps']} steps")

# %% What flows through it, beside the law of Hagen and Poiseuille for a long tube.
result = tessera.probe("flow.tile", patch_flux=True, wall_shear=True)
flux = result["patch_flux"]["patches"][0]["flux_m3_s"]
law = np.pi * (RADIUS * 1e-3) ** 4 * DROP / (8 * VISCOSITY * DENSITY * LENGTH * 1e-3)
print(f"flux {flux:.3e} m3/s, by the law {law:.3e} m3/s")
assert abs(flux / law - 1) < 0.15

# %% The shear on the wall, and the velocity across the middle.
shear = result["wall_shear"]["pa"]
law = RADIUS * DROP / (2 * LENGTH)
print(f"shear on the wall: at least {shear['min']:.3e}, mean {shear['mean']:.3e} Pa, by the law {law:.3e} Pa")
flow = tessera.open("flow.tile")
middle = flow.shape[0] // 2
uz = flow.field("uz", slab=(middle, middle + 1), units="SI")[0]
print(f"largest speed in the middle {1e3 * np.nanmax(np.abs(uz)):.3f} mm/s")

# %% A heart beat: the flow in mL/s over its time in s, a file that is read as a period. The inflow has the shape that it
# has in a long tube. Before its first step the program chooses the time step, so that the peak moves 0.05 voxels a step.
PERIOD, MEAN, SWING = 0.5, 0.06, 0.14  # s, mL/s
time = np.linspace(0, PERIOD, 41)
np.savetxt("heart.txt", np.stack([time, MEAN + SWING * np.sin(2 * np.pi * time / PERIOD)], axis=1))
report = tessera.run(
    vessel,
    viscosity=f"{VISCOSITY}m2/s",
    density=f"{DENSITY}kg/m3",
    set=[f"{inlet}:flow=heart.txt,mL/s,womersley", f"{outlet}:pressure=0"],
    beats=3,
    average="wall.tile",
)
change = max(value for value in report["beat"]["change"].values() if value is not None)
print(f"{report['steps']} steps, the last beat differs by {100 * change:.2g} % from the one before")

# %% The wall over the beat. Of every pulse in a long tube the mean shear is that of the mean flow, by Hagen and Poiseuille;
# where the shear turns, its mean size TAWSS is larger, and OSI tells by how much.
wall = tessera.open("wall.tile")
print("values of the nodes beside walls:", ", ".join(f"{name} ({unit})" for name, unit in wall.values.items()))
tawss, nodes = wall.field("tawss", sparse=True)
osi, _ = wall.field("osi", sparse=True)
middle = np.isfinite(tawss) & (abs(nodes[:, 2] - wall.shape[0] / 2) < 4)
mean = (tawss * (1 - 2 * osi))[middle].mean()
law = 4 * VISCOSITY * DENSITY * MEAN * 1e-6 / (np.pi * (RADIUS * 1e-3) ** 3)
print(f"TAWSS {tawss[middle].mean():.4f} Pa, OSI {osi[middle].mean():.4f}")
print(f"mean shear {mean:.4f} Pa, by the law {law:.4f} Pa")

# %% What flows in, and the pressure that this takes, in the course of the beat.
beat = wall.beat()
peak = np.argmax(beat.flow[inlet])
print(f"mean flow {1e6 * beat.flow[inlet].mean():.4f} mL/s, largest at {beat.time[peak]:.3f} s")
print(f"pressure of the inlet from {beat.pressure[inlet].min():.2f} to {beat.pressure[inlet].max():.2f} Pa")
