import LineProtocol
import Scene
import TestSupport
import Testing
import World

/// Whatever comes, each line has one reply, an error changes nothing, and the scene stays whole.
@Suite struct HostileLineTests {
    private static let lines = [
        "create a layer frame=1,2,3,4 backgroundColor=red", "set a transform=rotate(3deg) opacity=0.5",
        #"set a name="x \u{41} y" user.k='q'"#, "get a position from=model",
        "put b shape path=\"M 0 0 L 3 4 Z\" parent=a",
        "set b index=0 mask=m", "create m layer parent=none", "tree a depth=2", "dump", "describe layer", "remove a b",
        "begin", "commit", "session replies=all", "list kind=layer parent=root", "load path=f", "set a filters=blur(3)",
    ]

    private static func check(_ talk: Talk, _ line: [UInt8]) {
        let before = talk.dump()
        let asked = talk.requests.count
        let reply = talk.send(line, on: 1)
        let isSilent = reply.isEmpty
        if reply.hasPrefix("error ") || reply.contains(" error ") { #expect(talk.dump() == before) }
        #expect(!reply.contains("\n"))
        let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } || line.first == 0x23
        #expect(isSilent == (isBlank || talk.requests.count > asked), "\(String(decoding: line, as: UTF8.self))")
    }

    @Test func linesCutAnywhere() {
        let talk = Talk()
        for line in HostileLineTests.lines {
            for end in 0...line.utf8.count { HostileLineTests.check(talk, Array(line.utf8.prefix(end))) }
        }
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }

    @Test(arguments: 1...8)
    func linesWithBytesChanged(seed: UInt64) {
        var chance = Dice(seed)
        let talk = Talk()
        for _ in 0..<600 {
            var line = Array((HostileLineTests.lines.randomElement(using: &chance) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...3, using: &chance) where !line.isEmpty {
                let at = Int.random(in: 0..<line.count, using: &chance)
                switch Int.random(in: 0..<4, using: &chance) {
                case 0: line[at] = UInt8.random(in: 0...255, using: &chance)
                case 1: line.remove(at: at)
                case 2: line.insert(contentsOf: line.prefix(at), at: at)
                default: line.swapAt(at, Int.random(in: 0..<line.count, using: &chance))
                }
            }
            // A splitter gets no line feeds.
            line.removeAll { $0 == 0x0A }
            if line.starts(with: Array("session".utf8)) { continue }
            HostileLineTests.check(talk, line)
            #expect(talk.scene.objects.brokenInvariant() == nil)
        }
    }

    @Test func errorsNameTheWordAndTheNearestName() {
        let talk = Talk()
        for (line, parts) in [
            ("creat a layer", ["unknown-verb", "\"creat\"", "\"create\""]),
            ("create a layr", ["unknown-kind", "\"layr\"", "\"layer\""]),
            ("set root cornerRadious=3", ["unknown-property", "\"cornerRadious\"", "\"cornerRadius\""]),
            ("get dameon", ["unknown-object", "\"dameon\"", "\"daemon\""]),
            ("set root contentsGravity=resizeAspct", ["value", "resizeAspct", "\"resizeAspect\""]),
            ("set root position.z=2", ["unknown-property", "position.z"]),
            ("set daemon limit.layrs=2", ["unknown-property", "limit.layers"]),
            ("set root filters=blurr(3)", ["value", "\"blurr\"", "\"blur\""]),
            (#"set root filters="blur(1) drop-shadw(1,1,1)""#, ["value", "drop-shadw", "\"drop-shadow\""]),
            ("set root filters=blur(x)", ["value", "\"x\""]),
            // Lists without commas, colours with a letter too many, other systems' timings.
            (#"set root position="10 20""#, ["value", "did you mean \"10,20\"?"]),
            (#"set root bounds="0 0, 10  20""#, ["value", "did you mean \"0,0,10,20\"?"]),
            (#"set root maskedCorners="topLeft topRight""#, ["value", "did you mean \"topLeft,topRight\"?"]),
            ("set root backgroundColor=redd", ["value", "\"redd\"", "did you mean \"red\"?"]),
            ("set root backgroundColor=ff8800", ["value", "did you mean \"#ff8800\"?"]),
            ("set root backgroundColor=0xF80", ["value", "did you mean \"#f80\"?"]),
            ("animate root opacity=0 timing=easeInOutCubic", ["value", "did you mean \"easeInOut\"?"]),
            (
                "create k animation layer=root property=opacity values=\"0 1 0.5\"",
                ["value", "did you mean \"0|1|0.5\"?"]
            ),
            ("create k animation layer=root property=opacity values=0,1", ["value", "did you mean \"0|1\"?"]),
            (
                "create k animation layer=root property=position values=\"1,2 3,4\"",
                ["value", "did you mean \"1,2|3,4\"?"]
            ),
            ("set root backgroundColor=#ff00000", ["value", "did you mean \"#ff0000\"?"]),
            ("animate root opacity=0 timing=easeInEaseOut", ["value", "did you mean \"easeInOut\"?"]),
            ("animate root opacity=0 timing=kCAMediaTimingFunctionEaseOut", ["value", "did you mean \"easeOut\"?"]),
        ] {
            let reply = talk.send(line)
            for part in parts { #expect(reply.contains(part), "\(line) → \(reply)") }
        }
        // Nothing is meant by what is right in no way.
        for line in [
            #"set root position="1 2 3""#, "set root backgroundColor=qwertz", "set root opacity=x",
            "set root position=10",
            #"set root opacity="0 1""#, "animate root opacity=0 timing=qwertz",
        ] {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("error value") && !reply.contains("did you mean"), "\(line) → \(reply)")
        }
    }
}
