#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera report: pages of domains, flows, a vessel, one slice, values and reports: the order of their sections, their numbers
# against those of the programs, their size, and that they need no network; refusals.
. "$srcdir/tests/lib.sh"

# Tags that do not match, and text that a browser would run.
cat >check.py <<'E2'
import sys
from html.parser import HTMLParser
VOID = {"meta", "link", "img", "input", "br", "hr", "path", "rect", "stop"}
NAMES = {"figcaption", "abbr", "dt", "h2"}
class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
    def handle_startendtag(self, tag, attrs):
        pass
    def handle_data(self, data):
        # names of quantities begin with a capital
        if self.open and self.open[-1] in NAMES and data[:1].islower():
            sys.exit(f"{file}, line {self.getpos()[0]}: <{self.open[-1]}> {data}")
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            sys.exit(f"{file}, line {self.getpos()[0]}: </{tag}> ends nothing")
for file in sys.argv[1:]:
    page = Page()
    page.feed(open(file, encoding="utf-8").read())
    page.close()
    if page.open:
        sys.exit(f"{file}: open at the end: {page.open}")
E2

has_program python3 || : # which reads the pages
# number TEXT FILE: how often it is there
number() { grep -o -e "$1" "$2" | wc -l; }
# page FILE...: makes page.html, keeps it for the check at the end, and sets $svg and $png
mkdir pages
made=0
page() {
  expect 0 tessera report "$@" -o page.html
  [ ! -s stderr ] || fail "report $*: $(cat stderr)"
  [ "$(wc -c <page.html)" -le 12000000 ] || fail "report $*: $(wc -c <page.html) bytes"
  ! sed 's/base64,[^"]*"//g; s/data-points="[^"]*"//' page.html | grep -i -e http -e 'src="[^d]' -e 'url([^#]' >&2 || fail "report $*: needs a network"
  sed 's/src="[^"]*"//g; s/data-points="[^"]*"//; /<script>/,/<\/script>/d; s/<abbr[^>]*>//g; s/<\/*abbr>//g; s/<\/*sub>//g' page.html >bare.html
  ! grep -q -i -w -e nan -e inf -e undefined bare.html || fail "report $*: $(grep -i -w -e nan -e inf bare.html)"
  made=$((made + 1))
  cp page.html "pages/$made.html"
  svg=$(number '<svg' page.html) png=$(number 'src="data:image/png;base64,' page.html)
  titles=$(sed -n 's/.*<figcaption>\([^<]*\)<.*/\1/p' page.html | tr '\n' ';')
}
# numbers: what a page writes as 1.2 × 10⁻⁵ m², as 1.2e-5 m2
numbers() { sed 's/ × 10/e/g; s/⁻/-/g; s/⁰/0/g; s/¹/1/g; s/²/2/g; s/³/3/g; s/⁴/4/g; s/⁵/5/g; s/⁶/6/g; s/⁷/7/g; s/⁸/8/g; s/⁹/9/g'; }
# row HEAD NAME: the columns of a row of the table with this head
row() { sed -n "\\|$1|,\\|</table>|p" bare.html | sed -n "s|^<tr><th>$2</th>||p" | sed 's|</td></tr>||; s|</td>|;|g; s|<td>||g' | numbers; }
cell() { row "<th>File</th>" "$1"; }
run_cell() { row "<th>Run</th>" "$1"; }
# result NAME [COLUMN]: the numbers of a row of the results, with all digits: the value, and its error if there is one
result() {
  sed -n "/<section id=\"result\">/,/<\/section>/p" bare.html | grep "^<tr><th>$1\(<small>.*\)*</th>" | sed 's/^.*<\/th>//; s/<\/td>/\n/g' |
    sed -n "${2:-1}p" | grep -o 'data value="[^"]*"' | sed 's/.*="//; s/"//' | tr '\n' ' ' | sed 's/ $//'
}
sections() { sed -n 's/^<section id="\([a-z]*\)"><h2>.*/\1/p' page.html | tr '\n' ' '; }
warned() { [ "$(grep -c "^<li><b>.*</b>: .*$1" page.html)" = 1 ] || fail "not one warning: $1"; }

