# %% [markdown]
# A porous electrode from an image of three phases: porosity, surface, tortuosity factor, and the permeability that the
# electrolyte meets when the cell is filled.

# %%
import numpy as np

import tessera

N = 40  # voxels along a side
VOXEL = 0.2e-6  # metres
PORE, ACTIVE, BINDER = 0, 1, 2

# %% The phases, z y x: spheres of active material that may overlap, and binder where two of them are near.
rng = np.random.default_rng(4)
z, y, x = np.indices((N, N, N))
gap = np.full((2, N, N, N), np.inf)  # distance to the nearest and the second nearest sphere
for centre in rng.uniform(0, N, (60, 3)):
    away = [np.abs(a - c) for a, c in zip((z, y, x), centre)]
    distance = np.sqrt(sum(np.minimum(d, N - d) ** 2 for d in away)) - 6  # periodic
    gap = np.sort(np.concatenate([gap, distance[np.newaxis]]), axis=0)[:2]
phases = np.where(gap[0] < 0, ACTIVE, np.where(gap[1] < 0.8, BINDER, PORE)).astype("uint8")
print("shares of pores, active material and binder:", np.bincount(phases.ravel()) / phases.size)

# %% The pores as a domain that repeats along all axes.
pores = tessera.Domain.from_array(phases, voxel=VOXEL, fluid=PORE).write("electrode.vox")
electrode = tessera.tile(pores, periodic="xyz", keep="percolating", output="electrode.tile")
porosity = tessera.stats(electrode)["porosity"]
print(f"porosity that percolates {porosity:.4f}")

# %% Diffusion through the electrolyte, along the thickness.
(through,) = tessera.run(electrode, diffusion="z")["diffusion"]
print(f"tortuosity factor {through['tortuosity_factor']:.4f}, D_eff / D {through['relative']:.4f}")
assert abs(porosity / through["tortuosity_factor"] / through["relative"] - 1) < 1e-4

# %% The permeability.
(k_z,) = tessera.run(electrode, permeability="z", output="filling.tile")["permeability"]
print(f"permeability {k_z['m2']:.3e} m2")

# %% The speed beside the active material, where the layer that reacts is renewed.
speed = tessera.open("filling.tile").field("speed")
beside = np.zeros(phases.shape, bool)
for axis in range(3):
    for step in (-1, 1):
        beside |= np.roll(phases == ACTIVE, step, axis)
beside &= ~np.isnan(speed)
print(f"mean speed beside active material: {speed[beside].mean() / np.nanmean(speed):.3f} of that in the pores")
