#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-stats: its report, its JSON and its digest, for voxels, for domains and through pipes.
. "$srcdir/tests/lib.sh"

# A channel of 8 x 8 nodes, periodic along z: 4 full tiles; faces 1/2 + 1/2 + 1 and edges 1/4 + 1/2 + 1/2 a tile.
tessera voxelize --quiet --shape channel:w=8 --size 12,12,4 --voxel 5um -o "a channel.vox"
tessera tile --quiet --periodic z "a channel.vox" -o channel.tile
tessera stats --json --bandwidth 100 channel.tile >r.json
is() { found=$(json r.json $1); [ "$found" = "$2" ] || fail "$1 is $found, not $2"; }
is "grid 0" 12; is "grid 2" 4
near "$(json r.json voxel_size)" 5e-6 1e-12
is nodes 576; is nonsolid 256
near "$(json r.json porosity)" 0.4444444444 1e-9
is tiles 4; is tiles_all 16; is edge 4; is utilisation 1
is "utilisation_histogram 9" 4; is "utilisation_histogram 0" 0
is faces_per_tile 2; is edges_per_tile 1.25
is boundary_share 0.4375 # 28 of the 64 nodes across
is components 1
is "percolates x" false; is "percolates y" false; is "percolates z" true
is "digest" "$(tessera stats --digest channel.tile)"
[ "$(json r.json digest | wc -c)" = 33 ] || fail "the digest has not 32 digits"

# Models computed by hand: cm moves 2*19*8 + 18*4 bytes; t2c moves (1.5^3)*2 more for node types and 18*4/64 for
# neighbours; packed moves 416/64 more for masks and positions of its neighbours.
model() { json r.json models "$1" "$2"; }
[ "$(model 0 layout) $(model 1 layout) $(model 2 layout) $(model 3 layout) $(model 4 layout)" = "cm fia t2c tgb packed" ] ||
  fail "layouts"
near "$(model 0 bytes_per_update)" 376 1e-12
near "$(model 2 bytes_per_update)" 311.875 1e-12
near "$(model 4 bytes_per_update)" 310.5 1e-12
near "$(model 4 mflups)" 322.061192 1e-6
near "$(model 0 memory_bytes)" 96256 1e-12
tessera stats --json --bandwidth 100 --precision fp32 channel.tile >r.json
near "$(model 0 bytes_per_update)" 224 1e-12

# The pores of the channel: 4 walls of 8 x 4 faces; each layer across z has 64 of 144 nodes.
is surface_faces 128
near "$(json r.json specific_surface)" 0.148148148 1e-6
near "$(json r.json specific_surface_per_m)" 29629.6296 1e-6
is euler 1; is "chord x" 8; is "chord y" 8; is "chord z" 4
is "porosity_profile x 1" 0; near "$(json r.json porosity_profile x 2)" 0.666666667 1e-6
near "$(json r.json porosity_profile z 3)" 0.444444444 1e-6
[ "$(json r.json peak_memory)" -gt 100000 ] || fail "peak memory"
# The forecast: the models in both precisions; cm takes 96256 bytes in fp64.
tessera stats --json --bandwidth 100 --vram 0.09MB channel.tile >r.json
[ "$(json r.json forecast 0 layout) $(json r.json forecast 0 precision)" = "cm fp64" ] || fail "forecast"
near "$(json r.json forecast 0 memory_bytes)" 96256 1e-12
near "$(json r.json forecast 5 mflups)" "$(awk 'BEGIN { print 1e5 / 224 }')" 1e-5
is "forecast 0 fits" false; is "forecast 5 fits" true; is vram 90000
tessera stats --bandwidth 100 --vram 80GB channel.tile >said
grep -q '^  cm  *0.1  *[0-9.]*  *yes' said || { cat said >&2; fail "forecast as text"; }
expect 2 tessera stats --vram much channel.tile
one_line '--vram much: expected a size such as 8GB'
tessera voxelize --quiet --shape channel:w=8 --size 12,12,4 | tessera stats --json --bandwidth 1 >r.json
is specific_surface_per_m null; is voxel_size null

