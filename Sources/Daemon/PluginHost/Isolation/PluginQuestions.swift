import ScrimPluginABI

/// The questions to a plugin's process, by number. A request begins with one of these, and the index of a kind.
enum QuestionNumber: UInt64, CaseIterable {
    case draw = 1
    case measure, compute, computeList, arrange, fit, check, reach, apply, makeEngine, endEngine, change, remove,
        place, step, velocity, save, restore
    /// No question, only removed objects.
    case forget
}

/// The arguments of a question. What the plugin may read of an object follows them.
protocol PluginQuestion: WireStruct {
    /// What follows the status of a successful call.
    associatedtype Reply: WireStruct = NoReply
    static var number: QuestionNumber { get }
}

/// The beginning of a reply: the status of the call, and on failure its reason.
@safe struct ReplyStatus: WireStruct {
    var status: UInt64
    var reason: scrim_string
    mutating func pointers(_ coder: inout some WireCoder) { unsafe reason.pointers(&coder) }
}

struct NoReply: WireStruct {}

/// The reply is the number of the canvas calls, and these.
@safe struct DrawQuestion: PluginQuestion {
    static let number = QuestionNumber.draw
    var request: scrim_draw
}

@safe struct MeasureQuestion: PluginQuestion {
    typealias Reply = scrim_point
    static let number = QuestionNumber.measure
    var request: scrim_draw
    var width: Double
}

@safe struct ComputeQuestion: PluginQuestion {
    /// One number, two, or four.
    typealias Reply = scrim_rect
    static let number = QuestionNumber.compute
    var request: scrim_draw
    var property: UInt32
}

@safe struct ComputeListQuestion: PluginQuestion {
    typealias Reply = NumberList
    static let number = QuestionNumber.computeList
    var request: scrim_draw
    var property: UInt32
}

@safe struct NumberList: WireStruct {
    var numbers: UnsafePointer<Double>?
    var count: UInt64
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&numbers, &count) }
}

@safe struct ArrangeQuestion: PluginQuestion {
    typealias Reply = FrameList
    static let number = QuestionNumber.arrange
    var layout: scrim_layout
    mutating func pointers(_ coder: inout some WireCoder) { unsafe layout.pointers(&coder) }
}

@safe struct FrameList: WireStruct {
    var frames: UnsafePointer<scrim_rect>?
    var count: UInt64
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&frames, &count) }
}

@safe struct FitQuestion: PluginQuestion {
    typealias Reply = scrim_point
    static let number = QuestionNumber.fit
    var layout: scrim_layout
    mutating func pointers(_ coder: inout some WireCoder) { unsafe layout.pointers(&coder) }
}

@safe struct CheckQuestion: PluginQuestion {
    static let number = QuestionNumber.check
    var text: scrim_string
    var property: UInt32
    mutating func pointers(_ coder: inout some WireCoder) { unsafe text.pointers(&coder) }
}

@safe struct ReachQuestion: PluginQuestion {
    typealias Reply = scrim_reach
    static let number = QuestionNumber.reach
    var use: scrim_filter_use
    mutating func pointers(_ coder: inout some WireCoder) { unsafe use.pointers(&coder) }
}

/// The number of the source's pixels and these follow; the reply's are at `SharedMemory.pixels`.
@safe struct ApplyQuestion: PluginQuestion {
    static let number = QuestionNumber.apply
    var use: scrim_filter_use
    var target: scrim_pixels
    var source: scrim_pixels
    mutating func pointers(_ coder: inout some WireCoder) { unsafe use.pointers(&coder) }
}

@safe struct MakeEngineQuestion: PluginQuestion {
    static let number = QuestionNumber.makeEngine
}

@safe struct EndEngineQuestion: PluginQuestion {
    static let number = QuestionNumber.endEngine
}

@safe struct ChangeQuestion: PluginQuestion {
    static let number = QuestionNumber.change
    var object: UInt64
}

@safe struct RemoveQuestion: PluginQuestion {
    static let number = QuestionNumber.remove
    var object: UInt64
}

@safe struct PlaceQuestion: PluginQuestion {
    static let number = QuestionNumber.place
    var items: UnsafePointer<scrim_item>?
    var count: UInt64
    mutating func pointers(_ coder: inout some WireCoder) { unsafe coder.list(&items, &count) }
}

@safe struct StepQuestion: @unsafe PluginQuestion {
    typealias Reply = scrim_step
    static let number = QuestionNumber.step
    var time: Double
}

@safe struct VelocityQuestion: PluginQuestion {
    typealias Reply = scrim_velocity
    static let number = QuestionNumber.velocity
    var item: UInt64
}

@safe struct SaveQuestion: PluginQuestion {
    typealias Reply = NumberList
    static let number = QuestionNumber.save
    var object: UInt64
}

@safe struct RestoreQuestion: PluginQuestion {
    static let number = QuestionNumber.restore
    var object: UInt64
    var motion: NumberList
    mutating func pointers(_ coder: inout some WireCoder) { motion.pointers(&coder) }
}

// Notices, which precede each reply.

@safe struct LogLine: WireStruct {
    var level: UInt64
    var text: scrim_string
    mutating func pointers(_ coder: inout some WireCoder) { unsafe text.pointers(&coder) }
}

@safe struct ForgottenGlyph: WireStruct {
    var number: UInt64
}

/// `number` is the one in the process.
@safe struct DefinedGlyph: WireStruct {
    var number: UInt64
    var glyph: scrim_glyph
    mutating func pointers(_ coder: inout some WireCoder) { unsafe glyph.pointers(&coder) }
}

@safe struct NumberSet: WireStruct {
    var object: UInt64
    var property: UInt64
    var number: Double
}
