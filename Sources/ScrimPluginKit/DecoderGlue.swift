import ScrimPluginABI

/// The object behind a decoder's instance pointer.
private final class DecoderBox {
    let decoder: any DecoderKind
    let picture: Picture

    init(_ decoder: any DecoderKind) {
        self.decoder = decoder
        picture = decoder.picture
    }
}

private final class DecoderMaker {
    let kind: any DecoderKind.Type

    init(_ kind: any DecoderKind.Type) { self.kind = kind }
}

/// Runs `body` with the decoder behind an instance pointer. Its error is logged, as the message for the user.
private func run(
    _ instance: UnsafeMutableRawPointer?, _ host: UnsafePointer<scrim_host>,
    _ body: (DecoderBox) throws(DecodingFailure) -> UInt32
) -> UInt32 {
    guard let instance = unsafe instance else { return 6 }
    let box = unsafe Unmanaged<DecoderBox>.fromOpaque(instance).takeUnretainedValue()
    do throws(DecodingFailure) {
        return try body(box)
    } catch {
        return unsafe fail(error, host)
    }
}

private func fail(_ failure: DecodingFailure, _ host: UnsafePointer<scrim_host>) -> UInt32 {
    unsafe Host(host).log(.error, failure.reason)
    return 1
}

/// Creates the table of a decoder.
func decoderTable(_ kind: any DecoderKind.Type) -> scrim_kind {
    let table = unsafe forever(
        scrim_decoder(
            size: UInt32(MemoryLayout<scrim_decoder>.size), flags: 0,
            prepare: { _, context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<DecoderMaker>.fromOpaque(context).takeUnretainedValue().kind.prepare()
            },
            probe: { context, bytes, length in
                guard let context = unsafe context, let length = Int(exactly: length) else { return 0 }
                let kind = unsafe Unmanaged<DecoderMaker>.fromOpaque(context).takeUnretainedValue().kind
                return unsafe kind.recognizes(UnsafeRawBufferPointer(start: bytes, count: length)) ? 1 : 0
            },
            open: { host, context, bytes, length, instance in
                guard let context = unsafe context, let length = Int(exactly: length) else { return 6 }
                let kind = unsafe Unmanaged<DecoderMaker>.fromOpaque(context).takeUnretainedValue().kind
                do throws(DecodingFailure) {
                    let box = DecoderBox(try unsafe kind.init(UnsafeRawBufferPointer(start: bytes, count: length)))
                    unsafe instance.pointee = unsafe Unmanaged.passRetained(box).toOpaque()
                    return 0
                } catch {
                    return unsafe fail(error, host)
                }
            },
            close: { instance in
                if let instance = unsafe instance { unsafe Unmanaged<DecoderBox>.fromOpaque(instance).release() }
            },
            info: { instance, host, result in
                unsafe run(instance, host) { box in
                    guard unsafe result.pointee.size >= UInt32(MemoryLayout<scrim_picture>.size) else { return 10 }
                    unsafe result.pointee.flags = box.picture.isVector ? 1 : 0
                    unsafe result.pointee.width = UInt32(clamping: box.picture.width)
                    unsafe result.pointee.height = UInt32(clamping: box.picture.height)
                    unsafe result.pointee.frame_count = UInt32(clamping: box.picture.durations.count)
                    unsafe result.pointee.loop_count = UInt32(clamping: box.picture.loopCount)
                    return 0
                }
            },
            duration: { instance, host, frame, seconds in
                unsafe run(instance, host) { box in
                    guard Int(frame) < box.picture.durations.count else { return 6 }
                    unsafe seconds.pointee = box.picture.durations[Int(frame)]
                    return 0
                }
            },
            decode: { instance, host, request in
                unsafe run(instance, host) { box throws(DecodingFailure) in
                    let raw = unsafe request.pointee
                    let (width, height) = unsafe (Int(raw.width), Int(raw.height))
                    guard unsafe Int(raw.frame) < box.picture.durations.count, width > 0, height > 0,
                        box.picture.isVector || width == box.picture.width && height == box.picture.height
                    else { return 6 }
                    let target = unsafe PixelTarget(
                        pixels: raw.argb, width: width, height: height, stride: Int(raw.stride))
                    try box.decoder.decode(frame: unsafe Int(raw.frame), into: target)
                    return 0
                }
            }))
    return unsafe kindTable(kind, "scrim.decoder/1", UnsafeRawPointer(table), DecoderMaker(kind))
}
