public import Schema

/// Origin of a property's value, where the value alone is not enough.
///
/// Most properties have none: a nondefault value was set, and a default was not. An entry tells that the default was
/// set, that a style set the value, or that the literal refers to variables.
public struct PropertyOrigin: Equatable, Sendable {
    public enum Source: Equatable, Sendable {
        /// Set by a client.
        case given
        /// Set by this active style.
        case style(ObjectID)
    }

    public var source: Source
    /// The literal as written, when it refers to variables; otherwise empty.
    public var text: String
    /// Variables that the literal refers to, without duplicates.
    public var variables: [String]

    public init(_ source: Source, text: String = "", variables: [String] = []) {
        self.source = source
        self.text = text
        self.variables = variables
    }

    public var refersToVariables: Bool { !variables.isEmpty }

    /// True for a value set by a style.
    public var isStyled: Bool { if case .style = source { true } else { false } }

    /// True unless it only says that the default was set.
    var isDependent: Bool { source != .given || refersToVariables }
}

/// Origins by object, and objects by the variables that their values refer to.
struct OriginTable {
    /// Maximum bytes of a literal that refers to variables.
    static let maxBytes = 4096

    private var entries: [Slot: [(path: PropertyPath, origin: PropertyOrigin)]] = [:]
    /// Number of values of each object that refer to a variable.
    private var users: [String: [Slot: Int32]] = [:]

    /// Number of entries that say more than that a default was set.
    private var dependents = 0

    var isEmpty: Bool { entries.isEmpty }
    var hasDependents: Bool { dependents > 0 }

    func all(of slot: Slot) -> [(path: PropertyPath, origin: PropertyOrigin)] { entries[slot] ?? [] }

    func find(_ slot: Slot, _ path: PropertyPath) -> PropertyOrigin? {
        guard let own = entries[slot] else { return nil }
        for entry in own where entry.path == path { return entry.origin }
        return nil
    }

    /// Sets or removes an entry. Returns the previous one.
    mutating func set(_ slot: Slot, _ path: PropertyPath, _ origin: PropertyOrigin?) -> PropertyOrigin? {
        let at = entries[slot]?.firstIndex { $0.path == path }
        let old = at.flatMap { entries[slot]?[$0].origin }
        for name in old?.variables ?? [] { forget(name, slot) }
        for name in origin?.variables ?? [] { users[name, default: [:]][slot, default: 0] += 1 }
        dependents += (origin?.isDependent == true ? 1 : 0) - (old?.isDependent == true ? 1 : 0)
        switch (at, origin) {
        case (let at?, let origin?): entries[slot]?[at].origin = origin
        case (let at?, nil):
            entries[slot]?.remove(at: at)
            if entries[slot]?.isEmpty == true { entries[slot] = nil }
        case (nil, let origin?): entries[slot, default: []].append((path, origin))
        case (nil, nil): break
        }
        return old
    }

    private mutating func forget(_ name: String, _ slot: Slot) {
        guard let count = users[name]?[slot] else { return }
        users[name]?[slot] = count > 1 ? count - 1 : nil
        if users[name]?.isEmpty == true { users[name] = nil }
    }

    mutating func forget(_ slot: Slot) {
        guard let own = entries.removeValue(forKey: slot) else { return }
        for entry in own {
            for name in entry.origin.variables { forget(name, slot) }
            if entry.origin.isDependent { dependents -= 1 }
        }
    }

    /// Objects with values that refer to a variable, in slot order.
    func users(of name: String) -> [Slot] { users[name].map { $0.keys.sorted() } ?? [] }
}

/// The scene's styles and variables; empty if unused.
struct StyleTable {
    /// Keys of objects with free keys.
    var keys = KeyTable()
    var origins = OriginTable()
    /// Layers with states or active styles.
    var layers: [Slot: Styling] = [:]
    /// Layers to be styled again.
    var queue = RestyleQueue()
    /// True while values derived from styles and variables are set.
    var isComputing = false
    /// True when some layer accepts or accepted input because of a style: pointers have to be tracked.
    var hasInputStyles = false
}
