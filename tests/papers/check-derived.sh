#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tables that are computed from others of the pages: those of the pages are what comes out of them; a value that is not a
# number or not there, and a source from another device, end the command, and the table stays as it was.
. "$srcdir/tests/lib.sh"
mkdir -p build made
here=$srcdir/tests/papers
# make FOLDER NAME: the table NAME from the pages in FOLDER
make_table() {
  builddir=$PWD/build PAGES=$1 paper=$2 sh "$here"/"${2%%/*}"-*/"${2#*/}.sh" >table.md 2>said
}
derived=$(sed -n "s/^DERIVED='\(.*\)'$/\1/p" "$here/papers.sh")
[ "$derived" ] || fail "no list of derived tables"
for name in $derived; do
  mkdir -p "build/papers/${name%%/*}"
  make_table "$here" "$name" || { cat said >&2; fail "$name"; }
  awk -v name="$name" '$0 == "<!-- " name " -->" { on = 1; next } /^<!-- end -->$/ { on = 0 } on' "$here/PAPERS.md" "$here/DETAILS.md" >there.md
  cmp -s table.md there.md || { diff table.md there.md >&2; fail "$name is not what its sources give: make papers PAPERS=$name"; }
done
# spoiled NAME SOURCE EDIT: a table from pages in which the edit is made between the marks of SOURCE must fail
spoiled() {
  for page in PAPERS DETAILS; do sed "/^<!-- $(echo "$2" | sed 's|/|.|') -->/,/^<!-- end -->/{$3}" "$here/$page.md" >"made/$page.md"; done
  ! cmp -s made/PAPERS.md "$here/PAPERS.md" || ! cmp -s made/DETAILS.md "$here/DETAILS.md" || fail "$3 changes nothing"
  ! make_table "$PWD/made" "$1" || fail "$1 is made from $2 after $3"
}
spoiled 000/slopes 000/spheres 's/0\.572/nan/'
spoiled 000/slopes 000/spheres 's/0\.572//'
spoiled 000/slopes 000/vessels 's/NVIDIA H100/NVIDIA H200/'
spoiled 003/statements-gpu 003/layouts-gpu 's/ 5555, 0\.64, 0\.65//'
spoiled 003/statements-gpu 003/layouts-gpu '/^| vessel/d'
spoiled all/glance 001/best 's/^| grid.*//'
spoiled 000/overheads 003/layouts-gpu 's/^| 0.2 | 0.200 | 0.646 | 332[^|]*/| 0.2 | 0.200 | 0.646 | /'
spoiled 000/size 000/cavity 's/| 7518 /| nan /'
spoiled 003/rebuilt 003/cases 's/^\(| aorta .*\)0\.948/\1nan/'
spoiled 003/rebuilt 003/cases 's/^\(| ras_0.7 .*\)1\.83/\11.73/'
# A script that prints what is no number fails, and leaves the page alone.
mkdir -p copy/tests/papers/000-tiles && cp "$srcdir/tests/lib.sh" copy/tests/ && cp "$here"/*.sh "$here"/*.md copy/tests/papers/
sed -i "s/^DERIVED=.*/DERIVED=/" copy/tests/papers/papers.sh
for text in 'cost at most -nan %' '****' '| inf |'; do
  echo "echo '$text'" >copy/tests/papers/000-tiles/cavity.sh
  ! srcdir=$PWD/copy builddir=$PWD/copy/build sh copy/tests/papers/papers.sh 000/cavity >said 2>&1 || fail "'$text' passes"
  cmp -s copy/tests/papers/PAPERS.md "$here/PAPERS.md" || fail "'$text' is on the page"
done