# A tube in the corner of a large box: empty layers of tiles are skipped, and appear in the profiles.
tessera voxelize --quiet --shape channel:w=4 --size 4,4,8 --pad x+=40:solid --pad y-=80:solid | tessera tile --quiet --lint no |
  tessera stats --json --bandwidth 1 >r.json
is surface_faces 64; is euler 1; is "porosity_profile x 4" 0; is "porosity_profile y 79" 0
near "$(json r.json porosity_profile x 3)" 0.0476190476 1e-6; near "$(json r.json porosity_profile y 80)" 0.0909090909 1e-6

# One slice: the walls are perpendicular to it, so a circle of radius 40 has pi / 4 of the faces that its circumference
# suggests, within 2 %. Chords and layers across z are not reported; the Euler number is that of the plane: one piece
# with one hole.
tessera voxelize --quiet --shape cylinders:c=0.31415926536 --size 128,128,1 -o disc.vox
tessera stats --json --bandwidth 1 disc.vox >r.json
near "$(json r.json specific_surface)" "$(awk 'BEGIN { print 2 * 3.14159265 * 128 * sqrt(0.1) / 128 ^ 2 }')" 0.02
is euler 0; is "percolates x" true
near "$(json r.json utilisation)" "$(awk -v n="$(json r.json nonsolid)" -v t="$(json r.json tiles)" 'BEGIN { printf "%.12g", n / t / 64 }')" 1e-6
tessera stats --bandwidth 1 disc.vox >said
grep -q 'mean chord  *[0-9.]*, [0-9.]* voxels along x, y$' said || fail "chords of a slice"
grep -q 'along z' said && fail "layers of a slice along z"
grep -q 'utilisation  *0.2[0-9]*, of one layer of each$' said || fail "utilisation of a slice: $(cat said)"
tessera-voxelize -q --shape cylinders:c=0.31415926536 --size 128,128,1 --export disc.npy -o disc.vox
tessera-voxelize --labels --json disc.npy >l.json
[ "$(json l.json labels 1 specific_surface)" = "$(json r.json specific_surface)" ] || fail "surface of a label of a slice"

# D2Q9 in tiles of 16 x 16 nodes: a full square of 32 x 32 has four. By hand: t2c moves 2*9*8 bytes, (18/16)^2*2 for
# node types and 8*4/256 for neighbours; tgb 28*4/256 for its buffers instead. A tile with tiles to the east, north and
# north-east has 6 of 12 buffers: 1 and 1 for straight populations, 2 to the north-east, 1 to each diagonal beside.
tessera voxelize --quiet --shape box --size 32,32,1 | tessera tile --quiet --lint no -o plane.tile
tessera stats --lattice d2q9 --json --bandwidth 100 plane.tile >r.json
is "model_tiles lattice" d2q9; is "model_tiles edge" 16; is "model_tiles tiles" 4; is "model_tiles utilisation" 1
[ "$(model 0 layout) $(model 1 layout) $(model 2 layout) $(model 3 layout) $(model 4 layout)" = "cm fia t2c tgb " ] ||
  fail "layouts of d2q9"
near "$(model 0 bytes_per_update)" 176 1e-12; near "$(model 0 memory_bytes)" 180224 1e-12
near "$(model 2 bytes_per_update)" 146.65625 1e-12
near "$(model 3 bytes_per_update)" 146.96875 1e-12
near "$(json r.json model_tiles ghost_share)" 0.5 1e-12
near "$(model 1 memory_ideal)" 0.0555555555556 1e-9; near "$(model 1 bandwidth_ideal)" 0.0277777777778 1e-9
is "forecast 4 layout" cm; is "forecast 4 precision" fp32
tessera stats --lattice d2q9 --bandwidth 100 plane.tile >said
grep -q '^  Predictions for D2Q9, fp64' said && grep -q '^  (4 of 4 tiles of 16 x 16 nodes, utilisation 1.0000, 0.5000 of' said ||
  { cat said >&2; fail "text of d2q9"; }
tessera stats --json plane.tile >r.json
is "model_tiles edge" 4; is "model_tiles lattice" d3q19
expect 2 tessera stats --lattice d2q9 channel.tile
one_line 'd2q9 is for one slice'
expect 2 tessera stats --lattice d3q27 channel.tile
one_line '--lattice d3q27: expected d3q19 or d2q9'

