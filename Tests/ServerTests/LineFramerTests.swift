import TestSupport
import Testing

@testable import Server

/// What the framer found, as text: "=line" or "!tag".
private func frames(_ pieces: [[UInt8]], limit: Int) -> [String] {
    var framer = LineFramer(limit: limit)
    var found: [String] = []
    for piece in pieces {
        unsafe piece.withUnsafeBufferPointer { bytes in
            var offset = 0
            while let item = unsafe framer.next(in: bytes, at: &offset) {
                switch item {
                case .line(let line): unsafe found.append("=" + String(decoding: line, as: UTF8.self))
                case .tooLong(let tag): found.append("!" + String(decoding: tag ?? [], as: UTF8.self))
                }
            }
            #expect(offset == bytes.count)
        }
    }
    return found
}

@Suite struct LineFramerTests {
    @Test(
        arguments: [
            ("", []), ("a", []), ("a\n", ["=a"]), ("a\r\nb\n", ["=a", "=b"]), ("\n\r\n", ["=", "="]),
            ("a\rb\r\r\n", ["=a\rb\r"]), ("abcde\nx", ["=abcde"]), ("abcde\r\n", ["=abcde"]),
            ("abcdef\nx\n", ["!", "=x"]),
            ("abcdef\r\nx\n", ["!", "=x"]), ("abcde\rf\nx\n", ["!", "=x"]), ("@a bc\n", ["=@a bc"]),
            ("@a bcdefgh\n=\n", ["!a", "=="]), ("#abcdefghijkl\nx\n", ["=x"]), ("abcdefgh", []), ("#abcdefghi", []),
            ("@ab.d-_ x\r\n\n", ["!ab.d-_", "="]), ("@ab\tefgh\r\n", ["!ab"]), ("@ abcdef\n@!x abcdef\n", ["!", "!"]),
        ] as [(String, [String])])
    func everyCutGivesTheSame(_ text: String, _ expected: [String]) {
        let bytes = Array(text.utf8)
        #expect(frames([bytes], limit: 5) == expected)
        #expect(frames(bytes.map { [$0] }, limit: 5) == expected)
        for cut in 0...bytes.count {
            for next in cut...bytes.count {
                let pieces = [Array(bytes[..<cut]), Array(bytes[cut..<next]), Array(bytes[next...])]
                #expect(frames(pieces, limit: 5) == expected)
            }
        }
    }

    @Test func randomCutsAgreeWithSplitting() {
        var random = Dice(1)
        for _ in 0..<200 {
            let lines = (0..<20).map { _ in String(repeating: "x", count: Int.random(in: 0...12, using: &random)) }
            let ends = lines.map { _ in Bool.random(using: &random) ? "\n" : "\r\n" }
            let bytes = Array(zip(lines, ends).map { $0 + $1 }.joined().utf8)
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(rest.count, 30), using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(frames(pieces, limit: 8) == lines.map { $0.utf8.count > 8 ? "!" : "=" + $0 })
        }
    }

    @Test func tagAtTheBoundAndBeyond() {
        let whole = String(repeating: "t", count: 64)
        let padding = String(repeating: " x", count: 100)
        #expect(frames([Array("@\(whole)\(padding)\n".utf8)], limit: 100) == ["!" + whole])
        #expect(frames([Array("@\(whole)t\(padding)\n".utf8)], limit: 100) == ["!"])
    }

    /// The error comes as soon as it is certain, not when the line ends at last.
    @Test func tooLongWithoutAnEnd() {
        for (count, expected) in [(100, []), (101, ["!"]), (102, ["!"])] as [(Int, [String])] {
            #expect(frames([[UInt8](repeating: UInt8(ascii: "y"), count: count)], limit: 100) == expected)
        }
    }

    @Test func memoryStaysBounded() {
        // A gigabyte without an end, as far as the framer can tell.
        let piece = [UInt8](repeating: UInt8(ascii: "y"), count: 1 << 16)
        #expect(frames(Array(repeating: piece, count: 64) + [Array("\nz\n".utf8)], limit: 1000) == ["!", "=z"])
    }
}

@Suite struct ByteQueueTests {
    @Test func agreesWithAnArray() {
        var queue = ByteQueue()
        var model: [UInt8] = []
        var random = Dice(1)
        for step in 0..<3000 {
            if Bool.random(using: &random) || model.isEmpty {
                let count = Int.random(in: 0...(step % 100 == 0 ? 40_000 : 900), using: &random)
                let new = (0..<count).map { UInt8(truncatingIfNeeded: $0 &+ step) }
                queue.append(new)
                model += new
            } else {
                let count = Int.random(in: 0...model.count, using: &random)
                queue.removeFirst(count)
                model.removeFirst(count)
            }
            #expect(queue.count == model.count)
            unsafe #expect(queue.bytes.elementsEqual(model))
        }
    }
}

@Suite struct ConnectionStateTests {
    @Test func everyTransition() {
        typealias State = ConnectionState
        let table: [State: [State.Event: State]] = [
            .open: [.hold: .held, .inputEnded: .flushing, .finish: .flushing, .break: .closed],
            .held: [.resume: .open, .finish: .flushing, .break: .closed],
            .flushing: [.flushed: .closed, .break: .closed],
            .closed: [:],
        ]
        for state in State.allCases {
            for event in State.Event.allCases {
                var next = state
                next.apply(event)
                #expect(next == table[state]?[event] ?? state, "\(state) \(event)")
            }
        }
    }
}
