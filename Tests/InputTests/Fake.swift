import Frame
import Geometry
import Input
import Schema

/// A surface of rectangles, the first one that holds a point in front.
final class FakeSurface: InputSurface {
    var layers: [(number: Slot, rect: Rect)] = []
    var followsPointer = true
    var longPressed: Set<Slot> = []
    /// Layers that can be carried, true where they have to be held first; and on which others can be dropped.
    var carried: [Slot: Bool] = [:]
    var takers: Set<Slot> = []
    var wantsTouches = false
    /// The types that layers take from other programs.
    var types: [Slot: String] = [:]

    func dropTarget(at point: Point, offering types: [String]) -> (target: Target, type: String)? {
        guard let target = target(at: point), let words = self.types[target.layer.index],
            let type = DropTypes(words).best(of: types)
        else { return nil }
        return (target, type)
    }

    func wantsTouches(_ target: Target) -> Bool { wantsTouches }

    func dragSource(_ target: Target, isFinger: Bool) -> DragSource? {
        carried[target.layer.index].map { DragSource(target, isHeld: $0 && isFinger) }
    }

    func dropTarget(at point: Point, for item: Target) -> Target? {
        layers.first { $0.rect.contains(point) && $0.number != item.layer.index && takers.contains($0.number) }
            .map { Self.target($0.number) }
    }

    func target(at point: Point) -> Target? {
        layers.first { $0.rect.contains(point) }.map { Self.target($0.number) }
    }

    static func target(_ number: Slot) -> Target {
        let standing = Standing(layer: Projective(Affine.identity), parent: Projective(Affine.identity))
        return Target(
            layer: ObjectID(index: number, generation: 1), hit: Hit(layer: number, copies: []), name: "\(number)",
            standing: standing)
    }

    func isThere(_ target: Target) -> Bool { layers.contains { $0.number == target.layer.index } }
    func wantsLongPress(_ target: Target) -> Bool { longPressed.contains(target.layer.index) }
}

/// A device's side of an input state, in short: what was told, as words.
struct Fingers: ~Copyable {
    var state = InputState()
    let surface = FakeSurface()
    var time = 0.0

    /// The actions as `WHAT:LAYER`, with what belongs to them.
    mutating func send(_ event: InputEvent) -> [String] { state.handle(event, at: time, surface).map(Self.word) }

    static func word(_ action: InputAction) -> String {
        let layer = action.target?.name ?? "-"
        switch action.what {
        case .pointer(let phase, let button, let touch):
            let more = (button.map { "/\($0)" } ?? "") + (touch.map { "/\($0)" } ?? "")
            return "\(phase)\(more):\(layer)"
        case .scroll(let way): return "scroll(\(way.x),\(way.y)):\(layer)"
        case .tap(let count): return "tap\(count):\(layer)" + (action.touches > 1 ? "*\(action.touches)" : "")
        case .longPress: return "longPress:\(layer)"
        case .singleTap: return "singleTap:\(layer)"
        case .swipe(let direction, _, _): return "swipe:\(layer):\(direction)"
        case .pan(let state, _, _):
            return "pan-\(state):\(layer)" + (action.touches > 1 ? "*\(action.touches)" : "")
        case .pinch(let state, _): return "pinch-\(state):\(layer)"
        case .rotate(let state, _): return "rotate-\(state):\(layer)"
        case .drag(let state, _, _, let over): return "drag-\(state):\(layer)" + (over.map { "/\($0.name)" } ?? "")
        case .drop(let phase, let item): return "drop-\(phase):\(layer)/\(item.name)"
        case .offer(let phase, let type, let text):
            return "offer-\(phase):\(layer)/\(type)" + (text.isEmpty ? "" : "/\(text)")
        case .key(let stroke): return "\(stroke.key)-\(stroke.isDown ? "down" : "up"):\(layer)"
        }
    }
}
