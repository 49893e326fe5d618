# SPDX-License-Identifier: BSD-3-Clause
"""finish.py WHEEL LIST OUTPUT TEXT=FILE...: checks what auditwheel has bundled, adds the licences, and packs the wheel.

Each bundled library must be in LIST. Its licence is the copyright file of the Debian package that it comes from; those of
what is linked into the programs are given as TEXT=FILE.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LIMIT = 60_000_000  # bytes


def fail(text):
    sys.exit(f"make wheel: {text}")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        fail(f"{command[0]}: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    return done.stdout


def allowed(path):
    lines = [line.split() for line in pathlib.Path(path).read_text().splitlines()]
    return {words[0] for words in lines if words and words[0] != "#"}


def stem(name):
    """libpng16 of libpng16-1a2b3c4d.so.16.39.0"""
    found = re.match(r"(.+?)(?:-[0-9a-f]{8})?\.so", name)
    return found.group(1) if found else name


def copyright_of(library):
    """The copyright file of the package of libpng16, whichever of its versions is used here."""
    for line in run("/sbin/ldconfig", "-p").splitlines():
        words = line.split()
        if words and re.match(re.escape(library) + r"\.so", words[0]):
            real = pathlib.Path(words[-1]).resolve()
            for path in (str(real), re.sub("^/usr", "", str(real))):
                found = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
                if not found.returncode:
                    package = found.stdout.partition(": ")[0].partition(":")[0]
                    return pathlib.Path("/usr/share/doc", package, "copyright")
    fail(f"{library}: no Debian package, so no licence text")


def main(wheel, names, output, *texts):
    with tempfile.TemporaryDirectory(dir=output) as folder:
        run(sys.executable, "-m", "wheel", "unpack", "--dest", folder, wheel)
        (top,) = pathlib.Path(folder).iterdir()
        (info,) = top.glob("*.dist-info")
        bundled = sorted({stem(path.name) for path in top.glob("*.libs/*")})
        for library in bundled:
            if library not in allowed(names):
                fail(f"{library} is not in packaging/wheel/bundled")
        files = {library: copyright_of(library) for library in bundled}
        files.update(text.split("=", 1) for text in texts)
        licences = info / "licenses"
        licences.mkdir(exist_ok=True)
        for library, file in files.items():
            shutil.copyfile(file, licences / f"{library}.txt")
        for old in pathlib.Path(output).glob("*.whl"):
            old.unlink()
        run(sys.executable, "-m", "wheel", "pack", "--dest-dir", output, str(top))
    (made,) = pathlib.Path(output).glob("*.whl")
    if made.stat().st_size > LIMIT:
        made.unlink()
        fail(f"{made.name} is larger than {LIMIT // 1000000} MB")
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB, with {', '.join(bundled)}")


main(*sys.argv[1:])
