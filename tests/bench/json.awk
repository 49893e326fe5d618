# SPDX-License-Identifier: BSD-3-Clause
# json(TEXT, VALUE): the numbers and texts of a JSON report as VALUE["key.key.0.key"]; null is "". Usage: awk -f
# json.awk -f PROGRAM, or awk -v file=FILE -v key=KEY -f json.awk for a single value.
BEGIN {
  if (key != "") {
    json(slurp(file), json_all)
    print json_all[key]
    exit
  }
}
function json(text, value) {
  json_rest = text
  json_value("", value)
}
# slurp(FILE): its text
function slurp(file,   line, text) {
  while ((getline line < file) > 0)
    text = text line "\n"
  close(file)
  return text
}
function json_next() { sub(/^[ \t\n,:]+/, "", json_rest); return substr(json_rest, 1, 1) }
function json_skip() { json_rest = substr(json_rest, 2) }
function json_text(   end) {
  json_next(); json_skip()
  end = index(json_rest, "\"") # the programs write no quotes inside what is read here
  end = substr(json_rest, 1, end - 1)
  json_rest = substr(json_rest, length(end) + 2)
  return end
}
function json_value(path, value,   first) {
  first = json_next()
  if (first == "{" || first == "[")
    json_members(path, value, first)
  else if (first == "\"")
    value[path] = json_text()
  else {
    match(json_rest, /^[^], \t\n}]+/)
    first = substr(json_rest, 1, RLENGTH)
    value[path] = first == "null" ? "" : first
    json_rest = substr(json_rest, RLENGTH + 1)
  }
}
function json_members(path, value, bracket,   key, count, end) {
  end = bracket == "{" ? "}" : "]"
  json_skip()
  while ((key = json_next()) != end && key != "") {
    key = bracket == "{" ? json_text() : count++
    json_value(path == "" ? key : path "." key, value)
  }
  json_skip()
}
