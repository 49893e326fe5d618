# %% [markdown]
# A rock: from grey levels to a permeability with its error bar, the sizes of the pores, and where the fluid flows. The
# scan is made here; of your own give an array [z, y, x], or the slices to tessera.voxelize(*glob.glob("scan/*.tif"), ...).

# %%
import numpy as np

import tessera

N = 48  # voxels along a side
VOXEL = 5e-6  # metres

# %% A scan: smooth noise, dark in the pores, z y x.
rng = np.random.default_rng(1)
k = np.sqrt(sum(a**2 for a in np.meshgrid(*[np.fft.fftfreq(N)] * 3, indexing="ij")))
smooth = np.fft.ifftn(np.fft.fftn(rng.normal(size=(N, N, N))) * np.exp(-((13 * k) ** 2))).real
scan = np.clip(128 + 45 * (smooth - smooth.mean()) / smooth.std(), 0, 255).astype("u1")

# %% Segmentation: below a grey level, or "otsu".
rock = tessera.segment(scan, 118, voxel=VOXEL)
print(f"porosity {rock.porosity:.4f} of {rock.mask.shape} voxels")

# %% The permeability along z, and the interval in which that of the rock is, of which this image is a sampling.
flow = tessera.permeability(rock.mask, voxel=VOXEL, axis="z", refine=True)
print(f"permeability along z {flow.darcy:.4g} darcy, converged: {flow.converged}")
print(f"by two resolutions {flow.interval_middle:.3e} m2, error bar {flow.interval_error:.1e} m2")

# %% The sizes of the pores: at each voxel the radius of the largest ball that covers it.
pores = tessera.local_thickness(rock.mask, voxel=VOXEL)
print(f"mean radius {1e6 * pores.mean_radius:.3f} um, median {1e6 * pores.median_radius:.1f} um")

# %% Where it flows: the share of the fastest tenth of the pore space.
uz = flow.uz[~np.isnan(flow.uz)]
fast = np.sort(uz)[::-1]
share = fast[: len(fast) // 10].sum() / fast.sum()
print(f"a tenth of the pore space carries {100 * share:.1f} % of the flow")

# %% The same through every slice: what flows in flows out.
flux = np.nansum(flow.uz, axis=(1, 2))
print(f"flux through slices: within {100 * (flux.max() / flux.min() - 1):.3f} % of each other")
assert flux.max() / flux.min() < 1.01

# %% A page for a browser, and the command lines that say it all again.
print(flow.report("rock.html"), *flow.commands, sep="\n")
