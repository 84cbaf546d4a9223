package import Schema
import ScrimPluginABI

/// The decoders of a decoding process: libraries are loaded, then files are read.
@safe
package final class Decoders {
    let table: HostTable
    private var decoders: [ContractDecoder] = []
    /// The last line that a decoder logged as an error, which explains a failed call.
    private let said: Said

    final class Said { var line = "" }

    package init() {
        let services = Services()
        let said = Said()
        services.log = { _, level, message in if level == 0 { said.line = message } }
        self.said = said
        table = HostTable(services)
    }

    /// The names of the loaded decoders, in the order in which they are tried.
    package var names: [String] { decoders.map(\.name) }

    /// Loads the decoders of a library, and lets them read the files that they need.
    ///
    /// Throws `io`, `value` or `unsupported` for a library that cannot be loaded or breaks the contract.
    package func load(_ path: String) throws(SceneError) {
        let contract = unsafe try Contract(Library.entry(of: path, fresh: false))
        for decoder in contract.decoders {
            unsafe decoder.table.prepare?(table.host, decoder.context)
            decoders.append(decoder)
        }
    }

    /// Opens a file; `bytes` must stay valid as long as the result. Throws `decode` with the reason.
    package func open(_ bytes: UnsafeRawBufferPointer) throws(SceneError) -> OpenPicture {
        let start = unsafe bytes.prefix(Int(SCRIM_PROBE_BYTES))
        let count = unsafe UInt64(start.count)
        let first = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        for decoder in decoders {
            guard unsafe decoder.table.probe?(decoder.context, first, count) == 1 else { continue }
            var instance: UnsafeMutableRawPointer?
            try check("open") {
                unsafe decoder.table.open?(table.host, decoder.context, first, UInt64(bytes.count), &instance) ?? 10
            }
            return try unsafe OpenPicture(self, decoder, instance)
        }
        throw SceneError(.decode, count == 0 ? "the file is empty" : "no decoder knows the format")
    }

    /// Runs a call; a failure is reported with the decoder's last log message.
    func check(_ what: String, _ call: () -> UInt32) throws(SceneError) {
        said.line = ""
        let status = call()
        guard status != 0 else { return }
        throw SceneError(.decode, said.line.isEmpty ? "\(what) gave \(Status.name(status))" : said.line)
    }
}

/// A picture that a decoder has open.
@safe
package final class OpenPicture {
    private let decoders: Decoders
    private let decoder: ContractDecoder
    private let instance: UnsafeMutableRawPointer?
    /// In pixels; for a vector picture, the natural size. 1…2³².
    package private(set) var width = 0
    package private(set) var height = 0
    package private(set) var isVector = false
    /// At least 1.
    package private(set) var frameCount = 0
    /// Number of repetitions; 0 for ever.
    package private(set) var loopCount = 0

    init(_ decoders: Decoders, _ decoder: ContractDecoder, _ instance: UnsafeMutableRawPointer?) throws(SceneError) {
        self.decoders = decoders
        self.decoder = decoder
        unsafe self.instance = unsafe instance
        var raw = scrim_picture()
        raw.size = UInt32(MemoryLayout<scrim_picture>.size)
        try decoders.check("info") { unsafe decoder.table.info?(instance, decoders.table.host, &raw) ?? 10 }
        guard raw.width > 0, raw.height > 0, raw.frame_count > 0 else {
            throw SceneError(.decode, "the picture is empty")
        }
        (width, height) = (Int(raw.width), Int(raw.height))
        (frameCount, loopCount) = (Int(raw.frame_count), Int(raw.loop_count))
        isVector = raw.flags & 1 != 0
    }

    deinit { unsafe decoder.table.close?(instance) }

    /// The duration of a frame in seconds; 0 when the decoder does not know.
    package func duration(_ frame: Int) -> Double {
        var seconds = 0.0
        let status = unsafe decoder.table.duration?(instance, decoders.table.host, UInt32(frame), &seconds) ?? 10
        return status == 0 && seconds.isFinite && seconds >= 0 ? seconds : 0
    }

    /// Decodes a frame into zeroed memory of `stride * height` bytes: premultiplied words 0xAARRGGBB. The size must be
    /// the picture's own; for a vector picture, any. Throws `decode` with the reason.
    package func decode(
        _ frame: Int, width: Int, height: Int, into pixels: UnsafeMutableRawPointer, stride: Int
    ) throws(SceneError) {
        var request = unsafe scrim_decode(
            size: UInt32(MemoryLayout<scrim_decode>.size), frame: UInt32(frame), width: UInt32(width),
            height: UInt32(height), stride: UInt32(stride), reserved: 0, argb: pixels)
        try decoders.check("decode") { unsafe decoder.table.decode?(instance, decoders.table.host, &request) ?? 10 }
    }
}

extension PluginHost {
    /// An argument before libraries that did not come with the daemon: they are loaded confined.
    package static let othersFollow = "--others"

    /// The libraries of plugins with decoders, the daemon's own first, in the order in which they were found, for a
    /// decoding process to load. They are not loaded into the daemon; foreign ones were checked in a process.
    package var decoderLibraries: [String] { libraries(ofFilms: false) }

    /// As `decoderLibraries`, for decoders of films, which processes for pictures do not load.
    package var filmLibraries: [String] { libraries(ofFilms: true) }

    private func libraries(ofFilms areFilms: Bool) -> [String] {
        let all = plugins.filter { plugin in
            plugin.manifest.decoders.contains { $0.mediaType.hasPrefix("video/") == areFilms }
        }
        let own = all.filter { trust($0.origin) == .own }
        let others = all.filter { trust($0.origin) != .own && ($0.isChecked || worker == nil) }
        let paths = own.map(libraryPath)
        return others.isEmpty ? paths : paths + [Self.othersFollow] + others.map(libraryPath)
    }
}
