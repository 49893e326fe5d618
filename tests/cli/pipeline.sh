#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Pipes and files are equivalent: the same command gives the same bytes, and another command the same digest.
. "$srcdir/tests/lib.sh"
digest() { tessera stats --digest "$@"; }

# The same command reads its data through a file and through a pipe.
tessera voxelize --shape spheres:porosity=0.6,d=9,seed=7 --size 30,29,31 --voxel 5um --quiet >rock.vox
tessera voxelize --shape spheres:porosity=0.6,d=9,seed=7 --size 30,29,31 --voxel 5um --quiet | cat >piped.vox
cmp rock.vox piped.vox || fail "voxelize: file and pipe differ"
tessera tile --inlet z- --outlet z+ --quiet <rock.vox >rock.tile
cat rock.vox | tessera tile --inlet z- --outlet z+ --quiet | cat >piped.tile
cmp rock.tile piped.tile || fail "tile: file and pipe differ"
tessera run --permeability z --steps 20 --threads 1 --quiet -o - <rock.tile >rock.flow 2>said || [ $? = 5 ]
cat rock.tile | { tessera run --permeability z --steps 20 --threads 1 --quiet -o - 2>said || [ $? = 5 ]; } | cat >piped.flow
cmp rock.flow piped.flow || fail "run: file and pipe differ"
tessera probe --json <rock.flow >file.json
cat rock.flow | tessera probe --json >pipe.json
cmp file.json pipe.json || fail "probe: file and pipe differ"
tessera probe rock.flow --quiet --png file.png --slice z=10 --vtk file.vti >said
cat rock.flow | tessera probe --quiet --png pipe.png --slice z=10 --vtk pipe.vti >said
cmp file.png pipe.png || fail "probe --png: file and pipe differ"
cmp file.vti pipe.vti || fail "probe --vtk: file and pipe differ"

# A pipe given by its name: reports and data do not mix.
tessera tile rock.vox --inlet z- --outlet z+ -o /dev/stdout 2>said | tessera stats --digest >digest
[ "$(cat digest)" = "$(digest rock.tile)" ] || fail "tile -o /dev/stdout: another domain"
grep -q '^  tiles ' said || fail "tile -o /dev/stdout: the report is lost"
{ tessera run rock.tile --permeability z --steps 20 --threads 1 -o /dev/stdout 2>said || [ $? = 5 ]; } | tessera probe --json >name.json
cmp file.json name.json || fail "run -o /dev/stdout: another flow"
grep -q '^  permeability ' said || fail "run -o /dev/stdout: the report is lost"

# Named files: the history differs, the digest does not. The digest does not depend on the order of tiles, only on
# their content.
tessera voxelize --shape spheres:porosity=0.6,d=9,seed=7 --size 30,29,31 --voxel 5um --quiet -o named.vox
[ "$(digest named.vox)" = "$(digest rock.vox)" ] || fail "digest of voxels depends on the output's name"
for order in rows morton hilbert; do
  tessera tile named.vox --inlet z- --outlet z+ --order $order --quiet -o $order.tile
  [ "$(digest $order.tile)" = "$(digest rock.tile)" ] || fail "digest depends on the order $order"
done
cmp -s rows.tile hilbert.tile && fail "rows and hilbert make the same file"
tessera voxelize --shape spheres:porosity=0.6,d=9,seed=8 --size 30,29,31 --voxel 5um --quiet -o other.vox
[ "$(digest other.vox)" != "$(digest rock.vox)" ] || fail "the digest does not see another seed"

# The whole pipeline in one line, as the manual shows it; a person can read the first lines of a file.
tessera voxelize --shape spheres:porosity=0.6,d=9,seed=7 --size 30,29,31 --voxel 5um --quiet |
  tessera tile --inlet z- --outlet z+ --quiet | tee tee.tile | tessera stats --bandwidth 10 >stats
[ "$(digest tee.tile)" = "$(digest rock.tile)" ] || fail "the file that tee kept differs"
head -n 20 rows.tile >front
for word in 'grid: 30 29 31' tessera-voxelize tessera-tile --outlet; do
  grep -a -q -e "$word" front || fail "the first lines of a file do not tell: $word"
done
