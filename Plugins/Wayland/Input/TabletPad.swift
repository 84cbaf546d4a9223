import CWayland

/// The buttons, rings and strips of a tablet. They are not used, but the compositor's objects have to be destroyed.
@safe
final class TabletPad {
    private let proxy: OpaquePointer
    private var groups: [OpaquePointer] = unsafe []
    private var rings: [OpaquePointer] = unsafe []
    private var strips: [OpaquePointer] = unsafe []
    /// Called when the pad was removed.
    var onRemoval: (() -> Void)?

    init(_ proxy: OpaquePointer) {
        unsafe self.proxy = unsafe proxy
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe zwp_tablet_pad_v2_add_listener(proxy, Self.listener, me)
    }

    deinit {
        unsafe rings.forEach { unsafe zwp_tablet_pad_ring_v2_destroy($0) }
        unsafe strips.forEach { unsafe zwp_tablet_pad_strip_v2_destroy($0) }
        unsafe groups.forEach { unsafe zwp_tablet_pad_group_v2_destroy($0) }
        unsafe zwp_tablet_pad_v2_destroy(proxy)
    }

    private func add(group: OpaquePointer) {
        unsafe groups.append(group)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe zwp_tablet_pad_group_v2_add_listener(group, Self.groupListener, me)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        zwp_tablet_pad_v2_listener(
            group: { data, _, group in
                if let group = unsafe group { unsafe this(data, TabletPad.self).add(group: group) }
            },
            path: { _, _, _ in }, buttons: { _, _, _ in }, done: { _, _ in }, button: { _, _, _, _, _ in },
            enter: { _, _, _, _, _ in }, leave: { _, _, _, _ in },
            removed: { data, _ in
                let pad = unsafe this(data, TabletPad.self)
                withExtendedLifetime(pad) { pad.onRemoval?() }
            }))

    nonisolated(unsafe) private static let groupListener = unsafe forever(
        zwp_tablet_pad_group_v2_listener(
            buttons: { _, _, _ in },
            ring: { data, _, ring in
                if let ring = unsafe ring { unsafe this(data, TabletPad.self).rings.append(ring) }
            },
            strip: { data, _, strip in
                if let strip = unsafe strip { unsafe this(data, TabletPad.self).strips.append(strip) }
            },
            modes: { _, _, _ in }, done: { _, _ in }, mode_switch: { _, _, _, _, _ in }))
}
