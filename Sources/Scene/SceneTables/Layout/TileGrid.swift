public import Geometry
import Schema

/// The visible tiles of a layer, and their positions.
public struct TileGrid: Equatable, Sendable {
    /// A tile by level, and column and row counted from the point 0,0 of the layer.
    public struct Tile: Hashable, Sendable {
        public var level: Int
        public var x: Int
        public var y: Int

        public init(level: Int, x: Int, y: Int) { (self.level, self.x, self.y) = (level, x, y) }
    }

    /// Maximum number of tiles of one layer shown at a time.
    public static let most = 256

    public private(set) var level: Int
    public private(set) var columns: Range<Int>
    public private(set) var rows: Range<Int>
    private let tile: Size
    private let finest: Double

    /// The tiles needed for the visible part `visible` of a layer, in its points, with `scale` pixels per point: from the
    /// coarsest level with at least that resolution. If that were too many tiles, from a coarser one; of the coarsest, the
    /// upper left ones.
    ///
    /// `finest`: pixels per point of level 0; each of the `levels` has half as many as the one before.
    public init(tile: Size, levels: Int, finest: Double, visible: Rect, scale: Double) {
        (self.tile, self.finest) = (tile, finest)
        level = 0
        (columns, rows) = (0..<0, 0..<0)
        // Tolerance for rounding errors, which should not double the resolution.
        while level + 1 < levels, pixelsPerPoint(level + 1) >= scale * (1 - 1e-9) { level += 1 }
        measure(visible)
        while columns.count * rows.count > Self.most, level + 1 < levels {
            level += 1
            measure(visible)
        }
        columns = columns.prefix(Self.most)
        rows = rows.prefix(max(1, Self.most / max(1, columns.count)))
    }

    private func pixelsPerPoint(_ level: Int) -> Double {
        var pixels = finest
        for _ in 0..<level { pixels /= 2 }
        return pixels
    }

    private mutating func measure(_ visible: Rect) {
        let pixels = pixelsPerPoint(level)
        func range(_ low: Double, _ high: Double, _ side: Double) -> Range<Int> {
            let first = (low * pixels / side + 1e-9).rounded(.down)
            let end = (high * pixels / side - 1e-9).rounded(.up)
            // No tiles beyond a billion.
            guard first.isFinite, end.isFinite, end > first, end > 0 else { return 0..<0 }
            let from = Int(min(max(first, 0), 1e9))
            return from..<max(from, Int(min(end, 1e9)))
        }
        columns = range(visible.minX, visible.maxX, tile.width)
        rows = range(visible.minY, visible.maxY, tile.height)
        if visible.isEmpty { (columns, rows) = (0..<0, 0..<0) }
    }

    /// Pixels per point of a level.
    public func scale(of level: Int) -> Double { pixelsPerPoint(level) }

    /// The rectangle of a tile of any level, in the layer's points.
    public func rect(of tile: Tile) -> Rect {
        let scale = pixelsPerPoint(tile.level)
        let (width, height) = (self.tile.width / scale, self.tile.height / scale)
        return Rect(Double(tile.x) * width, Double(tile.y) * height, width, height)
    }

    /// True for a tile of this grid.
    public func contains(_ tile: Tile) -> Bool {
        tile.level == level && columns.contains(tile.x) && rows.contains(tile.y)
    }

    /// By rows from the top.
    public var tiles: [Tile] { rows.flatMap { y in columns.map { Tile(level: level, x: $0, y: y) } } }

    /// The rectangle for a picture of this size in pixels that is a tile of this grid, in the layer's points.
    public func rect(of tile: Tile, pixels: Size) -> Rect {
        let scale = pixelsPerPoint(level)
        return Rect(
            Double(tile.x) * self.tile.width / scale, Double(tile.y) * self.tile.height / scale, pixels.width / scale,
            pixels.height / scale)
    }
}

extension TileGrid.Tile {
    /// The file of this tile.
    public func path(_ pattern: String) -> String {
        var path = ""
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{") {
            path += rest[..<open]
            rest = rest[open...]
            let words: [(String, Int)] = [("{level}", level), ("{x}", x), ("{y}", y)]
            if let (word, number) = words.first(where: { rest.hasPrefix($0.0) }) {
                path += "\(number)"
                rest = rest.dropFirst(word.count)
            } else {
                path += "{"
                rest = rest.dropFirst()
            }
        }
        return path + rest
    }
}
