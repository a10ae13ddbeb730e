// Public because the conformances of public types are.
public import Capture
public import CommandLineTools
public import Settings

extension SessionPreset: ArgumentValue {}
extension RateRule: ArgumentValue {}
