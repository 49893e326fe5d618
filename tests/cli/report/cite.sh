#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera cite: which publications are named for which files. The rows are those of tools/output/cite/cite_uses.c.
. "$srcdir/tests/lib.sh"

cites() { # FILE NAME...: exactly these, besides tessera, in this order
  file=$1; shift
  tessera cite --bibtex "$file" | sed -n 's/^@[a-z]*{\([a-z0-9]*\),$/\1/p' | tr '\n' ' ' >found
  is "$file: $(cat found)" "$file: $(echo tessera "$@" '')"
}
quiet() { "$@" --quiet >said 2>&1 || [ $? = 5 ] || { cat said >&2; fail "$*"; }; }
sparse='tomczak2018 tomczak2019'
trt="$sparse qian1992 ginzburg2003 ginzburg2008"

quiet tessera voxelize --shape tube:d=6 --size 8,8,8 -o duct.vox
cites duct.vox
quiet tessera tile duct.vox --inlet z- --outlet z+ -o duct.tile
cites duct.tile $sparse
quiet tessera stats duct.tile --thickness -o radii.tile
cites radii.tile $sparse hildebrand1997
quiet tessera tile duct.vox --periodic z -o ring.tile

run() { domain=$1; shift; quiet tessera run "$domain" --steps 20 -o flow.tile "$@"; }
run duct.tile --permeability z
cites flow.tile $trt patankar1972 zou1997 hecht2010
run ring.tile --permeability z
cites flow.tile $trt guo2002 patankar1972
run ring.tile --force 0,0,1e-6 --collision bgk
cites flow.tile $sparse qian1992 guo2002
run ring.tile --force 0,0,1e-6 --collision mrt --equilibrium incompressible
cites flow.tile $sparse qian1992 humieres2002 he1997 guo2002
run ring.tile --force 0,0,1e-6 --precision fp32/fp16
cites flow.tile $trt guo2002 croci2022
run ring.tile --force 0,0,1e-6 --precision fp32/fp16 --no-history --checkpoint check.tile
cites flow.tile $trt guo2002
cites check.tile $trt guo2002 croci2022
# what --refine found belongs to the flow in the file, and goes with it
quiet tessera voxelize --shape tube:d=12 --size 16,16,8 -o wide.vox
quiet tessera tile wide.vox --periodic z -o wide.tile
quiet tessera run wide.tile --permeability z --refine -o fine.tile
cites fine.tile $trt guo2002 patankar1972 roache1994
run fine.tile --permeability z
cites flow.tile $trt guo2002 patankar1972
quiet tessera run wide.tile --diffusion z --refine -o diffusion.tile
cites diffusion.tile $sparse roache1994
quiet tessera tile diffusion.tile --where 'concentration>=0' -o part.tile
cites part.tile $sparse
run duct.tile --set inlet:velocity=0,0,0.001 --set outlet:wall=0,0,0 --force-on walls
cites flow.tile $trt ladd1994 zou1997 hecht2010 wen2014
quiet tessera run duct.tile --set inlet:pressure=1e-6 --set outlet:pressure=0 --steps 20 --force-on=walls --no-history -o flow.tile
cites flow.tile $trt zou1997 hecht2010

# walls by their distances, in both ways; the word for what is cited
quiet tessera voxelize --walls --shape tube:d=6 --size 8,8,8 -o walls.vox
quiet tessera tile walls.vox --periodic z -o walls.tile
run walls.tile --force 0,0,1e-6 --walls linear
cites flow.tile $trt guo2002 bouzidi2001 pan2006
run walls.tile --force 0,0,1e-6
cites flow.tile $trt guo2002
tessera cite flow.tile >text
grep -qx 'For two relaxation times, interpolated walls' text || { cat text; fail "the reasons for ginzburg2008"; }
grep -qx 'Z. Guo, C. Zheng, B. Shi: Discrete lattice effects on the forcing term in the lattice Boltzmann method. Physical Review E 65, 046308 (2002), doi:10.1103/PhysRevE.65.046308' text ||
  { cat text; fail "a reference as text"; }

# one slice
quiet tessera voxelize --shape channel:w=6 --size 8,8,1 -o flat.vox
quiet tessera tile flat.vox --periodic xz -o flat.tile
run flat.tile --force 1e-6,0,0 --collision mrt --lattice d2q9
cites flow.tile $sparse qian1992 lallemand2000 guo2002

