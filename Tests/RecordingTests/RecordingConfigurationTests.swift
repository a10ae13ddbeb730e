import Capture
import Media
import Recording
import Settings
import Testing

struct RecordingConfigurationTests {
  @Test func `what is not asked for is the usual recording`() {
    let configuration = RecordingConfiguration(camera: nil, microphone: nil)
    #expect(configuration.preset == nil)
    #expect(configuration.container == .mp4)
    #expect(configuration.audioDelay == .zero)
    #expect(!configuration.bakesOrientation)
  }
}
