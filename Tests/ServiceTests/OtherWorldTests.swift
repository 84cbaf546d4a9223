import Geometry
import Glibc
import Scene
import Storage
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    /// Every scene's state in other worlds than its own: the daemon starts, what can be kept is kept, what not is told, and back in the
    /// first world all of it is as it was.
    @Suite struct OtherWorlds {
        enum Change: CaseIterable {
            case pluginsGone, safe, lowerLimits, fileGone, fileChanged, olderFormat, halfADisk, flippedBit, otherSize,
                otherFonts

            /// Something of the file itself is lost.
            var isDamage: Bool { self == .halfADisk || self == .flippedBit }
        }

        /// A scene of the project, or of random lines.
        struct Sample: CustomTestStringConvertible {
            var name: String
            var lines: [String]

            var testDescription: String { name }
        }

        private static let samples: [Sample] = {
            var samples: [Sample] = []
            let (examples, pictures) = (["", "/motion", "/living"], ["/css", "/drawing"])
            let assets = "\(Places.checkout)/Tests/Conformance/pictures/assets"
            for folder in examples.map({ "examples\($0)" }) + pictures.map({ "Tests/Conformance/pictures\($0)" }) {
                let files = SystemDisk().names(in: "\(Places.checkout)/\(folder)").sorted()
                for file in files where file.hasSuffix(".scrim") {
                    let text = String(decoding: Places.bytes("\(folder)/\(file)"), as: UTF8.self)
                    let lines = text.replacing("$ASSETS", with: assets).split(separator: "\n").map(String.init)
                    // What the machine does is in no state file.
                    if text.contains("source=file:/proc") { continue }
                    let said = lines.filter { !$0.hasPrefix("#") && !$0.hasPrefix("wait") }
                    samples.append(Sample(name: "\(folder)/\(file)", lines: said))
                }
            }
            for seed in 1...20 {
                var (dice, lines) = (Dice(UInt64(seed)), SimulatedLines())
                let batch = (0..<40).map { _ in lines.next(&dice, in: "/nowhere") }
                let words = batch.flatMap { $0.split(separator: "\n").map(String.init) }
                samples.append(Sample(name: "random lines \(seed)", lines: words))
            }
            return samples
        }()

        /// Each scene in one world; in all of them when the environment asks for it.
        private static let cases: [(sample: Sample, change: Change)] = {
            let all = (environment("SCRIM_ALL_WORLDS") ?? 0) > 0
            return samples.enumerated().flatMap { (at, sample) in
                Change.allCases.enumerated().filter { all || ($0.offset + at) % Change.allCases.count == 0 }.map {
                    (sample, $0.element)
                }
            }
        }()

        /// `SCRIM_ALL_WORLDS=1`: each scene in every world.
        @Test
        func whatCanBeKeptIsKept() throws {
            var counts: [Change: (dormant: Int, whole: Int)] = [:]
            for (sample, change) in Self.cases {
                let found = try run(sample, change)
                counts[change, default: (0, 0)].dormant += found.dormant
                counts[change, default: (0, 0)].whole += found.whole
            }
            for change in Change.allCases { #expect((counts[change]?.whole ?? 0) > 0, "\(change)") }
            #expect((counts[.pluginsGone]?.dormant ?? 0) > 0)
            print(counts)
        }

        private func rig(_ folder: TemporaryFolder, _ change: Change? = nil) throws -> Rig {
            var options = ServiceOptions()
            options.state = "\(folder.path)/state"
            var around = Surroundings()
            switch change {
            case .pluginsGone: around.missing = ["Shape", "Gradient", "Filters", "Dynamics"]
            case .safe: around.missing = ["Text", "Canvas", "Replicator", "Emitter", "Stack"]
            case .lowerLimits: around.settings = "set daemon limit.layers=12 limit.bindings=1 limit.timers=1"
            case .otherSize: around.size = Size(640, 480)
            case .otherFonts: around.hasFonts = false
            default: break
            }
            return try Rig(in: folder, options: options, around: around)
        }

        private func say(_ lines: String, _ rig: Rig) throws -> String {
            let client = try rig.client()
            try client.send("clock manual\n\(lines)\n@last get root kind")
            var reply = ""
            try rig.turn {
                reply += client.receive()
                return reply.contains("@last ok")
            }
            return String(reply.pieces(between: "@last ok")[0])
        }

        private func dump(_ rig: Rig) throws -> [String] {
            let reply = try say("dump", rig).utf8.split(separator: UInt8(ascii: "\n")).last ?? ""[...].utf8
            let lines = String(reply.dropFirst("ok [\"".utf8.count).dropLast(2)) ?? ""
            let plain = lines.replacing("\\\"", with: "'")
            return plain.pieces(between: "\",\"").map { Self.withoutSurroundings(String($0)) }
        }

        /// A line without the output's size, which is the options'.
        private static func withoutSurroundings(_ line: String) -> String {
            guard line.hasPrefix("set main ") else { return line }
            return line.split(separator: " ").filter { !$0.hasPrefix("size=") }.joined(separator: " ")
        }

        /// Names of the objects that lines make.
        private func names(_ dump: [String]) -> [String] {
            dump.compactMap { line in
                let words = line.split(separator: " ")
                return words.count > 2 && words[0] == "create" && !words[1].hasPrefix(".") ? String(words[1]) : nil
            }
        }

        /// A file that scenes use, with a component.
        private static let component =
            "define dial amount=1\ncreate .hand layer frame=0,0,5,5 opacity:=amount/9\nend\n"

        private func run(_ sample: Sample, _ change: Change) throws -> (dormant: Int, whole: Int) {
            let place = "\(sample.name) in \(change)"
            let folder = TemporaryFolder()
            let file = folder.write("gauge", Self.component.utf8)
            let before = try { () throws in
                let rig = try rig(folder)
                _ = try say("clear\n" + sample.lines.joined(separator: "\n"), rig)
                _ = try say("abort\nend", rig)
                _ = try say("use \(file)\ncreate gauge-1 dial amount=4\nset gauge-1.hand opacity=0.25\ntick", rig)
                let before = try dump(rig)
                rig.service.close()
                return before
            }()
            try alter(folder, change, before)
            let other = try rig(folder, change)
            let there = try dump(other)
            let dormant = other.scene.dormancy.all.count
            let problems = try say("get daemon problems", other).split(separator: "\n").last ?? ""
            let isTold = problems != "ok {\"problems\":\"\"}"
            let missing = names(before).filter {
                other.scene.find($0) == nil && ByteView.with($0, other.scene.dormancy.find) == nil
            }
            if change.isDamage {
                #expect(isTold, "\(place): nothing is told")
                #expect(Set(names(there)).isSubset(of: names(before)), "\(place)")
            } else {
                #expect(missing.isEmpty, "\(place): \(missing) of \(before.count) lines, \(problems)")
                #expect(dormant == 0 || isTold, "\(place)")
            }
            other.service.close()
            folder.write("gauge", Self.component.utf8)
            let back = try rig(folder)
            let after = try dump(back)
            let first = change.isDamage ? there : before
            let difference = after.filter { !first.contains($0) } + ["for"] + first.filter { !after.contains($0) }
            let order = zip(after, first).first { $0 != $1 }.map { "\($0) where \($1) was" } ?? ""
            #expect(after == first, "\(place): \(difference.count == 1 ? [order] : difference)")
            // What a lost object's dependents lack does not come back.
            let left = try say("get daemon problems", back)
            #expect(change.isDamage || left.hasSuffix("ok {\"problems\":\"\"}\n"), "\(place): problems stay: \(left)")
            back.service.close()
            return (dormant, names(before).count - missing.count)
        }

        /// Changes what the state file finds, or the file itself.
        private func alter(_ folder: TemporaryFolder, _ change: Change, _ dump: [String]) throws {
            let state = "\(folder.path)/state"
            switch change {
            case .fileGone: #expect(unsafe unlink("\(folder.path)/gauge") == 0)
            case .fileChanged: folder.write("gauge", Self.component.replacing("amount", with: "value").utf8)
            case .olderFormat:
                let text = try KeptVersion(SystemDisk().read(state), state)?.text ?? []
                let lines = text.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
                let head = Array("# scrim state, scene time 0\n".utf8)
                folder.write("state", head + lines.flatMap { $0 + [UInt8(ascii: "\n")] })
            case .halfADisk:
                let bytes = try SystemDisk().read(state)
                folder.write("state", bytes[..<(bytes.count / 2)])
            case .flippedBit:
                var bytes = try SystemDisk().read(state)
                bytes[bytes.count * 2 / 3] ^= 4
                folder.write("state", bytes)
            default: break
            }
        }
    }
}
