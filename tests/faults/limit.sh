#!/bin/sh
# --max-memory: a program that would need more says how much, at once, and does nothing; with enough it works.
. "$srcdir/tests/lib.sh"
sanitized && skip "the address sanitizer's allocator does not count what is in use"
needs() { one_line 'MiB, [0-9.]* MiB in all, are needed, more than the limit of'; }

# A volume of 1 MiB at one bit a voxel, whose stream is small.
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
head -c 40000000 /dev/zero >grey.raw
expect 1 tessera voxelize --raw 2000,2000,10,u8 grey.raw --threshold 3 --max-memory 10MB --quiet -o out.tile
needs
[ "$(cat out.tile)" = "as it was" ] && [ "$(find . -name 'out.tile*' | wc -l)" = 1 ] || fail "a refused program wrote"

expect 0 tessera voxelize --raw 2000,2000,10,u8 grey.raw --threshold 3 --max-memory 100MB --quiet -o grey.vox
expect 0 tessera tile big.vox --inlet z- --outlet z+ --max-memory 100MiB --quiet -o out.tile
[ "$(tessera stats --digest out.tile)" = "$(tessera stats --digest big.tile)" ] || fail "another domain"
expect 0 tessera stats big.tile --bandwidth 10 --max-memory 0.1GB >report

for size in 0 12parsec -5 1e 0x10 ""; do
  expect 2 tessera stats big.tile --max-memory "$size"
  one_line 'expected a size such as 8GB'
done
