import Scene
import Testing

/// Lines with the replies that they should have.
extension Talk {
    /// Expects that each line succeeds.
    func ok(_ lines: String...) {
        for line in lines {
            let reply = send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
        #expect(scene.objects.brokenInvariant() == nil)
    }

    /// Expects that the line fails with the code, naming `word`, and changes nothing.
    func fails(_ line: String, _ code: String, _ word: String = "") {
        let before = dump()
        let reply = send(line)
        #expect(reply.hasPrefix("error \(code) ") && reply.contains(word), "\(line): \(reply)")
        #expect(dump() == before, "\(line)")
        #expect(scene.objects.brokenInvariant() == nil)
    }

    /// A property as `get` tells it.
    func get(_ id: String, _ property: String, from: String = "model") -> String {
        String(send("get \(id) \(property) from=\(from)").dropFirst("ok {\"\(property)\":".count).dropLast())
    }

    /// Expects that the scene's lines make it again.
    func roundTrips() {
        let lines = dump()
        let other = Talk()
        for line in lines {
            let reply = other.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
        #expect(other.dump() == lines)
        // And the file replaces a scene, this one too.
        files.texts["scene"] = lines.joined(separator: "\n")
        other.files.texts["scene"] = files.texts["scene"]
        #expect(send("load path=scene replace=true").hasPrefix("ok"))
        #expect(dump() == lines)
        other.ok("clear", "create stranger layer opacity=0.5", "load path=scene replace=true")
        #expect(other.dump() == lines)
    }
}
