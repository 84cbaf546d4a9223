import CWayland

/// A layer dragged out of its output to another program, which reads its text after the drop. The compositor moves it
/// from its beginning, and the pointer has left.
@safe
final class OutgoingDrag {
    private let source: OpaquePointer
    private let text: [UInt8]
    /// Called when a program reads it.
    private let send: (_ text: [UInt8], _ descriptor: Int32) -> Void
    /// Called after the drop, or its cancellation.
    var onEnd: (() -> Void)?

    /// Begins at a surface, with the serial of the press. Nil when the compositor does not support drags.
    init?(
        _ connection: Connection, _ device: OpaquePointer, _ what: (type: String, text: String),
        from surface: OpaquePointer, serial: UInt32, _ send: @escaping (_ text: [UInt8], _ descriptor: Int32) -> Void
    ) {
        guard let manager = unsafe connection.globals.managers.dataDevices,
            let source = unsafe wl_data_device_manager_create_data_source(manager)
        else { return nil }
        unsafe self.source = unsafe source
        text = Array(what.text.utf8)
        self.send = send
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_data_source_add_listener(source, Self.listener, me)
        let type = String(what.type.prefix(Self.longestType))
        for type in type == "text/plain" ? DataOffer.texts : [type] { unsafe wl_data_source_offer(source, type) }
        if unsafe wl_proxy_get_version(source) >= 3 {
            unsafe wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY.rawValue)
        }
        unsafe wl_data_device_start_drag(device, source, surface, nil, serial)
        connection.flush()
    }

    deinit { unsafe wl_data_source_destroy(source) }

    private static let longestType = 255

    private func end() { onEnd?() }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_data_source_listener(
            target: { _, _, _ in },
            send: { data, _, _, descriptor in
                let drag = unsafe this(data, OutgoingDrag.self)
                drag.send(drag.text, descriptor)
            },
            cancelled: { data, _ in
                let drag = unsafe this(data, OutgoingDrag.self)
                withExtendedLifetime(drag) { drag.end() }
            },
            dnd_drop_performed: { _, _ in },
            dnd_finished: { data, _ in
                let drag = unsafe this(data, OutgoingDrag.self)
                withExtendedLifetime(drag) { drag.end() }
            }, action: { _, _, _ in }))
}
