import Geometry

/// The blurred cut-off area of a rounded corner, which is subtracted from the shadow of a rectangle.
///
/// 65280 is full. Either in pixels, relative to the pixel that contains the corner's vertex, or in eighths of the
/// standard deviation from the vertex inward, for interpolation: then it serves every fractional position, and every
/// size with the same proportions.
@safe final class CornerShadow: CachedValue {
    /// Indices of the first value and after the last one.
    let span: PixelRect
    let values: UnsafePointer<UInt16>
    let count: Int
    var lastUse: UInt64 = 0

    init(span: PixelRect, values: [UInt16]) {
        self.span = span
        count = values.count
        let copy = UnsafeMutablePointer<UInt16>.allocate(capacity: values.count)
        for i in values.indices { unsafe (copy + i).initialize(to: values[i]) }
        unsafe self.values = unsafe UnsafePointer(copy)
    }

    deinit { unsafe values.deallocate() }

    var cost: Int { 2 * count + 192 }
}

/// Cache of shadow corners; the least recently used are evicted when the budget in bytes is exceeded. Pictures do not
/// depend on it.
public final class ShadowTables {
    enum Key: Hashable {
        /// Independent of scale: the radius is in standard deviations.
        case smooth(radius: Double, isContinuous: Bool)
        /// Radius and standard deviation in pixels; position of the vertex in its pixel, in units of 1/1024 pixel.
        case exact(quadrant: UInt8, x: Int16, y: Int16, radius: Double, sigma: Double, isContinuous: Bool)
    }

    /// Number of steps of a smooth table per standard deviation.
    static let steps = 8.0
    /// Minimum standard deviation for smooth tables, in pixels; below it, the blur by a pixel's own width is visible.
    static let leastSmooth = 4.0
    /// Maximum extent of a corner with a smooth table, in steps.
    static let mostSteps = 256.0
    /// Maximum number of pixels in an exact table.
    static let mostPixels = 1 << 20

    /// The extent of a corner along its sides, if there is enough room.
    static func corner(_ radius: Double, isContinuous: Bool) -> Double {
        isContinuous ? radius * Path.continuousReach : radius
    }

    private var tables: BudgetCache<Key, CornerShadow>
    /// Size of the cache in bytes, and the number of hits and misses.
    public var bytes: Int { tables.bytes }
    public var hits: Int { tables.hits }
    public var misses: Int { tables.misses }
    /// Maximum size in bytes; a smaller value takes effect immediately.
    public var budget: Int {
        get { tables.budget }
        set { tables.budget = newValue }
    }

    private var lastProfile: (sigma: Double, profile: ShadowProfile)?
    let profile = Scratch<UInt16>()
    let row = Scratch<UInt16>()
    let bytesRow = Scratch<UInt8>()
    let mixed = Scratch<UInt16>()
    /// For each corner and column: the step before it, and the remainder in 1/256.
    let steps: InlineArray<4, Scratch<UInt16>> = [Scratch(), Scratch(), Scratch(), Scratch()]
    let parts: InlineArray<4, Scratch<UInt16>> = [Scratch(), Scratch(), Scratch(), Scratch()]

    public init(budget: Int = 4 << 20) { tables = BudgetCache(budget: budget) }

    /// The profile for a standard deviation; the last one is cached, because shadows of a picture are often similar.
    func profile(sigma: Double) -> ShadowProfile {
        if let lastProfile, lastProfile.sigma == sigma { return lastProfile.profile }
        let made = ShadowProfile(sigma: sigma)
        lastProfile = (sigma, made)
        return made
    }

    /// Nil when there is no memory for it.
    func table(_ key: Key, _ tools: CanvasTools) -> CornerShadow? {
        if let table = tables.find(key) { return table }
        guard let table = try? Self.make(key, tools) else { return nil }
        tables.keep(table, for: key)
        return table
    }

    // MARK: Making

    private static func make(_ key: Key, _ tools: CanvasTools) throws(BitmapError) -> CornerShadow {
        switch key {
        case .smooth(let radius, let isContinuous):
            return try make(
                0, vertex: .zero, radius * steps, GaussianBlur(sigma: steps), isContinuous: isContinuous, tools)
        case .exact(let quadrant, let x, let y, let radius, let sigma, let isContinuous):
            let one = Double(CoverageGrid.one)
            return try make(
                quadrant, vertex: Point(Double(x) / one, Double(y) / one), radius, GaussianBlur(sigma: sigma),
                isContinuous: isContinuous, tools)
        }
    }

    private static func make(
        _ quadrant: UInt8, vertex: Point, _ radius: Double, _ blur: GaussianBlur, isContinuous: Bool,
        _ tools: CanvasTools
    ) throws(BitmapError) -> CornerShadow {
        let reach = ShadowTables.corner(radius, isContinuous: isContinuous)
        let (right, down) = (quadrant == 0 || quadrant == 3 ? 1.0 : -1.0, quadrant < 2 ? 1.0 : -1.0)
        func across(_ length: Double) -> Rect {
            Rect(from: vertex, to: Point(vertex.x + right * length, vertex.y + down * length))
        }
        let span = PixelRect(covering: across(reach))
        // Large enough to keep the other corners outside the span and not to ease continuous ones.
        let whole = across((4 * reach).rounded(.up) + 4)
        let corners = CornerShape(
            topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius, isContinuous: isContinuous)
        let round = try tools.mask(
            of: PathShape(path: .roundedRect(whole, corners), transform: .identity, rule: .nonZero), in: span)
        let cut = try Bitmap(width: round.width, height: round.height, format: .alpha)
        if let square = EdgeRect(whole) { tools.cover(square, span, cut) }
        for y in 0..<cut.height {
            unsafe cut.withRow(y) { to in
                unsafe round.withRow(y) { from in
                    for x in to.indices { unsafe to[x] = to[x] > from[x] ? to[x] &- from[x] : 0 }
                }
            }
        }
        let grown = blur.input(for: span)
        return CornerShadow(span: grown, values: blur.blurredAlpha(cut, at: PixelPoint(span.x0, span.y0), in: grown))
    }
}

/// Reusable memory for a row.
@safe
final class Scratch<Element: FixedWidthInteger> {
    private var memory = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    private var capacity = 0

    deinit { unsafe memory.deallocate() }

    /// At least `count` elements with undefined contents.
    func take(_ count: Int) -> UnsafeMutablePointer<Element> {
        if count > capacity {
            unsafe memory.deallocate()
            capacity = count + count / 2
            unsafe memory = .allocate(capacity: capacity)
            unsafe memory.initialize(repeating: 0, count: capacity)
        }
        return unsafe memory
    }
}
