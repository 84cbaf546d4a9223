/// A picture, and when each of its tiles last changed.
struct TiledPicture {
    /// Side length of a tile in pixels.
    static let side = 32

    struct Tile: Equatable {
        var x: Int, y: Int, width: Int, height: Int
    }

    private(set) var width = 0
    private(set) var height = 0
    /// Straight RGBA.
    private var pixels: [UInt8] = []
    private var changed: [Int] = []
    /// Increases with each change. Unique to this process, so that a browser's tiles from another process are not mixed
    /// in.
    private(set) var generation: Int

    init(generation: Int) { self.generation = generation }

    private var columns: Int { (width + Self.side - 1) / Self.side }

    /// Updates from a picture of `width` by `height` pixels of 4 bytes.
    mutating func update(_ width: Int, _ height: Int, _ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count >= width * height * 4, "a whole picture")
        let next = generation + 1
        if (width, height) != (self.width, self.height) {
            (self.width, self.height) = (width, height)
            unsafe pixels = Array(bytes[..<(width * height * 4)])
            changed = [Int](repeating: next, count: columns * ((height + Self.side - 1) / Self.side))
            generation = next
            return
        }
        var differs = false
        let columns = columns
        unsafe pixels.withUnsafeMutableBytes { old in
            for y in 0..<height {
                for column in 0..<columns {
                    let x = column * Self.side
                    let start = (y * width + x) * 4
                    let end = start + min(Self.side, width - x) * 4
                    guard unsafe !old[start..<end].elementsEqual(bytes[start..<end]) else { continue }
                    unsafe UnsafeMutableRawBufferPointer(rebasing: old[start..<end]).copyBytes(from: bytes[start..<end])
                    changed[y / Self.side * columns + column] = next
                    differs = true
                }
            }
        }
        if differs { generation = next }
    }

    /// Tiles changed since a generation; adjacent ones in a row are merged. All tiles for an unknown generation.
    func tiles(since: Int, isKnown: Bool) -> [Tile] {
        var tiles: [Tile] = []
        for (index, time) in changed.enumerated() where !isKnown || time > since {
            let (x, y) = (index % columns * Self.side, index / columns * Self.side)
            let tile = Tile(x: x, y: y, width: min(Self.side, width - x), height: min(Self.side, height - y))
            if let last = tiles.last, last.y == y, last.x + last.width == x {
                tiles[tiles.count - 1].width += tile.width
            } else {
                tiles.append(tile)
            }
        }
        return tiles
    }

    /// The pixels of tiles, one tile after the other.
    func bytes(of tiles: [Tile]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tiles.reduce(0) { $0 + $1.width * $1.height * 4 })
        for tile in tiles {
            for y in tile.y..<(tile.y + tile.height) {
                let start = (y * width + tile.x) * 4
                bytes += pixels[start..<(start + tile.width * 4)]
            }
        }
        return bytes
    }
}
