/// Small files of every format.
enum Fixture {
    /// 4×3: red 20+60x, green 30+80y, blue 200−40x, alpha 255, 128, 0, 77 by x+y.
    static let rgbaPNG = decode(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAOUlEQVR42gXBMREAMAgDwIhgxhF3UcLcEQGIQAlzXNF/mOvoU+0P\
        cgYsVcxB5wslD7YCd6L3nZb1AQUNFkXylGNfAAAAAElFTkSuQmCC
        """)

    /// The same, interlaced.
    static let interlacedPNG = decode(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAADBAMAAAEx3YNjAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAA\
        dTAAAOpgAAA6mAAAF3CculE8AAAAJ1BMVEWMHnhQbqAUvshQHqDIHlAUbsiMbnhQvqDIvlAUHsjIblCMvnj///8J0IDRAAAACXRS\
        TlMAAACATYBNTYDwwwlBAAAAAWJLR0QMgbNRYwAAAAd0SU1FB+oLFQ8eJIgCmMsAAAAVSURBVAjXY5jAwMCgzWDCUMEQmAUADEkC\
        I4dogK8AAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMjFUMTU6MzA6MzYrMDA6MDBCIYCHAAAAJXRFWHRkYXRlOm1vZGlmeQAy\
        MDI2LTExLTIxVDE1OjMwOjM2KzAwOjAwM3w4OwAAAABJRU5ErkJggg==
        """)

    /// 4×3, red with a blue pixel at 1,1.
    static let palettePNG = decode(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAADAgMAAADJmkZVAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAA\
        dTAAAOpgAAA6mAAAF3CculE8AAAACVBMVEX/AAAAAP////8Ul8VoAAAAAWJLR0QCZgt8ZAAAAAd0SU1FB+oLFQ8eJIgCmMsAAAAO\
        SURBVAjXY2BgEGBgAAAANgARC9YyhgAAACV0RVh0ZGF0ZTpjcmVhdGUAMjAyNi0xMS0yMVQxNTozMDozNiswMDowMEIhgIcAAAAl\
        dEVYdGRhdGU6bW9kaWZ5ADIwMjYtMTEtMjFUMTU6MzA6MzYrMDA6MDAzfDg7AAAAAElFTkSuQmCC
        """)

    /// 2×2, four frames with all ways of disposal and blending, played three times.
    static let animatedPNG = decode(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAACGFjVEwAAAAEAAAAA+XEN2oAAAAaZmNUTAAAAAAAAAACAAAAAgAA\
        AAAAAAAAAAEACgAA6FTcAAAAABFJREFUeNpj+M/A8B+EGWAMAEfKB/katvGpAAAAGmZjVEwAAAABAAAAAQAAAAIAAAABAAAAAAAB\
        AAQBAXV9Q2AAAAATZmRBVAAAAAJ42mNg+M/QwAAiAA5/Av/ru/zEAAAAGmZjVEwAAAADAAAAAQAAAAEAAAAAAAAAAQAAAAACAIgs\
        zL0AAAARZmRBVAAAAAR42mNgYPj/HwADAgH/0uf8cQAAABpmY1RMAAAABQAAAAEAAAABAAAAAAAAAAAAMgAAAAAqRjwXAAAAEWZk\
        QVQAAAAGeNpj4OTkZAAAAFYAHIN2fXMAAAAASUVORK5CYII=
        """)

    /// 4×4, four frames with all ways of disposal.
    static let animatedGIF = decode(
        """
        R0lGODlhBAAEAPAAAP8AAAAAACH5BAQKAAAAIf8LTkVUU0NBUEUyLjADAQEAACwAAAAABAAEAAACBISPCQUAIfkECAMAAAAsAQAB\
        AAIAAgCAAP8AAAAAAgKEUQAh+QQMAAAAACwDAAMAAQABAIAAAP8AAAACAkQBACH5BARkAAAALAAAAAABAAEAgP///wAAAAICRAEA\
        Ow==
        """)

