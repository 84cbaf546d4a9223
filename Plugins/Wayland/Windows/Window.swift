import CSystem
import CWayland
import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// A surface with a role that shows the output's picture, or a part of it.
@safe
final class Window {
    private unowned let connection: Connection
    let surface: OpaquePointer
    /// The monitor that it covers, if each monitor has a window.
    let home: Monitor?
    private let role: Role
    private let pace: Pace
    private let scale: SurfaceScale
    private let hints: SurfaceHints
    private(set) var wishes: Wishes

    /// In points, as last reported by the compositor; nil before the first report.
    private(set) var size: (width: Int, height: Int)?
    /// The requested size, in points.
    private var asked: (width: Int, height: Int)
    private var entered: [OpaquePointer] = unsafe []
    private(set) var isMapped = false
    /// True when something changed that the host should know.
    var isNews = false
    /// Its part of the picture.
    private var part = PicturePart()
    /// The regions as sent to the compositor; `areNews`: not committed yet.
    private var told = (regions: Outline.Regions(), areNews: false)

    /// Nil when the compositor lacks a required global, or there is no memory. `size` is the requested one, in points;
    /// `lock` is the session lock, for its role.
    init?(
        _ connection: Connection, _ wishes: Wishes, on monitor: Monitor?, home: Monitor?,
        size: (width: Int, height: Int), lock: SessionLock?
    ) {
        guard let compositor = unsafe connection.globals.compositor,
            let surface = unsafe wl_compositor_create_surface(compositor)
        else { return nil }
        guard let role = unsafe Role(connection, surface, wishes, on: monitor, lock) else {
            unsafe wl_surface_destroy(surface)
            return nil
        }
        self.connection = connection
        self.wishes = wishes
        self.home = home
        self.role = role
        asked = size
        unsafe self.surface = unsafe surface
        pace = unsafe Pace(connection, surface)
        scale = unsafe SurfaceScale(connection, surface)
        hints = unsafe SurfaceHints(connection, surface)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_surface_add_listener(surface, Self.surfaceListener, me)
        scale.onChange = { [unowned self] in isNews = true }
        pace.onInterval = { [unowned self] in isNews = true }
        role.onConfigure = { [unowned self] in configured() }
        role.ask(asked, wishes)
        role.apply(wishes, on: monitor)
        hints.apply(wishes.hints)
        hints.activateAtStart()
        if !role.isLock { unsafe wl_surface_commit(surface) }
    }

    deinit {
        hints.destroy()
        role.destroy()
        scale.destroy()
        unsafe wl_surface_destroy(surface)
    }

    /// See `Role`.
    var isFallback: Bool { role.isFallback }
    /// See `Role`.
    var isClosed: Bool { role.isClosed }
    /// See `Role`.
    var isLayer: Bool { role.isLayer }
    /// See `Pace`.
    var isBehind: Bool { pace.isBehind }
    /// True when it has shown something, and may show more.
    var isReady: Bool { isMapped && !isBehind }
    /// True when it shows the current picture.
    var isUpToDate: Bool { part.missed.isEmpty }

    /// See `Pace`.
    func onPresented(_ heard: @escaping (_ frame: UInt64, _ time: UInt64) -> Void) { pace.onPresented = heard }

    // MARK: Wishes

    /// Applies changed requests that need no new surface.
    func apply(_ wishes: Wishes, on monitor: Monitor?) {
        guard wishes != self.wishes else { return }
        self.wishes = wishes
        role.ask(asked, wishes)
        role.apply(wishes, on: monitor)
        hints.apply(wishes.hints)
        guard !role.isLock || isMapped else { return }
        told.areNews = false
        unsafe wl_surface_commit(surface)
    }

    /// Requests another size, in points. A window with a size given by the compositor keeps it.
    func ask(_ width: Int, _ height: Int) {
        guard (width, height) != asked else { return }
        asked = (width, height)
        if !role.isLayer {
            if role.proposed == (0, 0) { size = asked }
        } else {
            if let before = size {
                size = (
                    wishes.isStretchedWide ? before.width : width, wishes.isStretchedHigh ? before.height : height
                )
            }
            role.ask(asked, wishes)
            unsafe wl_surface_commit(surface)
        }
        isNews = true
    }

    // MARK: What the compositor says

    /// Pixels per point, at most 16.
    var pixelScale: Double { min(16, scale.preferred ?? Double(wholeScale)) }

    /// The scale of the sharpest monitor that shows the surface.
    private var wholeScale: Int { monitors.map(\.scale).max() ?? 1 }

    /// The refresh rate of the monitors that show the surface, otherwise the measured one; 0 when unknown.
    var refresh: Double {
        let told = monitors.map(\.refresh).max() ?? 0
        return told > 0 || pace.interval == 0 ? told : (1e12 / Double(pace.interval)).rounded() / 1000
    }

