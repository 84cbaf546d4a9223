import CWayland

/// A monitor of the compositor.
@safe
final class Monitor {
    let proxy: OpaquePointer
    private let version: UInt32
    private let onChange: () -> Void
    /// The xdg-output, which reports its origin on the desktop; nil if not supported.
    private var place: OpaquePointer?
    /// Empty if the compositor does not report it.
    private(set) var name = ""
    private(set) var scale = 1
    /// Frames per second; 0 when unknown.
    private(set) var refresh = 0.0

    // From its own events, in case nothing better is known: position on the desktop, pixels, quarter turns.
    private var corner = (x: 0, y: 0)
    private var pixels = (width: 0, height: 0)
    private var turns: Int32 = 0
    // From xdg-output.
    private var logicalCorner: (x: Int, y: Int)?
    private var logicalSize: (width: Int, height: Int)?

    init(_ proxy: OpaquePointer, version: UInt32, onChange: @escaping () -> Void) {
        unsafe self.proxy = unsafe proxy
        self.version = version
        self.onChange = onChange
        _ = unsafe wl_output_add_listener(proxy, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if let place = unsafe place { unsafe zxdg_output_v1_destroy(place) }
        if version >= 3 { unsafe wl_output_release(proxy) } else { unsafe wl_output_destroy(proxy) }
    }

    /// Requests its position on the desktop from `places`, a manager of xdg-outputs.
    func locate(by places: OpaquePointer?) {
        guard unsafe place == nil, let places = unsafe places else { return }
        unsafe place = unsafe zxdg_output_manager_v1_get_xdg_output(places, proxy)
        _ = unsafe zxdg_output_v1_add_listener(place, Self.placeListener, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Its rectangle on the desktop, in points; nil while unknown.
    var rect: Area? {
        let turned = turns & 1 == 1
        let size =
            logicalSize ?? (
                width: (turned ? pixels.height : pixels.width) / scale,
                height: (turned ? pixels.width : pixels.height) / scale
            )
        guard size.width > 0, size.height > 0 else { return nil }
        let corner = logicalCorner ?? corner
        return Area(x: corner.x, y: corner.y, width: size.width, height: size.height)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_output_listener(
            geometry: { data, _, x, y, _, _, _, _, _, turns in
                let monitor = unsafe this(data, Monitor.self)
                (monitor.corner, monitor.turns) = ((Int(x), Int(y)), turns)
                monitor.onChange()
            },
            mode: { data, _, flags, width, height, refresh in
                guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
                let monitor = unsafe this(data, Monitor.self)
                monitor.refresh = Double(max(0, refresh)) / 1000
                monitor.pixels = (Int(width), Int(height))
                monitor.onChange()
            },
            done: { data, _ in unsafe this(data, Monitor.self).onChange() },
            scale: { data, _, scale in
                let monitor = unsafe this(data, Monitor.self)
                monitor.scale = max(1, Int(scale))
                monitor.onChange()
            },
            name: { data, _, name in unsafe this(data, Monitor.self).isCalled(name) },
            description: { _, _, _ in }))

    nonisolated(unsafe) private static let placeListener = unsafe forever(
        zxdg_output_v1_listener(
            logical_position: { data, _, x, y in
                let monitor = unsafe this(data, Monitor.self)
                monitor.logicalCorner = (Int(x), Int(y))
                monitor.onChange()
            },
            logical_size: { data, _, width, height in
                let monitor = unsafe this(data, Monitor.self)
                monitor.logicalSize = (Int(width), Int(height))
                monitor.onChange()
            },
            done: { _, _ in }, name: { data, _, name in unsafe this(data, Monitor.self).isCalled(name) },
            description: { _, _, _ in }))

    private func isCalled(_ name: UnsafePointer<CChar>?) {
        guard let name = unsafe name else { return }
        unsafe self.name = String(cString: name)
        onChange()
    }
}

/// A rectangle on the desktop, in points.
struct Area: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// The bounding box of both.
    func union(_ other: Area) -> Area {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Area(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
