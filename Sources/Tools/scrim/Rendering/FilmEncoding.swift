/// Encoder options for ffmpeg, in addition to those of the film's format.
struct FilmEncoding: Equatable {
    /// Trade-off between speed and size, such as `veryfast`; nil: the format's.
    var preset: String?
    /// Quality; smaller is better; nil: the format's.
    var crf: String?
    /// Bits per second, such as `4M`.
    var bitrate: String?
    /// The video encoder, such as `libx265`.
    var codec: String?
    /// Further options, passed unchanged.
    var more: [String] = []

    /// Options for ffmpeg after those of the format: later options override earlier ones.
    var words: [String] {
        var words: [String] = []
        for (option, value) in [("-c:v", codec), ("-preset", preset), ("-crf", crf), ("-b:v", bitrate)] {
            if let value { words += [option, value] }
        }
        return words + more
    }

    /// Handles an option of the command line and its value; returns false for other options.
    mutating func take(_ option: String, _ value: () throws(Failure) -> String) throws(Failure) -> Bool {
        switch option {
        case "--preset": preset = try Self.plain(value(), option)
        case "--codec": codec = try Self.plain(value(), option)
        case "--bitrate": bitrate = try Self.plain(value(), option)
        case "--crf":
            let text = try value()
            guard let number = Double(text), number >= 0, number <= 63 else {
                throw .usage("--crf takes a number from 0 to 63: \(text)")
            }
            crf = text
        case "--ffmpeg": more = try Self.split(value())
        default: return false
        }
        return true
    }

    private static func plain(_ text: String, _ option: String) throws(Failure) -> String {
        guard !text.isEmpty, text.utf8.first != UInt8(ascii: "-") else {
            throw .usage("\(option) takes a word for ffmpeg: \(text)")
        }
        return text
    }

    /// Splits at spaces outside of single or double quotes.
    static func split(_ text: String) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw .usage("--ffmpeg: a quote is not closed: \(text)") }
        if let word { words.append(word) }
        return words
    }
}
