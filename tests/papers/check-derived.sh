#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tables that are computed from others of the pages: those of the pages are what comes out of them; a value that is not a
# number or not there, and a source from another device, end the command, and the table stays as it was.
. "$srcdir/tests/lib.sh"
find_python
mkdir -p build made
here=$srcdir/tests/papers
# make FOLDER NAME: the table NAME from the pages in FOLDER
make_table() {
  builddir=$PWD/build PAGES=$1 paper=$2 PYTHONPATH=$here "$python" "$here"/"${2%%/*}"-*/"${2#*/}.py" >table.md 2>said
}
derived=$(sed -n "s/^DERIVED='\(.*\)'$/\1/p" "$here/papers.sh")
[ "$derived" ] || fail "no list of derived tables"
for name in $derived; do
  mkdir -p "build/papers/${name%%/*}"
  make_table "$here" "$name" || { cat said >&2; fail "$name"; }
  awk -v name="$name" '$0 == "<!-- " name " -->" { on = 1; next } /^<!-- end -->$/ { on = 0 } on' "$here/PAPERS.md" \
    "$here/DETAILS.md" >there.md
  cmp -s table.md there.md || { diff table.md there.md >&2; fail "$name is not what its sources give: make papers PAPERS=$name"; }
done
# in_block NAME EDIT: only between the marks of a table
in_block() { printf '/^<!-- %s -->/,/^<!-- end -->/{%s}\n' "$(echo "$1" | sed 's|/|.|')" "$2"; }
# spoiled NAME SOURCE EDIT: a table from pages in which the edit is made between the marks of SOURCE must fail
spoiled() {
  block=$(in_block "$2" "$3")
  for page in PAPERS DETAILS; do sed "$block" "$here/$page.md" >"made/$page.md"; done
  ! cmp -s made/PAPERS.md "$here/PAPERS.md" || ! cmp -s made/DETAILS.md "$here/DETAILS.md" || fail "$3 changes nothing"
  ! make_table "$PWD/made" "$1" || fail "$1 is made from $2 after $3"
}
spoiled 000/slopes 000/spheres 's/0\.572/nan/'
spoiled 000/slopes 000/spheres 's/0\.572//'
spoiled 000/slopes 000/vessels 's/NVIDIA H100/NVIDIA H200/'
spoiled 003/statements-gpu 003/layouts-gpu 's/ 5555, 0\.64, 0\.65//'
spoiled 003/statements-gpu 003/layouts-gpu '/^| vessel/d'
spoiled all/glance 001/best 's/^| grid.*//'
spoiled all/answers 004/schemes 's/NVIDIA H100/NVIDIA H200/'
spoiled 000/overheads 003/layouts-gpu 's/^| 0.2 | 0.200 | 0.646 | 332[^|]*/| 0.2 | 0.200 | 0.646 | /'
spoiled 000/size 000/cavity 's/| 7518 /| nan /'
spoiled 003/rebuilt 003/cases 's/^\(| aorta .*\)0\.948/\1nan/'
spoiled 003/rebuilt 003/cases 's/^\(| ras_0.7 .*\)1\.83/\11.73/'
spoiled 003/rebuilt 003/cases 's/^\(| ras_0.7 .*| \)0\.036 /\10.039 /'
# worse NAME EDIT PATTERN...: from pages in which the figures are worse the table says what they are
worse() {
  table=$1 edit=$2; shift 2
  for page in PAPERS DETAILS; do sed "$edit" "$here/$page.md" >"made/$page.md"; done
  make_table "$PWD/made" "$table" || { cat said >&2; fail "$table is not made after $edit"; }
  for pattern; do grep -q -e "$pattern" table.md || { cat table.md >&2; fail "$table after $edit: no '$pattern'"; }; done
}
worse 003/statements-gpu \
  "$(in_block 003/layouts-gpu 's/| 9352, /| 4000, /;s/ 9174, / 5000, /;s/ 5555, / 8000, /;s/ 7529, / 3000, /')" \
  'confirm 0, 1 in part and 7 not'
