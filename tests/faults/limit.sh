#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --max-memory: a program that would need more says at once how much, and writes no file; with enough memory it works.
. "$srcdir/tests/lib.sh"
sanitized && skip "the address sanitizer's allocator does not count what is in use"
needs() { one_line 'MiB, [0-9.]* MiB in all, are needed, more than the limit of'; }

# A volume of 1 MiB at one bit a voxel, with a small stream.
tessera voxelize --shape channel:w=100 --size 256,256,128 --quiet -o big.vox
tessera tile big.vox --inlet z- --outlet z+ --quiet -o big.tile
echo "as it was" >out.tile

expect 1 tessera tile big.vox --max-memory 500KiB --quiet -o out.tile
needs
one_line 'the volume at one bit a voxel: 1\.0 MiB'
expect 1 tessera stats big.vox --max-memory 500000
needs
expect 1 tessera stats big.tile --max-memory 600kB
needs
expect 1 tessera run big.tile --pressure-drop 1e-6 --steps 1 --max-memory 100MB --quiet -o out.tile
needs
one_line 'the populations: 185\.5 MiB' # 100 x 100 x 128 nodes, 19 values of 8 bytes
expect 1 tessera run big.tile --layout t2c --precision fp32 --pressure-drop 1e-6 --steps 1 --max-memory 50MB --quiet -o out.tile
needs
# The lists beside the populations count, and so does the memory for writing the result, before the first step.
tessera voxelize --shape channel:w=20 --size 24,24,48 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o duct.tile
flow="--pressure-drop 1e-6 --steps 1 --quiet"
tessera run duct.tile $flow --json >report
held=$(json report memory)
expect 1 tessera run duct.tile $flow --json --max-memory $((held - 65536)) >report
needs
one_line 'the populations: '
# Populations begin at a huge page, which may take 2 MiB more; the fields of the start take 0.6 MiB.
held=$(sed -n 's/.* MiB, \([0-9]*\)\.\([0-9]\) MiB in all.*/\1 \2/p' stderr |
  awk '{ printf "%d", ($1 + $2 / 10 + 2.7) * 1048576 }')
expect 0 tessera run duct.tile $flow --json --max-memory $held >report
expect 1 tessera run duct.tile $flow --max-memory $held -o out.tile >report
needs
one_line 'writing the result: '
# A run without memory for the momenta of its nodes continues without them, and says so: 40 bytes a node in addition to
# some 180.
tessera voxelize --walls --shape sc:c=0.4 --size 96,96,96 --quiet | tessera tile --periodic xyz --quiet -o pack.tile
flow="--device cpu --force 1e-6,0,0 --equilibrium stokes --converge 1e-5 --steps 20 --json"
expect 5 tessera run pack.tile $flow >report
grep -q 'momentum' stderr && fail "no memory, without a limit"
held=$(json report memory)
expect 5 tessera run pack.tile $flow --max-memory $((held + held / 5)) >report
grep -q 'no memory to take out momentum that alternates' stderr || fail "the run does not say what it goes on without"
is "$(json report alternation_left)" "no memory: it needs 40 bytes a node of the domain"
# Without memory for cycles it takes steps, and another tau; the time step follows, so that the viscosity stays:
# dt = (tau - 1/2) / 3 dx2 / nu.
tessera voxelize --shape sc:c=0.4 --size 32,32,32 --voxel 5um --quiet | tessera tile --periodic xyz --quiet -o grains.tile
expect 5 tessera run grains.tile --permeability z --viscosity 1e-6m2/s --threads 1 --device cpu --steps 300 --max-memory 12MB \
  --json -o grains.flow >report
