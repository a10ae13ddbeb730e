import Capture
import Foundation
import Media
import TestSupport

/// A capture PCM that plays a tenth of a second of noise from a file, and can do that one format only: for a process
/// whose ALSA configuration may be replaced, before ALSA is first used in it.
struct PlayedFile {
  /// Limited to the format.
  let limited: CaptureDevice
  /// Without limits, but of the same format. Beyond the file's end the plug-in repeats some of it.
  let unlimited: CaptureDevice
  /// What is to be read.
  let expected: [UInt8]
  private let directory: TemporaryDirectory

  init(format: String, rate: Int, channels: Int) throws {
    directory = try TemporaryDirectory()
    let width = ["U8": 1, "S16_LE": 2, "S24_3LE": 3][format] ?? 4
    var random = SystemRandomNumberGenerator()
    // Whole periods of ten milliseconds.
    let words = (0..<rate / 100 * 10 * channels).map { _ in
      // 24 bits in four bytes carry their sign.
      format == "S24_LE" ? Int32.random(in: -8_388_608...8_388_607, using: &random) : Int32.random(in: .min ... .max)
    }
    let played = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0.prefix(width)) } }
    try Data(played).write(to: URL(fileURLWithPath: directory.file("played.raw")))
    expected =
      switch format {
      case "S24_LE": words.flatMap { word in withUnsafeBytes(of: (word << 8).littleEndian) { Array($0) } }
      case "S24_3LE": words.flatMap { word in withUnsafeBytes(of: (word << 8).littleEndian) { Array($0) } }
      default: played
      }
    // `file` alone can do everything: `plug` in front of it, told not to resample, holds it to one rate.
    let configuration = """
      </usr/share/alsa/alsa.conf>
      pcm.source { type file slave.pcm null file /dev/null infile "\(directory.file("played.raw"))" format raw }
      pcm.played { type plug slave { pcm source format \(format) rate \(rate) channels \(channels) } }
      """
    try configuration.write(toFile: directory.file("asound.conf"), atomically: true, encoding: .utf8)
    let formats = [
      AudioCaptureFormat(sampleFormat: format, sampleRates: rate...rate, channelCounts: channels...channels)
    ]
    func device(_ name: String) -> CaptureDevice {
      CaptureDevice(
        id: name, localizedName: name, mediaType: .audio, connection: .alsa(pcm: name), audioFormats: formats)
    }
    (limited, unlimited) = (device("played"), device("source"))
    setenv("ALSA_CONFIG_PATH", directory.file("asound.conf"), 1)
  }
}
