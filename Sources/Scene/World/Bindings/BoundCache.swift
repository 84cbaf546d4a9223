import Expressions
import Living
import Schema

/// A key of an object with free keys and its value in one update. Shared by the bindings that read it.
final class BoundKey {
    let slot: Slot
    let key: String
    var value = ExpressionValue.none
    /// `BoundCache.revision` when the value was read.
    var revision: UInt64 = 0

    init(_ slot: Slot, _ key: String) {
        self.slot = slot
        self.key = key
    }
}

/// Cached lookups of bindings: a name used by many bindings is looked up once.
///
/// Values are valid within one update: no keys are set during an update, and theme changes call `forgetVariable`.
final class BoundCache {
    /// Number of updates.
    private(set) var revision: UInt64 = 0
    private var keys: [Slot: [String: BoundKey]] = [:]
    /// Numbers of `user.` keys.
    private var userKeys: [String: Int32] = [:]
    /// The last variable that was looked up, and the parent of the layer that it was looked up for.
    private var last: (name: String, parent: Slot, value: ExpressionValue)?

    func beginUpdate() {
        revision += 1
        last = nil
    }

    /// The shared value of a key.
    func cell(of slot: Slot, _ key: String) -> BoundKey {
        if let known = keys[slot]?[key] { return known }
        let new = BoundKey(slot, key)
        keys[slot, default: [:]][key] = new
        return new
    }

    /// The cell of a `user.` key.
    func user(_ slot: Slot, _ key: String) -> BindingCell {
        let number = userKeys[key] ?? Int32(userKeys.count)
        userKeys[key] = number
        return BindingCells.user(number, of: slot)
    }

    /// Forgets the keys of a removed object.
    func forget(_ slot: Slot) { keys[slot] = nil }

    /// The value of a variable for layers below `parent` that have no theme; nil when not cached.
    func variable(_ name: String, below parent: Slot) -> ExpressionValue? {
        guard let last, last.parent == parent, last.name == name else { return nil }
        return last.value
    }

    func note(_ value: ExpressionValue, of name: String, below parent: Slot) { last = (name, parent, value) }

    /// Call when the theme in effect may have changed.
    func forgetVariable() { last = nil }
}
