/// A film whose frame a pending transaction waits for: a line of the property `films`.
public struct AwaitedFilm: Equatable, Sendable {
    /// The id of the video, which the transaction's lines may create.
    public var video: String
    /// The time that the lines set, in seconds; nil: the present one.
    public var time: Double?
    /// The value of `loop` that the lines set; nil: none.
    public var isLooping: Bool?
    /// The file that the lines set; empty: the present one.
    public var path = ""

    public init(_ video: String) { self.video = video }

    /// Parses `ID TIME LOOP PATH`, with `-` for values that are not set; nil for anything else.
    public init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, !words[0].isEmpty else { return nil }
        video = String(words[0])
        time = Double(words[1]).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        isLooping = words[2] == "-" ? nil : words[2] == "true"
        path = String(words[3])
    }

    public var line: String {
        "\(video) \(time.map { "\($0)" } ?? "-") \(isLooping.map { "\($0)" } ?? "-") \(path)"
    }
}
