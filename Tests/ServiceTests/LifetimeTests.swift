import CSystem
import Glibc
import Reactor
import Scene
import Server
import TestSupport
import Testing

@testable import Service

extension ServiceTests {
    @Suite struct Lifetimes {
        @Test func objectsOfAClientGoWithIt() throws {
            let rig = try Rig()
            let (one, other) = (try rig.client(), try rig.client())
            _ = try rig.say("subscribe removed", as: other)
            _ = try rig.say("create kept layer\nsession lifetime=client\ncreate lent layer", as: one)
            #expect(rig.scene.find("lent") != nil)
            one.close()
            try rig.turn()
            #expect(rig.scene.find("lent") == nil && rig.scene.find("kept") != nil)
            #expect(try rig.say("tick 0", as: other).contains("event removed {\"id\":\"lent\"}"))
        }

        @Test func anOpenTransactionGoesWithItsClient() throws {
            let rig = try Rig()
            let one = try rig.client()
            _ = try rig.say("begin\ncreate a layer", as: one)
            one.close()
            try rig.turn()
            #expect(rig.scene.find("a") == nil)
        }

        @Test func aBufferNeedsADescriptor() throws {
            let rig = try Rig()
            let client = try rig.client()
            let line = "create b buffer size=2x2 stride=8 format=argb8888"
            #expect(try rig.say(line, as: client).contains("no file descriptor received"))
            #expect(rig.scene.find("b") == nil)
        }

        @Test func aSnapshotGoesToTheDescriptorThatWasPassed() throws {
            let rig = try Rig("set root backgroundColor=#ff0000")
            let client = try rig.client()
            let path = "\(rig.folder.path)/picture"
            let file = unsafe open(path, O_RDWR | O_CREAT, 0o600)
            try client.send("snapshot format=ppm", descriptors: [file])
            try rig.turn()
            #expect(client.receive() == "ok {\"width\":100,\"height\":80,\"format\":\"ppm\"}\n")
            var bytes = [UInt8](repeating: 0, count: 64)
            #expect(unsafe pread(file, &bytes, 64, 0) == 64)
            #expect(bytes.starts(with: Array("P6\n100 80\n255\n".utf8)))
            close(file)
        }

        @Test func aFilmOfTheManualClockHasItsFrames() throws {
            let rig = try Rig("create a layer bounds=0,0,20,20 backgroundColor=#fff position=50,40")
            let client = try rig.client()
            try client.send("record path=\(rig.folder.path)/film.y4m seconds=0.5 fps=20")
            var reply = ""
            try rig.turn(until: {
                reply += client.receive()
                return !reply.isEmpty
            })
            #expect(reply == "ok {\"frames\":10}\n")
        }

        @Test func settingsReachTheTransport() throws {
            let rig = try Rig()
            let client = try rig.client()
            #expect(rig.service.server.bounds.turnTime == 2_000_000)
            #expect(try rig.say("set daemon limit.line=4096\nset main refresh=240", as: client) == "ok\nok\n")
            #expect(rig.service.server.bounds.line == 4096)
            // A quarter of a refresh interval.
            #expect(rig.service.server.bounds.turnTime == 1_041_667)
        }
    }
}
