# SPDX-License-Identifier: BSD-3-Clause
# bash completion of Tessera. It asks the programs: --help is printed from the same table that parses the options,
# so that nothing here has to follow a change. What the user has typed is compared, and never becomes part of a script;
# names of files are left to bash, which knows how they are quoted.

# Long options of "$@", each with its argument if it has one: "--fluid RULE".
_tessera_options() {
  "$@" --help 2>/dev/null | sed -n 's/^  ...[ ]\(--[a-z][a-z0-9-]*\)\( [^ ]*\)\{0,1\}.*/\1\2/p'
}

_tessera_commands() {
  tessera --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}

# Of the words on standard input, each the first of a line, those that begin with $1.
_tessera_offer() {
  local choice rest
  while read -r choice rest; do
    [[ $choice == "$1"* ]] && COMPREPLY+=("$choice")
  done
}

# The long name of option $1 of program "${@:2}": -c is --collision.
_tessera_long() {
  local letter name rest
  [[ $1 != -[a-zA-Z] ]] || while read -r letter name rest; do
    [[ $letter != "$1," ]] || { printf '%s\n' "$name"; return; }
  done < <("${@:2}" --help 2>/dev/null)
  printf '%s\n' "$1"
}

# The words that option $1 of program "${@:2}" takes: fp64|fp32 are two, of which one may stand, as in [no|warn].
# Capitals stand for something else.
_tessera_words() {
  local name argument word option
  option=$(_tessera_long "$@")
  while read -r name argument; do
    [[ $name == "$option" && $argument == *'|'* ]] || continue
    argument=${argument#[}
    argument=${argument%]}
    for word in ${argument//|/ }; do
      [[ $word == *[^-+/_a-z0-9]* ]] || printf '%s\n' "$word"
    done
  done < <(_tessera_options "${@:2}")
}

_tessera() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command
  local -a program=("${COMP_WORDS[0]}")
  COMPREPLY=()
  if [[ ${program[0]##*/} == tessera ]]; then
    if ((COMP_CWORD == 1)); then
      _tessera_offer "$word" < <(_tessera_commands; _tessera_options tessera)
      return
    fi
    if [[ ${COMP_WORDS[1]} == help ]]; then
      ((COMP_CWORD > 2)) || _tessera_offer "$word" < <(_tessera_commands)
      return
    fi
    for command in $(_tessera_commands); do
      [[ $command == "${COMP_WORDS[1]}" ]] && program+=("$command")
    done
  fi
  # bash takes the sign of --option=word for a word
  [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD-2]}
  [[ $word != = ]] || word=
  if [[ $word == -* ]]; then
    _tessera_offer "$word" < <(_tessera_options "${program[@]}")
  elif [[ $before == -* ]]; then
    _tessera_offer "$word" < <(_tessera_words "$before" "${program[@]}")
  fi
}

complete -o default -F _tessera tessera tessera-voxelize tessera-tile tessera-stats tessera-run tessera-probe tessera-report tessera-cite
