import Geometry
import Glibc
import Pixels
import Reactor
import Recording
import Testing

@Suite struct FilmGridTests {
    @Test func framesAreGivenAwayAsTheirTimeBegins() throws {
        let rate = try #require(FrameRate("30000/1001"))
        var grid = FilmGrid(start: 2, rate: rate)
        #expect(grid.take(before: 1) == 0 && grid.take(before: 2) == 0)
        #expect(grid.take(before: 2.001) == 1 && grid.take(before: 2.03) == 0)
        // However the time's sum is rounded: as many frames as intervals.
        var time = 2.0
        for _ in 0..<1000 { time += rate.time(of: 1) }
        #expect(grid.take(before: time) == 999 && grid.count == 1000)
        #expect(abs(grid.nextEnd - (time + rate.time(of: 1))) < 1e-9)
    }

    @Test func itsLengthIsTheEnd() throws {
        var grid = FilmGrid(start: 0, rate: try #require(FrameRate("10")), length: 5)
        #expect(grid.take(before: 0.25) == 3 && !grid.isComplete)
        #expect(grid.take(before: .infinity) == 2 && grid.isComplete && grid.take(before: 9) == 0)
    }
}

@Suite struct FilmFrameTests {
    /// BT.601 in doubles, rounded.
    private func reference(_ r: Double, _ g: Double, _ b: Double) -> [Int] {
        let y = (0.299 * r + 0.587 * g + 0.114 * b) / 255
        return [16 + 219 * y, 128 + 224 * (b / 255 - y) / 1.772, 128 + 224 * (r / 255 - y) / 1.402].map {
            Int($0.rounded())
        }
    }

    private func picture(_ width: Int, _ height: Int) throws -> Bitmap {
        let bitmap = try Bitmap(width: width, height: height)
        var state: UInt32 = 7
        for y in 0..<height {
            unsafe bitmap.withRow(y) { row in
                for x in 0..<width {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    let a = x % 5 == 0 ? 255 : state >> 24
                    // Premultiplied: no channel above alpha.
                    let c = (0..<3).reduce(UInt32(0)) { $0 << 8 | (state >> (UInt32($1) * 7) & 255) * a / 255 }
                    unsafe row.storeBytes(of: a << 24 | c, toByteOffset: x * 4, as: UInt32.self)
                }
            }
        }
        return bitmap
    }

    /// Every rectangle, whatever its width is beside the lanes, and nothing around it.
    @Test(arguments: [PixelRect(0, 0, 21, 5), PixelRect(3, 1, 12, 4), PixelRect(20, 4, 21, 5), PixelRect(-5, -5, 9, 2)])
    func planesAreBT601OverBlack(rect: PixelRect) throws {
        let bitmap = try picture(21, 5)
        var frame = FilmFrame(.y4m, width: 21, height: 5)
        frame.update(from: bitmap, in: rect)
        let planes = frame.bytes.dropFirst("FRAME\n".utf8.count).map(Int.init)
        try #require(planes.count == 3 * 105)
        for y in 0..<5 {
            for x in 0..<21 {
                let inside = rect.contains(PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1))
                let pixel = unsafe bitmap.withRow(y) { unsafe $0.load(fromByteOffset: x * 4, as: UInt32.self) }
                let wanted =
                    inside
                    ? reference(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
                    : [16, 128, 128]
                for plane in 0..<3 { #expect(abs(planes[plane * 105 + y * 21 + x] - wanted[plane]) <= 1) }
            }
        }
    }

    @Test func greyHasNoColour() throws {
        let bitmap = try Bitmap(width: 256, height: 1)
        unsafe bitmap.withRow(0) { row in
            for v in 0..<256 {
                unsafe row.storeBytes(of: 0xFF00_0000 | UInt32(v) * 0x10101, toByteOffset: v * 4, as: UInt32.self)
            }
        }
        var frame = FilmFrame(.y4m, width: 256, height: 1)
        frame.update(from: bitmap, in: bitmap.bounds)
        let planes = Array(frame.bytes.dropFirst(6))
        #expect(planes[0] == 16 && planes[255] == 235 && planes[256...].allSatisfy { $0 == 128 })
    }

    @Test func rgbaIsWhatPicturesAre() throws {
        let bitmap = try picture(9, 3)
        var frame = FilmFrame(.rgba, width: 9, height: 3)
        #expect(frame.header(try #require(FrameRate("60"))).isEmpty)
        frame.update(from: bitmap, in: bitmap.bounds)
        #expect(frame.bytes == (try PictureEncoder.encode(bitmap, as: .rgba)))
    }
}

@Suite struct FilmWriterTests {
    /// A pipe whose writing end does not block.
    private struct Ends: ~Copyable {
        let read: FileDescriptor
        let write: FileDescriptor
    }

    private func pipe() throws -> Ends {
        var ends: [Int32] = [-1, -1]
        let result = unsafe Glibc.pipe(&ends)
        try #require(result == 0)
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        return Ends(read: FileDescriptor(owning: ends[0]), write: FileDescriptor(owning: ends[1]))
    }

    @Test func everythingInOrderThroughASlowPipe() throws {
        let ends = try pipe()
        let writer = try FilmWriter(ends.write)
        var wanted: [UInt8] = []
        for index in 0..<6 {
            let piece = [UInt8](repeating: UInt8(index), count: 70_000)
            writer.write(piece, times: 2)
            wanted += piece + piece
        }
        // More than a pipe holds: nothing is done until somebody reads.
        #expect(writer.queued > 0 && writer.failure == nil)
        var got: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 9_999)
        while got.count < wanted.count {
            let count = unsafe read(ends.read.raw, &chunk, chunk.count)
            try #require(count > 0)
            got += chunk[..<count]
        }
        #expect(got == wanted)
        writer.drain(seconds: 5)
        #expect(writer.queued == 0)
    }

    @Test func aReaderThatLeavesIsAFailure() throws {
        let ends = try pipe()
        signal(SIGPIPE, SIG_IGN)
        close(ends.read.release())
        let writer = try FilmWriter(ends.write)
        writer.write([1, 2, 3])
        writer.drain(seconds: 5)
        #expect(writer.failure == EPIPE)
    }

    /// Work is done beside its caller, in its order among bytes.
    @Test func workIsTheWritersOwn() throws {
        let ends = try pipe()
        let writer = try FilmWriter(ends.write)
        let gate = try pipe()
        let (held, free) = (gate.read.release(), gate.write.release())
        writer.write([1])
        writer.write {
            var byte: UInt8 = 0
            return unsafe read(held, &byte, 1) == 1 ? [byte] : []
        }
        writer.write { [] }
        writer.write([3], times: 2)
        // Here nothing waits for it.
        #expect(writer.queued > 0)
        var two: UInt8 = 2
        #expect(unsafe Glibc.write(free, &two, 1) == 1)
        writer.drain(seconds: 5)
        var got = [UInt8](repeating: 0, count: 9)
        #expect(unsafe read(ends.read.raw, &got, 9) == 4 && got.prefix(4) == [1, 2, 3, 3])
        close(held)
        close(free)
    }

    /// Ends at once, though nobody ever reads.
    @Test func theEndDoesNotWait() throws {
        let ends = try pipe()
        do {
            let writer = try FilmWriter(ends.write)
            writer.write([UInt8](repeating: 1, count: 1 << 20), times: 1000)
        }
        var count = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while case let got = unsafe read(ends.read.raw, &chunk, chunk.count), got > 0 { count += got }
        #expect(count < 1 << 20)
    }
}