tessera voxelize --shape tube:d=8 --size 12,12,8 --voxel 5um -o tube.vox --quiet
tessera tile tube.vox --periodic z -o tube.tile --quiet

# A domain: a slice of each node along an axis, whose pictures are 12 + 12 + 8, and the walls.
page tube.tile
is "$svg $png" '2 33'
is "$titles" 'Slices: Pores and solid;Wall;Porosity along the axes;Lengths of chords in the pores;'
is "$(sections)" 'result known pictures curves numbers methods terms origin '
is "$(sed -n 's/.*<a href="#\([a-z]*\)".*/\1/p' page.html | tr '\n' ' ')" "$(sections)"
is "$(cell Grid)" '12 × 12 × 8'
is "$(cell 'Voxel size')" '5 µm'
tessera stats tube.tile --json >stats.json
is "$(cell Porosity)" "$(json stats.json porosity | awk '{ printf "%.4g %%", 100 * $1 }')"
near "$(result Porosity)" "$(json stats.json porosity | awk '{ printf "%.12g", 100 * $1 }')" 1e-9
near "$(result 'Specific surface')" "$(json stats.json specific_surface_per_m)" 1e-9
is "$(cell 'Percolates along')" z
is "$(sed -n 's/.*max="\([0-9]*\)" value="\([0-9]*\)".*/\1 \2/p' page.html | tr '\n' ' ')" '11 6 11 6 7 4 '
grep -q '<p class="calm">No warnings.</p>' page.html || fail "warnings of a good domain"
is "$(number '<li><code>tessera-' page.html)" 2
grep -q "digest <code>$(tessera stats --digest tube.tile)</code>" page.html || fail "no digest"

# A domain and the flow through it: geometry once, one column of results.
tessera run tube.tile --permeability z -o flow.tile --quiet >said
page tube.tile flow.tile
is "$titles" 'Slices: Pores and solid;Wall;Slices: Speed relative to the mean;Slices: Pressure, share of the drop;Porosity along the axes;Lengths of chords in the pores;Distribution: Speed relative to the mean;Flux through layers across z;Convergence;'
tessera probe flow.tile --permeability --json >k.json
is "$(cell Permeability | sed 's/.*; *//; s/ .*//')" z:
near "$(cell Permeability | sed 's/.*z: \([^ ]*\) .*/\1/')" "$(json k.json permeability 0 m2)" 1e-3
near "$(result 'Permeability along z')" "$(json k.json permeability 0 m2)" 1e-9
grep -q 'error of the grid not known' page.html || fail "a permeability without an error does not say so"
is "$(sed -n '/id="result"/,/<.table>/s/^<tr><th>\([A-Za-z ]*\).*/\1/p' bare.html | tr '\n' ';')" 'Permeability along z;Porosity;Specific surface;'
is "$(cell Converged)" '–;yes'
# cycles end by another bound than that of the samples of steps, which the file does not tell from theirs
grep -q 'It was taken as steady after [0-9]* steps, with the relaxation time 1[. ]' page.html || fail "the paragraph: $(grep paragraph page.html)"
! grep -q 'velocity was within' page.html || fail "a bound that is not that of the run"
! grep -q 'that may remain' page.html || fail "a bound in the table"
tessera run tube.tile --permeability z --collision mrt --converge 1e-10 -o mrt.tile --quiet >said # enough samples for the other bound
page mrt.tile
! grep -q -e 'velocity was within' -e 'that may remain' page.html || fail "a bound that is not that of the run, with mrt"

