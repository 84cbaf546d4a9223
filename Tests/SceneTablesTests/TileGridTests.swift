import Geometry
import SceneTables
import Schema
import TestSupport
import Testing

/// Which tiles are asked for at which scale and where.
@Suite struct TileGridTests {
    private func grid(
        _ visible: Rect, _ scale: Double, levels: Int, finest: Double = 1, tile: Size = Size(64, 64)
    ) -> TileGrid { TileGrid(tile: tile, levels: levels, finest: finest, visible: visible, scale: scale) }

    @Test func levels() {
        let seen = Rect(0, 0, 100, 100)
        // Level 0 has 2 pixels to a point, 1 has 1, 2 has a half: the coarsest that has enough, at the bound and beyond.
        for (scale, level) in [(4.0, 0), (2, 0), (1.001, 0), (1, 1), (0.501, 1), (0.5, 2), (0.01, 2), (0, 2)] {
            #expect(grid(seen, scale, levels: 3, finest: 2).level == level, "at \(scale)")
        }
        #expect(grid(seen, 1, levels: 3, finest: 4).level == 2)
    }

    @Test func tilesThatAreSeen() {
        func grid(_ visible: Rect, _ scale: Double) -> TileGrid {
            self.grid(visible, scale, levels: 2, tile: Size(64, 32))
        }
        #expect(grid(Rect(0, 0, 64, 32), 1).tiles == [TileGrid.Tile(level: 0, x: 0, y: 0)])
        var seen = grid(Rect(63.5, 32, 65, 32.5), 1)
        #expect(seen.columns == 0..<3 && seen.rows == 1..<3)
        #expect(seen.tiles.map(\.x) == [0, 1, 2, 0, 1, 2] && seen.tiles.map(\.y) == [1, 1, 1, 2, 2, 2])
        seen = grid(Rect(63.5, 32, 65, 32.5), 0.5)
        #expect(seen.columns == 0..<2 && seen.rows == 0..<2 && seen.level == 1)
        #expect(seen.rect(of: .init(level: 1, x: 1, y: 1), pixels: Size(64, 20)) == Rect(128, 64, 128, 40))
        // Nothing is seen, or nothing that has tiles.
        for rect in [Rect.zero, Rect(-500, 0, 400, 100), Rect(.nan, 0, 1, 1), Rect(1e300, 0, 10, 10)] {
            #expect(grid(rect, 1).tiles.isEmpty)
        }
        #expect(grid(Rect(-100, -100, 101, 101), 1).tiles.count == 1)
    }

    @Test func notTooMany() {
        func grid(_ visible: Rect, _ scale: Double) -> TileGrid {
            self.grid(visible, scale, levels: 2, tile: Size(16, 16))
        }
        #expect(grid(Rect(0, 0, 256, 256), 1).tiles.count == 256)
        #expect(grid(Rect(0, 0, 257, 256), 1).level == 1, "one tile more: a coarser level")
        let huge = grid(Rect(0, 0, 1e12, 1e12), 1)
        #expect(huge.tiles.count == TileGrid.most && huge.level == 1)
        var dice = Dice(3)
        for _ in 0..<300 {
            func any() -> Double { dice.pick([0, -1, 3.7, 255, 1e5, 1e18, -1e18, .infinity]) }
            let some = grid(Rect(any(), any(), any(), any()), any())
            #expect(some.tiles.count <= TileGrid.most && some.tiles.allSatisfy { $0.x >= 0 && $0.y >= 0 })
        }
    }

    @Test func paths() {
        let tile = TileGrid.Tile(level: 2, x: 10, y: 7)
        for (pattern, path) in [
            ("{level}/{x}-{y}.png", "2/10-7.png"), ("a{x}{x}b", "a1010b"), ("{z}{y", "{z}{y"), ("{{x}}", "{10}"),
            ("", ""),
        ] { #expect(tile.path(pattern) == path) }
    }
}
