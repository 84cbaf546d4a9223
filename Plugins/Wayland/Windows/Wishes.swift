/// The settings requested by the output's properties.
struct Wishes: Equatable {
    enum Role: UInt32 {
        case toplevel, overlay, lock
    }

    var role = Role.toplevel
    /// Numbered as in the layer shell: background, bottom, top, overlay.
    var layer: UInt32 = 3
    /// Bits: top, bottom, left, right.
    var anchor: UInt32 = 0
    /// Top, right, bottom, left.
    var margin: [Int32] = [0, 0, 0, 0]
    var exclusiveZone: Int32 = 0
    /// None, onDemand, exclusive.
    var keyboard: UInt32 = 0
    /// The name of a monitor; `focused`: the compositor chooses; `all`: one window on each.
    var monitor = "focused"
    var title = ""
    var appID = ""
    /// Empty: the desktop searches one by `appID`.
    var icon = ""
    var namespace = ""
    var isFullscreen = false
    /// For the role `lock`: true when the session should be locked.
    var isLocked = false
    var hints = Hints()

    /// Hints in addition to the picture.
    struct Hints: Equatable {
        var inhibitsIdle = false
        /// Numbered as in wp_content_type_v1: none, photo, video, game.
        var contentType: UInt32 = 0
        var mayTear = false
        var demandsAttention = false
        /// Opacity of the whole picture, 0 to 1.
        var opacity = 1.0
    }

    /// True when a new surface is required: a role is fixed when a surface is created.
    func needsOther(than before: Wishes) -> Bool {
        role != before.role || namespace != before.namespace
            || role == .overlay && (monitor != before.monitor || layer != before.layer)
    }

    var isStretchedWide: Bool { anchor & 12 == 12 }
    var isStretchedHigh: Bool { anchor & 3 == 3 }

    /// The same for one of several windows, which covers its monitor.
    var covering: Wishes {
        var wishes = self
        (wishes.anchor, wishes.margin, wishes.exclusiveZone) = (15, [0, 0, 0, 0], -1)
        return wishes
    }
}
