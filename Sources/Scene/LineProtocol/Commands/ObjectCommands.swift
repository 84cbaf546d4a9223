package import Geometry
package import Schema

/// A command without words.
package struct EmptyCommand: TypedCommand {
    package init() {}
    package mutating func visit(_ wire: inout some CommandWire) {}
}

/// `create ID KIND [property=value…]`, and `put`.
package struct CreateCommand: TypedCommand {
    package private(set) var id = ByteView()
    package private(set) var kind = ByteView()
    package private(set) var properties = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&id, "an id")
        try wire.word(&kind, "a kind")
        try wire.rest(&properties)
    }
}

/// `set ID property=value…`
package struct SetCommand: TypedCommand {
    /// An id, or a selector.
    package private(set) var target = ByteView()
    package private(set) var properties = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&target, "an id")
        try wire.rest(&properties)
    }
}

/// `remove ID…`
package struct RemoveCommand: TypedCommand {
    /// Ids and selectors.
    package private(set) var targets = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.rest(&targets) }
}

/// `animate LAYER property=value…`, `animate LAYER PROPERTY values=…`
package struct AnimateCommand: TypedCommand {
    /// An id, or a selector.
    package private(set) var target = ByteView()
    /// Properties and options, whose values may be expressions, and the property of keyframes.
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&target, "an id")
        try wire.rest(&words)
    }
}

/// `draw ID OP…`, `draw ID remove=N`
package struct DrawCommand: TypedCommand {
    package private(set) var target = ByteView()
    /// The operation's words, and the index at which it is inserted.
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&target, "an id")
        try wire.rest(&words)
    }
}

/// `damage BUFFER [x,y,w,h…]`
package struct DamageCommand: TypedCommand {
    package private(set) var buffer = ByteView()
    package private(set) var rectangles = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&buffer, "an id")
        try wire.rest(&rectangles)
    }
}

/// `focus LAYER|next|previous|none`
package struct FocusCommand: TypedCommand {
    package private(set) var target = ByteView()
    /// False: the layer is not `focusVisible`, as after a press.
    package private(set) var hasRing = true

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&target, "a layer")
        try wire.key("ring", &hasRing)
    }
}

/// `scrollTo LAYER [x,y,w,h] [duration=S] [timing=T] [spring=…]`
package struct ScrollToCommand: TypedCommand {
    package private(set) var layer = ByteView()
    /// The rectangle to show, and the animation.
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&layer, "an id")
        try wire.rest(&words)
    }
}

/// `copy ID as=ID [parent=ID]`
package struct CopyCommand: TypedCommand {
    package private(set) var source = ByteView()
    /// The id of the copy.
    package private(set) var name = ByteView()
    package private(set) var parent: ByteView?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&source, "an id")
        try wire.key("as", &name)
        try wire.key("parent", &parent)
    }
}

/// `repeat in=ITEMS "LINES"`
package struct RepeatCommand: TypedCommand {
    package private(set) var items = ByteView()
    package private(set) var lines = ByteView()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.key("in", &items)
        try wire.word(&lines)
    }
}