# What is known of it, by its reader; every publication that is cited, in the order of its number, and where it is cited.
page flow.tile --title 'A <tube>' --author 'A. Author' --date 2026-11-26 --sample 'Tube 1'
is "$(sed -n 's/.*<h1>\(.*\)<.h1>.*/\1/p' page.html)" 'A &lt;tube&gt;'
is "$(sed -n '/class="given"/,/<.p>/s/.*<b>\(.*\)<.b> \(.*\)<.span>.*/\1 \2/p' page.html | tr '\n' ';')" 'Sample Tube 1;Author A. Author;Date 2026-11-26;'
page flow.tile
is "$(sed -n 's/.*<h1>\(.*\)<.h1>.*/\1/p' page.html)" 'Permeability of flow.tile'
tessera cite flow.tile | sed '/^For /d; /^$/d' | sed "s/'/\&#39;/g" | sort >cited
sed -n '/class="references"/,/<.ol>/s/^<li>\(.*\)<.li>$/\1/p' page.html | sort >listed
cmp cited listed || fail "references: $(diff cited listed)"
sed -n 's/^<p class="paragraph">//p' page.html | grep -o '\[[0-9, ]*\]' | tr -d '[],' | tr ' ' '\n' | awk '!seen[$1]++' >order
is "$(tr '\n' ' ' <order)" "$(seq "$(wc -l <listed)" | tr '\n' ' ')"
# the definitions are those of the names that show them
sed -n 's/.*<dt>\(.*\)<.dt>.*/\1/p' bare.html | sort >defined
grep -o '<abbr[^>]*>[^/]*<.abbr>\|<abbr[^>]*>.*D<sub>eff<.sub> / D<.abbr>' page.html | sed 's/<[^>]*>//g' | sort -u >named
cmp defined named || fail "definitions: $(diff defined named)"

# With populations: shear, and the flux through openings.
tessera tile tube.vox --inlet z- --outlet z+ -o open.tile --quiet
tessera run open.tile --permeability z --checkpoint check.tile --quiet >said
page check.tile
case $titles in 'Wall: shear;Slices: '*'Flux through openings;') ;; *) fail "$titles" ;; esac
is "$(number '<canvas' page.html)" 1
grep -q '<tr><th>inlet</th><td>[^<]*</td><td>100.00</td></tr>' page.html || fail "the flux of the inlet"
# Each opening has its share of the inflow, with its sign. Points of walls lie on them, at 0.5 and 8.5 of 10 nodes along x
# (10 %: shear at corners has oblique normals).
tessera voxelize --shape box --size 6,6,8 --quiet | tessera tile --lint no --quiet --patch in=z- --patch out=z+ --patch side=x+ -o fork.tile
tessera run fork.tile --set in:velocity=0,0,1e-3 --set out:pressure=0 --set side:pressure=0 --steps 50 --checkpoint fork.check \
  --patch-flux --json --quiet >fork.json
page fork.check
for k in 0 1 2; do
  near "$(sed -n "s|^<tr><th>$(json fork.json patch_flux patches $k patch)</th><td>[^<]*</td><td>\([^<]*\)<.*|\1|p" page.html)" \
    "$(awk -v q="$(json fork.json patch_flux patches $k flux)" -v all="$(json fork.json patch_flux inflow)" 'BEGIN { print 100 * q / all }')" 1e-3
done
# What may remain is what decided the end of the run: here the flow through the openings.
tessera run fork.tile --set in:velocity=0,0,1e-3 --set out:pressure=0 --set side:pressure=0 --converge 1e-2 -o fork.flow --json --quiet >fork.json
near "$(json fork.json remaining)" "$(json fork.json openings remaining)" 1e-9
page fork.flow
near "$(cell 'Change that may remain')" "$(json fork.json remaining)" 0.05 # two digits
grep -q 'its mean velocity and the flow through each opening were within' page.html || fail "the paragraph of openings"
tessera voxelize --shape channel:w=8 --size 10,10,6 --quiet | tessera tile --inlet z- --outlet z+ -o sides.tile --quiet
tessera run sides.tile --permeability z --checkpoint sides.check --quiet >said
page sides.check
sed -n 's/.*data-points="\([^"]*\)".*/\1/p' page.html | base64 -d | od -An -v -tu1 -w10 | awk '{ print ($1 + 256 * $2) / 65535 * 10 - 0.5 }' | sort -g >places
awk 'NR == 1 { first = $1 } { last = $1 } END { exit !(first > 0.4 && first < 0.6 && last > 8.4 && last < 8.6) }' places ||
  fail "walls at $(sed -n '1p;$p' places)"