    /// Monitors that show the surface; all monitors until that is known.
    private var monitors: [Monitor] {
        if let home { return [home] }
        let all = connection.monitors.values
        let showing = all.filter { monitor in unsafe entered.contains { unsafe $0 == monitor.proxy } }
        if !showing.isEmpty { return showing }
        let named = all.filter { $0.name == wishes.monitor }
        return named.isEmpty ? all.count == 1 ? Array(all) : [] : named
    }

    private func configured() {
        let proposed = role.proposed
        let fresh = (
            width: proposed.width > 0 ? min(proposed.width, Self.longest) : asked.width,
            height: proposed.height > 0 ? min(proposed.height, Self.longest) : asked.height
        )
        if let size, size == fresh { return }
        size = fresh
        isNews = true
    }

    /// Maximum length of an output, in points.
    private static let longest = 16384

    nonisolated(unsafe) private static let surfaceListener = unsafe forever(
        wl_surface_listener(
            enter: { data, _, output in
                guard let output = unsafe output else { return }
                let window = unsafe this(data, Window.self)
                unsafe window.entered.append(output)
                window.isNews = true
            },
            leave: { data, _, output in
                let window = unsafe this(data, Window.self)
                unsafe window.entered.removeAll { unsafe $0 == output }
                window.isNews = true
            }))

    // MARK: Frames

    /// Selects a part of the picture. False when it is the same.
    func look(at rect: PixelRect) -> Bool { part.move(to: rect) }

    /// Records changed rectangles of the picture.
    func miss(_ damage: UnsafeBufferPointer<PixelRect>) { unsafe part.miss(damage) }

    /// Marks everything as out of date.
    func missAll() { part.missAll() }

    /// Shows outdated rectangles, unless there are none, or the compositor has not requested a frame: then they are
    /// shown later. A size that the compositor waits for is shown in any case. False when nothing changed on the
    /// screen.
    func show(_ buffer: SharedBuffer, frame: UInt64, scale: Double) -> Bool {
        guard let size else { return false }
        if part.missed.isEmpty, role.isAsked, isMapped {
            // Only the size changed.
            self.scale.set(scale, size)
            role.acknowledge()
            unsafe wl_surface_commit(surface)
        }
        let view = part.rect
        guard !part.missed.isEmpty, !isBehind || role.isAsked, unsafe buffer.attach(view, to: surface) else {
            return false
        }
        for rect in part.missed {
            unsafe wl_surface_damage_buffer(
                surface, rect.x0 - view.x0, rect.y0 - view.y0, rect.x1 - rect.x0, rect.y1 - rect.y0)
        }
        part.catchUp()
        self.scale.set(scale, size)
        role.acknowledge()
        isMapped = true
        pace.add(frame, isSeen: true)
        told.areNews = false
        unsafe wl_surface_commit(surface)
        return true
    }

    /// Requests the next frame without showing anything new.
    func idle(_ frame: UInt64) {
        pace.add(frame, isSeen: false)
        told.areNews = false
        unsafe wl_surface_commit(surface)
    }

    // MARK: Outline

    /// Sets the opaque and the input region (`takesAll`: everything accepts input) for the next commit. Unchanged
    /// regions are not sent again. `isTranslucent`: nothing is opaque.
    func setOutline(_ outline: Outline, takesAll: Bool, isTranslucent: Bool) {
        var fresh = outline.regions(in: part.rect, takesAll: takesAll)
        if isTranslucent { fresh.opaque = [] }
        guard fresh != told.regions, let compositor = unsafe connection.globals.compositor else { return }
        func region(_ rects: [Outline.PointRect]?) -> OpaquePointer? {
            guard let rects else { return nil }
            let region = unsafe wl_compositor_create_region(compositor)
            for rect in rects { unsafe wl_region_add(region, rect.x, rect.y, rect.width, rect.height) }
            return unsafe region
        }
        if fresh.opaque != told.regions.opaque {
            let solid = unsafe region(fresh.opaque)
            unsafe wl_surface_set_opaque_region(surface, solid)
            unsafe wl_region_destroy(solid)
        }
        if fresh.input != told.regions.input {
            let taken = unsafe region(fresh.input)
            unsafe wl_surface_set_input_region(surface, taken)
            if let taken = unsafe taken { unsafe wl_region_destroy(taken) }
        }
        told.regions = fresh
        told.areNews = true
    }

    /// Commits an outline without a frame.
    func commitOutline() {
        guard told.areNews, isMapped else { return }
        told.areNews = false
        unsafe wl_surface_commit(surface)
    }
}
