import CSystem
import Foundation
import Testing

extension RealDaemon {
    /// `snapshot` to PDF and SVG.
    @Suite struct VectorDocumentTests {
        private func daemon() throws -> (Daemon, Link) {
            let daemon = try Daemon()
            let link = try daemon.link()
            _ = try link.ask(
                "create card layer frame=20,20,100,60 cornerRadius=9 backgroundColor=tomato shadowOpacity=0.5")
            _ = try link.ask("create label text parent=card frame=10,10,80,30 string=Label")
            return (daemon, link)
        }

        private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

        private func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

        @Test func theNameSaysWhichDocument() throws {
            let (daemon, link) = try daemon()
            let (pdf, svg) = (daemon.sandbox.file("a.pdf"), daemon.sandbox.file("a.svg"))
            #expect(
                try link.ask("snapshot path=\(pdf)")
                    == "ok {\"width\":400,\"height\":300,\"format\":\"pdf\",\"path\":\"\(pdf)\"}")
            #expect(try link.ask("snapshot layer=card path=\(svg)").contains("\"width\":100,\"height\":60"))
            #expect(try text(pdf).hasPrefix("%PDF-"))
            #expect(try text(svg).contains("width=\"100px\" height=\"60px\""))
            // Any other format, when it is asked for.
            #expect(try link.ask("snapshot format=png path=\(pdf)").contains("\"format\":\"png\""))
            #expect(try bytes(pdf).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(try link.ask("snapshot format=svg path=\(pdf)").contains("\"format\":\"svg\""))
            #expect(try text(pdf).contains("</svg>"))
        }

        @Test(arguments: ["pdf", "svg"]) func theSameSceneHasTheSameBytes(format: String) throws {
            let (daemon, link) = try daemon()
            let path = daemon.sandbox.file("a")
            _ = try link.ask("snapshot format=\(format) path=\(path)")
            let first = try bytes(path)
            _ = try link.ask("snapshot format=\(format) path=\(path)")
            #expect(try bytes(path) == first)
            let (other, link2) = try self.daemon()
            _ = try link2.ask("snapshot format=\(format) path=\(other.sandbox.file("a"))")
            #expect(try bytes(other.sandbox.file("a")) == first)
        }

        /// cairo is not in a daemon that writes no document.
        @Test func theLibraryIsLoadedWhenItIsNeeded() throws {
            let (daemon, link) = try daemon()
            _ = try link.ask("snapshot path=\(daemon.sandbox.file("a.png"))")
            func hasLibrary() throws -> Bool {
                let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(daemon.id)/maps"))
                return String(decoding: try maps.readToEnd() ?? Data(), as: UTF8.self).contains("libcairo.so")
            }
            #expect(try !hasLibrary())
            _ = try link.ask("snapshot path=\(daemon.sandbox.file("a.pdf"))")
            #expect(try hasLibrary())
        }

        @Test func whatIsInTheWayIsAnError() throws {
            let (daemon, link) = try daemon()
            let folder = daemon.sandbox.file("folder.pdf")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for path in ["/nowhere/a.pdf", folder, "/dev/full"] {
                #expect(try link.ask("snapshot format=pdf path=\(path)").hasPrefix("error io "), "\(path)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            let names = try FileManager.default.contentsOfDirectory(atPath: daemon.sandbox.path)
            #expect(!names.contains { $0.hasSuffix("~") })
            #expect(try link.ask("snapshot format=pdf scale=65").hasPrefix("error value "))
            #expect(try link.ask("snapshot format=pdf rect=0,0,40000,10").hasPrefix("error limit "))
            #expect(try link.ask("snapshot format=pdf layer=label rect=0,0,0,9").hasPrefix("error value "))
        }

        /// Letters are a font's, whose glyphs are known by their characters.
        @Test func textCanBeSelected() throws {
            let (daemon, link) = try daemon()
            _ = try link.ask("create other text frame=10,100,300,30 string=\"é Ж α\"")
            let path = daemon.sandbox.file("a.pdf")
            _ = try link.ask("snapshot path=\(path)")
            #expect(try text(path).contains("/ToUnicode"))
        }

        /// The outline of a text is a path like any other.
        @Test func lettersArePaths() throws {
            let (daemon, link) = try daemon()
            let reply = try link.ask("measure label")
            #expect(reply.hasPrefix("ok {\"bounds\":["))
            let data = try #require(reply.components(separatedBy: "\"path\":\"").last?.split(separator: "\"").first)
            #expect(data.count > 100)
            #expect(try link.ask("create cut shape path=\"difference{rect(0,0,90,40)}{\(data)}\"").hasPrefix("ok"))
            #expect(try link.ask("measure card").hasPrefix("error value "))
            _ = try link.ask("set label string=\"\"")
            #expect(try link.ask("measure label").contains("\"path\":\"none\""))
            #expect(daemon.isRunning)
        }

        @Test func anEmptySceneIsADocument() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            for format in ["pdf", "svg"] {
                let path = daemon.sandbox.file("empty.\(format)")
                #expect(try link.ask("snapshot path=\(path)").hasPrefix("ok "))
                #expect(try !bytes(path).isEmpty)
            }
        }

        /// One after another on one connection, at once on two, and for a client that has gone.
        @Test func manyAreWrittenAtOnce() throws {
            let (daemon, link) = try daemon()
            for i in 0..<200 {
                _ = try link.ask(
                    "create p\(i) layer frame=\(i),\(i),90,90 cornerRadius=20 opacity=0.5 shadowOpacity=0.5")
                _ = try link.ask("create q\(i) layer parent=p\(i) frame=5,5,50,50 backgroundColor=#12345678")
            }
            let paths = (0..<4).map { daemon.sandbox.file("many\($0).pdf") }
            let other = try daemon.link()
            try link.send(Array("@1 snapshot path=\(paths[0])\n@2 snapshot path=\(paths[1])\n".utf8))
            try other.send(Array("@3 snapshot path=\(paths[2])\n".utf8))
            do {
                let gone = try daemon.link()
                try gone.send(Array("snapshot path=\(paths[3])\n".utf8))
            }
            #expect(try link.line().hasPrefix("@1 ok"))
            #expect(try link.line().hasPrefix("@2 ok"))
            #expect(try other.line().hasPrefix("@3 ok"))
            #expect(try bytes(paths[0]) == bytes(paths[1]))
            #expect(try bytes(paths[0]) == bytes(paths[2]))
            #expect(try other.ask("hello").hasPrefix("ok"))
        }
    }
}
