# bash completion for rec; made by 'rec --completion bash'
_rec() {
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
    -t|--max) return ;;
    -c|--camera) while read -r word _; do words+=("$word"); done < <("${COMP_WORDS[0]}" --list-cameras 2>/dev/null) ;;
    -m|--microphone) while read -r word _; do words+=("$word"); done < <("${COMP_WORDS[0]}" --list-microphones 2>/dev/null) ;;
    -p|--preset) words=(photo high medium low 352x288 640x480 1280x720 1920x1080 iFrame960x540 iFrame1280x720 inputPriority) ;;
    -s|--size) return ;;
    -r|--fps) return ;;
    --camera-format) return ;;
    --orientation) words=(auto portrait portraitUpsideDown landscapeRight landscapeLeft) ;;
    --rate-rule) words=(avfoundation web) ;;
    -b|--bitrate) return ;;
    --crf) return ;;
    --audio-delay) return ;;
    --countdown) return ;;
    --min-free) return ;;
    --max-size) return ;;
    --progress) words=(auto bar json none) ;;
    --completion) words=(bash zsh fish) ;;
    *)
      [[ $current == -* ]] || return
      words=(--max -t --camera -c --microphone -m --no-video --overwrite --list -l --info --preset -p --size -s --fps -r --camera-format --orientation --mirror --bake-orientation --rate-rule --bitrate -b --crf --audio-delay --countdown --min-free --max-size --stop-on-eof --json --progress --quiet -q --help -h --version --completion)
      ;;
  esac
  for word in "${words[@]}"; do
    [[ $word == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
  done
}
complete -o bashdefault -o default -F _rec rec
