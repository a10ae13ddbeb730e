import Media
import Settings
import TestSupport
import Testing

@Suite struct PictureFitTests {
  @Test(
    "pictures come out in the size that one expects",
    arguments: [
      // coded, sample aspect ratio, orientation, box, displayed
      ("1920x1080", nil, Orientation.up, "640x480", "640x360"),
      ("1920x1080", nil, .right, "640x480", "360x640"),
      ("1440x1080", nil, .right, "640x480", "480x640"),
      ("480x640", nil, .up, "640x480", "480x640"),
      ("1000x1000", nil, .up, "640x480", "480x480"),
      ("1280x720", nil, .up, "224x128", "224x126"),
      ("1280x720", nil, .up, "568x320", "568x320"),
      ("320x240", nil, .up, "640x480", "320x240"),
      ("161x121", nil, .up, "640x480", "160x120"),
      ("161x121", nil, .up, nil, "160x120"),
      ("1x1", nil, .up, nil, "2x2"),
      ("10000x3", nil, .up, "640x480", "640x2"),
      // Anamorphic: PAL and NTSC wide screen, HDV, 2:1.
      ("720x576", Rational(64, 45), .up, nil, "1024x576"),
      ("720x576", Rational(64, 45), .up, "640x480", "640x360"),
      ("720x480", Rational(8, 9), .up, nil, "640x480"),
      ("1440x1080", Rational(4, 3), .up, "1920x1080", "1920x1080"),
      ("1440x1080", Rational(4, 3), .left, "1280x720", "720x1280"),
      ("960x1080", Rational(2, 1), .up, "960x540", "960x540"),
      // What rounding has left.
      ("640x480", Rational(639, 640), .up, "640x480", "640x480"),
      ("426x240", Rational(640, 639), .up, nil, "426x240"),
      ("640x359", Rational(359, 360), .up, nil, "640x358"),
      // What no camera has.
      ("640x480", Rational(1, 100_000), .up, nil, "640x480"),
      ("640x480", Rational(0), .up, nil, "640x480"),
      ("640x480", Rational(-1), .up, nil, "640x480"),
      // The phone in the hand, and a box that stands.
      ("1080x2280", nil, .up, "1280x720", "606x1280"),
      ("1920x1080", nil, .up, "480x640", "640x360"),
    ] as [(String, Rational?, Orientation, String?, String)])
  func examples(
    coded: String, ratio: Rational?, orientation: Orientation, box: String?, displayed: String
  ) throws {
    let codedSize = try #require(PixelSize(coded))
    for policy in OrientationPolicy.allCases {
      let fit = try #require(
        PictureFit(
          codedSize: codedSize, sampleAspectRatio: ratio, orientation: orientation,
          box: box.flatMap { PixelSize($0) }, policy: policy))
      #expect(fit.displayedSize.description == displayed)
    }
  }

  @Test("baking turns the pixels and leaves no matrix", arguments: Orientation.allCases)
  func bake(orientation: Orientation) throws {
    let fit = try #require(
      PictureFit(codedSize: PixelSize(width: 1920, height: 1080), orientation: orientation, box: nil))
    #expect(fit.pixelOrientation == orientation && fit.trackOrientation == .up)
    #expect(fit.encodedSize == orientation.map(PixelSize(width: 1920, height: 1080)))
  }

  @Test("keeping leaves the pixels and writes the matrix, but bakes mirrors", arguments: Orientation.allCases)
  func keep(orientation: Orientation) throws {
    let coded = PixelSize(width: 1920, height: 1080)
    let box = PixelSize(width: 640, height: 480)
    let fit = try #require(PictureFit(codedSize: coded, orientation: orientation, box: box, policy: .keep))
    if orientation.isMirrored {
      #expect(fit.pixelOrientation == orientation && fit.trackOrientation == .up)
      #expect(fit.encodedSize == orientation.map(PixelSize(width: 640, height: 360)))
    } else {
      #expect(fit.pixelOrientation == .up && fit.trackOrientation == orientation)
      #expect(fit.encodedSize == PixelSize(width: 640, height: 360))
    }
  }

  @Test("a picture without a side is no picture, and the largest do not trap")
  func extremes() throws {
    for size in [PixelSize(width: 0, height: 5), PixelSize(width: 5, height: -1), PixelSize(width: .max, height: 5)] {
      #expect(PictureFit(codedSize: size, box: nil) == nil)
    }
    let side = Int(Int32.max)
    let large = PixelSize(width: side, height: side)
    for ratio in [Rational(.max, .max - 1), Rational(.max / 4, .max / 5), Rational(.max / 50, .max / 49), Rational(16)]
    {
      for orientation in Orientation.allCases {
        for box in [nil, large, PixelSize(width: .max, height: .min), PixelSize(width: 16, height: 16)] {
          let fit = PictureFit(codedSize: large, sampleAspectRatio: ratio, orientation: orientation, box: box)
          #expect(try #require(fit).encodedSize.width >= 2)
        }
      }
    }
  }

  @Test("random pictures stay in the box and in themselves, even, and in shape but for rounding")
  func properties() throws {
    var random = SplitMix64(state: 20)
    for _ in 0..<20000 {
      let coded = PixelSize(width: .random(in: 1...5000, using: &random), height: .random(in: 1...5000, using: &random))
      let ratio =
        Bool.random(using: &random)
        ? nil : Rational(.random(in: 1...64, using: &random), .random(in: 1...64, using: &random))
      let box: PixelSize? =
        Bool.random(using: &random)
        ? nil
        : PixelSize(width: .random(in: 16...2000, using: &random), height: .random(in: 16...2000, using: &random))
      let orientation = try #require(Orientation.allCases.randomElement(using: &random))
      let baked = try #require(
        PictureFit(codedSize: coded, sampleAspectRatio: ratio, orientation: orientation, box: box, policy: .bake))
      let kept = try #require(
        PictureFit(codedSize: coded, sampleAspectRatio: ratio, orientation: orientation, box: box, policy: .keep))
      let context = Comment(
        rawValue: "\(coded) \(ratio?.description ?? "-") \(orientation) in \(box?.description ?? "-")")

      let size = baked.encodedSize
      #expect(kept.displayedSize == size, context)
      #expect(size.width % 2 == 0 && size.height % 2 == 0 && size.width >= 2 && size.height >= 2, context)

      // The exact picture, reckoned another way.
      let shape = PictureFit.effectiveRatio(ratio, of: coded).doubleValue
      var (width, height) = (Double(coded.width) * shape, Double(coded.height))
      if orientation.swapsAxes { swap(&width, &height) }
      #expect(Double(size.width) <= max(2, width + 1e-6) && Double(size.height) <= max(2, height + 1e-6), context)
      var scale = 1.0
      if let box {
        let (long, short) = (max(box.width, box.height), min(box.width, box.height))
        let turned =
          width >= height ? PixelSize(width: long, height: short) : PixelSize(width: short, height: long)
        #expect(size.width <= turned.width && size.height <= turned.height, context)
        scale = min(1, Double(turned.width) / width, Double(turned.height) / height)
      }
      #expect(abs(Double(size.width) - width * scale) < 2 || size.width == 2, context)
      #expect(abs(Double(size.height) - height * scale) < 2 || size.height == 2, context)
    }
  }

  @Test("a picture that was fitted fits, and is not changed again")
  func idempotence() throws {
    var random = SplitMix64(state: 7)
    let box = PixelSize(width: 640, height: 480)
    for _ in 0..<2000 {
      let coded = PixelSize(width: .random(in: 2...4000, using: &random), height: .random(in: 2...4000, using: &random))
      let once = try #require(PictureFit(codedSize: coded, box: box)).encodedSize
      #expect(try #require(PictureFit(codedSize: once, box: box)).encodedSize == once, "\(coded)")
    }
  }
}
