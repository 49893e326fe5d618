# SPDX-License-Identifier: BSD-3-Clause
# For what is computed from tables of the pages: awk -f tables.awk -f PROGRAM PAGE... <TABLES. cell() finds a value in a
# table between the marks of its name; a value that is not there, or no number, ends the program with status 1.
BEGIN { FS = "\n" }
/^<!-- .*\/.* -->$/ { block = $0; gsub(/^<!-- | -->$/, "", block); tables = 0; next }
/^<!-- end -->$/ { block = ""; next }
block == "" { next }
!/^\|/ { if (/^Tessera /) run[block] = $0; else if (/^\*\*/) said[block] = $0; heading = 0; caption[block, tables + 1] = caption[block, tables + 1] $0; next }
!heading { heading = 1; tables++; rows[block, tables] = 0; head_cells = split(substr($0, 3, length($0) - 4), part, / *\| */)
  for (j = 1; j <= head_cells; j++) { name[block, tables, j] = part[j]; if (!((block, tables, part[j]) in number_of)) number_of[block, tables, part[j]] = j }
  columns[block, tables] = head_cells; next }
/^\|[ :-]*-/ && rows[block, tables] == 0 && !/[a-z0-9]/ { next }
{ row_at = ++rows[block, tables]; row_text = $0; sub(/^\| ?/, "", row_text); sub(/ *\| *$/, "", row_text); row_cells = split(row_text, row_part, / *\| */)
  for (j = 1; j <= row_cells; j++) value[block, tables, row_at, j] = row_part[j] }
function die(text) { if (!dead) print "tables: " text >"/dev/stderr"; dead = 1; exit 1 }
# column BLOCK TABLE NAME: its number; #N is column N, for names that come twice
function column(b, t, wanted) {
  if (wanted ~ /^#/) return substr(wanted, 2) + 0
  if (!((b, t, wanted) in number_of)) die(b ": no column '" wanted "'")
  return number_of[b, t, wanted]
}
# matches ROW WHERE: "column=value;column~start"
function matches(b, t, r, where,   k, m, each, i, wanted) {
  m = split(where, each, ";")
  for (k = 1; k <= m; k++) {
    i = match(each[k], /[=~]/); wanted = substr(each[k], i + 1)
    i = value[b, t, r, column(b, t, substr(each[k], 1, i - 1))] (substr(each[k], i, 1) == "~" ? "" : "\n")
    if (i ~ /\n$/ ? i != wanted "\n" : index(i, wanted) != 1) return 0
  }
  return 1
}
# text BLOCK TABLE WHERE COLUMN: the cell of the only such row
function text(b, t, where, wanted,   r, found) {
  for (r = 1; r <= rows[b, t]; r++) if (matches(b, t, r, where)) { if (found) die(b ": several rows " where); found = r }
  if (!found) die(b ": no row " where)
  return value[b, t, found, column(b, t, wanted)]
}
# number TEXT: the first number of it
function number(cell_text, of) {
  sub(/ \(.*/, "", cell_text); sub(/^[^-0-9]*/, "", cell_text)
  if (cell_text !~ /^-?[0-9.]+/) die(of ": no number")
  return cell_text + 0
}
function cell(b, t, where, wanted) { return number(text(b, t, where, wanted), b " " where " " wanted) }
# run_of BLOCK: where a table comes from; device_of BLOCK: what it was measured on
function run_of(b,   part) {
  if (!(b in run)) die("no table " b)
  split(run[b], part, "; ")
  return b " (" substr(part[1], 9) ")"
}
function device_of(b,   part) { run_of(b); split(run[b], part, "; "); sub(/, driver .*/, "", part[2]); return part[2] }
# from BLOCKS: the line that names the tables a derived one comes from; all of them must be of one device
function from(blocks,   k, m, each, line) {
  m = split(blocks, each, " ")
  for (k = 1; k <= m; k++) {
    if (device_of(each[k]) != device_of(each[1])) die(each[k] " is of another device than " each[1])
    line = line (k > 1 ? ", " : "") run_of(each[k])
  }
  return "From " line "; " device_of(each[1])
}
# peak BLOCK: GB/s of its device, from the words above its table
function peak(b,   k) { if (!match(caption[b, 1], /peak [0-9]+ GB/)) die(b ": no peak"); return substr(caption[b, 1], RSTART + 5, RLENGTH - 8) + 0 }
