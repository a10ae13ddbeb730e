internal import Capture
internal import CommandLineTools
internal import Settings

extension CommandSpecification {
  /// The table that parser, help, manual page and completions are made of.
  static let rec = CommandSpecification(
    name: "rec", version: "0.1.0", summary: "records a camera and a microphone",
    usage: [
      "rec [options] OUTPUT.mp4|.mov|.m4a",
      "rec --list [--json]",
      "rec --info [options]",
      "rec calibrate-sync [options] CLIP",
    ],
    description: [
      "Records the first camera and the default microphone as H.264 and AAC until it is stopped, or for as long as --max "
        + "says. The file begins with the first picture; sound is cut to it, and follows the camera's clock, however long "
        + "it takes.",
      "Stopped by q, Enter, a signal (Ctrl-C, SIGTERM, SIGHUP) or a limit, the file is completed and kept, and the exit "
        + "code is 0. Only Esc, confirmed, throws it away.",
    ],
    operands: OperandSpecification(
      "OUTPUT", maximum: 1,
      help: "The file to record to. Its ending chooses the kind: .mp4 (or .m4v), .mov (or .qt), or .m4a for sound "
        + "alone. It is created before the camera is opened."),
    groups: [mainOptions, pictureOptions, soundOptions, limitOptions, reportOptions, hiddenOptions],
    examples: [
      NamedText("rec --max 10s clip.mp4", "Records ten seconds."),
      NamedText("rec --camera front --mirror --countdown 3s clip.mp4", "Counts to three, then records a selfie."),
      NamedText("rec --size 640x480 --fps 15 --microphone none clip.mp4", "Records small pictures without sound."),
      NamedText("rec memo.m4a", "Records sound alone."),
      NamedText("rec --camera test --microphone test --max 5s clip.mp4", "Tries everything without any device."),
      NamedText("rec --max 1m --json clip.mp4 | jq .video.framesDropped", "Asks the receipt."),
    ],
    exitCodes: [
      (.ok, "The recording is complete, whatever ended it: a key, a signal, a limit, the end of what was played."),
      (.usage, "The command line was wrong, or two options contradict each other."),
      (.noInput, "It was stopped before the devices gave anything (by a signal: its own code below)."),
      (
        .unavailable,
        "There is no camera or microphone, or none of that name; it cannot do what was asked for; or this machine lacks "
          + "a codec."
      ),
      (.software, "The program is at fault."),
      (
        .cannotCreate, "The output cannot be created: it is there already, or its directory is missing or not writable."
      ),
      (
        .inputOutput,
        "Writing failed, or a device went away: what was recorded until then is kept, and complete, where it can be."
      ),
      (.temporaryFailure, "Another program holds the camera or the microphone."),
      (.noPermission, "The system does not let this user open the device."),
      (.hungUp, "Stopped by SIGHUP before anything was recorded."),
      (.interrupted, "Stopped by SIGINT (Ctrl-C) before anything was recorded, or thrown away with Esc."),
      (.quit, "Stopped by SIGQUIT before anything was recorded."),
      (.terminated, "Stopped by SIGTERM before anything was recorded."),
    ],
    environment: [
      NamedText("NO_COLOR", "Set and not empty, the live lines have no colours."),
      NamedText("LC_ALL, LC_CTYPE, LANG", "The live lines are ASCII unless the locale writes UTF-8."),
    ],
    notes: [
      NamedText(
        "Keys",
        "q or Enter ends the recording, space pauses it and goes on, c goes on with the next camera, Esc asks whether to "
          + "throw the recording away. Keys are read where standard input is a terminal and the program is in its "
          + "foreground. Ctrl-Z pauses, and stops the program; fg goes on."),
      NamedText(
        "Devices",
        "--list prints them. A camera is named by its id, by its node (/dev/video0), or by where it looks (front, back); "
          + "a microphone by its id or an ALSA name (hw:1,0). Devices that are none are used when they are asked for, and "
          + "never by themselves: 'test' is a moving picture with a frame counter and a white flash each second, and a "
          + "beep with each flash; 'file:CLIP' plays a clip, its sound included where --microphone is not given. Options "
          + "of 'test' follow a colon: test:size=640x480,rate=15."),
      NamedText(
        "Receipts",
        "One JSON object: schema (1; within it keys are only added), file, stopReason (requested, maximumDuration, maximumSize, diskAlmostFull, endOfInput, "
          + "deviceDisconnected, deviceFailed, outputError), duration, byteCount, bitRate, devices (id, name, mediaType, "
          + "format), video (codedSize, displaySize, frameRate, bitRate, framesCaptured, framesWritten, framesDropped by "
          + "cause, timestampResidual, orientation, conversion, encoder), audio (sampleRate, channels, bitRate, overruns, "
          + "silenceFilled, clockRatio, timestampResidual), pauses, pausedDuration, cameraSwitches and warnings. Durations "
          + "are in seconds, sizes in bytes, bit rates in bits a second, clockRatio in parts per million; what does not "
          + "apply is left out. Where nothing was recorded, it has schema, file and error (code, exitCode, message). With --list: "
          + "cameras (id, name, position, mountingRotation, path, formats with fourCC, size, frameRates, isContinuous, "
          + "isEmulated) and microphones (id, name, pcm, formats with sampleFormat, sampleRates, channelCounts)."),
      NamedText(
        "Progress",
        "With --progress json, each line has phase (countdown with remaining, starting, recording, paused, "
          + "switchingCamera, finishing), time, maximum, progress (0 to 1), frameRate, framesWritten, framesDropped, levels "
          + "(rms and peak in dBFS, for each channel), size, freeSpace, encoderLoad (1 is all there is) and camera."),
      NamedText(
        "Rate rules",
        "Where nothing is said: constant quality (CRF 23), and at most what avfoundation has. avfoundation: on average 4.05 "
          + "bits a second for each pixel where they are fewer than 640x480, else 11.4, as AVFoundation's camera samples "
          + "have it. web: constant quality, at most 0.12 bits for each pixel and frame. --bitrate is an average; --crf has "
          + "no limit. A key frame comes every 30 frames; with an iFrame preset each one is."),
    ])