# Many layers share the points of a chart.
tessera voxelize --shape channel:w=2 --size 4,4,2000 | tessera tile --periodic z -o long.tile --quiet
tessera run long.tile --force 0,0,1e-6 --steps 2 -o long.flow --quiet >said
page long.flow
is "$(sed -n '/Flux through/,/<\/svg>/s/.*class="curve curve0" d="//p' page.html | tr -cd ML | wc -c)" 400

# Not converged, without a voxel size.
tessera voxelize --shape tube:d=8 --size 12,12,8 | tessera tile --periodic z -o bare.tile --quiet
tessera run bare.tile --force 0,0,1e-6 --steps 5 --collision bgk --tau 0.505 -o early.tile --quiet >said
page early.tile
warned 'voxel size is unknown'
warned 'not converged'

# One slice.
tessera voxelize --shape channel:w=6 --size 16,8,1 | tessera tile --periodic xz -o flat.tile --quiet
page flat.tile
is "$svg $png" '2 1'
tessera run flat.tile --force 1e-6,0,0 --lattice d2q9 --steps 50 --checkpoint plane.tile --quiet >said
page plane.tile

# Values: their histograms, and the pore sizes.
make-sample scan 16
tessera voxelize scan/*.tif --threshold otsu | tessera tile -o rock.tile --quiet
tessera stats rock.tile --thickness --intrusion z- -o radii.tile --quiet >said
page radii.tile
case $titles in *'Distribution: Radius of pores (thickness);Pore sizes: Radius of pores (thickness);'*) ;; *) fail "$titles" ;; esac

# The means of what tessera stats and run --diffusion found; a report and the file of the same run are one column.
tessera stats rock.tile --thickness --intrusion z- --network net.csv --rev --two-point 4 --json --quiet >thick.json
near "$(cell 'Mean radius of the pores' | sed 's/ .*//')" "$(json thick.json thickness mean_radius)" 1e-3
page thick.json radii.tile
is "$(sections)" 'result known pictures curves numbers methods terms origin '
near "$(result 'Mean radius of the pores')" "$(json thick.json thickness mean_radius)" 1e-6
near "$(result 'Median radius of the pores')" "$(json thick.json thickness median_radius)" 1e-9
near "$(result 'Critical radius along z')" "$(json thick.json critical_radius z)" 1e-9
near "$(result 'Coordination number')" "$(json thick.json network mean_coordination)" 1e-9
near "$(result 'Mean throat radius of the network')" "$(json thick.json network mean_throat_radius)" 1e-9
is "$(result 'Pores of the network') $(result 'Throats of the network')" "$(json thick.json network pores) $(json thick.json network throats)"
case $titles in *'Pore sizes;Intrusion;Two-point correlation;Porosity of windows;'*) ;; *) fail "$titles" ;; esac
is "$(result Porosity 2)-" -
tessera run rock.tile --diffusion xz -o diffused.tile --json >diffused.json
page diffused.tile
is "$(cell 'Effective diffusivity, Deff / D')" "$(printf 'x: %.4g; z: %.4g' "$(json diffused.json diffusion 0 relative)" "$(json diffused.json diffusion 1 relative)")"
page diffused.json diffused.tile
for k in 0 1; do
  axis=$(json diffused.json diffusion $k axis)
  near "$(result "Effective diffusivity, Deff / D along $axis")" "$(json diffused.json diffusion $k relative)" 1e-9
  near "$(result "Tortuosity factor along $axis")" "$(json diffused.json diffusion $k tortuosity_factor)" 1e-9
  near "$(result "Formation factor along $axis")" "$(json diffused.json diffusion $k formation_factor)" 1e-9