# A line longer than the longest profile: no list of a million layers is allocated because a header claims them.
tessera voxelize --quiet --shape box --size 1048577,1,1 | tessera tile --quiet --lint no -o long.tile
tessera stats --json --bandwidth 1 long.tile >r.json
is "porosity_profile x" null; is "porosity_profile y 0" 1; is "chord x" 1048577
tessera stats --bandwidth 1 long.tile | grep -q 'porosity of layers  *not computed for more than 1048576 along x' || fail "a long profile"

# The text has the same numbers; voxels are measured as tile --offset 0,0,0 would cut them, and a pipe gives the same
# as a file.
tessera stats --bandwidth 100 channel.tile >said
grep -q 'tiles stored  *4 of 16' said || { cat said >&2; fail "text"; }
grep -q '100 GB/s (given)' said || fail "given bandwidth"
tessera stats --json --bandwidth 100 <"a channel.vox" >r.json
is tiles 9
near "$(json r.json utilisation)" 0.4444444444 1e-9
tessera stats --predict "a channel.vox" >said
grep -q 'offset 0,0,0' said || fail "text does not say how voxels were cut"
grep -q 'copy bandwidth measured here' said || fail "bandwidth was not measured"
# Nothing is measured unless a prediction is asked for: arrays of 64 MB are not made, and there are no speeds.
for how in --predict "--precision fp32" "--vram 1GB" "--devices 2" "--bandwidth 10" "--lattice d3q19"; do
  tessera stats $how channel.tile >said # two words
  grep -q '^  Predictions for D3Q19' said || fail "no prediction with $how"
done
tessera stats channel.tile >said
grep -q -e Predictions -e MFLUPS said && fail "an unwanted prediction"
grep -q '^  peak memory  *[0-9.]* MiB$' said && tail -n 1 said | grep -q '^  memory and speed  *--predict' ||
  fail "the end of the report: $(cat said)"
for how in "" --json; do
  kib=$(peak tessera-stats $how channel.tile)
  sanitized || [ "$kib" -lt 30000 ] || fail "stats $how takes $kib KiB"
done
tessera stats --json channel.tile >r.json
near "$(model 0 bytes_per_update)" 376 1e-12; near "$(model 0 memory_bytes)" 96256 1e-12
is "models 0 mflups" null; is "models 4 bandwidth" null; is "forecast 0 mflups" null; is "forecast 15 mflups" null
# The peak is that of the process to its end: with the arrays of the bandwidth, and without what was there before it.
told=$(json r.json peak_memory)
tessera stats --json --predict channel.tile >r.json
[ "$(json r.json peak_memory)" -gt $((told + 120000000)) ] || fail "peak memory with --predict: $(json r.json peak_memory)"
awk 'BEGIN { filled = "x"; while (length(filled) < 1e8) filled = filled filled; exit system("exec tessera-stats --json channel.tile") }' >r.json
sanitized || [ "$(json r.json peak_memory)" -lt 30000000 ] || fail "peak memory of another program: $(json r.json peak_memory)"
[ "$(tessera stats --digest "a channel.vox")" != "$(tessera stats --digest channel.tile)" ] || fail "digests agree"

# All placements: 16 across the channel, whatever the offset along z.
tessera stats --offsets channel.tile >said
[ "$(grep -vc '^#' said)" = 64 ] || fail "not 64 placements"
awk '!/^#/ && $3 == 0 { count[$5]++ } END { exit !(count["1.000000"] == 1 && count["0.666667"] == 6 && count["0.444444"] == 9) }' said ||
  fail "placements of a channel of 8 x 8 nodes"
grep -q 'mean utilisation 0.562500' said || fail "mean over the placements"
tessera stats --offsets --json channel.tile >r.json
near "$(json r.json utilisation)" 0.5625 1e-12
is "offsets 10 tiles" 4

