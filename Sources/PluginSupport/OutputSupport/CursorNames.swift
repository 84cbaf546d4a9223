/// The CSS cursors, in the order used by the property `cursor`.
public enum CursorNames {
    public static let all = [
        "none", "default", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair", "text",
        "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing", "e-resize", "n-resize",
        "ne-resize", "nw-resize", "s-resize", "se-resize", "sw-resize", "w-resize", "ew-resize", "ns-resize",
        "nesw-resize", "nwse-resize", "col-resize", "row-resize", "all-scroll", "zoom-in", "zoom-out",
    ]
    public static let none: UInt32 = 0
    /// `default`.
    public static let usual: UInt32 = 1

    /// The names in cursor themes older than CSS, the preferred ones first.
    public static let formerly = [
        "default": ["left_ptr", "arrow"], "help": ["question_arrow", "whats_this"],
        "pointer": ["hand2", "pointing_hand", "hand1"], "progress": ["left_ptr_watch", "half-busy", "watch"],
        "wait": ["watch"], "cell": ["plus"], "crosshair": ["cross", "tcross"], "text": ["xterm", "ibeam"],
        "vertical-text": ["xterm"], "alias": ["dnd-link", "link"], "copy": ["dnd-copy"],
        "move": ["fleur", "dnd-move", "size_all"], "no-drop": ["dnd-none", "forbidden", "circle"],
        "not-allowed": ["crossed_circle", "forbidden", "circle"], "grab": ["openhand", "hand1"],
        "grabbing": ["closedhand", "fleur"], "e-resize": ["right_side"], "n-resize": ["top_side"],
        "ne-resize": ["top_right_corner"], "nw-resize": ["top_left_corner"], "s-resize": ["bottom_side"],
        "se-resize": ["bottom_right_corner"], "sw-resize": ["bottom_left_corner"], "w-resize": ["left_side"],
        "ew-resize": ["sb_h_double_arrow", "size_hor"], "ns-resize": ["sb_v_double_arrow", "size_ver"],
        "nesw-resize": ["fd_double_arrow", "size_bdiag"], "nwse-resize": ["bd_double_arrow", "size_fdiag"],
        "col-resize": ["sb_h_double_arrow", "split_h"], "row-resize": ["sb_v_double_arrow", "split_v"],
        "all-scroll": ["fleur", "size_all"],
    ]
}
