import CWayland
import Glibc

/// Something that another program has in the clipboard, has selected, or drags.
@safe
final class DataOffer {
    /// Types of text, the best one first.
    static let texts = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"]
    /// Types that are kept, and bytes of each: an event that lists them holds no more than 4096.
    private static let mostTypes = 64
    private static let longestType = 255
    private static let mostBytes = 4096

    let proxy: OpaquePointer
    private let isPrimary: Bool
    /// What it can be read as.
    private(set) var types: [String] = []
    private var bytes = 0
    /// What becomes of it at the other program's, as wl_data_device_manager counts; 0: nothing, or not said.
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

    /// The best type of text; nil when there is no text.
    var text: String? { Self.texts.first { types.contains($0) } }

    /// Has the other program write it as a type, into a pipe whose other end is returned, which does not block. Nil when the system has no
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
        // The message has a descriptor of its own.
        close(ends[1])
        return ends[0]
    }

    // MARK: Of a drag

    private var hasActions: Bool { unsafe wl_proxy_get_version(proxy) >= 3 }

    /// Says what would become of it: to be copied, or nothing.
    func setActions(_ actions: UInt32) {
        if hasActions { unsafe wl_data_offer_set_actions(proxy, actions, actions) }
    }

    /// It was read, and taken.
    func finish() {
        if hasActions, action != 0 { unsafe wl_data_offer_finish(proxy) }
    }

    private func add(_ name: UnsafePointer<CChar>?) {
        guard let name = unsafe name, types.count < Self.mostTypes else { return }
        let type = unsafe String(cString: name)
        let count = type.utf8.count + 1
        // What cannot be one of several lines is nothing that a layer asks for.
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
