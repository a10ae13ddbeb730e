#compdef compress
# zsh completion for compress; made by 'compress --completion zsh'
_compress_listed() {
  local -a values
  values=(${${(f)"$(_call_program values ${(q)words[1]} --$1 2>/dev/null)"}%%[[:space:]]*})
  compadd -a values
  _files
}
_compress() {
  _arguments -s -S \
    '--preset=[What the output shall be\: a preset'\''s name, or the path of a preset'\''s JSON file.]:NAME:_compress_listed list-presets' \
    '--output=[Where the output goes\: a file, a directory (one that exists, or a name with a slash at its end), or '\''-'\'' for standard output. The ending chooses the kind of file\: .mp4, .m4v, .mov, .qt, or .m4a where the preset keeps sound alone; others are refused. A name without one leaves the kind to the preset.]:OUTPUT:_files' \
    '-o+[Where the output goes\: a file, a directory (one that exists, or a name with a slash at its end), or '\''-'\'' for standard output. The ending chooses the kind of file\: .mp4, .m4v, .mov, .qt, or .m4a where the preset keeps sound alone; others are refused. A name without one leaves the kind to the preset.]:OUTPUT:_files' \
    '--overwrite[Replace a file that is there already.]' \
    '--list-presets[Print the presets'\'' names, each with a line about it.]' \
    '--compatible=[Print which presets fit a file (with --preset\: whether that one does), and why the others do not.]:INPUT:_files' \
    '--explain[Print what would be done with each track, and why; write nothing.]' \
    '--rate-rule=[How the bit rate follows from size and frame rate; see '\''Rate rules'\''.]:RULE:(avfoundation web)' \
    '--orientation=[Turn the pixels upright, or keep them as they lie and let the player turn them. Mirrored pictures are baked even then.]:WAY:(bake keep)' \
    '--force-encode[Encode even what could be copied.]' \
    '--strict[Take damage in the input as an error rather than leave out what is damaged.]' \
    '--max-input=[Refuse an input of more bytes, such as 500M or 2GiB.]:SIZE:' \
    '--threads=[Threads that encode pictures; 0 leaves it to the encoder, 1 also decodes on that thread. The same number gives the same bits.]:N:' \
    '--json[Print a receipt as one line of JSON for each input (with --explain the plan, with --list-presets and --compatible their answer). It goes to standard output, or to standard error where that has the clip.]' \
    '--progress=[How progress is shown on standard error; auto is a live line on a terminal and nothing elsewhere, json is one object a line.]:MODE:(auto bar json none)' \
    '--quiet[Say nothing but errors, and warnings of something that is damaged or missing\: no other warnings, no closing line, no progress unless --progress asks for it.]' \
    '-q[Say nothing but errors, and warnings of something that is damaged or missing\: no other warnings, no closing line, no progress unless --progress asks for it.]' \
    '--help[Show this help.]' \
    '-h[Show this help.]' \
    '--version[Show the version.]' \
    '--completion=[Print a completion script for a shell.]:SHELL:(bash zsh fish)' \
    '*:file:_files'
}
if [[ $funcstack[1] == _compress ]]; then
  _compress "$@"
elif (( $+functions[compdef] )); then
  compdef _compress compress
fi
