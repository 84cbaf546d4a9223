package import Geometry
package import Schema

/// Appends one reply line to a buffer, or removes it again if the connection does not want it.
package struct Reply {
    /// The replies that a connection wants.
    package enum Wanted: String, CaseIterable, Sendable {
        case all, errors, none
    }

    private let start: Int
    private let replies: Wanted
    package var tag: ByteView?

    /// A reply that begins at offset `start` of the buffer.
    package init(to start: Int, _ replies: Wanted) {
        self.start = start
        self.replies = replies
    }

    private func begin(_ out: inout ByteWriter) {
        if let tag {
            out.append("@")
            out.append(tag)
            out.append(" ")
        }
    }

    /// `ok`.
    package func succeed(_ out: inout ByteWriter) {
        guard replies == .all else { return }
        begin(&out)
        out.append("ok\n")
    }

    /// `ok JSON`.
    package func succeed(_ out: inout ByteWriter, _ body: (inout JSONWriter) -> Void) {
        guard replies == .all else { return }
        var json = JSONWriter()
        body(&json)
        succeed(&out, payload: json)
    }

    package func succeed(_ out: inout ByteWriter, payload: borrowing JSONWriter) {
        guard replies == .all else { return }
        begin(&out)
        out.append("ok ")
        out.append(json: payload)
        out.append("\n")
    }

    /// `error CODE MESSAGE`.
    package func fail(_ error: SceneError, _ out: inout ByteWriter) {
        guard replies != .none else { return }
        begin(&out)
        out.append("error ")
        out.append(text: error.code.rawValue)
        out.append(" ")
        // Always one line, whatever the message quotes.
        for byte in error.message.utf8 { out.append(byte: byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
        out.append("\n")
    }
}
