import Glibc

/// The output terminal.
enum Terminal {
    struct Size: Equatable {
        var columns = 80
        var rows = 24
    }

    /// In characters; 80×24 when unknown.
    static func size(_ descriptor: Int32 = STDOUT_FILENO) -> Size {
        var window = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size()
        }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Columns of a text. East Asian characters take two, combining ones none.
    static func width(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// Unicode blocks with East Asian Width W and F, and emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}

/// The choice of when to color the output.
enum Coloring: String, CaseIterable {
    case auto, always, never

    /// `auto`: on a terminal, unless `$NO_COLOR` is set or the terminal is dumb.
    func applies(to descriptor: Int32) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            Console.isTerminal(descriptor) && Environment.value("NO_COLOR") == nil
                && Environment.value("TERM") != "dumb"
        }
    }
}

/// Text styles, by ECMA-48 sequences that all terminals support.
enum Style: String {
    case key = "34"
    case string = "32"
    case number = "36"
    case word = "35"
    case punctuation = "2"
    case error = "31;1"
    case title = "1"
    case warning = "33"

    /// The text in this style, followed by a reset.
    func paint(_ text: some StringProtocol, _ isColored: Bool) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : String(text)
    }
}

/// Raw key input without terminal editing, during its lifetime.
struct RawMode: ~Copyable {
    private let saved: termios
    private let descriptor: Int32

    /// Nil when the descriptor is no terminal.
    init?(_ descriptor: Int32) {
        var mode = termios()
        guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
        let before = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
        guard unsafe tcsetattr(descriptor, TCSADRAIN, &mode) == 0 else { return nil }
        saved = before
        self.descriptor = descriptor
    }

    deinit {
        var mode = saved
        _ = unsafe tcsetattr(descriptor, TCSADRAIN, &mode)
    }
}
