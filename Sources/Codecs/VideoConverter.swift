internal import CFFmpeg
package import Media

/// Makes decoded pictures fit the encoder: size, pixel format, colours, orientation, fields.
///
/// Follows the input where its shape changes in mid-stream. Pictures that fit already pass by reference.
/// Not `Sendable`: used by one thread at a time.
package final class VideoConverter {
  private struct Shape: Equatable {
    let width: Int32
    let height: Int32
    let format: Int32
    let aspect: Rational
    let color: ColorDescription
  }

  private let timeBase: Rational
  private var conversion: PictureConversion
  private var shape: Shape?
  private var graph: FilterGraph?
  private var scaler: Scaler?
  private var ready: [Frame] = []
  private var readyStart = 0

  /// What the pictures that come out mean; known after the first was pushed.
  package private(set) var outputColor: ColorDescription?

  /// - Parameter timeBase: Of the pictures' times, in and out.
  package init(_ conversion: PictureConversion, timeBase: Rational) {
    self.conversion = conversion
    self.timeBase = timeBase
  }

  /// Hands a picture over; `nil` ends the input.
  package func push(_ frame: Frame?) throws(CodecsError) {
    guard let frame else {
      try drain()
      return
    }
    if frame.isInterlaced && !conversion.deinterlaces {
      // The container said nothing of fields: from here on, look at each frame.
      conversion.deinterlaces = true
      shape = nil
    }
    let new = Self.shape(of: frame)
    if new != shape {
      try frame.requireShape(.video)
      try drain()
      shape = new
      outputColor = conversion.outputColor(for: new.color, pixelFormat: PixelFormat(rawValue: new.format))
      do {
        try setUp(for: frame)
      } catch {
        // Or the next picture like it would pass as it is.
        shape = nil
        throw error
      }
    }
    if let graph {
      try graph.push(frame)
      try collect(from: graph)
    } else {
      deliver(try scaler?.scale(frame) ?? frame)
    }
  }

  private func setUp(for frame: Frame) throws(CodecsError) {
    switch conversion.work(for: frame) {
    case .none: break
    case .scaling(let size, let levels):
      scaler = try Scaler(
        for: frame, to: size, pixelFormat: conversion.pixelFormat, levels: levels)
    case .filters(let description):
      graph = try FilterGraph(
        for: frame, mediaType: .video, timeBase: timeBase, description: description, threads: needsThreads ? 0 : 1)
    }
  }

  /// The next converted picture; `nil` where more input is needed.
  package func pull() -> Frame? {
    guard readyStart < ready.count else { return nil }
    let frame = ready[readyStart]
    readyStart += 1
    if readyStart == ready.count {
      ready.removeAll(keepingCapacity: true)
      readyStart = 0
    }
    return frame
  }

  /// Float conversions and deinterlacing are worth more than one thread; a plain scale is not.
  private var needsThreads: Bool {
    conversion.deinterlaces || shape.map { $0.color.isHDR || $0.color.isWideGamut } ?? false
  }

  private func drain() throws(CodecsError) {
    scaler = nil
    guard let graph else { return }
    try graph.push(nil)
    try collect(from: graph)
    self.graph = nil
    shape = nil
  }

  private func collect(from graph: FilterGraph) throws(CodecsError) {
    let unit = graph.outputTimeBase
    while let frame = try graph.pull() {
      if let time = frame.presentationTime, unit != timeBase {
        // Deinterlacing halves the unit; its frames still fall on the input's ticks.
        frame.presentationTime = av_rescale_q(
          time, AVRational(num: Int32(unit.numerator), den: Int32(unit.denominator)),
          AVRational(num: Int32(timeBase.numerator), den: Int32(timeBase.denominator)))
      }
      deliver(frame)
    }
  }

  private func deliver(_ frame: Frame) {
    // The encoder's pictures have square pixels: the size has taken the aspect ratio in.
    frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    if let outputColor { frame.tag(as: outputColor) }
    ready.append(frame)
  }

  private static func shape(of frame: Frame) -> Shape {
    let picture = frame.pointer.pointee
    let aspect = picture.sample_aspect_ratio
    return Shape(
      width: picture.width, height: picture.height, format: picture.format,
      aspect: aspect.num > 0 && aspect.den > 0 ? Rational(Int(aspect.num), Int(aspect.den)) : Rational(1, 1),
      color: ColorDescription(
        primaries: picture.color_primaries, transfer: picture.color_trc, matrix: picture.colorspace,
        range: picture.color_range))
  }
}

extension Frame {
  /// Says what the picture's numbers mean.
  func tag(as color: ColorDescription) {
    pointer.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
    pointer.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
    pointer.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
    pointer.pointee.color_range = color.isFullRange == true ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  }
}

extension PixelFormat {
  /// A `VideoConverter` takes pictures of this format: not all versions of FFmpeg can do all.
  package var canBeConverted: Bool { sws_isSupportedInput(avFormat) != 0 }
}
