import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema
import Server

/// Requests tiles of tiled layers that have no files: clients that subscribed to `tile` are notified of visible tiles,
/// and create each as a layer with the given id `LAYER.LEVEL.X.Y`.
///
/// A tile exists when a layer with its id exists, whoever created it. Only the set of tiles is stored here: they are
/// clients' layers with the usual limits.
final class TileDemand {
    /// A tile's layer.
    private struct Made {
        var object: ObjectID
        /// Number of the `tell` call in which it was last visible.
        var seen: UInt64
    }

    /// State of a tiled layer.
    private struct Wall {
        let object: ObjectID
        /// Visible tiles.
        var grid: TileGrid
        /// Requested tiles that do not exist yet, with their ids.
        var asked: [TileGrid.Tile: String] = [:]
        var made: [TileGrid.Tile: Made] = [:]
        /// True when something may have to be reported.
        var isStale = true
    }

    private let scene: Scene
    private let events: EventRouter
    private var walls: [Slot: Wall] = [:]
    private var round: UInt64 = 0
    /// Called when there is something to tell where there was nothing.
    var onFirst: (() -> Void)?

    /// True when no layer shows tiles.
    var isIdle: Bool { walls.isEmpty }

    /// Maximum number of simultaneously requested tiles of a layer.
    static let mostAsked = 64
    /// Maximum number of invisible tiles of a layer; beyond it, those that have been invisible longest are released.
    static let mostUnseen = 256

    init(_ scene: Scene, _ events: EventRouter) {
        (self.scene, self.events) = (scene, events)
        scene.services.tiles = self
    }

    /// Notifies a new subscriber of the tiles already requested from others.
    func begin(_ client: ClientSession) {
        for slot in walls.keys.sorted() {
            guard let wall = walls[slot], scene.slot(of: wall.object) != nil else { continue }
            walls[slot]?.isStale = true
            guard client.subscriptions.wants(.tile, about: scene.name(of: slot)) else { continue }
            for tile in wall.asked.keys.sorted(by: Self.isBefore) {
                client.afterReply += EventName.tile.line { write(tile, .needed, of: slot, wall.grid, to: &$0) }
            }
        }
    }

    /// Requests needed tiles and releases others. Call at the end of each turn, unless it is idle.
    func tell() {
        guard !walls.isEmpty else { return }
        round += 1
        for slot in walls.keys.sorted() { tell(slot) }
    }

    private func tell(_ slot: Slot) {
        guard let wall = walls[slot] else { return }
        guard scene.slot(of: wall.object) != nil, scene.contents.tilePattern(slot) == nil else {
            walls[slot] = nil
            return
        }
        guard events.clients.hasListener(to: .tile, about: scene.name(of: slot)) else {
            // New subscribers are notified of all tiles.
            if !wall.asked.isEmpty { walls[slot]?.asked = [:] }
            walls[slot]?.isStale = true
            return
        }
        var new = wall
        for (tile, id) in wall.asked {
            guard let found = layer(id) else { continue }
            new.asked[tile] = nil
            new.made[tile] = Made(object: found, seen: round)
            new.isStale = true
        }
        for (tile, made) in wall.made where scene.slot(of: made.object) == nil {
            new.made[tile] = nil
            new.isStale = true
        }
        guard new.isStale else { return }
        new.isStale = false
        release(&new, slot)
        ask(&new, slot)
        walls[slot] = new
    }

