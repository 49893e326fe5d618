#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Completion in bash offers exactly the options of every program's table.
. "$srcdir/tests/lib.sh"
command -v bash >/dev/null || skip "no bash"

# complete_words WORD...: the completions of the last word
complete_words() {
  bash -c '. "$srcdir/data/tessera.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tessera; printf "%s\n" "${COMPREPLY[@]}"' \
    bash "$@" | sort
}
help_options() { "$@" --help | grep -o -e '^  ...[ ]--[a-z][a-z0-9-]*' | grep -o -e '--.*' | sort; }

for program in $programs; do
  help_options "$program" >table
  [ "$(wc -l <table)" -gt 1 ] || fail "$program has no options"
  complete_words "$program" -- >offered
  diff -u table offered >&2 || fail "$program: completion (+) differs from the table (-)"
  [ "$program" = tessera ] && continue
  complete_words tessera "${program#tessera-}" -- | diff -u table - >&2 || fail "tessera ${program#tessera-}"
  grep -q -e "complete .* $program\( \|\$\)" "$srcdir/data/tessera.bash" || fail "$program has no completion"
  complete_words tessera "" | grep -q "^${program#tessera-}\$" || fail "tessera does not offer ${program#tessera-}"
done
[ "$(complete_words tessera-stats --precision fp6)" = fp64 ] || fail "--precision"
[ "$(complete_words tessera-voxelize --sort "")" = "$(printf 'given\nnatural')" ] || fail "--sort"
[ "$(complete_words tessera-voxelize --threshold "")" = "$(printf 'edges\notsu')" ] || fail "a word beside a number"
offers() { wanted=$1; shift; [ "$(complete_words "$@" | tr '\n' ' ')" = "$wanted " ] || fail "$*: $(complete_words "$@")"; }
offers 'bgk mrt regularised trt' tessera run -c ''
offers 'mrt' tessera-run --collision m
offers 'fp32 fp32/fp16' tessera-run --precision fp32
offers 'packed t2c t2c-xyz' tessera-run --layout = ''
offers 't2c t2c-xyz' tessera-run --layout = t
offers 'no strict warn' tessera-tile --lint ''
offers 'hilbert morton rows' tessera tile --order =
offers 'z+ z-' tessera-tile --inlet z
offers 'all largest percolating' tessera-tile --keep ''
offers 'pressure solid speed ux uy uz velocity wall_shear' tessera-probe --field ''
offers 'above below' tessera-voxelize --fluid ''
offers 'cite help probe report run stats tile voxelize' tessera help ''
offers 'tile' tessera help t
offers '' tessera help tile ''

# The words in the table are those that the parsers know: they list them where another word is given.
for program in $programs; do
  "$program" --help | sed -n 's/^  ...[ ]\(--[a-z][a-z0-9-]*\) \([^ ]*|[^ ]*\).*/\1 \2/p' >choices
  while read -r option argument; do
    case $argument in *[A-Z]*|*...) continue ;; esac
    words=$(echo "$argument" | tr -d '[]' | tr '|' '\n' | sort)
    "$program" "$option=none-such" >said 2>&1 </dev/null || :
    for word in $words; do
      tr -s ' ,;:' '\n' <said | grep -qx -e "$word" || echo "$program $option: $word"
    done
    known=$(sed -n 's/.*: expected \([^ ]*\(, [^ ]*\)* or [^ ]*\)$/\1/p; s/.*must be \([^ ]*\(, [^ ]*\)* or [^ ]*\)$/\1/p' said |
      sed 's/ or /, /g; s/, /\n/g' | sort)
    [ -z "$known" ] || [ "$known" = "$words" ] || echo "$program $option: not all of" $known
  done <choices
done >unknown
[ ! -s unknown ] || fail "not the words of the parser: $(cat unknown)"

# Typed words are never run as a script: neither by sed, which can run commands and write files, nor by the shell.
for typed in '--a//p;1e touch typed //' '--a//p;w typed' '--$(touch typed)' '--`touch typed`' '$(touch typed)' '--a[' \
  '--a\'; do
  complete_words tessera-stats "$typed" "" >/dev/null 2>said
  complete_words tessera-stats "$typed" >/dev/null 2>>said
  complete_words tessera "$typed" "" >/dev/null 2>>said
  complete_words tessera "$typed" -- >/dev/null 2>>said
  complete_words tessera-stats --precision "$typed" >/dev/null 2>>said
  [ ! -s said ] || fail "noise after $typed: $(cat said)"
  [ -z "$(find . -name 'typed*')" ] || fail "was run: $typed"
done

# bash itself completes the names of files: at a terminal they are complete, and quoted as the user began them.
for program in $programs; do
  bash -c '. "$srcdir/data/tessera.bash"; complete -p "$1"' bash "$program" | grep -q -e ' -o default ' ||
    fail "$program: no names of files"
done
[ "$(complete_words tessera stats some)" = "" ] || fail "files are not left to bash"
script -qec true /dev/null </dev/null >said 2>&1 || skip "no script(1); the others pass"
touch "a name with spaces.tile"
{
  echo 'PS1= PS2=; . "$srcdir/data/tessera.bash"; bind "set enable-bracketed-paste off"'
  echo 'tessera-stats() { if [ "$1" = --help ]; then command tessera-stats --help; else printf "[%s]\n" "$@"; fi; }'
  printf 'tessera-stats a\\ na\t\n'
  printf 'tessera-stats "a na\t\n'
  printf 'tessera-stats --precision fp3\t\n'
  echo exit
} | script -qec 'bash --norc --noprofile -i' /dev/null >said 2>&1
[ "$(grep -c '\[a name with spaces.tile\]' said)" = 2 ] || { cat said; fail "a name with spaces"; }
grep -q '\[fp32\]' said || { cat said; fail "a word at a terminal"; }
