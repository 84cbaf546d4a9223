import Geometry
import Glibc

/// Records a running daemon's output until Ctrl-C or for a number of seconds.
enum RecordCommand {
    static func perform(_ words: [String], _ target: Target, _ format: OutputFormat) throws(Failure) {
        var options = OptionReader(words)
        var (file, sound): (String?, String?)
        var passed: [String] = []
        while let item = options.next() {
            switch item {
            case .option("-o", let joined): file = try options.value(of: "-o", joined: joined)
            case .option("--audio", let joined): sound = try options.value(of: "--audio", joined: joined)
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let word): passed.append(word)
            }
        }
        // The verb without changes.
        guard let file else {
            if sound != nil { throw .usage("--audio goes with -o FILE") }
            return try SendCommand.perform(["record"] + words, target, format)
        }
        if let word = passed.first(where: { !$0.contains("=") || $0.hasPrefix("path=") || $0.hasPrefix("format=") }) {
            throw .usage("record -o FILE takes output=ID, fps=N and seconds=N: \(word)")
        }
        let ending = FileName.ending(of: file) ?? ""
        let film = FilmFormat(rawValue: ending)
        guard film != nil || ["y4m", "rgba", "pdf"].contains(ending) else {
            throw .usage("a film ends in y4m, rgba, pdf, \(FilmFormat.names): \(file)")
        }
        if sound != nil, film?.takesSound != true {
            throw .usage("--audio goes with a film that has sound: .mp4, .webm, .mov or .mkv")
        }
        Interruption.catchSignals()
        var connection = try target.connect()
        guard let film else {
            passed += ["format=\(ending)", "path=" + (try FileName.absolute(file)), "overwrite=true"]
            return try record(passed, nil, &connection, format)
        }
        func value(_ key: String) -> String? {
            passed.last { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
        }
        let output = value("output=") ?? "main"
        let picture = try connection.outputPicture(output)
        guard let rate = value("fps=").map({ FrameRate($0) }) ?? FrameRate(perSecond: picture.refresh) else {
            throw .usage("fps= takes 60, 29.97 or 30000/1001, not more than 1000")
        }
        passed.removeAll { $0.hasPrefix("fps=") }
        passed += ["fps=\(rate.numerator)/\(rate.denominator)", "format=\(film.recorded)"]
        let encoder = try FilmEncoder(
            writing: file, film, size: (picture.width, picture.height), rate, sound: sound)
        try record(passed, encoder, &connection, format)
    }

    private static func record(
        _ words: [String], _ encoder: consuming FilmEncoder?, _ connection: inout Connection, _ format: OutputFormat
    ) throws(Failure) {
        var encoder = encoder
        let line = WordQuoting.line(["record"] + words)
        connection.queue(line.utf8)
        if encoder != nil {
            try encoder?.pass { (pipe) throws(Failure) in try connection.send(passing: pipe) }
        }
        let isTimed = words.contains { $0.hasPrefix("seconds=") }
        var payload = ""
        do throws(Failure) {
            if isTimed { try wait(&connection) }
            payload = try connection.answer()
            if !isTimed {
                if Console.isTerminal(STDERR_FILENO) { Console.complain("recording; Ctrl-C ends it") }
                try wait(&connection)
                throw Failure.unavailable("the daemon at \(connection.path) has gone")
            }
        } catch .interrupted {
            if isTimed {
                // The film contains everything until now.
                connection.hangUp()
            } else {
                payload = try connection.ask("record stop")
            }
        }
        try encoder?.finish()
        try format.print(payload)
    }

    /// Waits for a line or the end of the connection. A signal just before the wait is handled at most half a second
    /// later.
    private static func wait(_ connection: inout Connection) throws(Failure) {
        while !connection.isClosed, !connection.hasInput {
            try Interruption.check()
            _ = try connection.exchange(milliseconds: 500)
        }
    }
}