done
is "$(result Porosity 2)-" -
tessera tile diffused.tile --where 'concentration_x>0.5' --lint no --quiet -o part.tile
page part.tile
is "$(cell 'Effective diffusivity, Deff / D')–" '–'

# What was made of a file before is told with what was added to it.
page rock.tile diffused.tile
is "$(number '<li><code>tessera-' page.html)" 3
grep -q '^<p>Made from what the commands of rock.tile wrote:</p>$' page.html || fail "provenance of a file of a file"

# Samples side by side: a column for each, and one chart with the curves of all.
tessera run rock.tile --permeability z --steps 60 -o rock.flow --json --quiet >rock.json 2>said || is $? 5
page tube.tile flow.tile rock.tile rock.flow rock.json --sample 'A tube' --sample 'A rock'
is "$(sed -n '/class="result"/,/<.thead>/s/.*<thead><tr>//p' page.html | sed 's/<[^>]*>/ /g')" '   A tube  A rock   '
near "$(result 'Permeability along z' 1)" "$(json k.json permeability 0 m2)" 1e-9
near "$(result 'Permeability along z' 2)" "$(json rock.json permeability 0 voxel2)" 1e-9 # its voxel is not known
is "$(number '<figcaption>Convergence' page.html)" 1
is "$(sed -n '/<figcaption>Convergence/,/<.svg>/p' page.html | grep -c 'class="curve curve[01]" d="M[^h]*"/>')" 2
is "$(sed -n '/<figcaption>Convergence/,/<.svg>/p' page.html | sed -n 's/.*h24"\/><text[^>]*>\(.*\)<.text>.*/\1/p' | tr '\n' ';')" 'A tube;A rock;'
refused 2 '^tessera-report: --sample names 3 columns, but the results have 2' tessera report tube.tile rock.tile --sample a --sample b --sample c

# Text is escaped.
cp tube.tile '<script>&"x.tile'
page '<script>&"x.tile'
grep -q '<h3>&lt;script&gt;&amp;&quot;x.tile</h3>' page.html || fail "a name of a file is not escaped"

# Standard input and output; the same bytes with any number of threads.
page tube.tile
tessera report - <tube.tile | sed 's/standard input/tube.tile/' >copy.html
cmp page.html copy.html
OMP_NUM_THREADS=1 tessera report check.tile >one.html
OMP_NUM_THREADS=3 tessera report check.tile >three.html
cmp one.html three.html

# Many files share the size.
page tube.tile flow.tile check.tile early.tile flat.tile plane.tile radii.tile bare.tile

# Reports of run --json, beside files and alone: the error of --refine, the speed, and their warnings.
tessera voxelize --shape channel:w=16 --size 18,18,16 --voxel 5um --quiet | tessera tile --periodic z -o duct.tile --quiet
tessera run duct.tile --permeability z --refine --json --quiet >run.json
page duct.tile run.json
near "$(result 'Permeability along z' | cut -d ' ' -f 1)" "$(json run.json permeability 0 m2)" 1e-9
near "$(result 'Permeability along z' | cut -d ' ' -f 2)" "$(json run.json permeability 0 interval error_m2)" 1e-9
is "$(result 'Permeability along z' 2)-" -
is "$(run_cell Permeability)" "$(printf 'z: %.4g ± %.2g m² (%.2g %%)' "$(json run.json permeability 0 m2)" \
  "$(json run.json permeability 0 interval error_m2)" \
  "$(json run.json permeability 0 interval error_voxel2 | awk -v k="$(json run.json permeability 0 voxel2)" '{ print 100 * $1 / k }')" | numbers)"
