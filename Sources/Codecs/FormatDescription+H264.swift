internal import CFFmpeg
package import Media

extension FormatDescription {
  /// What an H.264 stream in Annex B form is, by its first packet: decodes it to see.
  /// - Parameter packet: A key frame with its parameter sets.
  /// - Returns: `nil` where it has none, or does not decode.
  /// - Throws: `CodecsError` (`.outOfMemory`, `.unsupportedCodec`).
  package static func h264(startingWith packet: SampleBuffer) throws(CodecsError) -> FormatDescription? {
    let sets = packet.withPacket { packet -> [UInt8] in
      guard let data = packet.pointee.data, packet.pointee.size > 0 else { return [] }
      return H264ParameterSets.annexB(in: UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }
    guard let sets, !sets.isEmpty else { return nil }
    let unknown = try FormatDescription.camera(.h264, size: PixelSize(width: 0, height: 0), parameterSets: sets)
    let decoder = try Decoder(format: unknown, timeBase: packet.timeBase, threads: 1)
    do throws(CodecsError) {
      guard try decoder.send(packet), try decoder.send(nil), case .frame(let frame) = try decoder.receive(),
        !frame.isDamaged
      else { return nil }
    } catch {
      if error.code == .invalidData { return nil }
      throw error
    }
    return try decoder.format(withParameterSets: sets)
  }
}
