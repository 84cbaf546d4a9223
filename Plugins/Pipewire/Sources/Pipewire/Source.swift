import Glibc
import ScrimPluginKit
import VideoSource

/// A node in PipeWire's graph, with its connection.
@safe
final class Source {
    /// The error of a connection.
    struct Fault: Error {
        let message: String
    }

    /// The node's name, and what it offers to consumers.
    struct Offer: Equatable {
        var name = "", title = ""
        var width = 0, height = 0
        /// Frames per 1000 seconds at most.
        var rate = 0
        var hasAlpha = true, resizes = false
    }

    private let raw: OpaquePointer
    private(set) var offer: Offer?

    /// Connects to the PipeWire server with a name, or to the default one if the name is empty.
    init(_ remote: String) throws(Fault) {
        var bytes = [CChar](repeating: 0, count: Int(VIDEO_FAULT_LENGTH))
        guard let raw = unsafe video_source_open(remote, &bytes) else {
            let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Fault(message: String(decoding: text, as: UTF8.self))
        }
        unsafe self.raw = unsafe raw
    }

    deinit { unsafe video_source_close(raw) }

    var descriptor: Int32 { unsafe video_source_descriptor(raw) }
    /// Handles events; returns bits `VIDEO_NEWS_…`.
    func dispatch() -> UInt32 { unsafe video_source_dispatch(raw) }
    /// The reason why the connection is unusable.
    var fault: String { unsafe String(cString: video_source_fault(raw)) }
    /// True when frames are consumed.
    var isRunning: Bool { unsafe video_source_is_running(raw) }
    var hasConsumers: Bool { unsafe video_source_consumers(raw) > 0 }
    var chosen: video_source_format { unsafe video_source_chosen(raw) }

    /// PipeWire's number of the node; nil before it is known.
    var node: UInt32? {
        let node = unsafe video_source_node(raw)
        return node == UInt32.max ? nil : node
    }

    /// Creates the node, or changes its offer. False when that fails.
    func make(_ fresh: Offer) -> Bool {
        if offer == fresh { return true }
        var raw = video_source_offer()
        (raw.width, raw.height) = (UInt32(fresh.width), UInt32(fresh.height))
        raw.rate = UInt32(fresh.rate)
        (raw.hasAlpha, raw.resizes) = (fresh.hasAlpha, fresh.resizes)
        guard unsafe video_source_make(self.raw, &raw, fresh.name, fresh.title) >= 0 else { return false }
        offer = fresh
        return true
    }

    /// A buffer to paint on; nil when consumers hold all of them.
    func take() -> video_source_buffer? {
        var buffer = unsafe video_source_buffer()
        return unsafe video_source_take(raw, &buffer) ? buffer : nil
    }

    /// Shows the taken buffer. True when its end will be reported.
    func show(at time: UInt64, damage: UnsafeBufferPointer<PixelRect>) -> Bool {
        unsafe damage.withMemoryRebound(to: video_source_rect.self) {
            unsafe video_source_show(raw, time, $0.baseAddress, $0.count)
        }
    }

    /// Shows the last picture once more, to consumers that have none.
    func showAgain(at time: UInt64) { unsafe video_source_repeat(raw, time) }
}
