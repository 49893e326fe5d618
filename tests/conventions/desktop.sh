#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Types of files and the entry for desktops: each kind of file begins as tessera.xml says, and the command of
# tessera.desktop makes a page and opens it.
. "$srcdir/tests/lib.sh"
tessera voxelize --quiet --shape channel:w=4 --size 8,8,8 -o "a b.vox"
tessera tile --quiet "a b.vox" --inlet z- --outlet z+ -o "a b.tile"
tessera run "a b.tile" --quiet --pressure-drop 1e-6 --steps 1 -o flow.tile >said
sed -n 's/.*offset="0" value="\([^"]*\)".*/\1/p' "$srcdir/data/tessera.xml" >magic
is "$(wc -l <magic)" 3
for file in "a b.vox" "a b.tile" flow.tile; do
  found=no
  while read -r text; do
    printf "$text\n" >begin
    ! head -n 2 "$file" | cmp -s - begin || found=yes
  done <magic
  is $found yes
done

# as a desktop reads it: one level of backslashes for the value, one inside the quotes, files for %F
printf '#!/bin/sh\ncp "$1" "%s/opened"\n' "$work" >xdg-open
chmod +x xdg-open
PATH=$work:$PATH TMPDIR=$work
export PATH TMPDIR
command=$(sed -n 's/^Exec=\(.*\) %F$/\1/p' "$srcdir/data/tessera.desktop" | sed 's/\\\\/\\/g')
eval "$command 'a b.tile' flow.tile" 2>said || { cat said >&2; fail "$command"; }
grep -q '<html' opened && grep -q 'a b.tile' opened || fail "no page was opened"
if has_program desktop-file-validate; then desktop-file-validate "$srcdir/data/tessera.desktop" >&2 || fail "tessera.desktop"; fi
if has_program update-mime-database; then
  mkdir -p mime/packages
  cp "$srcdir/data/tessera.xml" mime/packages
  XDG_DATA_DIRS=$work update-mime-database mime >said 2>&1 || { cat said >&2; fail "tessera.xml"; }
  is "$(grep -c 'x-tessera' mime/globs2)" 2
fi
