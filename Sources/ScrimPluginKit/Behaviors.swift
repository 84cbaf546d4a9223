public import ScrimPluginABI

/// A kind of behavior: only its name and properties; what it does is the engine's.
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

/// What moves layers by rules: one for all behavior kinds of a plugin. Objects are told in the order in which they were made, and
/// what they name is placed before.
public protocol BehaviorEngine: AnyObject {
    /// The kinds, as the manifest has them.
    static var kinds: [BehaviorKind] { get }
    /// Made with the first object.
    init(host: Host) throws(PluginFailure)
    /// An object is new, or its properties are others. `kind` is the place in `kinds`.
    func change(_ kind: Int, _ properties: Properties) throws(PluginFailure)
    /// An object, or an item, is gone.
    func remove(_ object: UInt64)
    /// An item is new, or somebody else put it elsewhere or changed its size.
    func place(_ item: Item)
    /// Goes on to a scene time, and says whether anything moves. The same changes at the same times give the same motions,
    /// whatever times are stepped to.
    func step(to time: Double) throws(PluginFailure) -> Bool
    /// Seconds of scene time that the last step left out, since they were too much work: from then on motions are that much late.
    var skipped: Double { get }
    /// What has moved in the last step. The memory is the engine's and stays until its next call.
    var motions: UnsafeBufferPointer<Motion> { get }
    /// What began to touch, or ended to, in the last step, as `motions`.
    var contacts: UnsafeBufferPointer<Contact> { get }
}

extension BehaviorEngine {
    /// 0: nothing is left out.
    public var skipped: Double { 0 }
}
