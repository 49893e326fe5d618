# bash completion of Tessera. It asks the programs: --help is printed from the same table that parses the options,
# so that nothing here has to follow a change.

# Long options of "$@", each with its argument if it has one: "--fluid RULE".
_tessera_options() {
  "$@" --help 2>/dev/null | sed -n 's/^  ...[ ]\(--[a-z][a-z0-9-]*\)\( [^ ]*\)\{0,1\}.*/\1\2/p'
}

_tessera_commands() {
  tessera --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}

_tessera() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} argument
  local -a program=("${COMP_WORDS[0]}")
  COMPREPLY=()
  if [[ ${program[0]##*/} == tessera ]]; then
    if ((COMP_CWORD == 1)); then
      COMPREPLY=($(compgen -W "$(_tessera_commands) $(_tessera_options tessera | cut -d ' ' -f 1)" -- "$word"))
      return
    fi
    program+=("${COMP_WORDS[1]}")
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_tessera_options "${program[@]}" | cut -d ' ' -f 1)" -- "$word"))
    return
  fi
  # fp64|fp32: one of these
  [[ $before == --* ]] && argument=$(_tessera_options "${program[@]}" | sed -n "s/^$before //p")
  if [[ $argument == *'|'* ]]; then
    COMPREPLY=($(compgen -W "${argument//|/ }" -- "$word"))
    [[ ${#COMPREPLY[@]} -gt 0 ]] && return
  fi
  COMPREPLY=($(compgen -f -- "$word"))
}

complete -o filenames -F _tessera tessera tessera-voxelize tessera-tile tessera-stats tessera-run tessera-probe
