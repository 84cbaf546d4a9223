public import ScrimPluginABI

/// A kind of behavior: its name and properties. The engine interprets them.
public struct BehaviorKind: Sendable {
    /// The name, as in the manifest.
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

/// The position of a layer named by a behavior. The root layer has the number 0.
public typealias Item = scrim_item
/// The current position of an item.
public typealias Motion = scrim_motion

/// The beginning or end of a contact. A boundary's name is valid until the engine's next call.
public typealias Contact = scrim_contact

/// The velocity of an item, in points and radians per second.
public typealias Velocity = scrim_velocity

/// The engine of all behavior kinds of a plugin, which moves layers by rules. Objects are reported in the order of
/// creation, preceded by the objects to which they refer.
public protocol BehaviorEngine: AnyObject {
    /// The kinds, as in the manifest.
    static var kinds: [BehaviorKind] { get }
    /// Creates the engine, for the first object.
    init(host: Host) throws(PluginFailure)
    /// Called for a new object, and when its properties changed. `kind` is the index in `kinds`.
    func change(_ kind: Int, _ properties: Properties) throws(PluginFailure)
    /// Called when an object or an item was removed.
    func remove(_ object: UInt64)
    /// Called for a new item, and when it was moved or resized by others.
    func place(_ item: Item)
    /// Steps to a scene time, in seconds; returns true while anything moves. The same changes at the same times must
    /// give the same motions, whatever the steps in between.
    func step(to time: Double) throws(PluginFailure) -> Bool
    /// The current velocity of an item; nil for other layers.
    func velocity(of item: UInt64) -> Velocity?
    /// The motion of an item or an object: state that is not in properties or positions, such as its velocity, as at
    /// most 256 finite numbers. It is stored in dumps and state files. Empty: no state.
    func motion(of object: UInt64) -> [Double]
    /// Lets an item or an object continue with a motion from `motion`, possibly of another version. It was changed and
    /// placed before, with everything that moves it.
    func resume(_ object: UInt64, _ motion: [Double])
    /// Validates a text for a property with `isChecked`; `kind` and `number` are indices in `kinds` and the kind's
    /// schema. Returns the reason for rejecting it, or nil. Restored values are not checked.
    static func refusal(of text: String, _ kind: Int, _ number: Int) -> String?
    /// Seconds of scene time that the last step skipped because it was too much work; all motions are delayed by that.
    var skipped: Double { get }
    /// The items moved by the last step. The memory belongs to the engine and is valid until its next call.
    var motions: UnsafeBufferPointer<Motion> { get }
    /// The contacts that began or ended in the last step; memory as for `motions`.
    var contacts: UnsafeBufferPointer<Contact> { get }
}

extension BehaviorEngine {
    /// By default nothing is skipped.
    public var skipped: Double { 0 }
    /// By default there is no velocity.
    public func velocity(of item: UInt64) -> Velocity? { nil }
    /// By default there is no motion.
    public func motion(of object: UInt64) -> [Double] { [] }
    /// By default the motion is ignored.
    public func resume(_ object: UInt64, _ motion: [Double]) {}
    /// By default every text is valid.
    public static func refusal(of text: String, _ kind: Int, _ number: Int) -> String? { nil }
}
