/// A colour in sRGB, eight bits a channel, straight (not premultiplied) alpha, as in `#rrggbbaa`.
package struct Color: Equatable, Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    @inlinable package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let clear = Color(0, 0, 0, 0)
    package static let black = Color(0, 0, 0, 255)
    package static let white = Color(255, 255, 255, 255)
}
