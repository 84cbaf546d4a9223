/// A picture whose pixels belong to the renderer: what can be asked of it without them.
public protocol PictureHandle: AnyObject {
    /// Pixels.
    var width: Int { get }
    /// Pixels.
    var height: Int { get }
    /// Bytes of the pixels.
    var byteCount: Int { get }
    /// Every pixel has full alpha, so that nothing behind it need be read.
    var isOpaque: Bool { get }
    /// The pixels without loss, as a text of a scene keeps them: `Renderer.unpack` reads them.
    func packed() -> [UInt8]
}

extension PictureHandle {
    /// The size in pixels.
    public var size: Size { Size(Double(width), Double(height)) }
}
