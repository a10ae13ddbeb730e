internal import CALSA

/// Which file of /dev/snd a PCM's name stands for.
enum ALSADeviceNode {
  /// For names that state a card, such as `hw:1,0` or `plughw:CARD=C920,DEV=0`, and for
  /// nodes themselves; `nil` for others.
  static func path(of name: String) -> String? {
    if name.hasPrefix("/dev/") { return name }
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let arguments = name[name.index(after: colon)...].split(separator: ",").map(String.init)
    guard let first = arguments.first else { return nil }
    func value(_ key: String, _ position: Int) -> String? {
      if let named = arguments.first(where: { $0.hasPrefix("\(key)=") }) {
        return String(named.dropFirst(key.count + 1))
      }
      return arguments.count > position && !arguments[position].contains("=") ? arguments[position] : nil
    }
    guard let card = value("CARD", 0) ?? (first.contains("=") ? nil : first) else { return nil }
    // A card's name or its number.
    let index = snd_card_get_index(card)
    guard index >= 0 else { return nil }
    return "/dev/snd/pcmC\(index)D\(value("DEV", 1).flatMap { Int($0) } ?? 0)c"
  }
}
