import Geometry
import Scene
import ScrimPluginABI

/// The call into a plugin that is running: which object it may read, and the memory it borrows meanwhile.
@safe
final class Call {
    private(set) var plugin: Plugin?
    private var scene: Scene?
    private var kind: PluginKind?
    private var place: Int32 = -1
    private var object: UInt64 = 0
    private var borrowed: [UnsafeMutableRawPointer] = unsafe []

    /// The plugin that is being called, for a crash handler: a plain variable that a signal may read at any time.
    nonisolated(unsafe) static var sign: UnsafePointer<CChar>?

    func begin(_ kind: PluginKind, _ place: Int32, _ scene: Scene?, object: UInt64) {
        (plugin, self.kind, self.scene, self.place, self.object) = (kind.plugin, kind, scene, place, object)
        unsafe Call.sign = unsafe kind.plugin.callSign
    }

    func end() {
        unsafe Call.sign = nil
        (plugin, kind, scene, place) = (nil, nil, nil, -1)
        unsafe borrowed.forEach { unsafe $0.deallocate() }
        unsafe borrowed.removeAll(keepingCapacity: true)
    }

    /// The value of a property of the call's object, when it has one of `types`.
    func value(_ object: UInt64, _ property: UInt32, _ types: PropertyType...) -> (value: Value, status: Status) {
        guard let scene, let kind else { return (.none, .state) }
        guard object == self.object else { return (.none, .stale) }
        guard Int(property) < kind.numbers.count else { return (.none, .unknown) }
        let id = kind.numbers[Int(property)]
        guard types.contains(scene.kinds[kind.id][id].type) else { return (.none, .type) }
        let value = scene.value(place, id)
        return (value, value == .none ? .none : .ok)
    }

    /// Memory for `count` elements until the call ends; never of no bytes.
    func borrow<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, count))
        unsafe borrowed.append(UnsafeMutableRawPointer(memory))
        return unsafe memory
    }
}
