internal import CALSA
internal import Glibc
internal import Media

/// Finds microphones: capture PCMs of ALSA's.
public enum ALSADiscovery {
  /// All microphones; the sound server's default first, where one runs, then the sound cards' in their order.
  ///
  /// Each is opened for as long as it takes to ask what it can do; one that is in use is listed without formats.
  /// - Throws: `CaptureError` (`.denied` where there are sound cards but none that this user may open).
  public static func microphones() throws(CaptureError) -> [CaptureDevice] {
    _ = ALSALog.install
    var devices: [CaptureDevice] = []
    if let server = serverDefault() { devices.append(server) }
    var card: Int32 = -1
    while snd_card_next(&card) >= 0, card >= 0 { devices += microphones(ofCard: card) }
    _ = ALSALog.takeLastLine()
    if devices.isEmpty, let refused = refusedNode() {
      throw .opening(microphone: refused, status: -EACCES)
    }
    return devices
  }

  /// The microphone of that id, or any capture PCM of ALSA's by its name: `default`, `hw:1,0`, `file:…`.
  /// - Throws: `CaptureError` (`.noDevice`, `.denied`, …); a busy one is returned.
  public static func microphone(named name: String) throws(CaptureError) -> CaptureDevice {
    _ = ALSALog.install
    // None may be had, and the name still mean something.
    if let listed = (try? microphones())?.first(where: { $0.id == name || $0.id == "\(name),DEV=0" }) { return listed }
    let pcm = name.hasPrefix("hw:") ? "plug\(name)" : name
    var formats: [AudioCaptureFormat] = []
    do throws(CaptureError) {
      formats = try ALSAStream(opening: name).formats()
    } catch  where error.code == .busy {
      // It is there.
    }
    return CaptureDevice(
      id: name, localizedName: name, mediaType: .audio, connection: .alsa(pcm: pcm), audioFormats: formats)
  }

  /// `default`, where a sound server answers to that name: what the user chose in its settings.
  private static func serverDefault() -> CaptureDevice? {
    // Without a server or a configuration it does not open, or it is a sound card, which is listed by itself.
    guard let stream = try? ALSAStream(opening: "default"), stream.isServer else { return nil }
    return CaptureDevice(
      id: "default", localizedName: "Default (sound server)", mediaType: .audio, connection: .alsa(pcm: "default"),
      audioFormats: stream.formats())
  }

  private static func microphones(ofCard card: Int32) -> [CaptureDevice] {
    var control: OpaquePointer?
    guard snd_ctl_open(&control, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) >= 0, let control else { return [] }
    defer { snd_ctl_close(control) }
    guard let names = names(ofCard: control) else { return [] }
    var devices: [CaptureDevice] = []
    var device: Int32 = -1
    while snd_ctl_pcm_next_device(control, &device) >= 0, device >= 0 {
      guard let pcmName = captureName(ofDevice: UInt32(device), control) else { continue }
      let address = "CARD=\(names.id),DEV=\(device)"
      // In use by someone else: its formats cannot be asked for.
      let formats = (try? ALSAStream(opening: "hw:\(address)"))?.formats() ?? []
      devices.append(
        CaptureDevice(
          id: "hw:\(address)", localizedName: pcmName.isEmpty ? names.name : "\(names.name), \(pcmName)",
          mediaType: .audio, connection: .alsa(pcm: "plughw:\(address)"), audioFormats: formats))
    }
    return devices
  }

  private static func names(ofCard control: OpaquePointer) -> (id: String, name: String)? {
    var info: OpaquePointer?
    guard snd_ctl_card_info_malloc(&info) >= 0, let info else { return nil }
    defer { snd_ctl_card_info_free(info) }
    guard snd_ctl_card_info(control, info) >= 0, let id = snd_ctl_card_info_get_id(info) else { return nil }
    let name = snd_ctl_card_info_get_name(info).map { String(cString: $0) }
    return (String(cString: id), name ?? String(cString: id))
  }

  /// The name of a PCM that captures; `nil` for one that only plays.
  private static func captureName(ofDevice device: UInt32, _ control: OpaquePointer) -> String? {
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) >= 0, let info else { return nil }
    defer { snd_pcm_info_free(info) }
    snd_pcm_info_set_device(info, device)
    snd_pcm_info_set_subdevice(info, 0)
    snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
    guard snd_ctl_pcm_info(control, info) >= 0 else { return nil }
    return snd_pcm_info_get_name(info).map { String(cString: $0) } ?? ""
  }

  /// A sound card's control node that this user may not open.
  private static func refusedNode() -> String? {
    (0..<32).map { "/dev/snd/controlC\($0)" }.first { access($0, F_OK) == 0 && access($0, R_OK | W_OK) != 0 }
  }
}
