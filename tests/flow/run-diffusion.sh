#!/bin/sh
# tessera-run --diffusion: blocks, arrays of spheres, real images with values computed independently, and refusals.
. "$srcdir/tests/lib.sh"
calc() { awk "BEGIN { printf \"%.15g\", $1 }"; }
diffuse() { tessera run --json "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera run $*"; }; }
# of N KEY: of the Nth axis that was asked for
of() { json r.json diffusion "$1" "$2"; }

# A block conducts as the fluid does: its ends lie half a voxel outside.
for periodic in none xyz y; do
  tessera voxelize --quiet --shape box --size 20,9,7 | tessera tile --quiet --lint no --periodic $periodic -o box.tile
  diffuse --diffusion xyz box.tile
  for i in 0 1 2; do
    near "$(of $i relative)" 1 1e-6
    near "$(of $i tortuosity_factor)" 1 1e-6
  done
done
# about 75 bytes a node (sanitizers need memory of their own)
if ! sanitized; then
  for size in 48 96; do
    tessera voxelize --quiet --shape box --size $size,$size,$size | tessera tile --quiet --lint no -o $size.tile
    least_peak tessera-run --json --quiet --diffusion x --threads 1 $size.tile >$size.peak
  done
  bytes=$(calc "($(cat 96.peak) - $(cat 48.peak)) * 1024 / (96^3 - 48^3)")
  awk -v bytes="$bytes" 'BEGIN { exit !(bytes < 90) }' || fail "$bytes bytes a node"
fi
# A duct: its share of the cross-section, whatever stands beside it.
tessera voxelize --quiet --shape channel:w=8 --size 12,12,24 | tessera tile --quiet -o duct.tile
diffuse --diffusion z duct.tile
near "$(of 0 relative)" "$(calc 64/144)" 1e-6
near "$(of 0 tortuosity_factor)" 1 1e-6
near "$(of 0 formation_factor)" 2.25 1e-6
is "$(of 0 axis)" z
refused 3 "no way leads through the pores along x; along: z" tessera run --diffusion xz duct.tile

# Insulating spheres, simple cubic, by Rayleigh's method with multipoles to order 27; steps of walls make it too low.
for case in 0.1:0.857112 0.3:0.605661 0.5:0.37374; do
  tessera voxelize --quiet --shape "sc:c=${case%:*}" --size 48,48,48 | tessera tile --quiet --periodic xyz -o spheres.tile
  diffuse --diffusion xy spheres.tile
  near "$(of 0 relative)" "${case#*:}" 0.03
  near "$(of 0 relative)" "$(of 1 relative)" 1e-6
  near "$(json r.json diffusion 0 column 0)" "$(of 0 relative)" 1e-12
done
# between ends in planes of symmetry as in a period
tessera voxelize --quiet --shape sc:c=0.3 --size 48,48,48 -o spheres.vox
tessera tile --quiet spheres.vox -o open.tile
tessera tile --quiet --periodic xyz spheres.vox -o closed.tile
diffuse --diffusion x closed.tile
closed=$(of 0 relative)
diffuse --diffusion x open.tile
near "$(of 0 relative)" "$closed" 1e-5
# The bound holds, to the rounding of sums; symmetry makes the fluxes through both ends equal before they are right.
for domain in closed open; do
  diffuse --diffusion x --converge 1e-12 $domain.tile
  exact=$(of 0 relative)
  for bound in 1e-1 1e-5 1e-9; do
    diffuse --diffusion x --converge $bound $domain.tile
    near "$(of 0 relative)" "$exact" "$(calc "$(of 0 bound) + 1e-9")"
    awk -v is="$(of 0 bound)" -v most=$bound 'BEGIN { exit !(is <= most) }' || fail "$(of 0 bound) for $bound"
  done
done
# the same bits with any number of threads
tessera voxelize --quiet --shape spheres:porosity=0.4,d=9,seed=3 --size 40,40,40 | tessera tile --quiet -o pack.tile
for threads in 1 3; do
  tessera run --json --diffusion xyz --threads $threads pack.tile | sed 's/"seconds": [0-9.e+-]*//' >$threads.json
done
cmp 1.json 3.json || fail "another number of threads gives another result"
# turned and mirrored, as the same image
awk 'BEGIN { srand(7); for (i = 0; i < 4096; i++) printf "%s", (rand() < 0.75 ? "\\377" : "\\0") }' >octal
printf "$(cat octal)" >noise.raw
tessera voxelize --quiet --raw 16,16,16,u8 noise.raw --threshold 64 --fluid above | tessera tile --quiet --lint no -o noise.tile
tessera voxelize --quiet --raw 16,16,16,u8 noise.raw --threshold 64 --fluid above --flip xyz | tessera tile --quiet --lint no -o turned.tile
diffuse --diffusion xyz --converge 1e-8 noise.tile
for i in 0 1 2; do of $i relative; done >values
diffuse --diffusion xyz --converge 1e-8 turned.tile
for i in 0 1 2; do near "$(of $i relative)" "$(sed -n $((i + 1))p values)" 1e-7; done

# distances of walls are left out, and a line says so
tessera voxelize --quiet --shape sc:c=0.3 --size 16,16,16 --walls | tessera tile --quiet --periodic xyz | tessera run --diffusion x --json >r.json 2>stderr
one_line "do not count in --diffusion"

# ---- refusals
refused 2 "leave out --permeability" tessera run --diffusion x --permeability x pack.tile
refused 2 "expected axes" tessera run --diffusion none pack.tile
refused 2 "leave out --density" tessera run --diffusion x --density 900 pack.tile
refused 2 "leave out --about" tessera run --diffusion x --about 1,2,3 pack.tile
refused 2 "leave out --set" tessera run --diffusion x --set inlet:pressure=1 pack.tile
tessera voxelize --quiet --shape box --size 4,4,4 -o box.vox
refused 3 "contains voxels" tessera run --diffusion x box.vox
refused 2 "tiles of 4 nodes" sh -c 'tessera tile --quiet --edge 8 box.vox | tessera run --diffusion x'

# ---- a rock: formation factors that another program computed, with ends half a voxel outside
need_data berea_block00_128_u8.raw.gz
gzip -dc "$TESSERA_DATA/berea_block00_128_u8.raw.gz" | tessera voxelize --quiet --raw 128,128,128,u8 - --threshold 0.5 --fluid below |
  tessera tile --quiet -o rock.tile
diffuse --diffusion xyz rock.tile
near "$(of 0 formation_factor)" 19.1287 3e-6
near "$(of 1 formation_factor)" 22.2570 3e-6
near "$(of 2 formation_factor)" 24.7327 3e-6
