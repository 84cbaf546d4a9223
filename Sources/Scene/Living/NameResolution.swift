package import Geometry

/// The names that are visible to an expression.
package protocol NameScope {
    /// True when the event has this field.
    func hasField(_ name: ByteView) -> Bool
    /// True when the component has this parameter.
    func hasParameter(_ name: ByteView) -> Bool
    /// True when the object whose property is set has this property, or a part of one.
    func hasOwnProperty(_ path: ByteView) -> Bool
    func hasObject(_ id: ByteView) -> Bool
    /// True when the object `id` has this property, or a part of one.
    func hasProperty(_ path: ByteView, of id: ByteView) -> Bool
}

/// The meaning of a name in an expression. Ranges are in bytes of the name.
package enum ResolvedName: Equatable, Sendable {
    /// An event's field, and the rest of the path.
    case field(Range<Int>, part: Range<Int>)
    case parameter(Range<Int>, part: Range<Int>)
    /// The property's previous value, or a part of it.
    case old(part: Range<Int>)
    /// A property of the object whose property is set.
    case own(Range<Int>)
    /// A property of `self`, `parent` or `root`.
    case selfProperty(Range<Int>)
    case parentProperty(Range<Int>)
    case rootProperty(Range<Int>)
    case property(object: Range<Int>, Range<Int>)
    /// An object alone, which is not a value.
    case object(Range<Int>)
    case time, wall
    /// An unknown name; the range is the part that would name an object.
    case unknown(Range<Int>)

    /// Resolves `name`, innermost first: fields, parameters, `old`, properties of the object whose property is set,
    /// `self parent root`, ids, `time wall`. The longest matching field, parameter or id wins; an id only when the rest
    /// is a property of it, if there is a rest, because an animation may be called `a.opacity`.
    package init(_ name: ByteView, in scope: some NameScope) {
        if let found = Self.longest(name, scope.hasField) {
            self = .field(found.name, part: found.rest)
        } else if let found = Self.longest(name, scope.hasParameter) {
            self = .parameter(found.name, part: found.rest)
        } else if let found = Self.longest(name, { $0 == "old" }) {
            self = .old(part: found.rest)
        } else if scope.hasOwnProperty(name) {
            self = .own(0..<name.count)
        } else if let found = Self.longest(name, { $0 == "self" || $0 == "parent" || $0 == "root" }) {
            let object = name[found.name]
            if found.rest.isEmpty {
                self = .object(found.name)
            } else if object == "self" {
                self = .selfProperty(found.rest)
            } else {
                self = object == "parent" ? .parentProperty(found.rest) : .rootProperty(found.rest)
            }
        } else if let found = Self.property(name, in: scope) ?? Self.longest(name, scope.hasObject) {
            self = found.rest.isEmpty ? .object(found.name) : .property(object: found.name, found.rest)
        } else if name == "time" {
            self = .time
        } else if name == "wall" {
            self = .wall
        } else {
            var end = 0
            while end < name.count, name[end] != UInt8(ascii: ".") { end += 1 }
            self = .unknown(0..<end)
        }
    }

    /// The longest id at the beginning of `name` that is followed by a property.
    private static func property(
        _ name: ByteView, in scope: some NameScope
    ) -> (name: Range<Int>, rest: Range<Int>)? {
        longest(name) { id in
            id.count < name.count && scope.hasObject(id)
                && scope.hasProperty(name[id.count + 1..<name.count], of: id)
        }
    }

    /// The longest prefix of `name`, up to a dot or its end, for which `isKnown` is true; and the part after the dot.
    private static func longest(
        _ name: ByteView, _ isKnown: (ByteView) -> Bool
    ) -> (name: Range<Int>, rest: Range<Int>)? {
        var end = name.count
        while end > 0 {
            if isKnown(name[0..<end]) { return (0..<end, min(end + 1, name.count)..<name.count) }
            end -= 1
            while end > 0, name[end] != UInt8(ascii: ".") { end -= 1 }
        }
        return nil
    }
}