worse 000/overheads "$(in_block 003/layouts-gpu 's/ 9174, / 20000, /')" 'in [0-5] of [67] domains.*: in part'
worse 000/slopes "$(in_block 000/cavity 's/| 0\.837 | 1\.26 |/| 1.674 | 1.26 |/')" 'BGK step .* loses 0\.43 of its speed'
worse 000/gap "$(in_block 000/cavity 's/| 8588 (/| 9100 (/')" 'no more than the other'
# Each verdict answers otherwise where its figures are others; and some through the pages, on the first screen, too.
PYTHONPATH=$here builddir=$PWD/build "$python" "$here/verdicts.py" >said || fail "a verdict always says the same"
worse all/answers "$(in_block 001/product 's/| 0\.92 |/| 1.44 |/')" '^| 001 | tessera-run, without blocks.* 0\.69 … .*| in part |'
worse all/answers "$(in_block 004/transfers 's/| 16\.1 % |/| 8.0 % |/')" '^| 004 | time of a transfer.* 8 … 43 (1 of 4) .*| in part |'
worse all/answers "$(in_block 003/layouts-gpu 's/ 12757, 1\.33/ 9000, 0.94/')" '^| beyond | a step of moments .* 0\.94 .*| no |'
worse all/answers "$(in_block 002/counts 's/| 3960 | 3960 |/| 3960 | 3961 |/')" '^| 002 | boundary nodes .*| in part |'
worse 004/product "$(in_block 004/schemes 's/\(reversed | MRT | 160.*| \)0\.910 /\10.700 /')" 'or more in 2 of 8 rows, .* in 5\.'
worse all/glance "$(in_block all/own 's/^\(| 000 .*| \)[0-9.]* |$/\10.900 |/')" '^| 000 .*0\.90 … 0\.90 times .*| partly |' \
  'domains of 000 (0\.90 … 0\.90 times)'
worse all/glance "$(in_block all/own 's/^\(| 002 .*linear.*| \)[0-9.]* |$/\11.005 |/')" '^| 002 .* 1\.00 … 1\.00 times their kernel'
worse all/glance "$(in_block 001/best 's/| 1\.25 |/| 2.10 |/')" '^| 001 .*| yes |'
# the critical Reynolds number
said='vortices shed at Re 270, by the square of the amplitude at 266, where the paper has 265 within 5.'
wake="$(in_block 002/wake "s/^\*\*.*/**Yes: $said**/;s/| 1\.056 |/| 1.020 |/")"
worse all/answers "$wake" '^| 002 | critical .*| 1 | <= 5 | yes |' '^| 002 | Roshko .*| 2\.0 | <= 5 | yes |'
worse all/glance "$wake" '^| 002 .*onset 1 off |'
worse all/answers "$(in_block 002/wake "s/^\*\*.*/**No: by the square of the amplitude at 288.**/")" '^| 002 | critical .*| 23 | <= 5 | no |'
# A minute: three lines of prose, no cell above 15 words.
make_table "$here" all/glance
awk -F'|' '/^$/ { blank = 1 } !blank { prose++ } NF > 2 { for (i = 2; i < NF; i++) if (split($i, words, " ") > 15) exit 1 }
  END { if (prose != 3) exit 1 }' table.md || { cat table.md >&2; fail "the first screen takes more than a minute"; }
# Statements on memory and traffic: domains in which none of them is right. The columns are those of domains.py.
for name in ras_0.7 ras_0.8 ras_0.9 tubes aorta chip_8 chip_16 chip_32; do
  lattice=d3q19; case $name in chip*) lattice=d2q9 ;; esac
  echo "$name,$lattice,9,0.3,0.8,0.2,0.9,0.8,1,1,0.5,3,0.1,0.1,1.2,1.2,0.1,0.1,0.05,0.05,0.1,0.1,0.6,0.6,0.1,0.1,0.5,0.5"
done >rows
PYTHONPATH=$PYTHONPATH:$here "$python" "$here/003-sparse/statements.py" rows >table.md
grep -q 'Of 15 statements our figures confirm 0, 0 in part and 14 not; 1 are so by construction' table.md ||
  { cat table.md >&2; fail "statements that are all wrong"; }
# A script that prints what is no number fails, and leaves the page alone.
mkdir -p copy/tests/papers/000-tiles && cp "$srcdir/tests/lib.sh" copy/tests/ && cp "$here"/*.sh "$here"/*.md copy/tests/papers/
sed -i "s/^DERIVED=.*/DERIVED=/" copy/tests/papers/papers.sh
for text in 'cost at most -nan %' '****' '| inf |'; do
  echo "echo '$text'" >copy/tests/papers/000-tiles/cavity.sh
  ! srcdir=$PWD/copy builddir=$PWD/copy/build sh copy/tests/papers/papers.sh 000/cavity >said 2>&1 || fail "'$text' passes"
  cmp -s copy/tests/papers/PAPERS.md "$here/PAPERS.md" || fail "'$text' is on the page"
done
