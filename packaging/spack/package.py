# SPDX-License-Identifier: BSD-3-Clause
# A package of a Spack repository of yours: packages/tessera_lbm/package.py (packages/tessera-lbm/ before Spack 1.0).
# Not built where Tessera is tested. The tarball is that of make dist, in the current folder.
import os

from spack.package import *


class TesseraLbm(AutotoolsPackage, CudaPackage):
    """Flow through images and vessels with the lattice-Boltzmann method, on CPUs and NVIDIA GPUs."""

    url = f"file://{os.getcwd()}/tessera-0.1.0.tar.xz"
    manual_download = True

    license("BSD-3-Clause")

    version("0.1.0")

    variant("mpi", default=False, description="Run in several processes")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("check", type="test")
    depends_on("freetype")
    depends_on("libpng")
    depends_on("libtiff")
    depends_on("mpi", when="+mpi")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("zstd")

    def configure_args(self):
        args = ["--without-gdcm", "--without-vtk", "--without-hdf5", "--without-blosc"]
        args += self.with_or_without("mpi")
        if self.spec.satisfies("+cuda"):
            args.append(f"--with-cuda={self.spec['cuda'].prefix}")
            arches = [arch for arch in self.spec.variants["cuda_arch"].value if arch != "none"]
            if arches:
                args.append(f"--with-cuda-arch={' '.join(arches)}")
        else:
            args.append("--without-cuda")
        return args
