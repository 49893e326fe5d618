# SPDX-License-Identifier: BSD-3-Clause
# From --help and --help=pairs to command lines that must be refused: the option that has the rule, the word of the
# message, the others it names with " or " between, and the arguments, with tabs between.
# awk -f pairs.awk HELP PAIRS

# A value that the parser of an option takes.
function sample(name, a) {
  a = argument[name]
  if (a ~ /^[a-z0-9][^A-Z]*[|]/)
    return substr(a, 1, index(a, "|") - 1)
  return name in known ? known[name] : a in known ? known[a] : 1
}
# NAME=PATTERN: the option with a value that the pattern means; else with `value`, if it has one.
function word(term, value, name, at) {
  at = index(term, "=")
  name = at ? substr(term, 1, at - 1) : term
  if (name !~ /^--/)
    return name == "surface" ? "x.stl" : "x.tif"
  if (at) {
    value = substr(term, at + 1)
    gsub(/\?/, "x", value)
    gsub(/\*/, "", value)
    while (match(value, /\[[^]]*\]/)) # one of several letters
      value = substr(value, 1, RSTART - 1) substr(value, RSTART + 1, 1) substr(value, RSTART + RLENGTH)
  }
  return argument[name] == "" ? name : name "=" value
}
function bare(term) { sub(/=.*/, "", term); return term }

BEGIN {
  known["X,Y,Z"] = known["X,Y,Z..."] = "1,2,3"
  known["AXIS=K"] = "z=1"
  known["LABEL=VALUE..."] = known["OLD=NEW..."] = "1=2"
  known["NAME=LENGTH..."] = "all=1mm"
  known["LENGTH"] = "1mm"
  known["TENSION"] = "0.48N/m"
  known["NU"] = "1mPa.s"
  known["RHO"] = "1g/cm3"
  known["AXES"] = "x"
  known["A,H"] = "30,25"
  known["--dpi"] = 100
}
FNR == NR {
  if (match($0, /--[a-z][a-z0-9-]*/) && /^  ....--/) {
    name = substr($0, RSTART, RLENGTH)
    rest = substr($0, RSTART + RLENGTH)
    argument[name] = rest ~ /^( [^ ]|\[)/ ? rest : ""
    sub(/^ /, "", argument[name])
    sub(/ .*/, "", argument[name])
  }
  next
}
{ subject[FNR] = $1; verb[FNR] = $2; $1 = $2 = ""; sub(/^ */, ""); others[FNR] = $0; pairs = FNR }
END {
  for (i = 1; i <= pairs; i++) {
    line = word(subject[i], sample(subject[i]))
    if (verb[i] == "excludes")
      line = line " " word(others[i], 1)
    for (k = 1; k < i && verb[i] == "needs"; k++) # what its rules before need is there
      if (subject[k] == subject[i] && verb[k] == "needs") {
        other = others[k]
        sub(/ .*/, "", other)
        line = line " " word(other, sample(bare(other)))
      }
    named = others[i]
    gsub(/=[^ ]*/, "", named)
    gsub(/ or /, " ", named)
    printf "%s\t%s\t%s\t%s\n", subject[i], verb[i] == "excludes" ? "leave out" : "give", named, line
  }
}
