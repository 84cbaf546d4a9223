import OutputSupport
import ScrimPluginKit

/// The output's properties.
enum Key: Int, SchemaKey {
    case display, role, layer, anchor, margin, exclusiveZone, title, appId, fullscreen
    case cursor, clipboard, primarySelection, bell

    var property: Property {
        switch self {
        case .display: Property("display", .text(""), help: "the X server; empty: the one that $DISPLAY names")
        case .role:
            Property(
                "role", .choice(["toplevel", "overlay"], 0),
                help: "a window, or a dock beyond the window manager's reach")
        case .layer:
            Property("layer", .choice(["background", "bottom", "top", "overlay"], 3), help: "of an overlay")
        case .anchor:
            Property(
                "anchor", .choices(["top", "bottom", "left", "right"], 0),
                help: "edges an overlay keeps to; at two opposite ones it is as long as they are apart")
        case .margin:
            Property(
                "margin", .numbers, range: -16384...16384, unit: "points",
                help: "from the edges: one number, or as in CSS two to four")
        case .exclusiveZone:
            Property(
                "exclusiveZone", .integer(0), range: 0...16384, unit: "points",
                help: "what windows leave free for an overlay, which the window manager knows then")
        case .title: Property("title", .text("Scrim"), help: "of a window")
        case .appId: Property("appId", .text("scrim"), help: "of a window: its class")
        case .fullscreen: Property("fullscreen", .boolean(false), help: "a window that fills its monitor")
        case .cursor:
            Property(
                "cursor", .choice(CursorNames.all, Int(CursorNames.usual)),
                help: "the pointer's look over the output, as in CSS")
        case .clipboard:
            Property(
                "clipboard", .text(""),
                help: "the text that the output has put into the desktop's clipboard; empty again when others do")
        case .primarySelection:
            Property(
                "primarySelection", .text(""),
                help:
                    "the text that is selected, which the middle button pastes elsewhere; empty again when others do"
            )
        case .bell:
            Property(
                "bell", .integer(0), range: 0...1_000_000_000,
                help: "the server's bell rings when it grows, ten times a second at most")
        }
    }
}