  private static let mainOptions = OptionGroup(
    "Main",
    [
      OptionSpecification(
        "max", short: "t", value: .parsed("TIME", as: PositiveDuration.self),
        help: "Stop after so much recorded time, such as 10s, 1m30s or 01:00; pauses do not count."),
      OptionSpecification(
        "camera", short: "c", value: .listed("ID", by: "list-cameras"), isRepeatable: true, default: "the first",
        help:
          "The camera: its id, a node such as /dev/video0, front, back, test[:OPTIONS] or file:CLIP. Given more than "
          + "once, the first one is used, and the key c goes through them."),
      OptionSpecification(
        "microphone", short: "m", value: .listed("ID", by: "list-microphones"), default: "the system's",
        help: "The microphone: its id, an ALSA name, test[:OPTIONS], file:CLIP, or none for a recording without sound."),
      OptionSpecification("no-video", help: "Record sound alone; .m4a does so by itself."),
      OptionSpecification("overwrite", help: "Replace a file that is there already, once the recording is complete."),
      OptionSpecification(
        "list", short: "l", role: .standsAlone, help: "Print cameras and microphones with their formats."),
      OptionSpecification(
        "info", role: .standsAlone,
        help: "Print what would be recorded, and how: devices, formats, size, rates, orientation. No camera is used."),
    ])

  private static let pictureOptions = OptionGroup(
    "Picture",
    [
      OptionSpecification(
        "preset", short: "p", value: .choices("NAME", of: SessionPreset.self),
        default: "1280x720, or the nearest below",
        help: "The size to aim at. high is the largest up to 1920x1080 that moves, photo the largest of all."),
      OptionSpecification(
        "size", short: "s", value: .parsed("WxH", as: PictureSize.self),
        help:
          "The picture's exact size; the camera is set to it, or to the smallest larger one, which is cut and scaled."),
      OptionSpecification(
        "fps", short: "r", value: .parsed("N", as: FrameRate.self), default: "30, or the nearest",
        help: "Frames a second."),
      OptionSpecification(
        "camera-format", value: .text("FOURCC"), default: "the best for size and rate",
        help: "What the camera itself shall give, such as YUYV, NV12 or MJPG; --list shows what it has."),
      OptionSpecification(
        "orientation", value: .choices("WAY", of: HeldOrientation.self), default: "auto",
        help: "How the device is held; auto goes by the camera's own mounting. Players turn the picture."),
      OptionSpecification("mirror", help: "Mirror left and right, in the pixels."),
      OptionSpecification("bake-orientation", help: "Turn the pixels rather than leave it to the player."),
      OptionSpecification(
        "rate-rule", value: .choices("RULE", of: RateRule.self),
        default: "constant quality, at most avfoundation's rate",
        help: "How the bit rate follows from size and frame rate; see 'Rate rules'."),
      OptionSpecification(
        "bitrate", short: "b", value: .parsed("RATE", as: RequestedBitRate.self),
        help: "Bits a second for pictures, on average, such as 4M."),
      OptionSpecification(
        "crf", value: .parsed("N", as: Quality.self),
        help: "The same quality throughout, whatever it takes: 0 to 51, lower is better."),
    ])

  private static let soundOptions = OptionGroup(
    "Sound",
    [
      OptionSpecification(
        "audio-delay", value: .parsed("MS", as: Delay.self), default: "0",
        help: "Move the sound later by so many milliseconds, earlier where negative. 'rec calibrate-sync' measures it.")
    ])

  private static let limitOptions = OptionGroup(
    "Start and stop",
    [
      OptionSpecification(
        "countdown", value: .parsed("TIME", as: PositiveDuration.self), help: "Count down before recording starts."),
      OptionSpecification(
        "min-free", value: .parsed("SIZE", as: ByteCount.self), default: "100M; 0 for no limit",
        help: "Stop before the disk has less space left."),
      OptionSpecification(
        "max-size", value: .parsed("SIZE", as: ByteCount.self), help: "Stop before the file is larger."),
      OptionSpecification("stop-on-eof", help: "Stop at the end of standard input."),
    ])

  private static let reportOptions = OptionGroup(
    "Report",
    [
      OptionSpecification(
        "json",
        help: "Print the receipt as one line of JSON on standard output; with --list and --info their answer."),
      OptionSpecification(
        "progress", value: .choices("MODE", of: ProgressMode.self), default: "auto",
        help:
          "How the recording is shown on standard error; auto is live lines on a terminal and nothing elsewhere, json "
          + "is one object a line, at most ten a second."),
      OptionSpecification(
        "quiet", short: "q",
        help: "Say nothing but errors: no warnings, no closing line, no live lines unless --progress asks for them."),
    ])

  /// For completions.
  private static let hiddenOptions = OptionGroup(
    "Hidden",
    [
      OptionSpecification(
        "list-cameras", role: .standsAlone, isHidden: true, help: "Print what --camera can be."),
      OptionSpecification(
        "list-microphones", role: .standsAlone, isHidden: true, help: "Print what --microphone can be."),
    ])
}
