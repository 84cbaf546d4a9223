import Testing

extension RealDaemon {
    @Suite struct TranscriptTests {
        /// Each case has a daemon of its own: some change its settings.
        @Test(arguments: try Transcript.all()) func holds(transcript: Transcript) throws {
            let daemon = try Daemon()
            try transcript.play(daemon)
            #expect(daemon.isRunning)
        }
    }
}
