import ScrimPluginABI
import ScrimPluginKit

/// A filter that makes colours darker.
private struct Darker: ColorFilterKind {
    static let name = "@name@"
    static let help = "makes colours darker"
    static let schema = [Property("amount", .number(0.5), range: 0...1, help: "0: as it was, 1: black")]
    private enum Argument: Int { case amount }

    /// Of 256.
    private let rest: UInt32

    init(_ use: FilterUse) { rest = 256 - UInt32(use.number(Argument.amount) * 256) }

    /// 0xAARRGGBB, premultiplied: less of a channel is a darker colour.
    func color(_ pixel: UInt32) -> UInt32 {
        let (redAndBlue, green) = ((pixel & 0x00FF_00FF) * rest, (pixel & 0x0000_FF00) * rest)
        return pixel & 0xFF00_0000 | redAndBlue >> 8 & 0x00FF_00FF | green >> 8 & 0x0000_FF00
    }
}

private let plugin = Plugin(id: "@NAME@", version: "1.0.0", filters: [Darker.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { plugin.table }
