import CVnc
import Glibc
import OutputSupport

/// Small drawings for CSS cursors; cursors without their own use the most similar one.
enum CursorPicture {
    /// `x` is black, `.` is white; and the hot spot.
    private struct Drawing {
        var x: Int
        var y: Int
        var rows: [String]
    }

    /// A cursor for the library, to be freed by the caller.
    static func make(_ number: UInt32) -> UnsafeMutablePointer<rfbCursor>? {
        let name = Int(number) < CursorNames.all.count ? CursorNames.all[Int(number)] : "default"
        let drawing = drawing(name)
        let width = drawing.rows.map(\.utf8.count).max() ?? 1
        let rows = drawing.rows.map { $0 + String(repeating: " ", count: width - $0.utf8.count) }.joined()
        let ink = unsafe strdup(rows.split(separator: ".", omittingEmptySubsequences: false).joined(separator: " "))
        let mask = unsafe strdup(rows)
        defer {
            unsafe free(ink)
            unsafe free(mask)
        }
        let cursor = unsafe rfbMakeXCursor(Int32(width), Int32(drawing.rows.count), ink, mask)
        guard let cursor = unsafe cursor else { return nil }
        unsafe (cursor.pointee.xhot, cursor.pointee.yhot) = (UInt16(drawing.x), UInt16(drawing.y))
        unsafe (cursor.pointee.foreRed, cursor.pointee.foreGreen, cursor.pointee.foreBlue) = (0, 0, 0)
        unsafe (cursor.pointee.backRed, cursor.pointee.backGreen, cursor.pointee.backBlue) = (0xFFFF, 0xFFFF, 0xFFFF)
        return unsafe cursor
    }

    private static func drawing(_ name: String) -> Drawing {
        switch name {
        case "none": Drawing(x: 0, y: 0, rows: [" "])
        case "pointer", "grab", "grabbing": hand
        case "text", "vertical-text": beam
        case "crosshair", "cell", "zoom-in", "zoom-out": cross
        case "wait", "progress": glass
        case "no-drop", "not-allowed": forbidden
        case "move", "all-scroll": fourWays
        case "e-resize", "w-resize", "ew-resize", "col-resize": leftRight
        case "n-resize", "s-resize", "ns-resize", "row-resize": turned(leftRight)
        case "ne-resize", "sw-resize", "nesw-resize": diagonal
        case "nw-resize", "se-resize", "nwse-resize": mirrored(diagonal)
        default: arrow
        }
    }

    private static func turned(_ drawing: Drawing) -> Drawing {
        let rows = drawing.rows.map(Array.init)
        return Drawing(
            x: drawing.y, y: drawing.x,
            rows: (rows.first ?? []).indices.map { column in String(rows.map { $0[column] }) })
    }

    private static func mirrored(_ drawing: Drawing) -> Drawing {
        Drawing(x: drawing.x, y: drawing.y, rows: drawing.rows.map { String($0.reversed()) })
    }

    private static let arrow = Drawing(
        x: 1, y: 1,
        rows: [
            "..          ", ".x.         ", ".xx.        ", ".xxx.       ", ".xxxx.      ", ".xxxxx.     ",
            ".xxxxxx.    ", ".xxxxxxx.   ", ".xxxxxxxx.  ", ".xxxxx....  ", ".xx.xx.     ", ".x. .xx.    ",
            "..  .xx.    ", "     ....   ",
        ])
    private static let hand = Drawing(
        x: 4, y: 1,
        rows: [
            "   ...      ", "   .x.      ", "   .x.      ", "   .x....   ", "   .x.x.x.. ", ".. .x.x.x.x.",
            ".x..xxxxxxx.", ".xx.xxxxxxx.", " .xxxxxxxxx.", "  .xxxxxxxx.", "   .xxxxxx. ", "   .xxxxxx. ",
            "   ........ ",
        ])
    private static let beam = Drawing(
        x: 3, y: 6,
        rows: [
            "... ...", ".xx.xx.", "..x.x..", " ..x.. ", "  .x.  ", "  .x.  ", "  .x.  ", "  .x.  ", " ..x.. ",
            "..x.x..", ".xx.xx.", "... ...",
        ])
    private static let cross = Drawing(
        x: 6, y: 6,
        rows: [
            "     ...     ", "     .x.     ", "     .x.     ", "     .x.     ", "     .x.     ", "......x......",
            ".xxxxxxxxxxx.", "......x......", "     .x.     ", "     .x.     ", "     .x.     ", "     .x.     ",
            "     ...     ",
        ])
    private static let glass = Drawing(
        x: 5, y: 6,
        rows: [
            "...........", ".xxxxxxxxx.", "..x.....x..", " .x.....x. ", " ..x.x.x.. ", "  ..x.x..  ", "   ..x..   ",
            "  ..x.x..  ", " ..x.x.x.. ", " .x.xxx.x. ", "..xxxxxxx..", ".xxxxxxxxx.", "...........",
        ])
    private static let forbidden = Drawing(
        x: 6, y: 6,
        rows: [
            "    .....    ", "  ..xxxxx..  ", " .xxx...xxx. ", " .xxxx. ..xx.", ".xx.xxx.  .x.", ".x. .xxx. .x.",
            ".x.  .xxx..x.", ".x.   .xxx.x.", ".xx.   .xxxx.", " .xx..  .xxx.", "  .xxx...xxx.", "   ..xxxxx.. ",
            "     .....   ",
        ])
    private static let fourWays = Drawing(
        x: 6, y: 6,
        rows: [
            "      .      ", "     .x.     ", "    .xxx.    ", "    ..x..    ", "  .. .x. ..  ", " .x...x...x. ",
            ".xxxxxxxxxxx.", " .x...x...x. ", "  .. .x. ..  ", "    ..x..    ", "    .xxx.    ", "     .x.     ",
            "      .      ",
        ])
    private static let leftRight = Drawing(
        x: 7, y: 3,
        rows: [
            "   ..     ..   ", "  .x.     .x.  ", " .xx.......xx. ", ".xxxxxxxxxxxxx.", " .xx.......xx. ",
            "  .x.     .x.  ", "   ..     ..   ",
        ])
    private static let diagonal = Drawing(
        x: 5, y: 5,
        rows: [
            "     ......", "     .xxxx.", "      .xxx.", "     .xxxx.", ".. .xxx.x..", ".x.xxx. .. ", ".xxxx.     ",
            ".xxx.      ", ".xxxx.     ", "......     ",
        ])
}
