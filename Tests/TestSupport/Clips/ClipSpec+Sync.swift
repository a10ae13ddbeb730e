extension ClipSpec {
  /// A white flash of one frame and a 1 kHz beep of 50 ms that begin together at 0.5 s, 1.5 s, …; 30 frames a second.
  ///
  /// - Parameter delay: Seconds by which the beeps come late: what a measurement shall find.
  public static func flashAndBeep(seconds: Double = 2.5, delay: Double = 0, fileExtension: String = "mp4") -> ClipSpec {
    let beep = "0.5*sin(2*PI*1000*(t-\(delay)))*between(mod(t-\(delay)+0.5,1),0,0.05)*gte(t,\(delay))"
    return .ffmpeg(
      "flash-and-beep-\(seconds)-\(delay)", fileExtension,
      [
        "-f", "lavfi", "-i", "color=black:s=160x120:r=30:d=\(seconds)", "-f", "lavfi",
        "-i", "aevalsrc='\(beep)':s=48000:d=\(seconds)",
        "-vf",
        "drawbox=0:0:160:120:white:fill:enable='between(mod(t+0.5\\,1)\\,-0.001\\,0.03)+gt(mod(t+0.5\\,1)\\,0.999)'",
        "-c:v", fileExtension == "webm" ? "libvpx" : "libx264", "-pix_fmt", "yuv420p",
        "-c:a", fileExtension == "webm" ? "libopus" : "aac", "-b:a", "160k",
      ])
  }
}
