internal import Codecs

/// Stretches of sound on a line of samples, with room between them, read from the front: what is missing reads as silence.
///
/// Positions are samples from the line's zero. Edges at missing sound are faded over two milliseconds.
struct SoundLine {
  private struct Block {
    var position: Int
    var sound: PlanarSound
    var end: Int { position + sound.count }
  }

  private let channelCount: Int
  /// Samples that a fade lasts.
  let fade: Int
  private var blocks: [Block] = []
  /// The blocks before it have been read.
  private var front = 0
  /// The latest block, kept apart until it is known what follows.
  private var newest: Block?
  /// The next sample to be read.
  private(set) var read = 0
  /// Behind the last sample that is there.
  private(set) var end = 0
  /// Samples that were read where no sound was.
  private(set) var silenceRead = 0

  init(sampleRate: Int, channelCount: Int) {
    self.channelCount = channelCount
    fade = sampleRate / 500
  }

  /// Up to here nothing will change any more.
  var settledEnd: Int { newest?.position ?? end }

  /// Adds sound at its position; what lies before the end, or was passed by reading, is left out.
  mutating func append(_ sound: PlanarSound, at position: Int) {
    var block = Block(position: position, sound: sound)
    let overlap = max(end, read) - position
    if overlap > 0 {
      guard overlap < sound.count else { return }
      block.sound.removeFirst(overlap)
      block.position += overlap
    }
    guard !block.sound.isEmpty else { return }
    if block.position > end {
      settle()
      if block.position > read { block.sound.fadeIn(over: fade) }
    }
    if let newest { blocks.append(newest) }
    newest = block
    end = block.end
  }

  /// Nothing follows directly on what is there: its end is faded, and may be read.
  mutating func settle() {
    guard var last = newest else { return }
    last.sound.fadeOut(over: fade)
    blocks.append(last)
    newest = nil
  }

  /// The next `count` samples.
  mutating func take(_ count: Int) -> PlanarSound {
    let start = read
    var result = PlanarSound(silence: 0, channelCount: channelCount)
    while result.count < count {
      let position = start + result.count
      guard let block = block(from: position), block.position < start + count else {
        silenceRead += count - result.count
        result.append(silence: count - result.count)
        break
      }
      if block.position > position {
        silenceRead += block.position - position
        result.append(silence: block.position - position)
      }
      let offset = start + result.count - block.position
      result.append(block.sound, offset..<min(block.sound.count, start + count - block.position))
    }
    skip(count)
    return result
  }

  /// Passes over samples, also such as are not there yet.
  mutating func skip(_ count: Int) {
    read += count
    _ = block(from: read)
  }

  /// Forgets the oldest sound after `position`, so that no more than about `count` samples are kept.
  mutating func keepLast(_ count: Int, beyond position: Int) {
    // A quarter more before it is done: the blocks behind have to move.
    guard let first = blocks[front...].firstIndex(where: { $0.position > position }),
      end - blocks[first].position > count + count / 4
    else { return }
    let kept = blocks[first...].firstIndex { end - $0.position <= count } ?? blocks.count
    blocks.removeSubrange(first..<kept)
  }

  /// The first block that reaches beyond `position`; those before it are forgotten.
  private mutating func block(from position: Int) -> Block? {
    while front < blocks.count, blocks[front].end <= position {
      blocks[front].sound.channels = []
      front += 1
    }
    if front >= 64 {
      blocks.removeFirst(front)
      front = 0
    }
    if front < blocks.count { return blocks[front] }
    guard let newest, newest.end > position else { return nil }
    return newest
  }
}
