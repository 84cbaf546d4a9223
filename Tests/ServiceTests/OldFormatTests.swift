import Glibc
import Scene
import Storage
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    /// State files of every earlier format are read: `Tests/State`.
    @Suite struct OldFormats {
        private static let folder = "\(Places.checkout)/Tests/State"
        private static let versions = SystemDisk().names(in: folder).filter { !$0.hasPrefix(".") && $0 != "README.md" }
            .sorted()

        private func rig(_ folder: TemporaryFolder) throws -> Rig {
            var options = ServiceOptions()
            options.state = "\(folder.path)/state"
            return try Rig(in: folder, options: options)
        }

        @Test func thereAreFive() { #expect(Self.versions.count >= 5) }

        @Test(arguments: versions)
        func givesItsDump(_ version: String) throws {
            let disk = SystemDisk()
            let copy = TemporaryFolder()
            for name in disk.names(in: "\(Self.folder)/\(version)") where name.hasPrefix("state") {
                try Files().write("\(copy.path)/\(name)", disk.read("\(Self.folder)/\(version)/\(name)"))
            }
            let old = try rig(copy)
            let client = try old.client()
            #expect(try old.say("get daemon problems", as: client) == "ok {\"problems\":\"\"}\n")
            let time = try old.say("clock manual", as: client).dropFirst("ok {\"time\":".count).prefix { $0 != "}" }
            let wanted = TemporaryFolder()
            let lines = String(decoding: try disk.read("\(Self.folder)/\(version)/dump"), as: UTF8.self)
            try Files().write("\(wanted.path)/state", Array("# scrim state, scene time \(time)\n\(lines)".utf8))
            let same = try rig(wanted)
            #expect(try old.say("dump", as: client) == same.say("dump", as: same.client()))
            #expect(old.scene.find("a") != nil && old.scene.find("one") != nil)
        }
    }
}
