import ScrimPluginABI

// C functions have no generics: `context` is a maker, and an instance is a box, whose overrides know the kind's type.

/// The object behind a layer's instance pointer.
class LayerBox {
    func draw(_ canvas: Canvas, _ bounds: Rect, _ properties: Properties) throws(PluginFailure) {}
    func measure(_ width: Double, _ bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point {
        throw .unsupported
    }
    func compute(_ number: Int, _ bounds: Rect, _ properties: Properties) throws(PluginFailure) -> SIMD4<Double> {
        throw .unsupported
    }
    func computeList(_ number: Int, _ bounds: Rect, _ properties: Properties) throws(PluginFailure) -> [Double] {
        throw .unsupported
    }
    /// The last computed list, for the host to read.
    var list = LentNumbers()
}

/// Numbers lent to the host until the next ones.
@safe
struct LentNumbers: ~Copyable {
    private var numbers = unsafe UnsafeMutableBufferPointer<Double>(start: nil, count: 0)

    init() {}

    deinit { unsafe numbers.deallocate() }

    /// A copy of the numbers in memory that is valid until the next call.
    mutating func lend(_ list: [Double]) -> UnsafeBufferPointer<Double> {
        unsafe numbers.deallocate()
        unsafe numbers = .allocate(capacity: list.count)
        _ = unsafe numbers.initialize(from: list)
        return unsafe UnsafeBufferPointer(numbers)
    }
}

private final class TypedLayerBox<Kind: LayerKind>: LayerBox {
    private var kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    override func draw(_ canvas: Canvas, _ bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        try kind.draw(canvas, bounds: bounds, properties)
    }

