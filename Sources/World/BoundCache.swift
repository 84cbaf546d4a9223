import Expressions
import Living
import Scene

/// A key of an object with free keys, with the value that it had in an update. Shared by the bindings that read it.
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

/// Lookups of bindings, so that many that mention one name look it up once.
///
/// Values count within one update: nothing sets keys of objects meanwhile, and changes of themes say so (`forgetVariable`).
final class BoundCache {
    /// Number of updates.
    private(set) var revision: UInt64 = 0
    private var keys: [Slot: [String: BoundKey]] = [:]
    /// Numbers of `user.` keys.
    private var userKeys: [String: Int32] = [:]
    /// The variable that was looked up last, and the parent of the layer for which it was.
    private var last: (name: String, parent: Slot, value: ExpressionValue)?

    func beginUpdate() {
        revision += 1
        last = nil
    }

    /// The shared value of the bindings that read a key.
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

    /// Forgets the keys of an object that was removed.
    func forget(_ slot: Slot) { keys[slot] = nil }

    /// The value of a variable for the layers without a theme below `parent`; nil when it is not known.
    func variable(_ name: String, below parent: Slot) -> ExpressionValue? {
        guard let last, last.parent == parent, last.name == name else { return nil }
        return last.value
    }

    func note(_ value: ExpressionValue, of name: String, below parent: Slot) { last = (name, parent, value) }

    /// Another theme may be in force.
    func forgetVariable() { last = nil }
}
