import CFFmpeg
import Capture
import Codecs
import Foundation
import Media
import Platform
import TestSupport

/// What the test devices give, as files of raw pictures and samples.
struct TestTake {
  let pictures: String
  let sound: String
  let size: PixelSize
  let pictureCount: Int

  private let directory = try? TemporaryDirectory()

  /// - Parameters:
  ///   - camera: After `test:size=…,rate=30,pace=fast,`.
  ///   - microphone: After `test:pace=fast,`.
  init(size: PixelSize, camera: String = "length=2500ms", microphone: String = "length=2500ms") throws {
    guard let directory else { throw TestSupportError("no temporary directory") }
    self.size = size
    pictures = directory.file("pictures.nv12")
    sound = directory.file("sound.s16")
    let cameraDevice = try TestDevices.device("test:size=\(size),rate=30,pace=fast,\(camera)", mediaType: .video)
    guard let format = cameraDevice.videoFormats.first else { throw TestSupportError("a camera without formats") }
    pictureCount = try Self.write(try TestCamera.open(cameraDevice, format: format, frameRate: nil), to: pictures)
    let microphoneDevice = try TestDevices.device("test:pace=fast,\(microphone)", mediaType: .audio)
    _ = try Self.write(try TestMicrophone.open(microphoneDevice), to: sound)
  }

  /// Encodes the take with the ffmpeg program.
  func encode(to path: String, soundDelay: Double = 0, filter: String = "null", options: [String] = []) async throws {
    try await Program.ffmpeg.run(
      [
        "-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "nv12", "-s", "\(size)", "-r", "30", "-i",
        pictures,
      ]
        + ["-itsoffset", "\(soundDelay)", "-f", "s16le", "-ar", "48000", "-ac", "1", "-i", sound]
        + ["-vf", "setparams=colorspace=\(size.height >= 720 ? "bt709" : "smpte170m"):range=tv,\(filter)"]
        + ["-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac"] + options + [path]
    ).checked()
  }

  /// Writes the samples of a source one after the other; returns how many there were.
  private static func write(_ source: any CaptureSource, to path: String) throws -> Int {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw TestSupportError("cannot write '\(path)'") }
    let count = Locked(0)
    let sink = try CollectingSink { sample in
      count.withLock { $0 += 1 }
      if sample.sample.mediaType == .video {
        if let bytes = try? sample.sample.copyPicture() { file.write(Data(bytes)) }  // A picture short is seen later.
        return
      }
      sample.sample.withFrame { frame in
        guard let bytes = frame.pointee.data.0 else { return }
        file.write(Data(bytes: bytes, count: 2 * Int(frame.pointee.nb_samples)))
      }
    }
    try source.start(into: sink)
    _ = try sink.result()
    source.stop()
    try file.close()
    return count.withLock { $0 }
  }
}
