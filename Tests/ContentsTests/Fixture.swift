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

    /// 9×7, grey with 16 bits, from black to white.
    static let grey16PNG = decode(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAkAAAAHEAAAAACvYOT/AAAAOElEQVQI12XMQQ0AIBADwW2CGrCDIPQcetBTfhC4PjeTQppqAMI3lTaT\
        GgDY0kkRSa3+PAnL/tUGkdALr3XerwwAAAAASUVORK5CYII=
        """)

    /// 9×7, grey with alpha, from black to white.
    static let greyAlphaPNG = decode(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAkAAAAHCAQAAABwkq/rAAAAG0lEQVQI12Nk+M+ABli0GDCEtBmoporxP4aNAOqDA+hC2TSfAAAAAElF\
        TkSuQmCC
        """)

    /// 9×7, lossy, from red to blue at half alpha, which is packed by itself.
    static let alphaWebP = decode(
        """
        UklGRm4AAABXRUJQVlA4WAoAAAAQAAAACAAABgAAQUxQSAoAAAARB1DAiAhERP8DVlA4ID4AAADQAQCdASoJAAcAA4BaJagCdGuA/gAG\
        wAD+8Mc36O6aH+G7xearwmv/i4D/jJ1//1wH8y38qFP2chVL0gAAAA==
        """)

    /// 24×17, from red to blue, progressive.
    static let progressiveJPEG = decode(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNS\
        Mj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P\
        T0//wgARCAARABgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAQDBf/EABYBAQEBAAAAAAAAAAAAAAAAAAAFBP/aAAwDAQAC\
        EAMQAAAB5idqoUJxmLUkD//EABYQAQEBAAAAAAAAAAAAAAAAABEAIP/aAAgBAQABBQJmZmcf/8QAFhEBAQEAAAAAAAAAAAAAAAAAFAAQ\
        /9oACAEDAQE/AWTN/8QAFhEBAQEAAAAAAAAAAAAAAAAAFAAQ/9oACAECAQE/AQwd/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQAG\
        PwIf/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPyEQP//aAAwDAQACAAMAAAAQPP8Avv/EABYRAQEBAAAAAAAAAAAAAAAAAHEA\
        EP/aAAgBAwEBPxBS3//EABYRAQEBAAAAAAAAAAAAAAAAAHEAEP/aAAgBAgEBPxAQ3//EABcQAAMBAAAAAAAAAAAAAAAAAAAQcSD/2gAI\
        AQEAAT8QfssvH//Z
        """)

    /// 16×16, grey, a restart marker behind each block.
    static let greyJPEG = decode(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7Pj4+\
        JS5ESUM8SDc9Pjv/wAALCAAQABABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFxAAAwEAAAAAAAAAAAAAAAAAABZjof/aAAgB\
        AQAAPwC2bKaGymmJNlNDZTT/2Q==
        """)

    /// Pictures that use what SVG has.
    static let vectors = [
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='20' height='9'><defs><filter id='f'><feGaussianBlur
        stdDeviation='2'/></filter><linearGradient id='g'><stop offset='.5' stop-color='red'/></linearGradient>
        </defs><path d='M1 2C3 4 5 6 7 8z' fill='url(#g)' filter='url(#f)'/><use href='#f'/></svg>
        """,
        """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 30' width='50%'><style>.a{fill:#08f;opacity:.5}</style>
        <defs><pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><circle r='2' cx='2' cy='2'/></pattern>
        <mask id='m'><rect width='20' height='20' fill='white'/></mask><clipPath id='c'><ellipse rx='9' ry='5'/></clipPath>
        <marker id='k' orient='auto' markerWidth='3' markerHeight='3'><path d='M0 0L3 1 0 2'/></marker><symbol id='s'
        viewBox='0 0 1 1'><rect width='1' height='1'/></symbol></defs><g transform='rotate(10) skewX(5) scale(2)'>
        <polyline class='a' points='1,1 9,9 1,9' marker-mid='url(#k)' stroke='red' stroke-dasharray='1 2' mask='url(#m)'/>
        <use href='#s' x='2' width='9' height='9' clip-path='url(#c)'/></g><rect width='9' height='9' rx='2'
        fill='url(#p)'/></svg>
        """,
        """
        <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='2cm' height='20pt'>
        <filter id='a' x='-1' width='3'><feTurbulence baseFrequency='.1' numOctaves='2' result='t'/><feDisplacementMap
        in='SourceGraphic' in2='t' scale='4'/><feColorMatrix type='hueRotate' values='90'/><feMorphology radius='1'/>
        <feConvolveMatrix order='3' kernelMatrix='1 0 1 0 1 0 1 0 1'/><feTile/><feOffset dx='1'/><feComposite in2='t'
        operator='arithmetic' k1='1'/></filter><filter id='b'><feSpecularLighting specularExponent='9'><fePointLight
        x='1' y='2' z='3'/></feSpecularLighting><feFlood flood-color='#0f0'/><feBlend in2='SourceAlpha' mode='screen'/>
        <feComponentTransfer><feFuncR type='table' tableValues='0 1 0'/></feComponentTransfer></filter>
        <radialGradient id='r' fx='.2' spreadMethod='reflect' xlink:href='#q'/><linearGradient id='q'><stop offset='0'/>
        <stop offset='1' stop-color='hsl(9,9%,9%)'/></linearGradient><text x='1 2' y='9' filter='url(#a)'>a<tspan dy='2'
        font-size='1.5em'>b</tspan></text><path d='m1 1h9v9a3 4 5 0 1 6 7q1 2 3 4t5 6s1 2 3 4z' fill='url(#r)'
        filter='url(#b)' stroke-linejoin='round'/><image width='3' height='3' href='data:image/png;base64,iVBORw0KGgo='/>
        <switch><g systemLanguage='de'/><a><line x2='9' stroke='currentColor'/></a></switch></svg>
        """,
    ]

    static func decode(_ text: String) -> [UInt8] {
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
