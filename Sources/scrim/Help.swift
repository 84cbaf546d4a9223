enum Help {
    static let version = "0.1.0"

    static let text = """
        usage: scrim [--socket PATH | --name NAME] VERB WORD…

        Sends one line to the daemon and prints what it gives. Each argument is one word of
        the line, passed as it is: no second quoting is needed.

          scrim put card layer frame=20,20,200,120 backgroundColor=teal name='my card'
          scrim get card

        These verbs are the tool's own:

          run [FILE|-]…         stream files of lines; stop at the first error, naming file and line
          watch EVENT… [layer=ID]   print events, a line each: NAME JSON
          repl                  type lines, see replies; Ctrl-D leaves
          snapshot [-o FILE|-] [output= layer= rect= scale= format=]
                                a picture; the format follows the file's name (png, ppm, rgba)
          top                   what the daemon does, every second
          render FILE [-o OUT.png|-] [--size WxH] [--scale S] [--at SECONDS]
          render FILE --seconds N --fps F -o OUT-%04d.png | OUT.y4m | OUT.mp4 | -
                                pictures of a file of lines, without a running daemon or a display
          help                  this text; `scrim describe` lists the daemon's verbs and kinds

        The socket is --socket, else $XDG_RUNTIME_DIR/scrim/NAME.sock of --name NAME,
        else $SCRIM_SOCKET, else $XDG_RUNTIME_DIR/scrim/main.sock.

        Exit status: 0 done, 1 refused by the daemon or failed, 64 wrong usage,
        69 no daemon answers.

        """
}
