import CSpawn

/// A new pipe that no program started meanwhile inherits: its end would otherwise seem to stay open.
public struct PipeEnds: Sendable {
  public let read: Int32
  public let write: Int32

  public init() throws {
    var ends: [Int32] = [-1, -1]
    guard rushes_pipe(&ends) == 0 else { throw TestSupportError.system("make a pipe") }
    (read, write) = (ends[0], ends[1])
  }
}
