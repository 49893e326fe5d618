# SPDX-License-Identifier: BSD-3-Clause
"""The wheel of what build has put beside this file: the module with programs and library, and scripts.

The scripts are entry points, of which pip makes what starts in a folder with a blank in its path, too.
"""

import glob
import os
import re

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    """For every Python 3: libtile is loaded with ctypes."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


with open("README.md") as text:
    about = re.sub(r"\n *!\[[^\n]*\n", "\n", text.read())  # pictures, which the wheel has not
setup(
    name="tessera_lbm",
    version=os.environ["VERSION"],
    description="Flow through CT stacks and vessels with the lattice-Boltzmann method",
    long_description=about,
    long_description_content_type="text/markdown",
    license="BSD-3-Clause",
    maintainer=os.environ["MAINTAINER"].partition(" <")[0] or None,
    maintainer_email=os.environ["MAINTAINER"].partition(" <")[2].rstrip(">") or None,
    url=os.environ["HOMEPAGE"] or None,
    license_files=["LICENSE"],
    classifiers=["Operating System :: POSIX :: Linux", "Topic :: Scientific/Engineering :: Physics"],
    python_requires=">=3.10",
    install_requires=["numpy"],
    packages=["tessera"],
    package_data={"tessera": ["py.typed", "bin/*", "fonts/*", "lib/*"]},
    py_modules=["tessera_program"],
    entry_points={"console_scripts": [f"{name} = tessera_program:main" for name in sorted(os.listdir("tessera/bin"))]},
    data_files=[(f"share/man/man{n}", sorted(glob.glob(f"man/*.{n}"))) for n in (1, 5, 7)],
    distclass=Platform,
    cmdclass={"bdist_wheel": Wheel},
)