    /// Requests visible tiles that do not exist, starting in the center.
    private func ask(_ wall: inout Wall, _ slot: Slot) {
        let name = scene.name(of: slot)
        let middle = Point(
            Double(wall.grid.columns.lowerBound + wall.grid.columns.upperBound - 1) / 2,
            Double(wall.grid.rows.lowerBound + wall.grid.rows.upperBound - 1) / 2)
        func distance(_ tile: TileGrid.Tile) -> Double {
            let (x, y) = (Double(tile.x) - middle.x, Double(tile.y) - middle.y)
            return x * x + y * y
        }
        let missing = wall.grid.tiles.filter { wall.asked[$0] == nil && wall.made[$0] == nil }
        for tile in missing.sorted(by: { (distance($0), $0.y, $0.x) < (distance($1), $1.y, $1.x) }) {
            let id = Self.id(tile, of: name)
            // The layer's id is too long to append to.
            guard ByteView.with(id, { NameTable.isValid($0) }) else { continue }
            if let found = layer(id) {
                wall.made[tile] = Made(object: found, seen: round)
            } else if wall.asked.count < Self.mostAsked {
                wall.asked[tile] = id
                send(tile, .needed, of: slot, wall.grid)
            }
        }
    }

    /// Releases requested tiles that are no longer visible; tiles of other levels once all visible tiles exist; and
    /// those that have been invisible longest.
    private func release(_ wall: inout Wall, _ slot: Slot) {
        for tile in wall.asked.keys.sorted(by: Self.isBefore) where !wall.grid.contains(tile) {
            wall.asked[tile] = nil
            send(tile, .released, of: slot, wall.grid)
        }
        for tile in wall.made.keys where wall.grid.contains(tile) { wall.made[tile]?.seen = round }
        var unseen = wall.made.filter { !wall.grid.contains($0.key) }.sorted {
            $0.value.seen != $1.value.seen ? $0.value.seen < $1.value.seen : Self.isBefore($0.key, $1.key)
        }
        let isWhole = wall.grid.tiles.allSatisfy { wall.made[$0] != nil }
        if isWhole {
            for (tile, _) in unseen where tile.level != wall.grid.level {
                wall.made[tile] = nil
                send(tile, .released, of: slot, wall.grid)
            }
            unseen.removeAll { $0.key.level != wall.grid.level }
        }
        for (tile, _) in unseen.dropLast(Self.mostUnseen) {
            wall.made[tile] = nil
            send(tile, .released, of: slot, wall.grid)
        }
    }

    // MARK: Events

    private enum State: String { case needed, released }

    private static func id(_ tile: TileGrid.Tile, of name: String) -> String {
        "\(name).\(tile.level).\(tile.x).\(tile.y)"
    }

    private func layer(_ id: String) -> ObjectID? {
        guard let slot = ByteView.with(id, { scene.find($0) }), scene.isLayer(slot) else { return nil }
        return scene.id(of: slot)
    }

    private static func isBefore(_ a: TileGrid.Tile, _ b: TileGrid.Tile) -> Bool {
        (a.level, a.y, a.x) < (b.level, b.y, b.x)
    }

    private func send(_ tile: TileGrid.Tile, _ state: State, of slot: Slot, _ grid: TileGrid) {
        events.send(.tile, about: scene.name(of: slot)) { write(tile, state, of: slot, grid, to: &$0) }
    }

    private func write(
        _ tile: TileGrid.Tile, _ state: State, of slot: Slot, _ grid: TileGrid, to json: inout JSONWriter
    ) {
        let name = scene.name(of: slot)
        let scale = grid.scale(of: tile.level)
        json.beginObject()
        json.key("id")
        json.string(text: name)
        json.key("tile")
        json.string(text: Self.id(tile, of: name))
        json.key("state")
        json.string(text: state.rawValue)
        for (key, number) in [("level", tile.level), ("x", tile.x), ("y", tile.y)] {
            json.key(text: key)
            json.number(Double(number))
        }
        json.key("frame")
        json.rect(grid.rect(of: tile))
        json.key("scale")
        json.number(scale)
        json.endObject()
    }
}

extension TileDemand: TileListener {
    func sees(_ grid: TileGrid, of slot: Slot) {
        let object = scene.id(of: slot)
        guard let wall = walls[slot], wall.object == object else {
            if isIdle { onFirst?() }
            walls[slot] = Wall(object: object, grid: grid)
            return
        }
        guard wall.grid != grid else { return }
        walls[slot]?.grid = grid
        walls[slot]?.isStale = true
    }
}
