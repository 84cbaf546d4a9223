import LineProtocol
import Scene
import Schema

/// The objects that one creator's lines have created and that still exist. A creator is all clients limited to the same
/// layer with everything that acts later on their behalf, or one connection with full access.
final class MakerAccount {
    /// Limits of which one creator gets a share.
    enum Shared {
        case objects, bindings, timers

        fileprivate var limit: SettingsProperty {
            switch self {
            case .objects: .limitLayers
            case .bindings: .limitBindings
            case .timers: .limitTimers
            }
        }

        fileprivate var name: String {
            switch self {
            case .objects: "objects"
            case .bindings: "bindings"
            case .timers: "timers"
            }
        }

        fileprivate static func of(_ kind: KindID) -> Shared? {
            switch kind {
            case .binding: .bindings
            case .timer: .timers
            default: nil
            }
        }
    }

    /// Created objects; some may be removed.
    private var made: [Shared: [ObjectID]] = [:]
    let texts = HeldTexts()

    /// Throws `limit` when `more` objects would exceed its share.
    func checkRoom(for more: Int, _ shared: Shared = .objects, in scene: Scene) throws(SceneError) {
        let limit = scene.value(Scene.daemon, shared.limit.id).number
        let share = Int(limit * scene.value(Scene.daemon, SettingsProperty.limitShare.id).number)
        guard made[shared, default: []].count > share - more else { return }
        made[shared]?.removeAll { scene.slot(of: $0) == nil }
        let held = made[shared, default: []].count
        guard held > share - more else { return }
        throw SceneError(
            .limit,
            "\(held) \(shared.name) were made with these rights, \(more) more are beyond their share of \(share); "
                + "set daemon limit.share=N for more")
    }

    func add(_ id: ObjectID, of kind: KindID) {
        made[.objects, default: []].append(id)
        if let shared = Shared.of(kind) { made[shared, default: []].append(id) }
    }
}

/// Size in bytes of the texts that one creator's lines have set.
///
/// Each text is added when it is set, regardless of what it replaces; at the limit, the objects' current texts are
/// counted again.
final class HeldTexts {
    /// An upper bound.
    private var bytes = 0
    private var objects: [ObjectID] = []
    /// `objects` is cleaned up at this count.
    private var mostKept = 4096
    /// `SceneNews.matchRevision` at the last count.
    private var counted: UInt64?

    /// Throws `limit` when the object cannot get that many bytes of text.
    func take(_ more: Int, for slot: Slot, in scene: Scene) throws(SceneError) {
        guard more > 0 else { return }
        let id = scene.id(of: slot)
        if objects.last != id { objects.append(id) }
        if objects.count >= mostKept { thin(in: scene) }
        let limit = Self.limit(scene)
        bytes += more
        guard bytes > limit, !scene.objects.isRestoring else { return }
        // A count visits all objects: not again before many have changed.
        let revision = scene.news.matchRevision
        if counted.map({ revision &- $0 >= UInt64(objects.count / 8) }) ?? true {
            counted = revision
            thin(in: scene)
            bytes = more + objects.reduce(0) { $0 + Self.held(by: $1.index, in: scene) }
        }
        guard bytes > limit else { return }
        bytes -= more
        throw SceneError(
            .limit,
            "the texts of one client would hold more than \(limit) bytes; set daemon limit.clientBytes=N for more")
    }

    /// Maximum bytes of all texts of one creator.
    private static func limit(_ scene: Scene) -> Int {
        64 * Int(scene.value(Scene.daemon, SettingsProperty.limitClientBytes.id).number)
    }

    private func thin(in scene: Scene) {
        objects = Set(objects).filter { scene.slot(of: $0) != nil }.sorted { $0.index < $1.index }
        mostKept = max(4096, 2 * objects.count)
    }

    /// Bytes of an object's texts, counted like `PropertyWords.textBytes`.
    private static func held(by slot: Slot, in scene: Scene) -> Int {
        var bytes = 0
        for (key, value) in scene.objects.users(slot) { bytes += PropertyWords.bytes(of: key, value) }
        for (key, value) in scene.variables.keys(of: slot) { bytes += PropertyWords.bytes(of: key, value) }
        scene.tree.forEachSet(slot, .given) { _, _, value in bytes += PropertyWords.bytes(of: value) }
        return bytes
    }
}

/// The accounts of creators whose access is limited to a layer.
final class MakerAccounts {
    private var accounts: [ObjectID: MakerAccount] = [:]
    private var pruneAt = 64

    subscript(scope: ObjectID, in scene: Scene) -> MakerAccount {
        if let known = accounts[scope] { return known }
        if accounts.count >= pruneAt {
            accounts = accounts.filter { scene.slot(of: $0.key) != nil }
            pruneAt = max(64, 2 * accounts.count)
        }
        let new = MakerAccount()
        accounts[scope] = new
        return new
    }
}
