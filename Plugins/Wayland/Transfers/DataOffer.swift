import CWayland
import Glibc

/// Data offered by another program: clipboard, primary selection, or drag.
@safe
final class DataOffer {
    /// Types of text, the preferred ones first.
    static let texts = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"]
    /// Maximum number of types stored, and of bytes for each: the event that lists them is limited to 4096 bytes.
    private static let mostTypes = 64
    private static let longestType = 255
    private static let mostBytes = 4096

    let proxy: OpaquePointer
    private let isPrimary: Bool
    /// The types in which it can be read.
    private(set) var types: [String] = []
    private var bytes = 0
    /// The action in the other program, by wl_data_device_manager's values; 0 for none.
    private var action: UInt32 = 0

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

    /// The preferred type of text; nil when there is no text.
    var text: String? { Self.texts.first { types.contains($0) } }

    /// Requests the data in a type, through a pipe; returns its non-blocking read end. Nil when the system has no
    /// descriptors left.
    func read(_ type: String) -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        if isPrimary {
            unsafe zwp_primary_selection_offer_v1_receive(proxy, type, ends[1])
        } else {
            unsafe wl_data_offer_receive(proxy, type, ends[1])
        }
        // The message has its own duplicate of the descriptor.
        close(ends[1])
        return ends[0]
    }

    // MARK: Of a drag

    private var hasActions: Bool { unsafe wl_proxy_get_version(proxy) >= 3 }

    /// Sets the supported actions: copy, or none.
    func setActions(_ actions: UInt32) {
        if hasActions { unsafe wl_data_offer_set_actions(proxy, actions, actions) }
    }

    /// Reports that the data was read and accepted.
    func finish() {
        if hasActions, action != 0 { unsafe wl_data_offer_finish(proxy) }
    }

    private func add(_ name: UnsafePointer<CChar>?) {
        guard let name = unsafe name, types.count < Self.mostTypes else { return }
        let type = unsafe String(cString: name)
        let count = type.utf8.count + 1
        // Types with line breaks cannot be requested by a layer.
        guard count > 1, count <= Self.longestType, bytes + count <= Self.mostBytes, !type.contains(where: \.isNewline)
        else { return }
        bytes += count
        types.append(type)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_data_offer_listener(
            offer: { data, _, name in unsafe this(data, DataOffer.self).add(name) }, source_actions: { _, _, _ in },
            action: { data, _, action in unsafe this(data, DataOffer.self).action = action }))

    nonisolated(unsafe) private static let primaryListener = unsafe forever(
        zwp_primary_selection_offer_v1_listener(
            offer: { data, _, name in unsafe this(data, DataOffer.self).add(name) }))
}
