public import ScrimPluginABI

/// A kind of behavior: its name and properties. The engine gives them their meaning.
public struct BehaviorKind: Sendable {
    /// As the manifest has it.
    public var name: String
    /// One line for `describe`.
    public var help: String
    /// The kind's properties.
    public var schema: [Property]

    /// A kind with these properties.
    public init(_ name: String, help: String, _ schema: [Property]) {
        (self.name, self.help, self.schema) = (name, help, schema)
    }
}

/// Where a layer is that behaviors name. The root layer has the number 0.
public typealias Item = scrim_item
/// Where an item is now.
public typealias Motion = scrim_motion

/// Two things began to touch, or ended. A boundary's name lives until the engine's next call.
public typealias Contact = scrim_contact

/// How fast an item moves, in points and radians per second.
public typealias Velocity = scrim_velocity

/// The engine of all behavior kinds of a plugin, which moves layers by rules. Objects are told in the order of their creation,
/// objects that they refer to first.
public protocol BehaviorEngine: AnyObject {
    /// The kinds, as the manifest has them.
    static var kinds: [BehaviorKind] { get }
    /// Made with the first object.
    init(host: Host) throws(PluginFailure)
    /// An object is new, or its properties are others. `kind` is the index in `kinds`.
    func change(_ kind: Int, _ properties: Properties) throws(PluginFailure)
    /// An object, or an item, is gone.
    func remove(_ object: UInt64)
    /// An item is new, or somebody else put it elsewhere or changed its size.
    func place(_ item: Item)
    /// Steps to a scene time, in seconds; true while anything moves. The same changes at the same times give the same motions,
    /// for any steps in between.
    func step(to time: Double) throws(PluginFailure) -> Bool
    /// How fast an item moves now; nil for what is no item.
    func velocity(of item: UInt64) -> Velocity?
    /// How an item, or an object, goes on: what is known of it beside properties and places, as its velocity, in finite numbers, 256 at most.
    /// Dumps and state files have them. Empty: nothing.
    func motion(of object: UInt64) -> [Double]
    /// An item, or an object, goes on as `motion` said, perhaps that of another version. It was told and placed before, with all that moves it.
    func resume(_ object: UInt64, _ motion: [Double])
    /// Reason against a text for a property with `isChecked`, `kind` and `number` being indices in `kinds` and the kind's schema; nil: it is
    /// valid. Restored values are not checked.
    static func refusal(of text: String, _ kind: Int, _ number: Int) -> String?
    /// Seconds of scene time that the last step left out, since they were too much work: from then on motions are that much late.
    var skipped: Double { get }
    /// Items moved by the last step. The memory is the engine's and valid until its next call.
    var motions: UnsafeBufferPointer<Motion> { get }
    /// Contacts that began or ended in the last step; memory as of `motions`.
    var contacts: UnsafeBufferPointer<Contact> { get }
}

extension BehaviorEngine {
    /// 0: nothing is left out.
    public var skipped: Double { 0 }
    /// Nothing is known.
    public func velocity(of item: UInt64) -> Velocity? { nil }
    /// Nothing is known.
    public func motion(of object: UInt64) -> [Double] { [] }
    /// Nothing is kept.
    public func resume(_ object: UInt64, _ motion: [Double]) {}
    /// Any is taken.
    public static func refusal(of text: String, _ kind: Int, _ number: Int) -> String? { nil }
}
