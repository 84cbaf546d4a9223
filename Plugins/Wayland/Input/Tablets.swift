import CWayland
import ScrimPluginKit

/// The drawing tablets of a seat: their tools act as pointers, other parts are ignored.
@safe
final class Tablets {
    private let proxy: OpaquePointer
    private unowned let connection: Connection
    private let hand: (Act, OpaquePointer?) -> Void
    private var tablets: [OpaquePointer] = unsafe []
    private var tools: [TabletTool] = []
    private var pads: [TabletPad] = []

    /// Nil when the compositor does not support tablets.
    init?(_ connection: Connection, _ seat: OpaquePointer, _ hand: @escaping (Act, OpaquePointer?) -> Void) {
        guard let manager = unsafe connection.globals.managers.tablets,
            let proxy = unsafe zwp_tablet_manager_v2_get_tablet_seat(manager, seat)
        else { return nil }
        unsafe self.proxy = unsafe proxy
        self.connection = connection
        unsafe self.hand = unsafe hand
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe zwp_tablet_seat_v2_add_listener(proxy, Self.listener, me)
    }

    deinit {
        tools.removeAll()
        pads.removeAll()
        unsafe tablets.forEach { unsafe zwp_tablet_v2_destroy($0) }
        unsafe zwp_tablet_seat_v2_destroy(proxy)
    }

    /// The serial of the last press of a tool; 0 when there was none.
    var pressSerial: UInt32 { tools.map(\.pressSerial).max() ?? 0 }

    /// Applies a changed cursor.
    func showCursor() {
        for tool in tools { tool.showCursor() }
    }

    private func add(tablet: OpaquePointer) {
        unsafe tablets.append(tablet)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe zwp_tablet_v2_add_listener(tablet, Self.tabletListener, me)
    }

    private func remove(_ tablet: OpaquePointer) {
        guard unsafe tablets.contains(tablet) else { return }
        unsafe tablets.removeAll { $0 == tablet }
        unsafe zwp_tablet_v2_destroy(tablet)
    }

    private func add(tool: OpaquePointer) {
        let tool = unsafe TabletTool(tool, connection, hand)
        tool.onRemoval = { [unowned self, unowned tool] in tools.removeAll { $0 === tool } }
        tools.append(tool)
    }

    private func add(pad: OpaquePointer) {
        let pad = unsafe TabletPad(pad)
        pad.onRemoval = { [unowned self, unowned pad] in pads.removeAll { $0 === pad } }
        pads.append(pad)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        zwp_tablet_seat_v2_listener(
            tablet_added: { data, _, tablet in
                if let tablet = unsafe tablet { unsafe this(data, Tablets.self).add(tablet: tablet) }
            },
            tool_added: { data, _, tool in
                if let tool = unsafe tool { unsafe this(data, Tablets.self).add(tool: tool) }
            },
            pad_added: { data, _, pad in
                if let pad = unsafe pad { unsafe this(data, Tablets.self).add(pad: pad) }
            }))

    nonisolated(unsafe) private static let tabletListener = unsafe forever(
        zwp_tablet_v2_listener(
            name: { _, _, _ in }, id: { _, _, _, _ in }, path: { _, _, _ in }, done: { _, _ in },
            removed: { data, tablet in
                if let tablet = unsafe tablet { unsafe this(data, Tablets.self).remove(tablet) }
            }))
}