# openings of a surface, and the history: a tetrahedron without one side, whose opening is flat
cat >open.stl <<'END'
solid s
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 10 0 0
vertex 0 0 10
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 0 10
vertex 0 10 0
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 10 0 0
vertex 0 10 0
vertex 0 0 10
endloop
endfacet
endsolid s
END
quiet tessera voxelize open.stl --voxel 1mm --cap -o vessel.vox
quiet tessera tile vessel.vox -o vessel.tile
run vessel.tile --set inlet0:pressure=0 --ramp 0
cites flow.tile $trt
tessera cite flow.tile | grep -qx 'For two relaxation times, interpolated walls, pressures at openings' || fail "openings"
run vessel.tile --set inlet0:velocity=0,0,1e-4 --ramp 0
cites flow.tile $trt ladd1994

awk 'BEGIN {
  for (i = 0; i < 8; i++)
    print "v", 8 * (i % 4 == 1 || i % 4 == 2), 8 * (i % 4 > 1), 10 * (i > 3)
  for (i = 1; i <= 4; i++)
    print "f", i, i % 4 + 1, i % 4 + 5, i + 4
}' >box.obj

# blood, eddies, a pulsatile flow and its averages, an outlet that answers to its flow, the age of the fluid
run vessel.tile --set inlet0:pressure=0 --ramp 0 --blood carreau-yasuda --density 1060kg/m3 --tau 0.9
cites flow.tile $trt cho1991 boyd2007
run vessel.tile --set inlet0:pressure=0 --ramp 0 --blood casson --density 1060kg/m3 --tau 0.9
cites flow.tile $trt boyd2007
run vessel.tile --set inlet0:pressure=0 --ramp 0 --blood power-law --density 1060kg/m3 --tau 0.9 --les smagorinsky:0.1
cites flow.tile $trt shibeshi2005 smagorinsky1963
printf '0 0.1\n0.3 0.2\n0.6 0.1\n' >pulse.txt
quiet tessera voxelize box.obj --voxel 1mm --cap -o pipe.vox
quiet tessera tile pipe.vox --lint no -o pipe.tile
run pipe.tile --viscosity 3.5e-6m2/s --density 1060kg/m3 --time-step 2ms --set inlet0:flow=pulse.txt,s,mL/s,womersley \
  --set outlet1:resistance=1e7 --ramp 0 --collision regularised --average wall.tile --residence
cites flow.tile $sparse qian1992 ginzburg2008 ladd1994 latt2006 womersley1955 esmaily2011 danckwerts1953
cites wall.tile $sparse qian1992 ginzburg2008 ladd1994 latt2006 womersley1955 esmaily2011 he1996 himburg2004 \
  diachille2014 peiffer2013
quiet tessera voxelize open.stl --voxel 1mm --rep -o repaired.vox
cites repaired.vox jacobson2013
make-sample scan 8 >said
quiet tessera voxelize scan/*.tif --thresh otsu -o scan.vox
cites scan.vox otsu1979
quiet tessera voxelize scan/*.tif --threshold=edges -o scan.vox
cites scan.vox schlueter2014
quiet tessera voxelize scan/*.tif --nlm --bil 1 --an=2 --rings 3,3 --segment=otsu:3 -o scan.vox
cites scan.vox otsu1979 liao2001 buades2005 tomasi1998 perona1990 sijbers2004
quiet tessera voxelize scan/*.tif --seg local:3 -o scan.vox
cites scan.vox sauvola2000
quiet tessera voxelize scan/*.tif --segment watershed -o scan.vox
cites scan.vox meyer1994

# All of them without a file; every name once, every brace closed.
tessera cite >all
is "$(grep -c '^For ' all)" 42
tessera cite --bibtex >all.bib
is "$(grep -c '^@' all.bib)" "$(grep '^@' all.bib | sort -u | wc -l)"
is "$(tr -cd '{' <all.bib | wc -c)" "$(tr -cd '}' <all.bib | wc -c)"

# CITATION.cff names this version, and the title that the program prints.
is "$(sed -n 's/^version: //p' "$srcdir/CITATION.cff")" "$(tessera --version | sed 's/.* //; q')"
grep -qF "$(sed -n 's/^title: "\(.*\)"/\1/p' "$srcdir/CITATION.cff"), version" all || fail "CITATION.cff has another title"

# Standard input; files that are none.
is "$(tessera cite - <scan.vox)" "$(tessera cite scan.vox)"
refused 1 '^tessera-cite: none.tile: No such file' tessera cite none.tile
refused 3 '^tessera-cite: open.stl: ' tessera cite open.stl
refused 2 'at most one FILE' tessera cite flow.tile flow.tile
