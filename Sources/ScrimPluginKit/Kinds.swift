public import ScrimPluginABI

/// A kind of object that a plugin brings.
public protocol ObjectKind {
    /// As the manifest has it: `[A-Za-z][A-Za-z0-9._-]*`.
    static var name: String { get }
    /// One line for `describe`.
    static var help: String { get }
    /// The kind's own properties; those that every layer or output has come before them by themselves.
    static var schema: [Property] { get }
}

/// A kind of layer that draws itself. A value of the type is kept for each object.
public protocol LayerKind: ObjectKind {
    /// True when the drawing depends on the layer's bounds. False unless the kind says otherwise.
    static var usesBounds: Bool { get }
    /// True when the sublayers are drawn as often, and where, `draw` says (`Canvas.drawSublayers`), not by themselves. False
    /// unless the kind says otherwise.
    static var placesSublayers: Bool { get }
    /// True when layers of the kind have a size of their own, which `measure` says. False unless the kind says otherwise.
    static var measures: Bool { get }
    /// Made before the object's first drawing.
    init(host: Host) throws(PluginFailure)
    /// The size that the picture has by itself, in points, at least 0. `width` is what there is room for; infinite: as much as
    /// it likes. `bounds` are those that were given: their size may be zero.
    mutating func measure(width: Double, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point
    /// What a computed property reads, `number` being its place in the schema: one number, or two or four from the left.
    mutating func compute(_ number: Int, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> SIMD4<Double>
    /// Records the picture. The same properties and bounds give the same drawing.
    mutating func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure)
}

extension LayerKind {
    /// False: the drawing is the same whatever the bounds are.
    public static var usesBounds: Bool { false }
    /// False: the sublayers are drawn once, where they are.
    public static var placesSublayers: Bool { false }
    /// False: only bounds say how large a layer is.
    public static var measures: Bool { false }
    /// Nothing.
    public mutating func measure(width: Double, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point {
        throw .unsupported
    }
    /// Nothing.
    public mutating func compute(
        _ number: Int, bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> SIMD4<Double> {
        throw .unsupported
    }
}

/// Size, density and pace of an output.
public struct Mode: Equatable, Sendable {
    /// In pixels, 1…32000.
    public var width: Int
    /// In pixels, 1…32000.
    public var height: Int
    /// Pixels per point.
    public var scale: Double
    /// Frames a second.
    public var refresh: Double
}

/// The memory for one frame: rows of premultiplied 0xAARRGGBB words.
@safe
public struct Buffer {
    /// Valid until the buffer is acquired again, or the output is configured or destroyed.
    public var pixels: UnsafeMutableRawPointer
    /// Bytes from row to row: a multiple of 4, at least 4·width.
    public var stride: Int
    /// How many frames ago what it holds was presented; 0: undefined.
    public var age: Int
    /// The same memory for clients; the plugin keeps owning it. Nil: not shared.
    public var descriptor: Int32?
    /// Where the pixels begin behind the descriptor, in bytes.
    public var offset: Int
    /// The plugin's own name for the buffer.
    public var id: UInt64

    /// A buffer that is not shared and of the name 0, unless said otherwise.
    public init(
        pixels: UnsafeMutableRawPointer, stride: Int, age: Int, descriptor: Int32? = nil, offset: Int = 0,
        id: UInt64 = 0
    ) {
        unsafe self.pixels = unsafe pixels
        self.stride = stride
        self.age = age
        self.descriptor = descriptor
        self.offset = offset
        self.id = id
    }
}

/// What is presented.
public struct Frame: Sendable {
    /// `Buffer.id`.
    public var buffer: UInt64
    /// Counts up by one.
    public var number: UInt64
    /// When it should be seen: CLOCK_MONOTONIC, nanoseconds.
    public var time: UInt64
}

/// A kind of output. `configure` comes first, then `acquire` and `present` in turn.
public protocol OutputKind: ObjectKind, AnyObject {
    /// `object` names the output to `Host.presented`.
    init(host: Host, object: UInt64) throws(PluginFailure)
    /// Takes a mode, and reads its properties again. Throwing keeps the mode before.
    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure)
    /// Gives the memory for the next frame.
    func acquire() throws(PluginFailure) -> Buffer
    /// Shows what was acquired last, and calls `Host.presented` for it. `damage` is what differs from the frame before.
    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure)
}
