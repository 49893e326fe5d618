#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run --csv: one row for each run, in one table, also from several runs at the same time.
. "$srcdir/tests/lib.sh"
columns=file,nx,ny,nz,voxel_m,porosity,kx_m2,ky_m2,kz_m2,kx_voxel2,ky_voxel2,kz_voxel2,converged,bound,steps,seconds
# cell FILE ROW COLUMN: row 1 follows the names; no cell of these tables is quoted
cell() {
  awk -F , -v row="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
    NR == row + 1 { print $at }' "$1"
}
refused() { # PATTERN OPTION...
  pattern=$1; shift
  expect 2 tessera run "$@"
  one_line "^tessera-run: .*$pattern"
}

tessera voxelize --shape spheres:porosity=0.6,d=6,seed=3 --size 12,13,14 --voxel 5um --quiet -o rock.vox
tessera tile rock.vox --keep percolating --quiet -o rock.tile 2>said
tessera voxelize --shape channel:w=4 --size 6,6,6 --quiet | tessera tile --periodic z --quiet -o duct.tile 2>said

# ---- rows: the values of the report; unknown cells are empty; no data on standard output

tessera run rock.tile --permeability xyz --csv table.csv --quiet --json >rock.json
tessera run duct.tile --permeability z --csv table.csv --quiet >duct.text
expect 5 tessera run rock.tile --permeability z --steps 6 --csv table.csv --quiet -o flow.tile >said
[ "$(wc -l <table.csv)" = 4 ] && [ "$(head -n 1 table.csv)" = $columns ] || fail "table: $(cat table.csv)"
awk -F , 'NF != 16 { exit 1 }' table.csv || fail "rows of other lengths: $(cat table.csv)"
grep -q '^  permeability ' duct.text && ! grep -q -a '^kind:' duct.text || fail "the report beside a row: $(cat duct.text)"
[ "$(cell table.csv 1 file),$(cell table.csv 2 file)" = rock.tile,duct.tile ] || fail "names"
[ "$(cell table.csv 1 nx),$(cell table.csv 1 ny),$(cell table.csv 1 nz)" = 12,13,14 ] || fail "grid"
near "$(cell table.csv 1 voxel_m)" 5e-6 0
near "$(cell table.csv 1 porosity)" "$(tessera stats rock.tile --json | json - porosity)" 1e-12
for axis in x y z; do
  i=$(echo $axis | tr xyz 012)
  near "$(cell table.csv 1 k${axis}_m2)" "$(json rock.json permeability "$i" m2)" 1e-14
  near "$(cell table.csv 1 k${axis}_voxel2)" "$(json rock.json permeability "$i" voxel2)" 1e-14
done
[ "$(cell table.csv 1 steps)" = "$(json rock.json steps)" ] || fail "steps"
near "$(cell table.csv 1 bound)" "$(json rock.json remaining)" 1e-14
awk -v s="$(cell table.csv 1 seconds)" 'BEGIN { exit !(s > 0) }' || fail "seconds"
[ "$(cell table.csv 1 converged),$(cell table.csv 3 converged)" = yes,no ] || fail "converged"
[ "$(cell table.csv 2 voxel_m)$(cell table.csv 2 kz_m2)$(cell table.csv 2 kx_voxel2)" = "" ] || fail "unknown cells"
awk -v k="$(cell table.csv 2 kz_voxel2)" 'BEGIN { exit !(k > 0.2 && k < 0.3) }' || fail "k of the duct"
[ -z "$(cell table.csv 3 bound)" ] || fail "a bound after 6 steps: $(cell table.csv 3 bound)"

# ---- names

name='a "b", c.tile'
cp duct.tile "$name"
tessera run "$name" --permeability z --csv names.csv --quiet >said
tail -n 1 names.csv | grep -q '^"a ""b"", c.tile",6,6,6,' || fail "a name with signs: $(cat names.csv)"
tessera run --permeability z --csv names.csv --quiet <duct.tile >said
tail -n 1 names.csv | grep -q '^-,6,6,6,' || fail "from standard input: $(cat names.csv)"
: >empty.csv
tessera run duct.tile --permeability z --csv empty.csv --quiet >said
[ "$(head -n 1 empty.csv)" = $columns ] || fail "an empty file gets no names of columns"
printf '%s\nby,hand' $columns >hand.csv
tessera run duct.tile --permeability z --csv hand.csv --quiet >said
[ "$(wc -l <hand.csv)" = 3 ] && [ "$(sed -n 2p hand.csv)" = by,hand ] || fail "after a row without an end: $(cat hand.csv)"

# ---- many runs at the same time

for n in 1 2 3 4 5 6 7 8; do
  tessera run duct.tile --permeability z --converge 1e-2 --threads 1 --csv many.csv --quiet >"said.$n" 2>&1 &
done
wait
[ "$(wc -l <many.csv)" = 9 ] && [ "$(grep -c ^file, many.csv)" = 1 ] && [ "$(grep -c ^duct.tile, many.csv)" = 8 ] ||
  fail "eight at a time: $(cat many.csv said.*)"

# ---- refused before the first step, without a row

cp table.csv before.csv
expect 3 tessera run duct.tile --permeability x --csv table.csv --quiet >said
refused "give --permeability" duct.tile --steps 1 --csv table.csv -o flow.tile
refused "leave out --csv" duct.tile --permeability z --benchmark --csv table.csv
refused "needs a file" duct.tile --permeability z --csv -
refused "both name" duct.tile --permeability z --csv table.csv -o table.csv
refused "both name" duct.tile --permeability z --csv table.csv --checkpoint table.csv
cmp table.csv before.csv || fail "a row of a run that was refused"
echo a,b,c >other.csv
refused "other.csv: is not a table of tessera run" duct.tile --permeability z --csv other.csv
refused "duct.tile is the input" duct.tile --permeability z --csv duct.tile
[ "$(cat other.csv)" = a,b,c ] || fail "another table was changed"
expect 1 tessera run duct.tile --permeability z --csv nowhere/table.csv --quiet
one_line "nowhere/table.csv: "
if [ -e /dev/full ]; then
  expect 1 tessera run duct.tile --permeability z --csv /dev/full --quiet >said
  one_line "/dev/full: .*No space left"
fi
