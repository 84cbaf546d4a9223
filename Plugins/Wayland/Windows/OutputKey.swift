import OutputSupport
import ScrimPluginKit

/// The output's own properties.
enum OutputKey: Int, SchemaKey {
    case role, layer, anchor, margin, exclusiveZone, keyboard, monitor, title, appId, fullscreen, namespace, icon
    case cursor, locked, idleInhibit, contentType, tearing, demandsAttention
    case clipboard, primarySelection, pointer, opacity

    var property: Property {
        switch self {
        case .role:
            Property(
                "role", .choice(["toplevel", "overlay", "lock"], 0),
                help:
                    "a window, or a layer of the desktop, or what a locked session shows; a window too where the compositor has no layers"
            )
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
                "exclusiveZone", .integer(0), range: -1...16384, unit: "points",
                help: "what windows leave free for an overlay; -1: it leaves nothing free for others")
        case .keyboard:
            Property(
                "keyboard", .choice(["none", "onDemand", "exclusive"], 0),
                help: "when an overlay is given the keyboard")
        case .monitor:
            Property(
                "monitor", .text("focused"),
                help: "the monitor's name; focused: as the compositor likes; all: one picture over all monitors")
        case .title: Property("title", .text("Scrim"), help: "of a window")
        case .appId: Property("appId", .text("scrim"), help: "of a window")
        case .fullscreen: Property("fullscreen", .boolean(false), help: "a window that fills its monitor")
        case .namespace: Property("namespace", .text("scrim"), help: "of an overlay, for the compositor's rules")
        case .icon:
            Property(
                "icon", .text(""),
                help: "of a window, by its name in the icon theme; empty: the one that goes with appId")
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
        case .pointer:
            Property(
                "pointer", .choice(["normal", "locked", "confined"], 0),
                help: "locked: it stays where it is, and its ways are told; confined: it stays in the output")
        case .opacity:
            Property(
                "opacity", .number(1), range: 0...1,
                help: "of the whole output, which the compositor fades: nothing is painted for it")
        case .locked:
            Property(
                "locked", .boolean(false),
                help: "the session is locked, of the role lock; it stays so when the daemon ends")
        case .idleInhibit:
            Property(
                "idleInhibit", .boolean(false), help: "the screen does not go dark while the output is seen")
        case .contentType:
            Property(
                "contentType", .choice(["none", "photo", "video", "game"], 0),
                help: "what is shown, for monitors that have a mode for it")
        case .tearing:
            Property("tearing", .boolean(false), help: "frames may tear, to be seen earlier")
        case .demandsAttention:
            Property(
                "demandsAttention", .boolean(false),
                help: "from when it is set the compositor marks the window, or brings it to the front")
        }
    }
}
