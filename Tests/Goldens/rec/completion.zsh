#compdef rec
# zsh completion for rec; made by 'rec --completion zsh'
_rec_listed() {
  local -a values
  values=(${${(f)"$(_call_program values ${(q)words[1]} --$1 2>/dev/null)"}%%[[:space:]]*})
  compadd -a values
  _files
}
_rec() {
  _arguments -s -S \
    '--max=[Stop after so much recorded time, such as 10s, 1m30s or 01\:00; pauses do not count.]:TIME:' \
    '-t+[Stop after so much recorded time, such as 10s, 1m30s or 01\:00; pauses do not count.]:TIME:' \
    '*--camera=[The camera\: its id, a node such as /dev/video0, front, back, test\[\:OPTIONS\] or file\:CLIP. Given more than once, the first one is used, and the key c goes through them.]:ID:_rec_listed list-cameras' \
    '*-c+[The camera\: its id, a node such as /dev/video0, front, back, test\[\:OPTIONS\] or file\:CLIP. Given more than once, the first one is used, and the key c goes through them.]:ID:_rec_listed list-cameras' \
    '--microphone=[The microphone\: its id, an ALSA name, test\[\:OPTIONS\], file\:CLIP, or none for a recording without sound.]:ID:_rec_listed list-microphones' \
    '-m+[The microphone\: its id, an ALSA name, test\[\:OPTIONS\], file\:CLIP, or none for a recording without sound.]:ID:_rec_listed list-microphones' \
    '--no-video[Record sound alone; .m4a does so by itself.]' \
    '--overwrite[Replace a file that is there already, once the recording is complete.]' \
    '--list[Print cameras and microphones with their formats.]' \
    '-l[Print cameras and microphones with their formats.]' \
    '--info[Print what would be recorded, and how\: devices, formats, size, rates, orientation. No camera is used.]' \
    '--preset=[The size to aim at. high is the largest up to 1920x1080 that moves, photo the largest of all.]:NAME:(photo high medium low 352x288 640x480 1280x720 1920x1080 iFrame960x540 iFrame1280x720 inputPriority)' \
    '-p+[The size to aim at. high is the largest up to 1920x1080 that moves, photo the largest of all.]:NAME:(photo high medium low 352x288 640x480 1280x720 1920x1080 iFrame960x540 iFrame1280x720 inputPriority)' \
    '--size=[The picture'\''s exact size; the camera is set to it, or to the smallest larger one, which is cut and scaled.]:WxH:' \
    '-s+[The picture'\''s exact size; the camera is set to it, or to the smallest larger one, which is cut and scaled.]:WxH:' \
    '--fps=[Frames a second.]:N:' \
    '-r+[Frames a second.]:N:' \
    '--camera-format=[What the camera itself shall give, such as YUYV, NV12 or MJPG; --list shows what it has.]:FOURCC:' \
    '--orientation=[How the device is held; auto goes by the camera'\''s own mounting. Players turn the picture.]:WAY:(auto portrait portraitUpsideDown landscapeRight landscapeLeft)' \
    '--mirror[Mirror left and right, in the pixels.]' \
    '--bake-orientation[Turn the pixels rather than leave it to the player.]' \
    '--rate-rule=[How the bit rate follows from size and frame rate; see '\''Rate rules'\''.]:RULE:(avfoundation web)' \
    '--bitrate=[Bits a second for pictures, on average, such as 4M.]:RATE:' \
    '-b+[Bits a second for pictures, on average, such as 4M.]:RATE:' \
    '--crf=[The same quality throughout, whatever it takes\: 0 to 51, lower is better.]:N:' \
    '--audio-delay=[Move the sound later by so many milliseconds, earlier where negative. '\''rec calibrate-sync'\'' measures it.]:MS:' \
    '--countdown=[Count down before recording starts.]:TIME:' \
    '--min-free=[Stop before the disk has less space left.]:SIZE:' \
    '--max-size=[Stop before the file is larger.]:SIZE:' \
    '--stop-on-eof[Stop at the end of standard input.]' \
    '--json[Print the receipt as one line of JSON on standard output; with --list and --info their answer.]' \
    '--progress=[How the recording is shown on standard error; auto is live lines on a terminal and nothing elsewhere, json is one object a line, at most ten a second.]:MODE:(auto bar json none)' \
    '--quiet[Say nothing but errors\: no warnings, no closing line, no live lines unless --progress asks for them.]' \
    '-q[Say nothing but errors\: no warnings, no closing line, no live lines unless --progress asks for them.]' \
    '--help[Show this help.]' \
    '-h[Show this help.]' \
    '--version[Show the version.]' \
    '--completion=[Print a completion script for a shell.]:SHELL:(bash zsh fish)' \
    '*:file:_files'
}
if [[ $funcstack[1] == _rec ]]; then
  _rec "$@"
elif (( $+functions[compdef] )); then
  compdef _rec rec
fi