    override func measure(
        _ width: Double, _ bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> Point { try kind.measure(width: width, bounds: bounds, properties) }

    override func compute(
        _ number: Int, _ bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> SIMD4<Double> { try kind.compute(number, bounds: bounds, properties) }

    override func computeList(
        _ number: Int, _ bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> [Double] { try kind.computeList(number, bounds: bounds, properties) }
}

/// A text lent to the host until the next one.
@safe
final class LentText {
    private var bytes = unsafe UnsafeMutableBufferPointer<CChar>(start: nil, count: 0)

    init() {}

    deinit { unsafe bytes.deallocate() }

    /// A copy of the text in memory that is valid until the next call.
    func lend(_ text: String) -> scrim_string {
        unsafe bytes.deallocate()
        unsafe bytes = .allocate(capacity: text.utf8.count)
        for (index, byte) in text.utf8.enumerated() { unsafe bytes[index] = CChar(bitPattern: byte) }
        return unsafe scrim_string(bytes: bytes.baseAddress, length: UInt64(bytes.count))
    }
}

/// The object behind a layer kind's context.
private final class LayerMaker {
    let make: (Host) throws(PluginFailure) -> LayerBox
    /// Set for a kind that lays its sublayers out.
    let layout: (any ArrangingKind.Type)?
    let refusal: (String, Int, Host) -> String?
    /// The last rejection, for the host to read.
    let reason = LentText()

    init(
        _ layout: (any ArrangingKind.Type)?, _ refusal: @escaping (String, Int, Host) -> String?,
        _ make: @escaping (Host) throws(PluginFailure) -> LayerBox
    ) {
        (self.layout, self.refusal, self.make) = (layout, refusal, make)
    }
}

/// Creates the table of a layer kind.
func layerTable<Kind: LayerKind>(_ kind: Kind.Type) -> scrim_kind {
    let layout = kind as? any ArrangingKind.Type
    let maker = LayerMaker(layout, { Kind.refusal(of: $0, $1, host: $2) }) { host throws(PluginFailure) in
        TypedLayerBox(try Kind(host: host))
    }
    let table = unsafe forever(
        scrim_layer(
            size: UInt32(MemoryLayout<scrim_layer>.size),
            flags: (Kind.usesBounds ? 1 : 0) | (Kind.placesSublayers ? 2 : 0)
                | (Kind.usesTime ? 4 : 0) | (Kind.drawsAbove ? 8 : 0) | (Kind.isHitByDrawing ? 16 : 0)
                | (Kind.drawsFigure ? 32 : 0),
            create: { host, context, _, instance in
                guard let context = unsafe context else { return 6 }
                let maker = unsafe Unmanaged<LayerMaker>.fromOpaque(context).takeUnretainedValue()
                do throws(PluginFailure) {
                    let box = try unsafe maker.make(Host(host))
                    unsafe instance.pointee = unsafe Unmanaged.passRetained(box).toOpaque()
                    return 0
                } catch {
                    return error.status
                }
            },
            destroy: { instance in
                if let instance = unsafe instance { unsafe Unmanaged<LayerBox>.fromOpaque(instance).release() }
            },
            update: nil,
            draw: { instance, host, request, canvas in
                guard let instance = unsafe instance else { return 6 }
                return unsafe Unmanaged<LayerBox>.fromOpaque(instance)._withUnsafeGuaranteedRef { box in
                    do throws(PluginFailure) {
                        // Contract 1.0 ends at byte 48.
                        let time = unsafe request.pointee.size > 48 ? request.pointee.time : 0
                        try unsafe box.draw(
                            Canvas(canvas, time: time), request.pointee.bounds,
                            Properties(host, request.pointee.object))
                        return 0
                    } catch {
                        return error.status
                    }
                }
            },
            measure: unsafe Kind.measures ? measure : nil, compute: compute,
            arrange: layout == nil ? nil : arrange, fit: layout == nil ? nil : fit, check: check,
            compute_list: computeList))
    return unsafe kindTable(kind, "scrim.layer/1", UnsafeRawPointer(table), maker)
}

private func measure(
    _ instance: UnsafeMutableRawPointer?, _ host: UnsafePointer<scrim_host>, _ request: UnsafePointer<scrim_draw>,
    _ width: Double, _ size: UnsafeMutablePointer<scrim_point>
) -> UInt32 {
    guard let instance = unsafe instance else { return 6 }
    return unsafe Unmanaged<LayerBox>.fromOpaque(instance)._withUnsafeGuaranteedRef { box in
        do throws(PluginFailure) {
            // SCRIM_DRAW_UNCHANGED. Before, the struct ended at byte 56.
            let areUnchanged = unsafe request.pointee.size > 56 && request.pointee.flags & 1 != 0
            unsafe size.pointee = try unsafe box.measure(
                width, request.pointee.bounds,
                Properties(host, request.pointee.object, areUnchanged: areUnchanged))
            return 0
        } catch {
            return error.status
        }
    }
}

private func compute(
    _ instance: UnsafeMutableRawPointer?, _ host: UnsafePointer<scrim_host>, _ request: UnsafePointer<scrim_draw>,
    _ number: UInt32, _ value: UnsafeMutablePointer<Double>
) -> UInt32 {
    guard let instance = unsafe instance else { return 6 }
    return unsafe Unmanaged<LayerBox>.fromOpaque(instance)._withUnsafeGuaranteedRef { box in
        do throws(PluginFailure) {
            let numbers = try unsafe box.compute(
                Int(number), request.pointee.bounds, Properties(host, request.pointee.object))
            for index in 0..<4 { unsafe value[index] = numbers[index] }
            return 0
        } catch {
            return error.status
        }
    }
}

private func computeList(
    _ instance: UnsafeMutableRawPointer?, _ host: UnsafePointer<scrim_host>, _ request: UnsafePointer<scrim_draw>,
    _ number: UInt32, _ values: UnsafeMutablePointer<UnsafePointer<Double>?>, _ count: UnsafeMutablePointer<UInt64>
) -> UInt32 {
    guard let instance = unsafe instance else { return 6 }
    return unsafe Unmanaged<LayerBox>.fromOpaque(instance)._withUnsafeGuaranteedRef { box in
        do throws(PluginFailure) {
            let numbers = try unsafe box.computeList(
                Int(number), request.pointee.bounds, Properties(host, request.pointee.object))
            let lent = unsafe box.list.lend(numbers)
            unsafe (values.pointee, count.pointee) = (lent.baseAddress, UInt64(lent.count))
            return 0
        } catch {
            return error.status
        }
    }
}

private func check(
    _ context: UnsafeMutableRawPointer?, _ host: UnsafePointer<scrim_host>, _ number: UInt32, _ text: scrim_string,
    _ reason: UnsafeMutablePointer<scrim_string>
) -> UInt32 {
    guard let context = unsafe context else { return 6 }
    let maker = unsafe Unmanaged<LayerMaker>.fromOpaque(context).takeUnretainedValue()
    let string = unsafe String(
        decoding: UnsafeRawBufferPointer(start: text.bytes, count: Int(text.length)), as: UTF8.self)
    guard let refusal = unsafe maker.refusal(string, Int(number), Host(host)) else { return 0 }
    unsafe reason.pointee = unsafe maker.reason.lend(refusal)
    return 6
}

private func arrange(
    _ context: UnsafeMutableRawPointer?, _ host: UnsafePointer<scrim_host>, _ layout: UnsafePointer<scrim_layout>,
    _ frames: UnsafeMutablePointer<scrim_rect>
) -> UInt32 {
    guard let kind = unsafe kind(context) else { return 6 }
    do throws(PluginFailure) {
        let sublayers = unsafe Sublayers(layout)
        let size = unsafe Size(layout.pointee.width, layout.pointee.height)
        let list = try unsafe kind.frames(of: sublayers, in: size, Properties(host, layout.pointee.object))
        guard list.count == sublayers.count else { return 6 }
        for (index, frame) in list.enumerated() { unsafe frames[index] = frame }
        return 0
    } catch {
        return error.status
    }
}

private func fit(
    _ context: UnsafeMutableRawPointer?, _ host: UnsafePointer<scrim_host>, _ layout: UnsafePointer<scrim_layout>,
    _ size: UnsafeMutablePointer<scrim_point>
) -> UInt32 {
    guard let kind = unsafe kind(context) else { return 6 }
    do throws(PluginFailure) {
        let own = try unsafe kind.size(for: Sublayers(layout), Properties(host, layout.pointee.object))
        unsafe size.pointee = Point(x: own.width, y: own.height)
        return 0
    } catch {
        return error.status
    }
}

private func kind(_ context: UnsafeMutableRawPointer?) -> (any ArrangingKind.Type)? {
    unsafe context.flatMap { unsafe Unmanaged<LayerMaker>.fromOpaque($0).takeUnretainedValue().layout }
}
