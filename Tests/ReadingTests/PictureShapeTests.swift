import Codecs
import Media
import Reading
import TestSupport
import Testing

/// Orientation, aspect ratio, odd sizes, fields, and shapes that change in mid-stream.
@Suite(.needsFFmpeg, .serialized) struct PictureShapeTests {
  @Test("each orientation comes out upright", arguments: ClipOrientation.allCases)
  func orientation(_ orientation: ClipOrientation) async throws {
    let clip = try await OpenedClip(.corners(orientation: orientation))
    let track = try #require(clip.video)
    #expect(track.format.orientation.rawValue == orientation.rawValue)
    #expect(track.format.isOrientationExact)
    let (samples, _) = try await clip.readPictures {
      $0.bakedOrientation = track.format.orientation
      $0.size = PixelSize(width: 320, height: 240)
    }
    #expect(samples.first?.pixelSize == PixelSize(width: 320, height: 240))
    #expect(samples.count == 30)
    let video = try await WrittenPictures(samples).decoded()
    #expect(video.corners == .upright)
  }

  @Test("each orientation can be scaled in the same step", arguments: ClipOrientation.allCases)
  func smaller(_ orientation: ClipOrientation) async throws {
    let clip = try await OpenedClip(.corners(orientation: orientation))
    let track = try #require(clip.video)
    let (samples, _) = try await clip.readPictures {
      $0.bakedOrientation = track.format.orientation
      $0.size = PixelSize(width: 160, height: 120)
    }
    #expect(try await WrittenPictures(samples).decoded().corners == .upright)
  }

  @Test("the coded picture is untouched where nothing is baked")
  func keep() async throws {
    let clip = try await OpenedClip(.corners(orientation: .right))
    let (samples, _) = try await clip.readPictures()
    #expect(samples.first?.pixelSize == PixelSize(width: 240, height: 320))
    #expect(try await WrittenPictures(samples).decoded().corners != .upright)
  }

  @Test("samples are square afterwards", arguments: [ClipSpec.anamorphic, .nearlySquare, .corners])
  func aspect(_ spec: ClipSpec) async throws {
    let (samples, _) = try await OpenedClip(spec).readPictures { $0.size = PixelSize(width: 426, height: 240) }
    #expect(samples.allSatisfy { $0.aspect == Rational(1, 1) })
    let same = try await OpenedClip(spec).readPictures()
    #expect(same.samples.allSatisfy { $0.aspect == Rational(1, 1) })
    #expect(try await WrittenPictures(samples).decoded().corners == .upright)
  }

  @Test("odd sizes become even ones")
  func odd() async throws {
    let (samples, _) = try await OpenedClip(.odd).readPictures()
    #expect(samples.first?.pixelSize == PixelSize(width: 160, height: 120))
    #expect(try await WrittenPictures(samples).decoded().corners == .upright)
  }

  @Test("a size that changes in mid-stream is followed, no picture lost")
  func change() async throws {
    let clip = try await OpenedClip(.parameterSetChange)
    let (samples, statistics) = try await clip.readPictures { $0.size = PixelSize(width: 320, height: 240) }
    // The second part starts two pictures before the first one ends.
    #expect(statistics.decoded == 60 && samples.count == 58 && statistics.droppedOutOfOrder == 2)
    #expect(samples.allSatisfy { $0.pixelSize == PixelSize(width: 320, height: 240) })
    let video = try await WrittenPictures(samples).decoded()
    #expect(video.frames.allSatisfy { $0.corners == .upright })
  }

  @Test(
    "fields are made into whole pictures at their times, whoever says that they are fields", arguments: [true, false])
  func interlaced(isStated: Bool) async throws {
    let path = try await ClipFactory.clip(.interlaced).path
    let clip = try await OpenedClip(path)
    #expect(clip.video?.format.isInterlaced == true)
    let (samples, _) = try await clip.readPictures { $0.isInterlaced = isStated }
    let times = try await Probe.frames(of: path).compactMap { $0.time.map { MediaTime($0) } }
    #expect(samples.compactMap(\.presentationTime) == times)
    #expect(samples.allSatisfy { $0.duration == MediaTime(value: 1, timescale: 25) })
    // The bar's edge moves 4 pixels between fields: woven together, rows alternate there.
    let woven = try await DecodedVideo(path)
    let whole = try await WrittenPictures(samples).decoded()
    #expect(combing(woven.frames[12]) > 4 * combing(whole.frames[12]))
  }

  /// Mean difference between a row and the mean of its neighbours.
  private func combing(_ frame: DecodedFrame) -> Double {
    var sum = 0.0
    for row in stride(from: 2, to: frame.height - 2, by: 2) {
      for column in 0..<frame.width {
        let neighbours = frame.color(x: column, y: row - 1).luma + frame.color(x: column, y: row + 1).luma
        sum += abs(frame.color(x: column, y: row).luma - neighbours / 2)
      }
    }
    return sum / Double(frame.width * frame.height / 2)
  }

  @Test("the last picture is held as long as the container says", arguments: [false, true])
  func held(bFrames: Bool) async throws {
    let (samples, _) = try await OpenedClip(.variableRate(bFrames: bFrames)).readPictures()
    #expect(samples.last?.duration == MediaTime(value: 500, timescale: 1000))
    let end = try #require(samples.last?.presentationTime) + MediaTime(value: 500, timescale: 1000)
    #expect(end == MediaTime(value: Int64(ClipSpec.variableRateTimes[23] + 500), timescale: 1000))
  }

  @Test("an edit that ends early ends the last picture, and one that starts late moves the first")
  func edits() async throws {
    let (early, _) = try await OpenedClip(.editEndsEarly).readPictures()
    let last = try #require(early.last)
    let end = try #require(last.presentationTime) + (try #require(last.duration))
    #expect(abs(end.seconds - 0.7) < 0.001)
    let (late, _) = try await OpenedClip(.lateVideo).readPictures()
    #expect(late.first?.presentationTime == MediaTime(value: 1, timescale: 4))
  }

  @Test("a cap on the frame rate takes out what is above it and stretches what is left")
  func cap() async throws {
    let (samples, statistics) = try await OpenedClip(.oneTwenty).readPictures { $0.maximumFrameRate = Rational(60, 1) }
    #expect(samples.count == 60 && statistics.droppedAboveRate == 60)
    #expect(samples.allSatisfy { $0.duration == MediaTime(value: 1, timescale: 60) })
    let all = try await OpenedClip(.ntsc).readPictures { $0.maximumFrameRate = Rational(30, 1) }
    #expect(all.statistics.droppedAboveRate == 0)
  }

  @Test(
    "a browser's clip without a frame rate has a believable one", .needsClips("browser-chrome57-nodur-vp8-opus.webm"))
  func browser() async throws {
    for path in [
      Clip.named("browser-chrome57-nodur-vp8-opus.webm").path, try await ClipFactory.clip(.webmWithoutDuration).path,
    ] {
      let clip = try await OpenedClip(path)
      let rate = try #require(clip.video?.nominalFrameRate)
      #expect((5...61).contains(Double(rate.numerator) / Double(rate.denominator)), "\(rate)")
    }
  }
}
