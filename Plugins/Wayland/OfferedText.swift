import CWayland

/// Something that another program has in the clipboard or has selected, of which the text is taken.
@safe
final class OfferedText {
    /// Types of text, the best one first.
    static let types = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"]

    let proxy: OpaquePointer
    private let isPrimary: Bool
    private var type: Int?

    init(_ proxy: OpaquePointer, isPrimary: Bool) {
        unsafe self.proxy = unsafe proxy
        self.isPrimary = isPrimary
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        if isPrimary {
            _ = unsafe zwp_primary_selection_offer_v1_add_listener(proxy, Self.primaryListener, me)
        } else {
            _ = unsafe wl_data_offer_add_listener(proxy, Self.listener, me)
        }
    }

    deinit {
        if isPrimary {
            unsafe zwp_primary_selection_offer_v1_destroy(proxy)
        } else {
            unsafe wl_data_offer_destroy(proxy)
        }
    }

    /// True when there is text.
    var hasText: Bool { type != nil }

    /// Has the other program write the text.
    func receive(into descriptor: Int32) {
        guard let type else { return }
        if isPrimary {
            unsafe zwp_primary_selection_offer_v1_receive(proxy, Self.types[type], descriptor)
        } else {
            unsafe wl_data_offer_receive(proxy, Self.types[type], descriptor)
        }
    }

    private func add(_ name: UnsafePointer<CChar>?) {
        guard let name = unsafe name, let new = Self.types.firstIndex(of: unsafe String(cString: name)) else { return }
        type = min(type ?? new, new)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_data_offer_listener(
            offer: { data, _, name in unsafe this(data, OfferedText.self).add(name) }, source_actions: { _, _, _ in },
            action: { _, _, _ in }))

    nonisolated(unsafe) private static let primaryListener = unsafe forever(
        zwp_primary_selection_offer_v1_listener(
            offer: { data, _, name in unsafe this(data, OfferedText.self).add(name) }))
}