is "$(json report pressure_correction corrections)" 0
[ "$(grep -c 'without' stderr)" = 1 ] || fail "not said once, that there are no cycles: $(cat stderr)"
tau=$(json report tau)
awk -v tau="$tau" 'BEGIN { exit !(tau > 1.5) }' || fail "tau $tau is the first one"
near "$(head -n 60 grains.flow | sed -n 's/^dt: //p')" "$(awk -v tau="$tau" 'BEGIN { print (tau - 0.5) / 3 * 25e-12 / 1e-6 }')" 1e-5
# What is told before diffusion is what it needs, with walls, without, and with conductivities: with a little less it fails,
# with a little more it works. Pages of the heap and tables of threads are beside it.
tessera voxelize --shape spheres:porosity=0.6,d=12 --size 64,64,64 --quiet | tessera tile --periodic xyz --lint no --quiet -o open.tile
{ head -c 60800 /dev/zero | tr '\0' '\1' && head -c 3200 /dev/zero | tr '\0' '\2'; } >label.raw
tessera voxelize --raw 40,40,40,u8 label.raw --labels --fluid equal=1,2 --quiet | tessera tile --lint no --quiet -o label.tile
for domain in pack.tile open.tile "label.tile --conductivity 1=2,2=3"; do
  expect 1 tessera run $domain --diffusion z --max-memory 6MB --quiet
  needs
  told=$(sed -n 's/.* MiB, \([0-9.]*\) MiB in all.*/\1/p' stderr)
  expect 1 tessera run $domain --diffusion z --max-memory "$(awk -v m="$told" 'BEGIN { print int(0.98 * m * 1048576) }')" --quiet
  expect 0 tessera run $domain --diffusion z --max-memory "$(awk -v m="$told" 'BEGIN { print int((1.05 * m + 1) * 1048576) }')" --quiet >report
done
head -c 40000000 /dev/zero >grey.raw
expect 1 tessera voxelize --raw 2000,2000,10,u8 grey.raw --threshold 3 --max-memory 10MB --quiet -o out.tile
needs
[ "$(cat out.tile)" = "as it was" ] && [ "$(find . -name 'out.tile*' | wc -l)" = 1 ] || fail "a refused program wrote"

expect 0 tessera voxelize --raw 2000,2000,10,u8 grey.raw --threshold 3 --max-memory 100MB --quiet -o grey.vox
expect 0 tessera tile big.vox --inlet z- --outlet z+ --max-memory 100MiB --quiet -o out.tile
[ "$(tessera stats --digest out.tile)" = "$(tessera stats --digest big.tile)" ] || fail "another domain"
expect 0 tessera stats big.tile --bandwidth 10 --max-memory 0.1GB >report

# A digest does not need the whole volume at once.
whole=$(tessera tile --check=full big.vox | sed -n 's/.*digest \([0-9a-f]*\).*/\1/p')
[ "$(tessera stats --digest --max-memory 1800000 big.vox)" = "$whole" ] ||
  fail "the digest of a stream that is larger than the limit"

# Without the option the limit is the memory of the machine. A list of all possible tiles takes a terabyte.
{ for key in 'kind: domain' 'grid: 2147483647 262144 64' 'edge: 16' 'offset: 0 0 0' 'periodic: none' \
    'tiles: 2147483647' 'nonsolid: 5'; do echo "key $key"; done; echo trailer; } >tiles.forge
"$builddir/tests/forge" tiles.forge >tiles.tile
if [ "$(awk '/^MemTotal/ { print int($2 / 1048576) }' /proc/meminfo)" -lt 1000 ]; then
  for command in stats "tile --check=full" run; do
    expect 1 tessera $command tiles.tile
    needs
  done
fi

# A size in a header takes no memory before it is refused or reported: pictures, slices, lists.
made() {
  { for key in 'kind: fields' "grid: $2" 'edge: 2' 'offset: 0 0 0' 'periodic: none' 'tiles: 1' 'nonsolid: 1' \
      'arrays: FLDS' 'precision: fp64'; do echo "key $key"; done
    echo "record TDIR 3*i32:0 u64:1"; echo "record FLDS 4*f64:0.5"; echo trailer; } >$1.forge
  forge $1.forge $1.tile
}
made wide "2000000 1000 1"
expect 1 tessera probe wide.tile --max-memory 100MB --png no.png
one_line 'a picture of 20000[0-9]* x 10[0-9]* pixels is not possible (limit 1000000)'
made long "4 4 2147483647"
expect 0 tessera probe long.tile --max-memory 100MB --png yes.png --slice z=2147483646
expect 1 tessera probe long.tile --flux z --json
one_line '2147483647 slices are more than the 1048576 that can be listed'
expect 2 tessera probe long.tile --line 0,0,0:0,0,9:2147483648
one_line '2147483648 points are more than the 1048576 that can be listed'
[ ! -e no.png ] || fail "a refused picture was written"

for size in 0 12parsec -5 1e 0x10 ""; do
  expect 2 tessera stats big.tile --max-memory "$size"
  one_line 'expected a size such as 8GB'
done
