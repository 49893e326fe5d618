# %% [markdown]
# A rock: from grey levels to a permeability, and where the fluid flows. The scan is made here; of your own give the
# slices: tessera.voxelize(*glob.glob("scan/*.tif"), threshold="otsu", ...).

# %%
import numpy as np

import tessera

N = 48  # voxels along a side
VOXEL = 5e-6  # metres

# %% A scan: smooth noise, dark in the pores, z y x.
rng = np.random.default_rng(1)
k = np.sqrt(sum(a**2 for a in np.meshgrid(*[np.fft.fftfreq(N)] * 3, indexing="ij")))
smooth = np.fft.ifftn(np.fft.fftn(rng.normal(size=(N, N, N))) * np.exp(-((13 * k) ** 2))).real
np.save("scan.npy", np.clip(128 + 45 * (smooth - smooth.mean()) / smooth.std(), 0, 255).astype("u1"))

# %% Segmentation and the domain. Pores that no flow reaches are left out.
voxels = tessera.voxelize("scan.npy", threshold=118, voxel=f"{VOXEL}m", output="rock.vox")
rock = tessera.tile(voxels, inlet="z-", outlet="z+", keep="percolating", output="rock.tile")
pores = tessera.stats(rock)
print(f"porosity {pores['porosity']:.4f} of {rock.grid} voxels")

# %% The flow along z.
report = tessera.run(rock, permeability="z", output="flow.tile")
(k_z,) = report["permeability"]
print(f"permeability along {k_z['axis']} {k_z['darcy']:.4g} darcy, converged: {report['converged']}")

# %% Where it flows: the share of the fastest tenth of the pore space.
flow = tessera.open("flow.tile")
uz, nodes = flow.field("uz", sparse=True)  # values, and the x, y, z of each
fast = np.sort(uz)[::-1]
share = fast[: len(fast) // 10].sum() / fast.sum()
print(f"a tenth of the pore space carries {100 * share:.1f} % of the flow")

# %% The same through every slice: what flows in flows out.
flux = np.nansum(flow.field("uz"), axis=(1, 2))
print(f"flux through slices: within {100 * (flux.max() / flux.min() - 1):.3f} % of each other")
assert flux.max() / flux.min() < 1.01
