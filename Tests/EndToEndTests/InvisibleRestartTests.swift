import Foundation
import Testing

extension RealDaemon {
    /// A restart is invisible: of two daemons that are told the same, one is ended in the middle and started again. Every object reads the
    /// same, and so does every later picture.
    @Suite struct InvisibleRestartTests {
        struct Motion: CustomTestStringConvertible {
            var name: String
            /// Before the restart; the last one is no `tick`.
            var lines: [String]
            /// Behind it, the same to both.
            var later: [String] = []

            var testDescription: String { name }
        }

        private static let rows = (0..<12).map { #"{"t":\#($0)}"# }.joined(separator: ",")
        private static let ball = "create ball layer frame=60,30,40,40 backgroundColor=tomato"
        private static let list = [
            "define row t=0", "create .p layer frame=0,0,90,18 backgroundColor=teal opacity=0.8", "end",
            "create d data rows='[\(rows)]'", "create pane scroll frame=20,20,100,90",
            "create l each parent=pane of=row in=d.rows rowHeight=20",
        ]

        static let motions = [
            Motion(
                name: "a body in free fall, thrown and turning",
                lines: [
                    ball, "create fall gravity items=ball magnitude=0.4", "tick 0.013",
                    "create push push items=ball mode=velocity velocity=90,-60 angularVelocity=2", "tick 0.171",
                ], later: ["set fall magnitude=-0.3", "tick 0.1", "set ball position=50,50"]),
            Motion(
                name: "a body in a transformed layer, in a world of its own pace",
                lines: [
                    "create box layer frame=100,50,200,200 transform=rotate(20deg)",
                    "create ball layer parent=box frame=10,10,30,20 transform=\"rotate(10deg) scale(1.5)\" backgroundColor=tan",
                    "create slow world speed=0.5 reference=box", "create fall gravity world=slow items=ball",
                    "create push push world=slow items=ball mode=addVelocity velocity=50,0 angularVelocity=-1",
                    "tick 0.31",
                ]),
            Motion(
                name: "a body that hangs on springs, and one that snaps",
                lines: [
                    ball, "create cube layer frame=200,40,30,30 backgroundColor=navy",
                    "create hook attachment item=ball anchor=200,10 frequency=2 damping=0.1 length=60",
                    "create goal snap item=cube point=300,200 damping=0.4", "create fall gravity items=ball",
                    "tick 0.23",
                ]),
            Motion(
                name: "bodies in noise, and beside each other at rest",
                lines: [
                    "create old field type=noise", ball, "create cube layer frame=200,40,30,30 backgroundColor=navy",
                    "remove old", "create wind field items=ball,cube type=noise strength=2", "tick 0.37",
                ], later: ["create more field items=ball type=turbulence"]),
            Motion(
                name: "noise that comes after a field that is gone",
                lines: [ball, "create old field type=noise", "tick 0.1", "remove old"],
                later: ["create wind field items=ball type=noise strength=2", "tick 0.2"]),
            Motion(
                name: "a body that rests on the ground",
                lines: [
                    ball, "create fall gravity items=ball", "create walls collision items=ball bounds=0,0,0,0",
                    "tick 4",
                    "create met data count=0", "on ball collision \"set met count:=met.count+1\"",
                    "get ball linearVelocity",
                ], later: ["set fall magnitude=0.5", "tick 0.1", "get met count"]),
            Motion(
                name: "a layer that a constraint has beside a body",
                lines: [
                    ball, "create beside layer frame=0,0,30,30 backgroundColor=navy",
                    "create k constraint item=beside attribute=leading toItem=ball toAttribute=trailing constant=8",
                    "create push push items=ball mode=velocity velocity=120,0", "tick 0.2",
                    "create h constraint item=ball attribute=height constant=60",
                ]),
            Motion(
                name: "texts that layouts measure while a binding is computed",
                lines: [
                    "create a text frame=100,100,80,40", "create k constraint item=a attribute=height constant=33",
                    "create s stack frame=10,10,37.45,107.2", "create t text parent=s string='some lines of it'",
                    "create d data x=5", "bind a zPosition:=d.x",
                ]),
            Motion(
                name: "a body with a side by content, and a constraint beside it",
                lines: [
                    "create box layer frame=38.36,188,auto,30 backgroundColor=navy",
                    "create inner layer parent=box frame=0,0,40,10",
                    "create k constraint item=box attribute=left constant=19 priority=250 relation=lessThanOrEqual",
                    "create fall gravity items=box magnitude=0.4", "tick 0.1", "set box anchorPoint=1,1",
                ], later: ["get box bounds position", "set inner bounds=0,0,60,10"]),
            Motion(
                name: "a follow and a size by content that depend on each other",
                lines: [
                    "create box layer frame=300,65,45,auto backgroundColor=plum",
                    "create goal layer frame=20,40,10,10 backgroundColor=navy",
                    "create inner layer parent=box frame=0,0,30,16 backgroundColor=teal",
                    "create f follow layer=inner position={goal+13,5}", "tick 0.1",
                    "set box anchorPoint=0.5,0.5 position=90.78,149.77", "tick 0.1", "set goal position=30.1,170.3",
                ], later: ["set goal position=40.7,190.9", "get box bounds"]),
            Motion(
                name: "a form whose focus keys and lines move, and which scrolls along",
                lines: [
                    "use controls.scrim", "create page scrollView frame=10,10,200,120",
                    "create a button parent=page frame=10,10,90,30 title=A",
                    "create b button parent=page frame=10,200,90,30 title=B",
                    "create f textField parent=page frame=10,400,150,30 value=tea", "tick 0.1", "focus a",
                    "input key key=Tab", "focus next",
                ],
                later: [
                    "get page offset", "input key text=y", "get f value", "focus previous", "tick 0.1",
                    "get page offset",
                ]),
            Motion(
                name: "a bar that shows where a scrolled view has come to",
                lines: [
                    "use controls.scrim", "create v scrollView frame=20,20,100,120 contentHeight=330",
                    "input pointer x=70 y=120 state=down", "tick 0.02", "input pointer x=70 y=40",
                    "input pointer state=up",
                    "input pointer x=208 y=150 state=down", "input pointer state=leave",
                ]),
            Motion(
                name: "a slider on its rail",
                lines: [
                    ball, "create rail attachment item=ball type=sliding axis=1,0 range=-20,50",
                    "create push push items=ball mode=velocity velocity=120,0", "tick 0.2",
                ]),
            Motion(
                name: "a push that has not been felt yet",
                lines: [
                    ball, "create fall gravity items=ball", "tick 0.1",
                    "create push push items=ball mode=instantaneous magnitude=1 angle=0",
                ]),
            Motion(
                name: "items of a group",
                lines: [
                    ball, "create cube layer frame=110,40,30,30 backgroundColor=navy",
                    "create both itemGroup items=ball,cube", "create fall gravity items=ball magnitude=0.2",
                    "create push push items=ball mode=velocity velocity=30,-60 angularVelocity=1", "tick 0.21",
                ]),
            Motion(
                name: "a body with a side by content, moved and turned by others",
                lines: [
                    "create ball layer frame=293,44.5,95.57,auto backgroundColor=tomato transform=rotate(15deg)",
                    "create fall gravity items=ball magnitude=0.4",
                    "create push push items=ball mode=velocity velocity=70,-52 angularVelocity=1", "tick 0.271",
                    "create s stack parent=ball frame=30,25,31,auto", "tick 0.27",
                    "animate ball position=300,173 duration=1", "tick 0.0166667",
                ]),
            Motion(
                name: "a body in a layer that was moved since",
                lines: [
                    "create box layer frame=100,50,200,200 transform=rotate(20deg)",
                    "create ball layer parent=box frame=10,10,30,20 backgroundColor=tan",
                    "create fall gravity items=ball magnitude=0.2", "tick 0.1",
                    "set box position=180,120 transform=rotate(50deg)",
                    "tick 0.11",
                ]),
            Motion(
                name: "a size by content along one side, said later, and one that is animated away",
                lines: [
                    "create a layer frame=95,24.6,auto,13 backgroundColor=teal",
                    "create b layer parent=a frame=10,4,60,20",
                    "set a bounds.size.height=auto",
                    "create c layer frame=200,100,auto,22 backgroundColor=tan",
                    "create d layer parent=c frame=0,0,40,10", "tick 0.1", "begin duration=0.5",
                    "set c frame=40,90,150,50", "commit", "tick 0.1",
                ]),
            Motion(
                name: "a layer that follows one of a constraint",
                lines: [
                    "create a layer frame=50,200,61,60 backgroundColor=teal",
                    "create k constraint item=a attribute=left,right constant=87 priority=10",
                    "create b layer parent=a frame=26,10,36,20", "set b autoresizingMask=left,right,top",
                    "get b position",
                ]),
            Motion(
                name: "a follow whose layer was set elsewhere, and one whose layer is gone",
                lines: [
                    "create a layer frame=10,10,40,40 backgroundColor=navy",
                    "create b layer frame=70,10,40,40 backgroundColor=teal",
                    "create c layer frame=10,90,40,40 backgroundColor=tan",
                    "create b.follow follow layer=b position={a+60,0}",
                    "create c.follow follow layer=c position={a+0,80}",
                    "tick 0.1", "set b position=300,200", "tick 0.1", "create x layer",
                    "set c.follow position={x+90,90}",
                    "tick 0.1", "remove x", "tick 0.1",
                ], later: ["set a position=100,100"]),
            Motion(
                name: "a part that scrolls, of whose bounds parts are bound",
                lines: [
                    "use controls.scrim", "create v scrollView frame=20,20,100,120 contentHeight=330",
                    "create v.in layer parent=v frame=4,40,80,250 backgroundColor=tan", "tick 0.1",
                    "input pointer x=60 y=120 state=down", "tick 0.02", "input pointer x=60 y=80", "tick 0.02",
                    "input pointer x=60 y=30", "input pointer state=up", "tick 0.05", "input pointer state=leave",
                ]),
            Motion(
                name: "a control that came into focus",
                lines: [
                    "use controls.scrim", "create s slider value=0.25 position=200,150", "tick 0.1",
                    "input pointer x=200 y=150 state=down", "tick 0.02", "input pointer x=180 y=150", "tick 0.02",
                    "input pointer state=up", "tick 1",
                ]),
            Motion(
                name: "a ring that came with a key, behind a press",
                lines: [
                    "use controls.scrim", "create f textField value=abc position=105,185", "tick",
                    "input pointer x=91 y=185 state=down", "tick 0.03", "input pointer state=up", "tick",
                    "input key key=b text=b", "tick 0.3", "input pointer state=leave",
                ]),
            Motion(
                name: "rows that scroll and animate",
                lines: list + [
                    "animate l position.y=-80 duration=2", "animate l.2 opacity=0.2 duration=1",
                    "animate l.3 position.x=8 spring=1,80,8", "tick 0.3",
                ]),
            Motion(
                name: "springs, and animations that add",
                lines: [
                    "create a layer frame=10,10,40,40 backgroundColor=navy",
                    "animate a position=200,100 spring=1,100,6", "tick 0.11", "animate a position.x=20 spring=1,100,6",
                    "animate a opacity=0.2 additive=true duration=0.7", "tick 0.09",
                    "begin duration=0.4", "set a backgroundColor=tomato cornerRadius=20", "commit", "tick 0.1",
                ]),
            Motion(
                name: "timers, of a component and by themselves",
                lines: [
                    "create n data a=0", "every 0.13 name=t \"set n a:=n.a+1\"", "tick 0.05",
                    "define clock count=0", "create .face layer frame=0,0,20,20 backgroundColor=navy",
                    "every 0.07 \"set self count:=count+1; set .face opacity:=1-count/50\"", "end", "tick 0.02",
                    "create c clock position=50,50", "tick 0.1", "tick 0.055",
                ]),
            Motion(
                name: "an animator that springs, and one that stands",
                lines: [
                    "create a layer frame=10,10,40,40 backgroundColor=navy", "create m animator duration=0.6",
                    "begin animator=m", "set a position=200,200", "commit", "set m spring=1,170,20 isPaused=false",
                    "tick 0.15", "create b layer frame=90,10,40,40 backgroundColor=teal",
                    "create o animator duration=1",
                    "begin animator=o", "set b opacity=0", "commit", "set o progress=0.3", "tick 0.05",
                ]),
            Motion(
                name: "an animator that springs, pushed again, with frames between",
                lines: [
                    "create a layer frame=10,10,40,40 backgroundColor=navy", "create m animator duration=0.6",
                    "begin animator=m", "set a position=200,200", "commit",
                    "set m spring=1,170,20 isPaused=false velocity=2", "tick frames=3", "tick 0.0166667",
                    "set m velocity=5.5", "tick frames=2", "tick 0.0123", "set a cornerRadius=8",
                ], later: ["set m isReversed=true", "tick 0.03", "set m isPaused=true"]),
            Motion(
                name: "a timer whose next time is no sum",
                lines: [
                    "create n data a=0", "every 0.33 name=t \"set n a:=n.a+1\"", "tick frames=3", "tick 0.0166667",
                ]),
            Motion(
                name: "an emitter",
                lines: [
                    "create e.cell emitterCell size=5x5 color=tan birthRate=60 lifetime=1 velocity=60 emissionRange=1turn",
                    "tick 0.3",
                    "create e emitter frame=150,100,100,100 emitterCells=e.cell emitterPosition=50,50 seed=3",
                    "tick 0.41",
                ]),
            Motion(
                name: "the looks of a layer that give way, one of them translucent",
                lines: [
                    "create a layer frame=10.5,10,60,40 backgroundColor=#ff000080 cornerRadius=9 shadowOpacity=0.5",
                    "create b layer frame=100,10,60,40 backgroundColor=navy transform=rotate(10deg)", "tick 0.1",
                    "begin", "create t transition layer=a type=fade duration=0.8", "set a backgroundColor=teal",
                    "commit",
                    "create u transition layer=b type=push duration=0.8", "set b backgroundColor=tan", "tick 0.2",
                ]),
            Motion(
                name: "two layers that give way",
                lines: [
                    "create a layer frame=10,10,60,40 backgroundColor=navy",
                    "create b layer frame=10,10,60,40 backgroundColor=tan isHidden=true", "tick 0.1",
                    "create t transition from=a to=b type=flip duration=0.8 showHide=true", "tick 0.3",
                ]),
        ]

        @Test(arguments: motions, [SIGTERM, SIGKILL])
        func nothingIsSeenOfARestart(_ motion: Motion, by signal: Int32) throws {
            let sandbox = try Sandbox()
            let stays = try Daemon(["--state", sandbox.file("a")])
            var twin = try Daemon(["--state", sandbox.file("b")])
            var links = [try stays.link(), try twin.link()]
            func tell(_ lines: [String]) throws {
                for line in lines {
                    let replies = try links.map { try $0.ask(line) }
                    // A frame's number counts those of this process.
                    #expect(replies[0] == replies[1] || line.hasPrefix("tick"), "\(line)")
                    #expect(replies[0].hasPrefix("ok"), "\(line): \(replies[0])")
                }
            }
            /// What both say of all objects and show; the settings have counts of what this process did.
            func compare(_ when: String) throws {
                let lists = try links.map {
                    (ReplyForm.json(String(try $0.ask("list").dropFirst(3))) as? [String] ?? []).sorted()
                }
                #expect(lists[0] == lists[1], "\(when)")
                for id in lists[0] where id != "daemon" {
                    let (own, other) = (try links[0].ask("get \(id)"), try links[1].ask("get \(id)"))
                    #expect(own == other, "\(when): \(id)")
                }
                let pictures = try links.map { link in
                    let name = UUID().uuidString + ".ppm"
                    #expect(try link.ask("snapshot format=ppm path=\(sandbox.file(name))").hasPrefix("ok"))
                    return try sandbox.bytes(name)
                }
                #expect(pictures[0] == pictures[1], "\(when): the picture")
            }
            try tell(["set daemon stateSync=always"] + motion.lines)
            try compare("before")
            links.removeLast()
            #expect(twin.end(by: signal) == (signal == SIGTERM ? 0 : -1))
            twin = try Daemon(["--state", sandbox.file("b")])
            links.append(try twin.link())
            try compare("behind the restart")
            for line in ["tick 0.0166667", "tick 0.1"] + motion.later + ["tick 0.05", "tick 0.5"] {
                try tell([line])
                try compare(line)
            }
        }
    }
}