    /// 16×12, a few colours.
    static let interlacedGIF = decode(
        """
        R0lGODlhEAAMAPEAAK5AYTxArTyura6uYSH5BAAAAAAALAAAAAAQAAwAQAIwjG8QwC0PxZCjWoSbxkfvACEVMJBT9FhqlS2Lp3DK\
        /B0CIJFeGAXjj4qsKkHiZFUAADs=
        """)

    /// The same, not interlaced.
    static let plainGIF = decode(
        """
        R0lGODlhEAAMAPEAAK5AYTxArTyura6uYSH5BAAAAAAALAAAAAAQAAwAAAIwjG8QwI0Lm3xHTqrypcsqJADCAJCXgCIDyQ6oELzw\
        WrLy6676esu73hv9gDdeblcAADs=
        """)

    /// As rgbaPNG.
    static let rgbaWebP = decode(
        """
        UklGRk4AAABXRUJQVlA4TEIAAAAvA4AAEF8gECCUaJIqVyCQ4iDGWSCQ5E82wjgGApZJSCVTyQM+rI8GvOYGnlCM72QMggASpwwy\
        GG+DDWaN6H/kjgI=
        """)

    /// As jpeg.
    static let lossyWebP = decode(
        """
        UklGRkIAAABXRUJQVlA4IDYAAADQAQCdASoQABAAAMASJaACdLoB+AADsAD++o///p15f+dg/uwu/v/dhf/7jy+ej/ceX6mgAAA=
        """)

    /// 2×2: red for 100 ms, blue for 250 ms, five times.
    static let animatedWebP = decode(
        """
        UklGRoQAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAD/////BQBBTk1GKAAAAAAAAAAAAAEAAAEAAGQAAAJWUDhMDwAA\
        AC8BQAAABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAEAAAEAAPoAAABWUDhMDwAAAC8BQAAABxDR//4HIqL/AQA=
        """)

    /// 16×16: left (200,30,40), right (20,60,220).
    static let jpeg = decode(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK\
        CgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
        CgoKCgoKCgr/wAARCAAQABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA\
        FQEBAQAAAAAAAAAAAAAAAAAACQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCR0fKgPzeArIAQzqD83gK3/9k=
        """)

    /// The same in CMYK, as Adobe stores it.
    static let cmykJPEG = decode(
        """
        /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwABAQEBAQEBAQEBAQEBAQECAgEBAQEDAgICAgMDBAQDAwMDBAQGBQQEBQQDAwUHBQUGBgYG\
        BgQFBwcHBgcGBgYG/9sAQwEBAQEBAQEDAgIDBgQDBAYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYG\
        BgYGBgYG/8AAFAgAEAAQBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAgK/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/E\
        ABYBAQEBAAAAAAAAAAAAAAAAAAsICv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AXC+GJ9SAbA+ckwUATkGB\
        s4vmwPnJMFA//9k=
        """)

    /// The same with the EXIF orientation 6.
    static let turnedJPEG = decode(
        """
        /9j/4QAiRXhpZgAASUkqAAgAAAABABIBAwABAAAABgAAAAAAAAD/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgIC\
        AgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoK\
        CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAQABADAREAAhEBAxEB/8QAFQABAQAAAAAA\
        AAAAAAAAAAAABwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAACQf/xAAUEQEAAAAAAAAAAAAAAAAA\
        AAAA/9oADAMBAAIRAxEAPwCR0fKgPzeArIAQzqD83gK3/9k=
        """)

    private static func decode(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var (word, bits): (UInt32, UInt32) = (0, 0)
        for character in text.utf8 {
            let value: UInt8
            switch character {
            case 65...90: value = character - 65
            case 97...122: value = character - 71
            case 48...57: value = character + 4
            case 43: value = 62
            case 47: value = 63
            default: continue
            }
            (word, bits) = (word << 6 | UInt32(value), bits + 6)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        return bytes
    }
}
