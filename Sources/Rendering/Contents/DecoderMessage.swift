/// A message between daemon and decoding process, one per datagram: eight words in native byte order, then words or
/// text. The daemon's requests are sent with a descriptor; each is answered before the next.
package struct DecoderMessage: Equatable {
    package enum Verb: UInt32, Sendable {
        /// From the process, once, when it is confined: `value` is 1 when system calls are filtered; the text is an
        /// error.
        case hello = 0
        /// Opens a file: the descriptor is the file, `value` its length. Answered by `info` or `failed`.
        case open
        /// Decodes `frame` into the memory of the descriptor, with the given size and stride. Answered by `done` or
        /// `failed`.
        case decode
        /// Closes a file. Not answered.
        case close
        case info
        case done
        /// The text is the reason.
        case failed
        /// More durations, in order, sent before the `info` with the last ones.
        case more
    }

    package var verb: Verb
    /// The daemon's number of the file.
    package var session: UInt32 = 0
    package var width: UInt32 = 0
    /// For `done`, the growth of the process's address space since its start, in MiB.
    package var height: UInt32 = 0
    /// The number of a frame, or the number of frames; for `open`, the maximum number of frames.
    package var frame: UInt32 = 0
    /// Bytes per row; for `info`, the number of repetitions.
    package var stride: UInt32 = 0
    /// For `open`, the length of the file; for `info`, 1 for a vector picture; for `done`, the process's CPU time in
    /// milliseconds.
    package var value: UInt32 = 0
    /// For `info`, the duration of each frame in microseconds.
    package var durations: [UInt32] = []
    package var text = ""

    /// Maximum number of frames in a picture, and of durations in one datagram.
    package static let frameLimit = 16_384
    /// Maximum number of frames in a film: almost five hours at 60 per second.
    package static let filmLimit = 1 << 20
    /// Maximum size of a datagram, in bytes.
    package static let longest = 32 + frameLimit * 4

    package init(_ verb: Verb, session: UInt32 = 0) {
        self.verb = verb
        self.session = session
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        let words = [verb.rawValue, session, width, height, frame, stride, value, UInt32(durations.count)]
        bytes.reserveCapacity(32 + durations.count * 4 + text.utf8.count)
        for word in words + durations {
            for shift in [UInt32(0), 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        bytes += text.utf8.prefix(4096)
        return bytes
    }

    /// Nil for a malformed message.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 32 else { return nil }
        func word(_ index: Int) -> UInt32 {
            let offset = bytes.startIndex + 4 * index
            return UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
                | UInt32(bytes[offset + 3]) << 24
        }
        guard let verb = Verb(rawValue: word(0)), Int(word(7)) <= (bytes.count - 32) / 4 else { return nil }
        self.init(verb, session: word(1))
        (width, height, frame, stride, value) = (word(2), word(3), word(4), word(5), word(6))
        durations = (0..<Int(word(7))).map { word(8 + $0) }
        text = String(decoding: bytes.dropFirst(32 + durations.count * 4), as: UTF8.self)
    }
}
