internal import Export

extension ExportWarning.Code {
  /// Whether something of the input is damaged, or missing from the output: what even `--quiet` tells.
  var isAboutLoss: Bool {
    switch self {
    case .damagedInput, .undecodableTrack, .trackNotHeld, .encryptedTrack, .containerProblem, .picturesOutOfOrder,
      .emptyTrack:
      true
    case .largerThanSource, .unusualMatrix, .silenceFilled: false
    }
  }
}
