/// A message between daemon and decoding process, one in a datagram: eight words in the machine's order, then
/// words or text. The daemon's requests come with a descriptor; each is answered once before the next.
package struct DecoderMessage: Equatable {
    package enum Verb: UInt32, Sendable {
        /// From the process, once, when it is confined: `value` 1 when system calls are filtered; the text is the fault.
        case hello = 0
        /// Take up a file, `value` its length; the descriptor is the file. Answered by `info` or `failed`.
        case open
        /// Put `frame` into the memory of the descriptor, with the size and stride. Answered by `done` or `failed`.
        case decode
        /// Forget a file. Not answered.
        case close
        case info
        case done
        /// The text is the reason.
        case failed
        /// More durations, in their order, before the `info` that has the last ones.
        case more
    }

    package var verb: Verb
    /// The daemon's number for the file.
    package var session: UInt32 = 0
    package var width: UInt32 = 0
    /// Of `done`, MiB of addresses that the process has beyond those it began with.
    package var height: UInt32 = 0
    /// A frame's number, or how many there are; of `open`, how many there may be.
    package var frame: UInt32 = 0
    /// Bytes from row to row; of `info`, how often the frames are played.
    package var stride: UInt32 = 0
    /// Of `open`, the length; of `info`, 1 for a vector picture; of `done`, milliseconds of CPU time since the process began.
    package var value: UInt32 = 0
    /// Of `info`: how long each frame is shown, in microseconds.
    package var durations: [UInt32] = []
    package var text = ""

    /// The most frames that a picture may have, and the most durations in one datagram.
    package static let frameLimit = 16_384
    /// The most frames that a film may have: almost five hours of 60 a second.
    package static let filmLimit = 1 << 20
    /// The longest datagram.
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

    /// Nil for malformed messages.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 32 else { return nil }
        func word(_ index: Int) -> UInt32 {
            let slot = bytes.startIndex + 4 * index
            return UInt32(bytes[slot]) | UInt32(bytes[slot + 1]) << 8 | UInt32(bytes[slot + 2]) << 16
                | UInt32(bytes[slot + 3]) << 24
        }
        guard let verb = Verb(rawValue: word(0)), Int(word(7)) <= (bytes.count - 32) / 4 else { return nil }
        self.init(verb, session: word(1))
        (width, height, frame, stride, value) = (word(2), word(3), word(4), word(5), word(6))
        durations = (0..<Int(word(7))).map { word(8 + $0) }
        text = String(decoding: bytes.dropFirst(32 + durations.count * 4), as: UTF8.self)
    }
}
