/// What is known about boxes and keys that carry more than picture and sound.
enum PrivacyVocabulary {
  /// Boxes that only hold others.
  static let containers: Set<BoxType> = [
    "moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "mvex", "moof", "traf", "mfra", "gmhd", "tapt",
  ]

  /// Boxes that describe samples, times and tables, and have no room for anything else.
  static let structural: Set<BoxType> = [
    "ftyp", "styp", "mdat", "mvhd", "iods", "tkhd", "clef", "prof", "enof", "load", "tref", "elst", "mdhd", "elng",
    "vmhd", "smhd", "hmhd", "nmhd", "sthd", "gmin", "dref", "stts", "ctts", "cslg", "stsc", "stsz", "stz2",
    "stco", "co64", "stss", "stps", "stsh", "padb", "stdp", "sdtp", "sbgp", "sgpd", "subs", "saiz", "saio", "mehd",
    "trex", "trep", "leva", "mfhd", "tfhd", "tfdt", "trun", "tfra", "mfro", "sidx", "ssix", "prft", "pdin",
  ]

  /// Boxes that stand for unused room.
  static let padding: Set<BoxType> = ["free", "skip", "wide"]

  /// Handler names of libavformat, which tell nothing about who made the file.
  static let neutralHandlerNames: Set<String> = ["", "VideoHandler", "SoundHandler", "SubtitleHandler", "DataHandler"]

  /// Handlers of tracks that are picture, sound or words to read.
  static let mediaHandlers: Set<BoxType> = ["vide", "soun", "sbtl", "subt", "text", "clcp", "auxv", "pict"]

  /// Sample entries that hold positions: GoPro's and Google's camera motion.
  static let locationFormats: Set<BoxType> = ["gpmd", "camm"]

  /// Kinds of the items of `udta` and of iTunes' `ilst`; what is not listed is opaque.
  static let items: [BoxType: PrivacyFinding.Kind] = [
    "loci": .location, "©xyz": .location, "©mak": .device, "©mod": .device, "©swr": .software, "©too": .software,
    "©enc": .software, "©inf": .device, "©day": .date, "date": .date, "yrrc": .date, "©hst": .software,
    "©nam": .description, "©ART": .description, "©aut": .description, "©cmt": .description, "©cpy": .description,
    "©des": .description, "©dir": .description, "©gen": .description, "©prd": .description, "©prf": .description,
    "©alb": .description, "©wrt": .description, "©lyr": .description, "titl": .description, "auth": .description,
    "dscp": .description, "desc": .description, "cprt": .description, "perf": .description, "gnre": .description,
    "kywd": .description, "albm": .description, "aART": .description, "covr": .description, "name": .description,
    "ldes": .description, "ownr": .description, "keyw": .description, "catg": .description,
    "ID32": .description, "FIRM": .device, "LENS": .device, "CAME": .device, "SETT": .device, "MUID": .device,
    "HMMT": .device, "BCID": .device, "GUMI": .device, "GPMF": .location, "manu": .device, "modl": .device,
    "CNTH": .device, "CNCV": .device, "CNFV": .device, "CNDM": .device,
  ]

  /// Kinds of `mdta` keys by a word in them, the graver first.
  static let keyWords: [(word: String, kind: PrivacyFinding.Kind)] = [
    ("location", .location), ("gps", .location), ("latitude", .location), ("longitude", .location),
    ("make", .device), ("model", .device), ("serial", .device), ("camera", .device), ("device", .device),
    ("lens", .device), ("capture", .device), ("manufacturer", .device), ("software", .software),
    ("encoder", .software), ("version", .software), ("date", .date), ("time", .date), ("author", .description),
    ("artist", .description), ("title", .description), ("comment", .description), ("description", .description),
    ("copyright", .description), ("name", .description),
  ]

  static func kind(ofKey key: String) -> PrivacyFinding.Kind {
    // Apple's own prefix has the word "time" in it.
    var key = key.lowercased()[...]
    let prefix = "com.apple.quicktime."
    if key.hasPrefix(prefix) { key = key.dropFirst(prefix.count) }
    return keyWords.first { key.contains($0.word) }?.kind ?? .opaque
  }
}
