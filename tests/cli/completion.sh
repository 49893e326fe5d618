#!/bin/sh
# Completion in bash offers the options of every program's table, no more and no less.
. "$srcdir/tests/lib.sh"
command -v bash >/dev/null || skip "no bash"

# complete_words WORD...: what the last word may become
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
touch "some.tile"
[ "$(complete_words tessera stats some)" = some.tile ] || fail "files"
