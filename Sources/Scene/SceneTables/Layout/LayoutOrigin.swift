/// The choices of `layout.origin`.
public enum LayoutOrigin: UInt8 {
    /// That of the layers above.
    case auto, center, topLeft
}
