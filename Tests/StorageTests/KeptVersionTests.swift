import Geometry
import Storage
import TestSupport
import Testing

/// A version of the state file that is damaged: never silent, never all lost.
@Suite struct KeptVersionTests {
    /// Sixty objects, a component among them.
    private static let lines: [String] = {
        var lines = ["set main size=400,300", "create red theme accent=red"]
        lines += ["define badge level=1", "create .dot layer frame=0,0,9,9", "create .text layer parent=.dot", "end"]
        return lines + (0..<60).map { "create l\($0) layer frame=\($0),2,30,40 opacity=0.5 user.note=\"number \($0)\"" }
    }()

    private func version(_ lines: [String]) -> [UInt8] {
        var writer = VersionWriter(time: 12.5, journal: 3, records: 9)
        for line in lines { ByteView.with(line) { writer.append($0) } }
        return writer.finish(ended: false)
    }

    private func lines(_ version: KeptVersion) -> [String] {
        String(decoding: version.text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func aWholeOneComesBack() throws {
        let found = try #require(try KeptVersion(version(Self.lines), "f"))
        #expect(lines(found) == Self.lines)
        #expect(found.damage == nil && found.time == 12.5 && found.journal == 3 && found.records == 9 && !found.isEnded)
        let empty = try #require(try KeptVersion(version([]), "f"))
        #expect(empty.text.isEmpty && empty.damage == nil && !empty.isLost)
    }

    /// Lines that come back are lines of the whole one, in their order, and what is missing is counted.
    private func check(_ bytes: [UInt8], _ what: String, least: Int = 1) throws {
        let found = try #require(try KeptVersion(bytes, "f"), "\(what): nothing is left")
        let damage = try #require(found.damage, "\(what): silent")
        let back = lines(found)
        var rest = Self.lines[...]
        for line in back {
            guard let at = rest.firstIndex(of: line) else {
                Issue.record("\(what): \(line) was never there, or comes twice")
                return
            }
            rest = rest[(at + 1)...]
        }
        #expect(back.filter { $0.hasPrefix("define") }.count == back.filter { $0 == "end" }.count, "\(what)")
        let objects = back.filter { $0.hasPrefix("create ") && !$0.hasPrefix("create .") }.count
        if let lost = damage.objects { #expect(objects + lost == 61, "\(what)") }
        #expect(objects >= least, "\(what): \(objects) objects")
    }

    @Test func everyFlippedBitIsToldAndCostsABlock() throws {
        let bytes = version(Self.lines)
        for at in bytes.indices {
            for bit in at % 7 == 0 ? Array(0..<8) : [at % 8] {
                var damaged = bytes
                damaged[at] ^= 1 << bit
                try check(damaged, "bit \(bit) of byte \(at)", least: 51)
            }
        }
    }

    @Test func everyCutIsTold() throws {
        let bytes = version(Self.lines)
        for at in bytes.indices.dropFirst(400) where bytes[at - 1] == UInt8(ascii: "\n") || at % 11 == 0 {
            try check(Array(bytes[..<at]), "cut at \(at)")
        }
    }

    @Test func holesAndGarbageAreTold() throws {
        let bytes = version(Self.lines)
        var dice = Dice(3)
        for _ in 0..<200 {
            let start = dice.upTo(bytes.count)
            let end = min(bytes.count, start + 1 + dice.upTo(700))
            let (head, part, tail) = (Array(bytes[..<start]), Array(bytes[start..<end]), Array(bytes[end...]))
            try check(head + part.map { _ in 0 } + tail, "zeros at \(start)")
            try check(head + part.map { _ in UInt8(dice.upTo(256)) } + tail, "garbage at \(start)")
            if end < bytes.count { try check(head + tail, "a hole at \(start)") }
            try check(head + part + part + tail, "twice at \(start)")
        }
    }

    /// A long line and a long definition stand in several blocks; they come back whole or not at all.
    @Test func whatIsLongerThanABlockIsWholeOrGone() throws {
        let long = "create long shape path=\"" + String(repeating: "L 1 1 ", count: 30_000) + "\""
        let definition = ["define big n=1"] + (0..<3000).map { "create .p\($0) layer frame=\($0),0,30,40" } + ["end"]
        let all = ["create first layer", long] + definition + ["create last layer"]
        let bytes = version(all)
        let found = try #require(try KeptVersion(bytes, "f"))
        #expect(lines(found) == all && found.damage == nil)
        let mark = Array("# block ".utf8)
        let starts = bytes.indices.filter { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) } + [bytes.count]
        for (start, next) in zip(starts, starts.dropFirst()) { #expect(next - start <= 64 << 10) }
        var dice = Dice(5)
        var seen: Set<Int> = []
        for _ in 0..<300 {
            var damaged = bytes
            damaged[dice.upTo(bytes.count)] ^= 0x20
            let back = lines(try #require(try KeptVersion(damaged, "f")))
            #expect(back.allSatisfy(Set(all).contains))
            let parts = back.filter { $0.hasPrefix("create .") }.count
            #expect([0, 3000].contains(parts) && back.contains("define big n=1") == (parts > 0))
            seen.insert(back.count)
        }
        #expect(seen.count >= 2)
    }

    @Test func namesOfWhatIsLostAreTold() throws {
        var bytes = version(Self.lines)
        let text = String(decoding: bytes, as: UTF8.self)
        let place = try #require(text.utf8.firstRange(of: "create l30 layer".utf8))
        bytes[text.utf8.distance(from: text.utf8.startIndex, to: place.lowerBound) + 18] ^= 1
        let damage = try #require(try KeptVersion(bytes, "f")?.damage)
        #expect(damage.names.contains("l30") && damage.objects == damage.names.count)
        #expect(damage.message.contains("objects are lost, these among them: ") && damage.message.contains("l30"))
    }

    @Test func aNewerNumberIsRefusedAndAFlippedBitOfItIsNot() throws {
        let text = String(decoding: version(Self.lines), as: UTF8.self)
        for number in ["4", "5", "10", "11", "99", "1000"] {
            let newer = Array(text.replacing("# scrim state 2,", with: "# scrim state \(number),").utf8)
            #expect(throws: NewerFormat.self, "\(number)") { try KeptVersion(newer, "f") }
        }
        for number in ["3", "6", "0", "r"] {
            let flipped = Array(text.replacing("# scrim state 2,", with: "# scrim state \(number),").utf8)
            let found = try #require(try KeptVersion(flipped, "f"))
            #expect(lines(found) == Self.lines && found.damage?.objects == 0)
        }
    }

    @Test func earlierFormatsAreRead() throws {
        let first = "# scrim state, scene time 2.5\ncreate a layer\n"
        let found = try #require(try KeptVersion(Array(first.utf8), "f"))
        #expect(found.format == 0 && found.time == 2.5 && found.journal == 0 && found.damage == nil)
        let second = "# scrim state, scene time 2.5\n# journal 7\ncreate a layer\n"
        #expect(try KeptVersion(Array(second.utf8), "f")?.journal == 7)
        for text in ["", "garbage", "# scrim state", "# scrim state, scene time x\n", "create a layer\n"] {
            #expect(try KeptVersion(Array(text.utf8), "f") == nil, "\(text)")
        }
    }
}
