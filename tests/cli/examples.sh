#!/bin/sh
# Every example of every man page does what it says: it is run in an empty folder that holds only scan/, a sample
# CT stack of TIFF files.
. "$srcdir/tests/lib.sh"

# The lines between .EX and .EE of the section EXAMPLES, without the marks of roff.
examples() {
  awk '/^\.SH/ { on = /EXAMPLES/ } /^\.EE/ { inside = 0 } on && inside { print } /^\.EX/ { inside = 1 }' "$1" |
    sed -e 's/\\-/-/g' -e 's/\\f.//g' -e "s/\\\\(aq/'/g" -e 's/\\(dq/"/g' -e 's/\\(ha/^/g' -e 's/\\(ti/~/g' \
      -e 's/\\&//g' -e 's/\\e/\\/g'
}

make-sample sample 48 2>/dev/null >&2 || skip "no make-sample"
for page in "$srcdir"/man/*.[15]; do
  examples "$page" >script
  [ -s script ] || continue
  rm -rf here
  mkdir here
  cp -r sample here/scan
  (cd here && sh -eu ../script >../out 2>../err </dev/null) || {
    cat script err >&2
    fail "an example of $(basename "$page") failed"
  }
done
