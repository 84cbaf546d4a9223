public import Schema

/// Why values were said, as far as the scene does not tell it: when, in whose name, and by which line of a file.
///
/// `why` reads it; nothing that the scene comes to depends on it. It is bounded: of what was said long ago, the rest of the scene tells
/// what there is to tell.
public struct SaidCauses {
    /// In whose name something is said.
    public enum Actor: Equatable, Sendable {
        case client
        /// A reaction, by its name, to an event of a layer. `isInput`: a person or a device has caused that.
        case reaction(String, layer: String, event: String, isInput: Bool)
        case timer(String)
        /// Keys that have moved the focus to a layer.
        case focus(String)
        /// `undo` or `redo`.
        case undo
    }

    public struct Cause: Equatable, Sendable {
        public var actor: Actor
        public var source: LineSource?
        /// Scene time.
        public var time: Double
        fileprivate var serial: UInt64
    }

    private struct Key: Hashable {
        var object: ObjectID
        var property: PropertyID
    }

    /// A value of a line that went the short way.
    @usableFromInline struct Recent {
        var object: ObjectID
        var property: PropertyID
        var time: Double
        var serial: UInt64

        @usableFromInline init(object: ObjectID, property: PropertyID, time: Double, serial: UInt64) {
            (self.object, self.property, self.time, self.serial) = (object, property, time, serial)
        }
    }

    /// Values that are remembered, each with what caused it; objects likewise.
    public static let most = 16_384
    /// Values of lines that went the short way.
    @usableFromInline static let mostRecent = 512
    /// Stands for all properties of a new object.
    @usableFromInline static let all = PropertyID(UInt16.max)

    /// Scene time.
    public var now = 0.0
    /// The open transaction runs lines of a file, whose causes were noted line by line.
    public var hasLines = false
    public var actor = Actor.client
    @usableFromInline var serial: UInt64 = 0
    private var values: [Key: Cause] = [:]
    private var made: [ObjectID: Cause] = [:]
    @usableFromInline var recent: [Recent] = []
    @usableFromInline var nextRecent = 0

    public init() {}

    private mutating func cause(_ source: LineSource?) -> Cause {
        serial &+= 1
        return Cause(actor: actor, source: source, time: now, serial: serial)
    }

    /// A value was said. Of too many, all are forgotten.
    public mutating func note(_ object: ObjectID, _ property: PropertyID, _ source: LineSource?) {
        hasLines = hasLines || source != nil
        if values.count >= Self.most { values.removeAll(keepingCapacity: true) }
        values[Key(object: object, property: property)] = cause(source)
    }

    /// An object was made. Of too many, the first are remembered.
    public mutating func noteMade(_ object: ObjectID, _ source: LineSource?) {
        hasLines = hasLines || source != nil
        guard made.count < Self.most else { return }
        made[object] = cause(source)
    }

    /// A value was said by a line that goes the short way; nil: an object was made. Allocates once.
    @inlinable public mutating func notePlain(_ object: ObjectID, _ property: PropertyID?) {
        serial &+= 1
        let one = Recent(object: object, property: property ?? Self.all, time: now, serial: serial)
        if recent.count < Self.mostRecent {
            if recent.isEmpty { recent.reserveCapacity(Self.mostRecent) }
            return recent.append(one)
        }
        recent[nextRecent] = one
        nextRecent = nextRecent + 1 < Self.mostRecent ? nextRecent + 1 : 0
    }

    /// The cause of the value that a property was set to last; nil when nothing is known of it.
    public func cause(_ object: ObjectID, _ property: PropertyID) -> Cause? {
        func newest(_ one: PropertyID, _ known: Cause?) -> Cause? {
            let plain = recent.filter { $0.object == object && $0.property == one }.max { $0.serial < $1.serial }
            guard let plain, plain.serial > known?.serial ?? 0 else { return known }
            return Cause(actor: .client, source: nil, time: plain.time, serial: plain.serial)
        }
        return newest(property, values[Key(object: object, property: property)]) ?? newest(Self.all, made[object])
    }

    /// Forgets who made an object that is gone.
    public mutating func forget(_ object: ObjectID) { if !made.isEmpty { made[object] = nil } }
}
