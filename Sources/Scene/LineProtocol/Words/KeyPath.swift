package import Geometry
package import Schema

/// The meaning of the key in a `key=value` word, for an object of a kind.
package enum KeyPath: Equatable, Sendable {
    case property(PropertyID)
    case part(PropertyID, ValuePart)
    case user(String)
    case parent, index, above, below
    /// A key of an object with free keys.
    case key(String)

    /// Throws `unknown-property` with the nearest name.
    package init(_ key: ByteView, of kind: Kind) throws(SceneError) {
        if let id = kind.property(named: key) {
            self = .property(id)
            return
        }
        if kind.family == .layer {
            switch true {
            case key == "parent": self = .parent
            case key == "index": self = .index
            case key == "above": self = .above
            case key == "below": self = .below
            default: self = try KeyPath(dotted: key, of: kind)
            }
        } else {
            self = try KeyPath(dotted: key, of: kind)
        }
    }

    private init(dotted key: ByteView, of kind: Kind) throws(SceneError) {
        if key.count > 5, key[0..<5] == "user." {
            self = .user(key[5..<key.count].string)
            return
        }
        if let path = PropertyPath(key, of: kind), let part = path.part {
            self = .part(path.id, part)
            return
        }
        guard kind.hasFreeKeys else { throw UnknownName.property(key, of: kind) }
        guard !(key == "kind") else { throw SceneError(.denied, "\"kind\" is no key that can be set") }
        self = .key(key.string)
    }
}