is "$(run_cell Steps)" "$(json run.json steps)"
is "$(run_cell Converged)" yes
is "$(run_cell Speed)" "$(printf '%.4g MFLUPS, %.4g GB/s' "$(json run.json mflups)" "$(json run.json bandwidth)")"
case $titles in *'Wall;Permeability and its error;'*) ;; *) fail "$titles" ;; esac
is "$(number 'class="dot"' page.html)" 1
# two digits of the error, in darcy, too; the same k along x with twice the error; one of 0.5 darcy; and a tensor
error=$(json run.json permeability 0 interval error_m2)
shown=$(json run.json permeability 0 darcy | awk -v e="$error" '{ d = 1; for (e /= 9.869233e-13; e < 1; e *= 10) d++; for (; e >= 10; e /= 10) d--
  printf("%.*f", (d > 0 ? d : 0), $1) }')
grep -q "<small>$shown darcy, ±" page.html || fail "not $shown darcy: $(grep -o '<small>[^<]*darcy' page.html)"
sed "s/\"axis\": \"z\"/\"axis\": \"x\"/; s/\"error_m2\": $error/\"error_m2\": $(awk "BEGIN { print 2 * $error }")/" run.json >other.json
page duct.tile run.json other.json
is "$(number 'class="dot"' page.html) $(grep -o 'class="dot" cx="[^"]*"' page.html | sort -u | wc -l)" '2 1'
sed 's/"\(m2\|value\)": [0-9.e-]*/"\1": 4.9346165e-13/; s/"low": [0-9.e-]*/"low": 4.4346165e-13/; s/"high": [0-9.e-]*/"high": 5.4346165e-13/; s/"tensor": null/"tensor": {"principal": [{"m2": 2e-12, "direction": [0.6, 0, 0.8]}]}/' run.json >tight.json
page tight.json
grep -q '<small>500 mD, ±' page.html || fail "no millidarcy"
grep -q '1, along (0.60, 0.00, 0.80)' page.html || fail "no direction"
tessera run duct.tile --diffusion z --json --quiet >diffusion.json
tessera run bare.tile --force 0,0,1e-6 --steps 5 --converge 1e-9 --tau 0.505 --json --quiet >'<b>early.json' 2>said || :
sed 's/"missing": null/"missing": 0.5/; s/"residence": null/"residence": {"unit": "s", "mean": 2, "leaving": 1.5, "largest": 8, "missing": 0.5}/' run.json >aged.json
page diffusion.json '<b>early.json' aged.json
is "$(run_cell 'Effective diffusivity, Deff / D')" "$(printf '%.4g' "$(json diffusion.json diffusion 0 relative)" | sed 's/.*/z: &;–;–/')"
is "$(run_cell 'Residence time')" '–;–;volume / flow 2 s, where fluid leaves 1.5, at most 8'
is "$(result 'Residence time')" 2
is "$(run_cell Converged)" 'yes;no;yes'
grep -q '<li><b>&lt;b&gt;early.json</b>: not converged within 1e-09 after 5 steps' page.html || fail "no warning of a run"
warned 'tau 0.505 is close to 0.5'
warned '50 % of the nodes have no residence time'
is "$(sections)" 'result known curves numbers methods terms origin '
tessera report - <run.json | sed 's/standard input/run.json/' >copy.html
tessera report run.json >page.html
cmp page.html copy.html
# A report without what it is about, and of tessera-probe: the k of the file
page k.json
near "$(result 'Permeability along z')" "$(json k.json permeability 0 m2)" 1e-9
is "$(sections)" 'result known terms origin '

# Over beats: curves once, the wall with the mean of its shear, the table of run, and warnings.
cat >vessel.awk <<'END'
BEGIN {
  for (i = 0; i < 16; i++)
    print "v", cos(i * 0.7853981633974483), sin(i * 0.7853981633974483), 6 * int(i / 8)
  for (i = 1; i <= 8; i++)
    print "f", i, i % 8 + 1, i % 8 + 9, i + 8
}
END
awk -f vessel.awk >beat.obj
awk 'BEGIN { for (i = 0; i <= 20; i++) print 0.02 * i, 0.004 * (0.5 + 0.8 * sin(atan2(0, -1) * i / 10)) }' >pulse.txt
tessera voxelize -q beat.obj --voxel 0.2mm --unit mm --cap --name outlet1=outlet | tessera tile --lint no -q -o beat.tile
beat() {
  tessera run beat.tile --viscosity 3.5e-6m2/s --set inlet0:flow=pulse.txt,s,ml/s --set outlet:pressure=0 -q --json \
    --average mean.tile -o last.tile "$@" >beat.json 2>said
}
beat --beats 2
page mean.tile last.tile
case $titles in 'Wall: TAWSS;Wall: OSI;Slices: Speed;Slices: Pressure;'*'Pressure over the beat;Flow over the beat;'*'The wall over the beat;') ;; *) fail "$titles" ;; esac
near "$(result TAWSS)" "$(json beat.json beat wall tawss_mean_pa)" 1e-6
near "$(result 'Largest TAWSS')" "$(json beat.json beat wall tawss_max_pa)" 1e-6
near "$(result OSI)" "$(json beat.json beat wall osi_mean)" 1e-6
is "$(number '<figcaption>Flow over the beat' page.html)" 1
warned 'the beats are not alike yet: from the one before to the last pressures change by'
! grep -q 'not converged' page.html || fail "a flow over beats is no steady one"
is "$(cell Converged)–" '–'
is "$(cell Beats | sed 's/[0-9.e-]* %/X/g')" '2; change of pressure X, flow X, TAWSS X;2; change of pressure X, flow X, TAWSS X'
is "$(sed -n 's|^<tr><th>OSI</th><td>\([^<]*\)<.*|\1|p' bare.html)" "$(printf '%.4g' "$(json beat.json beat wall osi_mean)")"
page beat.json
is "$(run_cell Beats | sed 's/[0-9.e-]* %/X/g')" '2; change of pressure X, flow X, TAWSS X'
near "$(run_cell 'Walls over a beat' | sed 's/TAWSS \([^ ]*\) Pa.*/\1/')" "$(json beat.json beat wall tawss_mean_pa)" 1e-3
near "$(run_cell 'Walls over a beat' | sed 's/.*without ends TAWSS \([^ ,]*\),.*/\1/')" "$(json beat.json beat wall without_ends tawss_mean_pa)" 1e-3
grep -q '<p class="calm">No warnings.</p>' page.html || fail "warnings of a run over beats"
near "$(result TAWSS)" "$(json beat.json beat wall tawss_mean_pa)" 1e-9
beat --beats periodic:1e-9,2 || is $? 5
page beat.json
is "$(run_cell Beats | sed 's/.*; //')" 'not periodic'
warned 'not periodic within 1e-09 after 2 beats'
beat --beats 1
page mean.tile
warned 'there is no beat before the last one: whether they are alike is not known'
beat --steps 100
page mean.tile beat.json
is "$(number 'the averages are those of a part of a beat: [1-9][0-9]* of 100 samples' bare.html)" 2 # also in the history
warned 'the averages are those of a part of a beat'
grep -q '<b>beat.json, mean.tile</b>: the averages' page.html || fail "a warning of two files"

