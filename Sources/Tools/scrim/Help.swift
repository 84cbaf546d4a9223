enum Help {
    static let version = "0.1.0"

    static var text: String {
        var text = """
            usage: scrim [OPTION…] VERB WORD…

            Sends one line to the daemon and prints what it gives. Each argument is one word of
            the line, passed as it is: no second quoting is needed. Without a verb it runs lines
            from standard input, and on a terminal talks with you as `scrim repl` does.

              scrim put card layer frame=20,20,200,120 backgroundColor=teal name='my card'
              scrim get card

            Verbs of the tool:


            """
        for verb in ToolVerb.all {
            text += "  \(padded(verb.name, 11)) \(verb.help)\n"
        }
        return text + """

            All others are the daemon's: `scrim help` lists them, `scrim help WORD` or
            `scrim VERB --help` says what a verb, kind, property or event is. No daemon need run.

            Options:

              --socket PATH | --name NAME   which daemon: else $SCRIM_SOCKET, else the name main
                                            (NAME is $XDG_RUNTIME_DIR/scrim/NAME.sock)
              -r, --raw                     values without JSON, a line each
              --format '{position.x} {name}'  values by their names
              --json, --pretty              one line of JSON, or JSON for eyes; by default the
                                            second on a terminal and the first elsewhere
              --color auto|always|never
              --help, --version

            Exit status: 0 done, 1 refused by the daemon or failed, 64 wrong usage,
            69 no daemon answers.

            """
    }

    static func padded(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(columns - Terminal.width(text), 0))
    }
}
