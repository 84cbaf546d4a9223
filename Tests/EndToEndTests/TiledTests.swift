import Foundation
import Testing

extension RealDaemon {
    /// Layers of tiles, by a daemon as it is.
    @Suite struct TiledTests {
        private static let colors = ["red", "lime", "blue", "yellow", "cyan", "magenta"]

        /// Tiles of 64 pixels, 6×3 at level 0 and 3×2 at level 1; tile 2,1 of level 0 is missing.
        private func write(_ daemon: Daemon) throws -> String {
            for (level, columns, rows) in [(0, 6, 3), (1, 3, 2)] {
                for x in 0..<columns {
                    for y in 0..<rows where (level, x, y) != (0, 2, 1) {
                        let color = Self.colors[(x + y * 2 + level * 3) % 6]
                        let root = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>"
                        try Data("\(root)<rect width='64' height='64' fill='\(color)'/></svg>".utf8).write(
                            to: URL(filePath: daemon.sandbox.file("\(level)-\(x)-\(y).svg")))
                    }
                }
            }
            return daemon.sandbox.file("{level}-{x}-{y}.svg")
        }

        private func pixels(_ link: Link) throws -> String { try link.ask("snapshot format=rgba") }

        /// What is there piece by piece is what is there when all is painted again.
        private func expectNoTraces(_ link: Link) throws {
            let before = try pixels(link)
            try link.make("repaint")
            #expect(try pixels(link) == before)
        }

        @Test func onlyWhatIsSeenIsRead() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let pattern = try write(daemon)
            try link.make(
                """
                create window scroll frame=0,0,100,100
                create map tiled parent=window frame=0,0,384,192 tileSize=64,64 levelsOfDetail=2 contents=\(pattern)
                tick
                """)
            // Four tiles of 16 KB.
            #expect(try link.ask("stats").contains(#""imageBytes":\#(4 * 64 * 64 * 4),"#))
            #expect(try link.pixel(10, 10) == [255, 0, 0, 255] && link.pixel(70, 10) == [0, 255, 0, 255])
            #expect(try link.pixel(99, 99) == [255, 255, 0, 255] && link.pixel(101, 10)[3] == 0)
            try expectNoTraces(link)
            // Scrolled: one is missing, and nothing is shown there.
            try link.make("set window scrollPoint=100,0\ntick")
            #expect(try link.pixel(40, 40) == [0, 0, 255, 255] && link.pixel(40, 80)[3] == 0)
            try expectNoTraces(link)
            // At half the size the other level has enough.
            try link.make("set window scrollPoint=0,0\nset map transform=scale(0.5) position=96,48\ntick")
            #expect(try link.pixel(10, 10) == [255, 255, 0, 255] && link.pixel(70, 10) == [0, 255, 255, 255])
            try expectNoTraces(link)
            // Turned by any angle, and translucent: as ever.
            try link.make("set map transform=rotate(0.3) opacity=0.5\ntick")
            try expectNoTraces(link)
            try link.make("set map contents=\ntick")
            #expect(try link.pixel(50, 50)[3] == 0)
            try link.make("set map contents=\(pattern)\nremove map\ntick")
        }

        /// What was seen stays until all of what is wanted is there.
        @Test func theOldLevelStandsIn() throws {
            let daemon = try Daemon(clock: "realtime")
            let link = try daemon.link()
            let pattern = try write(daemon)
            try link.make(
                """
                create map tiled position=0,0 anchorPoint=0,0 bounds=0,0,100,100 tileSize=64,64 levelsOfDetail=2 contents=\(pattern)
                sync
                """)
            try waitUntil(tries: 400, pause: 5000) { try link.pixel(10, 10)[3] != 0 }
            #expect(try link.pixel(10, 10) == [255, 0, 0, 255])
            try link.make("set map transform=scale(0.5)")
            for _ in 0..<400 {
                let pixel = try link.pixel(10, 10)
                #expect(pixel[3] == 255, "never empty")
                if pixel != [255, 0, 0, 255] { break }
                usleep(5000)
            }
        }
    }
}