# The same vessel in steady flow: what flows through its openings, and its wall
tessera run beat.tile --viscosity 3.5e-6m2/s --set inlet0:flow=0.002mL/s --set outlet:pressure=0 -q --steps 100 --checkpoint steady.tile >said
tessera probe steady.tile --wall-shear --patch-flux --json >steady.json
page steady.tile
near "$(result 'Wall shear')" "$(json steady.json wall_shear pa mean)" 1e-6
for k in 0 1; do
  near "$(result "Flow inwards at $(json steady.json patch_flux patches $k patch)")" "$(json steady.json patch_flux patches $k flux_m3_s)" 1e-9
done
page steady.json
near "$(result 'Wall shear')" "$(json steady.json wall_shear pa mean)" 1e-9
page steady.tile steady.json
is "$(result 'Wall shear' 2)-" - # one column
is "$(result Porosity)-" - # of a box around a vessel it says nothing
near "$(result 'Volume of the vessel')" "$(tessera stats beat.tile --json >stats.json; awk -v n="$(json stats.json nonsolid)" 'BEGIN { printf "%.12g", n * 0.2e-3 ^ 3 }')" 1e-9

# A picture of the segmentation, its histogram and threshold: byte for byte, before the files; slices leave room for it.
tessera voxelize scan/*.tif --threshold otsu --preview '<seen>.png' -o seen.vox --quiet
page tube.tile '<seen>.png'
sed -n 's/.*<div class="scroll picture"[^>]*><img src="data:image.png;base64,\([^"]*\)".*/\1/p' page.html | base64 -d | cmp - '<seen>.png'
case $titles in '&lt;seen&gt;.png;Slices: '*) ;; *) fail "$titles" ;; esac
page '<seen>.png'
is "$(sections)" 'known pictures origin '