# On the largest possible grid, time and memory grow with the stored tiles, not with the grid.
cat >far.forge <<'END'
key kind: domain
key grid: 2147483647 2147483647 1
key edge: 4
key offset: 0 0 0
key periodic: z
key tiles: 3
key nonsolid: 3
record TDIR i32:0 i32:0 i32:0 u64:1 i32:536870911 i32:536870911 i32:0 u64:0x400 i32:536870911 i32:0 i32:0 u64:0x04
trailer
END
forge far.forge far.tile
tessera stats --offsets far.tile >said
[ "$(awk '!/^#/ && $4 == 3' said | wc -l)" = 64 ] || fail "placements on the largest grid"

# A domain without fluid: a report, with null where there is no number.
head -c 64 /dev/zero | tessera voxelize --quiet --raw 4,4,4,u8 --fluid equal=1 - -o solid.vox
tessera stats --json --bandwidth 1 solid.vox >r.json
is tiles 0; is components 0; is utilisation null; is faces_per_tile null; is boundary_share null
is "models 1 mflups" null; is "models 4 memory_bytes" null; is "forecast 1 mflups" null
tessera stats --json --bandwidth 1 --vram 1GB solid.vox >r.json
is "forecast 0 fits" true; is "forecast 4 fits" null
no_numbers() { ! grep -i -w -e '-*nan' -e '-*inf' said || fail "$1 of nothing but solid"; }
tessera stats --bandwidth 1 --vram 1GB solid.vox >said
no_numbers "the report"
grep -q 'utilisation  *-$' said || fail "no utilisation of nothing but solid"
tessera stats --offsets solid.vox >said
no_numbers "placements"
tessera stats --offsets --json solid.vox >r.json
is utilisation null; is "offsets 63 utilisation" null

# Two cubes of 8: 64 populations cross straight and 4 x 56 obliquely, in each direction; the 19 of a node take 152
# bytes (fp64).
tessera voxelize --quiet --shape box --size 8,8,16 | tessera tile --quiet --order morton -o two.tile
tessera stats --bandwidth 1 --devices 2 --link 0.5 --json two.tile >r.json
is "devices count" 2; is "devices largest_by_mean" 1; is "devices crossing" 576; is "devices crossing_most" 288
# In fp64 a GPU moves 512 nodes of 304 bytes and more at 1 GB/s, receives 288 values of 8 bytes at 0.5 GB/s, and needs
# 8 us in addition.
awk -v now="$(json r.json devices forecast 2 mflups)" 'BEGIN { step = 1024 / now; least = 512 * 304e-3 + 288 * 8 / 0.5e3 + 8
  exit !(step > least && step < 1.1 * least) }' || fail "the forecast of two GPUs"
expect 2 tessera stats --link 5 two.tile
one_line 'give --devices'
expect 2 tessera stats --devices 0 two.tile
for other in --json --offsets "--vram 80GB" "--devices 2" "--bandwidth 10" --predict; do
  expect 2 tessera stats --digest $other two.tile
  one_line 'the digest alone\|leave out --digest'
done
expect 2 tessera stats --offsets --predict two.tile
one_line 'leave out --predict$'
expect 2 tessera stats --offsets --vram 80GB two.tile
one_line 'a table of its own'

expect 2 tessera stats channel.tile --precision fp16
expect 2 tessera stats channel.tile --bandwidth 0
expect 2 tessera stats channel.tile channel.tile
expect 3 tessera stats </dev/null
head -c 400 channel.tile >cut.tile
expect 3 tessera stats cut.tile
one_line '^tessera-stats: cut.tile: '

# Rock: porosity and largest 6-connected cluster of Berea block 00 (from the README of the data).
need_data berea_block00_128_u8.raw.gz
gzip -dc "$TESSERA_DATA/berea_block00_128_u8.raw.gz" | tessera voxelize --quiet --raw 128,128,128,u8 --fluid equal=0 - -o berea.vox
porosity() { tessera tile --quiet "$@" berea.vox 2>said | tessera stats --json --bandwidth 1 >r.json; printf '%.6f' "$(json r.json porosity)"; }
[ "$(porosity)" = 0.206915 ] || fail "porosity of Berea: $(json r.json porosity)"
[ "$(porosity --keep largest)" = 0.205763 ] || fail "largest cluster of Berea: $(json r.json porosity)"
is components 1; is "percolates x" true; is "percolates y" true; is "percolates z" true
