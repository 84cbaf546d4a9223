import Storage

/// The tool's own verbs: the source of help and completion.
struct ToolVerb {
    let name: String
    /// The words after it.
    let usage: String
    let help: String
    var options: [(name: String, help: String)] = []
    /// Example lines.
    var examples: [String] = []
    /// The completion of its words.
    var completes = Words.nothing

    enum Words { case nothing, files, events, topics, shells, pictures }

    static func named(_ name: String) -> ToolVerb? { all.first { $0.name == name } }

    static let all = [
        ToolVerb(
            name: "run", usage: "[FILE|-]…",
            help: "stream files of lines; stop at the first error, naming file and line",
            options: [("--keep-going", "name each line that is refused, and go on; the status is 1 then")],
            examples: ["scrim run scene.scrim", "scrim dump | scrim --name other run"], completes: .files),
        ToolVerb(
            name: "watch", usage: "EVENT… [layer=ID]", help: "print events as they come, a line each: NAME JSON",
            examples: ["scrim watch tap pan layer=card", "scrim watch changed | while read -r name json; do …; done"],
            completes: .events),
        ToolVerb(
            name: "repl", usage: "", help: "type lines, see replies and events; Tab completes, Ctrl-D leaves"),
        ToolVerb(
            name: "snapshot", usage: "[output=ID] [layer=ID] [rect=x,y,w,h] [scale=S] [format=png|ppm|rgba|pdf|svg]",
            help: "a picture of what is shown",
            options: [
                ("-o FILE", "where to; the format follows its name, - is standard output. snapshot.png by default"),
                ("--mark ID,ID…", "outline these layers, with their names"),
            ],
            examples: ["scrim snapshot -o half.png scale=0.5", "scrim snapshot -o - layer=card >card.png"],
            completes: .pictures),
        ToolVerb(
            name: "top", usage: "[output=ID]", help: "what the daemon does, every second; q leaves",
            examples: ["scrim top", "scrim top | cat"]),
        ToolVerb(
            name: "bench", usage: "latency",
            help: "measure the time from a line to its pixel, with a daemon of its own: percentiles and a histogram",
            options: [
                ("--count N", "lines that are timed; 500 by default"),
                ("--cards N", "layers that move all the time; 0 by default"),
                ("--busy N", "processes that keep a core busy each; 0 by default"),
                ("--wayland", "in a window: until the compositor says that it is visible"),
                ("--size WxH", "the picture; 1280x720 by default"), ("--json", "for programs; times in seconds"),
            ],
            examples: ["scrim bench latency", "scrim bench latency --cards 50 --busy 16"]),
        ToolVerb(
            name: "dump", usage: "[ID] [secrets=B]",
            help: "the scene as lines that `scrim run` reads; --json: as a list",
            examples: ["scrim dump >scene.scrim"]),
        ToolVerb(
            name: "why", usage: "ID.key", help: "a value, and why it has it: the causes, the nearest first",
            examples: ["scrim why card.opacity", "scrim why card.opacity --json"]),
        ToolVerb(
            name: "render", usage: "FILE", help: "pictures of a file of lines, without a running daemon or a display",
            options: [
                ("-o OUT.png", "one picture; also .ppm, .rgba, .pdf, .svg, and - for standard output"),
                ("-o OUT-%04d.png", "a picture of each frame"),
                ("-o OUT.y4m", "a video without compression; - is standard output"),
                ("-o OUT.mp4", "a film by ffmpeg; .webm, .mov, .mkv, .gif, .apng and .webp have alpha"),
                ("--at SECONDS", "the scene time of the (first) picture; T,T…: of several"),
                ("--sheet", "the moments of --at side by side in one picture, each with its time"),
                ("--columns N", "of a sheet"), ("--mark", "outline what `scrim check` finds"),
                ("--seconds N", "the length of a sequence"), ("--fps F", "its rate: 60, 29.97 or 30000/1001"),
                ("--frames A-B", "only these of its frames, as in 0-599"), ("--slice K/N", "only the K-th of N parts"),
                (
                    "--rows FILE",
                    "a picture or film for each row of a .jsonl or .csv, which sets the template's parameters; -o has {id}"
                ),
                ("--jobs N", "rows at a time (1)"),
                ("--progress json", "how far it is, a line of JSON each on standard error"),
                ("--audio FILE", "sound for the film, cut where that ends"),
                ("--preset P", "how long ffmpeg takes for how small a film: veryfast, medium, slow"),
                ("--crf N", "its quality, from 0, the best, to 63"), ("--bitrate B", "bits in a second, as in 4M"),
                ("--codec C", "its encoder, as in libx265"), ("--ffmpeg 'ARGS'", "further options for ffmpeg"),
                ("--hash", "print FRAME SHA256 of each frame's pixels; without -o no picture is written"),
                ("--expect FILE", "compare with such a list; the status is 1 when a frame differs"),
                ("--resume", "make a film in pieces, and go on where it was interrupted"),
                ("--strict", "other versions of libraries than a pack's are an error, not a warning"),
                ("--size WxH", "of the output"), ("--scale S", "pixels for each point"),
                ("--config FILE", "lines to run first"), ("--plugin-path DIR", "where to look for plugins first"),
            ],
            examples: [
                "scrim render scene.scrim", "scrim render scene.scrim --seconds 3 --fps 30 -o film.mp4",
                "scrim render lower.scrim --rows names.csv --seconds 4 -o 'lower-{id}.mp4'",
            ],
            completes: .files),
        ToolVerb(
            name: "test", usage: "FILE…",
            help: "hold scenes to what files of tests say: lines, replies, ticks, pixels, pictures",
            options: [
                ("--update", "make pictures that are not there yet"),
                ("--junit FILE", "write the outcomes as JUnit's XML too"),
                ("--config FILE", "read by the daemons first (/dev/null)"),
                ("--plugin-path DIR", "where to look for plugins first"),
            ],
            examples: ["scrim test switch.test", "scrim test --update --junit report.xml tests/*.test"],
            completes: .files),
        ToolVerb(
            name: "pack", usage: "FILE -o OUT.scrimpack",
            help:
                "a scene with all files and fonts that it uses in one file, which shows the same everywhere; render, run, preview, serve and check take it",
            options: [
                ("--seconds N", "the length of its film, for `render`"), ("--fps F", "its rate"),
                ("--size WxH", "of the output"), ("--scale S", "pixels for each point"),
                ("--plugin-path DIR", "where to look for plugins first"),
            ],
            examples: [
                "scrim pack film.scrim --seconds 10 --fps 30 -o film.scrimpack",
                "scrim render film.scrimpack --strict -o film.mp4",
            ], completes: .files),
        ToolVerb(
            name: "check", usage: "FILE…",
            help:
                "all that is wrong with files of lines, or may be: refused lines, texts without room, layers that nobody sees",
            options: [
                ("--at T,T…", "the moments to look at"),
                ("--seconds N", "look for so long; to the last end of an animation without it"),
                ("--json", "a finding a line"), ("--werror", "warnings end with 1 as errors do, not with 2"),
                ("--size WxH", "of the output"), ("--scale S", "pixels for each point"),
                ("--config FILE", "lines to run first"), ("--plugin-path DIR", "where to look for plugins first"),
            ],
            examples: ["scrim check scene.scrim", "scrim check --json --seconds 10 promo.scrim"], completes: .files),
        ToolVerb(
            name: "diff", usage: "A B", help: "compare what two files of lines show; the status is 1 where they differ",
            options: [
                ("--at T,T…", "the moments to compare (0)"),
                ("-o OUT.png", "expected, actual and difference side by side"),
                ("--size WxH", "of the output"), ("--scale S", "pixels for each point"),
                ("--config FILE", "lines to run first"), ("--plugin-path DIR", "where to look for plugins first"),
            ],
            examples: ["scrim diff old.scrim new.scrim --at 0,1 -o diff.png"], completes: .files),
        ToolVerb(
            name: "record", usage: "[output=ID] [path=FILE] [format=y4m|rgba|pdf] [fps=N] [seconds=N] | stop",
            help: "a film of what is shown, until Ctrl-C",
            options: [
                (
                    "-o FILE",
                    "where to: .y4m, .rgba, .pdf, and by ffmpeg \(FilmFormat.names); without it, the daemon's verb"
                ),
                ("--audio FILE", "sound for the film, cut where that ends"),
            ],
            examples: ["scrim record -o talk.mp4", "scrim record -o demo.gif seconds=5 fps=20"]),
        ToolVerb(
            name: "join", usage: "PIECE…",
            help: "put the parts of a film together that render made with --slice or --frames",
            options: [
                ("-o OUT", "where to: .y4m, .mp4 and so on as the pieces are, or .mp4 from .y4m pieces"),
                ("--audio FILE", "sound for the film, cut where that ends"),
            ],
            examples: ["scrim join part-1.y4m part-2.y4m -o film.mp4"], completes: .files),
        ToolVerb(
            name: "preview", usage: "FILE", help: "show a file of lines, and show it again whenever it is saved",
            options: [
                ("-o OUT.png", "write the picture there instead of onto the terminal"),
                ("--size WxH", "of the output"), ("--scale S", "pixels for each point"),
            ],
            examples: ["scrim preview scene.scrim"], completes: .files),
        ToolVerb(
            name: "examples", usage: "[NAME]",
            help: "scenes that come with scrim: a list of them, or one as `preview` shows it",
            options: [
                ("--copy FOLDER", "copy it there, with the pictures that it names"),
                ("-o OUT.png", "write its picture there instead of onto the terminal"),
            ],
            examples: ["scrim examples", "scrim examples living/todo", "scrim examples living/todo --copy mine"]),
        ToolVerb(
            name: "template", usage: "play|next|update|stop ID [key=value…]",
            help: "set the step of an instance whose component has one, and its fields",
            examples: ["scrim template play lower title='Ada Lovelace'", "scrim template stop lower"]),
        ToolVerb(
            name: "amcp", usage: "", help: "let CasparCG's control programs drive the templates of a running daemon",
            options: [("--port N", "where it listens (5250)"), ("--host ADDRESS", "on which address (127.0.0.1)")],
            examples: ["scrim amcp", "scrim --name studio amcp --port 5251"]),
        ToolVerb(
            name: "mcp", usage: "", help: "serve the tools of scrim to language models, by the Model Context Protocol",
            options: [
                ("--write", "change the running daemon that --name or --socket says, which is only read otherwise"),
                ("--size WxH", "of the output of its own daemon, where none is named (1280x720)"),
            ],
            examples: ["scrim mcp", "scrim --name studio mcp --write"]),
        ToolVerb(
            name: "import", usage: "FILE.svg|FILE.json",
            help: "print lines that make what an SVG or a Lottie file shows, to be edited and run",
            options: [
                ("--parent ID", "the layer in which it is made (root)"),
                ("--prefix NAME", "what the ids begin with (the file's name)"),
            ],
            examples: ["scrim import logo.svg > logo.scrim", "scrim import badge.json --parent card | scrim run"],
            completes: .files),
        ToolVerb(
            name: "inspect", usage: "",
            help: "a page in the browser to look into the daemon: picture, layers, properties, time, frames, lines",
            options: [
                ("--port N", "the port on 127.0.0.1; a free one unless told"),
                ("--docs[=FOLDER]", "the documents, whose blocks run in a daemon of their own"),
            ],
            examples: ["scrim inspect", "scrim inspect --docs", "xdg-open \"$(scrim inspect | head -n 1)\""]),
        ToolVerb(
            name: "link", usage: "publish|follow|status|control|data|promote NAME",
            help: "one scene on many machines, over an MQTT broker: scrim-link --help tells all options",
            options: [
                ("--broker URL", "mqtt://HOST[:PORT] or mqtts://HOST[:PORT] (mqtt://127.0.0.1:1883)"),
                ("--delay S", "follow: how far the scene is behind its primary's (200ms)"),
                ("--take-over", "publish: take the place of another primary"),
                ("--as ACCESS", "control: read, full, or a layer (read)"),
                ("--json", "status: one object"),
            ],
            examples: [
                "scrim link publish studio --broker mqtts://broker.example --user u --password-file F",
                "scrim link follow studio --name lobby-3", "scrim link status studio --watch",
            ]),
        ToolVerb(
            name: "state", usage: "check FILE | repair FILE -o NEW",
            help: "what a state file holds, object by object: whole, dormant or lost; or a new one of what can be had",
            options: [
                ("-o NEW", "repair: the file that is written; it must not be there yet"),
                ("--plugin-path DIR", "where to look for plugins first"),
            ],
            examples: ["scrim state check scene", "scrim state repair scene.bad-20260131T235959Z -o scene"],
            completes: .files),
        ToolVerb(
            name: "plugin", usage: "new NAME | list | load FILE | unload NAME | reload NAME",
            help: "the daemon's plugins; new: a folder with the beginnings of one",
            options: [
                ("--kind KIND", "new: \(PluginCommand.kinds.joined(separator: ", ")) (layer)"),
                ("--lang LANG", "new: \(PluginCommand.languages.joined(separator: ", ")) (c)"),
            ],
            examples: ["scrim plugin new Diamond --kind layer --lang swift", "scrim plugin list"]),
        ToolVerb(
            name: "serve", usage: "FILE…",
            help:
                "show files of lines, again whenever they are saved, and run the commands that feed their data, or that events ask for",
            options: [
                ("--under ID", "the layer that gets their top level (root)"),
                ("--no-commands", "run none of their commands"),
            ],
            examples: ["scrim serve bar.scrim"], completes: .files),
        ToolVerb(
            name: "completion", usage: "bash|zsh|fish", help: "print what makes the shell complete scrim's words",
            examples: [
                "source <(scrim completion bash)", "scrim completion fish >~/.config/fish/completions/scrim.fish",
            ], completes: .shells),
        ToolVerb(
            name: "help", usage: "[VERB|KIND|PROPERTY|EVENT|…]", help: "this text, or what there is to know of a word",
            examples: ["scrim help animate", "scrim help cornerRadius", "scrim help controls", "scrim help functions"],
            completes: .topics),
    ]
}