# A name in Latin-1, and the command that holds it: the page is UTF-8.
latin=$(printf 'caf\351.tile')
tessera tile tube.vox --periodic z -o "$latin" --quiet
page "$latin"
iconv -f UTF-8 -t UTF-8 page.html >same.html || fail "a page that is no UTF-8"
grep -q "<code>tessera-tile.*$(printf 'caf\357\277\275.tile')" page.html || fail "a name in Latin-1"

rm page.html
unwritten=page.html
head -c 3000 '<seen>.png' >cut.png
refused 3 '^tessera-report: cut.png: not a PNG, or not all of it$' tessera report tube.tile cut.png -o page.html
{ cat '<seen>.png'; head -c 2000000 /dev/zero; } >large.png
refused 3 '^tessera-report: large.png: the pictures of a page have at most 2 MB together$' tessera report large.png -o page.html
refused 1 '^tessera-report: none.tile: No such file' tessera report none.tile -o page.html
refused 1 '^tessera-report: none.tile: No such file' tessera report tube.tile none.tile -o page.html
refused 3 'tube.vox: contains voxels, not a domain: `tessera tile` first$' tessera report tube.vox -o page.html
refused 3 '^tessera-report: check.py: ' tessera report check.py -o page.html
head -c 700 run.json >cut.json
refused 3 '^tessera-report: cut.json: not JSON, or not all of it$' tessera report cut.json -o page.html
# Arrays are passed over once: a million elements would else take days.
{ printf '{"mflups": 1, "permeability": [{}' && yes ',{}' | head -n 1000000 | tr -d '\n' && echo ']}'; } >long.json
expect 0 sh -c 'ulimit -t 100; exec tessera report long.json -o long.html' # seconds of a processor
echo '{"steps": 5}' >other.json
refused 3 '^tessera-report: other.json: not a report of tessera-run, tessera-stats or tessera-probe --json, or of data/band' tessera report tube.tile other.json -o page.html
head -c 700 flow.tile >cut.tile
refused 3 '^tessera-report: cut.tile: ' tessera report cut.tile -o page.html
refused 2 'name a FILE' tessera report -o page.html
refused 2 'at most 8 FILEs, but 9 are given' tessera report 1 2 3 4 5 6 7 8 9 -o page.html
refused 2 '-o page.pdf: it writes HTML' tessera report tube.tile -o page.pdf
refused 2 'standard input can be read only once' tessera report - - -o page.html
cp tube.tile same.tile
refused 2 '-o same.tile would replace the input' tessera report flow.tile same.tile -o same.tile
cmp tube.tile same.tile
ln -s same.tile link.tile
refused 2 '-o link.tile would replace the input' tessera report same.tile -o link.tile

# All pages of this test are well-formed.
! command -v python3 >/dev/null || python3 check.py pages/*.html || fail "not well-formed"
