/// An sRGB colour with eight bits per channel and straight (not premultiplied) alpha, as in `#rrggbbaa`.
public struct Color: Equatable, Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    @inlinable public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let clear = Color(0, 0, 0, 0)
    public static let black = Color(0, 0, 0, 255)
    public static let white = Color(255, 255, 255, 255)
}
