package import Frame
package import Geometry
import Pixels
package import Scene
import SceneTables
package import Schema

/// The tiles of one layer: the visible ones and, until all of these have been read, the previously visible ones.
struct TileWall {
    struct Sheet {
        var grid: TileGrid
        var images: [TileGrid.Tile: Image]

        /// True when some have not been read yet, successfully or not.
        var isLoading: Bool { images.values.contains { $0.state == .loading } }
    }

    var generation: UInt32
    var pattern: String
    var front: Sheet
    var back: Sheet?

    func shows(_ image: Image) -> Bool {
        front.images.values.contains { $0 === image } || back?.images.values.contains { $0 === image } == true
    }
}

extension ContentsController {
    package func wantsTiles(of visible: Rect, scale: Double, at layer: Slot) {
        let row = scene.rows[Int(layer)]
        let grid = TileGrid(layer, visible: visible.intersection(row.bounds), scale: scale, in: scene)
        guard let pattern = scene.contents.tilePattern(layer) else {
            scene.services.tiles?.sees(grid, of: layer)
            return
        }
        let old = walls[layer].flatMap { $0.generation == row.generation && $0.pattern == pattern ? $0 : nil }
        if let old, old.front.grid == grid { return }
        var images: [TileGrid.Tile: Image] = [:]
        for tile in grid.tiles { images[tile] = library.acquire(tile.path(pattern)) }
        var new = TileWall(generation: row.generation, pattern: pattern, front: .init(grid: grid, images: images))
        // A complete sheet is a better substitute than an incomplete one.
        if new.front.isLoading, let old { new.back = old.front.isLoading ? old.back : old.front }
        for image in images.values { users[ObjectIdentifier(image), default: []].insert(layer) }
        replaceWall(of: layer, with: new)
        // The layer is read again, because its visible tiles are known now.
        scene.contents.markPicture(layer)
    }

    /// Replaces the layer's tiles; the new ones have been acquired already.
    private func replaceWall(of layer: Slot, with new: TileWall?) {
        let old = walls[layer]
        walls[layer] = new
        guard let old else { return }
        let keepsBack = new?.back != nil
        var gone: [Image] = []
        // One of the two may have become the back of the new one.
        if !keepsBack || old.front.isLoading { gone += old.front.images.values }
        if let back = old.back, !keepsBack || !old.front.isLoading { gone += back.images.values }
        let names = Set(gone.map { ObjectIdentifier($0) })
        let kept = Set(
            ((new?.front.images.values).map(Array.init) ?? []).map { ObjectIdentifier($0) }
                + ((new?.back?.images.values).map(Array.init) ?? []).map { ObjectIdentifier($0) })
        for name in names.subtracting(kept) {
            users[name]?.remove(layer)
            if users[name]?.isEmpty == true { users[name] = nil }
        }
        for image in gone { library.release(image) }
    }

    /// Releases the tiles if the layer, or its tiles, are gone.
    func settleTiles(_ layer: Slot, _ isThere: Bool) {
        guard let wall = walls[layer] else { return }
        let row = scene.rows[Int(layer)]
        if !isThere || wall.generation != row.generation || scene.contents.tilePattern(layer) != wall.pattern {
            replaceWall(of: layer, with: nil)
        }
    }

    /// Handles a tile that was read: after the last one, the previous tiles are removed.
    func tileArrived(at layer: Slot) {
        guard let wall = walls[layer], let back = wall.back, !wall.front.isLoading else { return }
        walls[layer]?.back = nil
        for image in back.images.values {
            if walls[layer]?.shows(image) == false { users[ObjectIdentifier(image)]?.remove(layer) }
            library.release(image)
        }
    }

    package func tiles(of layer: Slot, in view: SceneView) -> [TileSheet] {
        guard let wall = walls[layer], wall.generation == scene.rows[Int(layer)].generation else { return [] }
        let bounds = view.row(layer).bounds
        let filters = ImageFilters(of: layer, in: view)
        return [wall.back, wall.front].compactMap { $0 }.compactMap { sheet($0, bounds, filters) }
    }

    private func sheet(_ sheet: TileWall.Sheet, _ bounds: Rect, _ filters: ImageFilters) -> TileSheet? {
        var pictures: [Picture] = []
        var layout = ContentsLayout(source: .zero, destination: .zero)
        layout.pieces = []
        var isWhole = true
        for tile in sheet.grid.tiles {
            guard let picture = sheet.images[tile].flatMap({ library.picture($0) }) else {
                isWhole = false
                continue
            }
            let size = Size(Double(picture.bitmap.width), Double(picture.bitmap.height))
            let place = sheet.grid.rect(of: tile, pixels: size)
            let seen = place.intersection(bounds)
            guard !seen.isEmpty else { continue }
            let (kx, ky) = (size.width / place.width, size.height / place.height)
            let source = Rect((seen.x - place.x) * kx, (seen.y - place.y) * ky, seen.width * kx, seen.height * ky)
            pictures.append(picture)
            layout.pieces.append(ContentsPiece(source: source, destination: seen))
            layout.destination = layout.destination.union(seen)
        }
        guard !pictures.isEmpty else { return nil }
        let area = layout.pieces.reduce(0) { $0 + $1.destination.width * $1.destination.height }
        let whole = layout.destination.width * layout.destination.height
        // Files smaller than a tile leave gaps, except at the right and bottom edge.
        isWhole = isWhole && pictures.count == sheet.grid.tiles.count && abs(area - whole) <= 1e-9 * whole
        return TileSheet(pictures: pictures, layout: layout, filters: filters, isWhole: isWhole)
    }
}
