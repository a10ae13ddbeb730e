# bash completion for compress; made by 'compress --completion bash'
_compress() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" word
  local -a words=()
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -- ]] && return
  done
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  case $previous in
    --preset) while read -r word _; do words+=("$word"); done < <("${COMP_WORDS[0]}" --list-presets 2>/dev/null) ;;
    -o|--output) return ;;
    --compatible) return ;;
    --rate-rule) words=(avfoundation web) ;;
    --orientation) words=(bake keep) ;;
    --max-input) return ;;
    --threads) return ;;
    --progress) words=(auto bar json none) ;;
    --completion) words=(bash zsh fish) ;;
    *)
      [[ $current == -* ]] || return
      words=(--preset --output -o --overwrite --list-presets --compatible --explain --rate-rule --orientation --force-encode --strict --max-input --threads --json --progress --quiet -q --help -h --version --completion)
      ;;
  esac
  for word in "${words[@]}"; do
    [[ $word == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
  done
}
complete -o bashdefault -o default -F _compress compress
