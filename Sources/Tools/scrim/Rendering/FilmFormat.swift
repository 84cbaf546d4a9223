import Geometry

/// Film formats that ffmpeg compresses, by file name extension.
enum FilmFormat: String, CaseIterable {
    /// H.264 on black, for any player.
    case mp4
    /// VP9, with alpha.
    case webm
    /// ProRes 4444, with alpha, for editing.
    case mov
    /// FFV1 in RGB, with alpha; lossless.
    case mkv
    case gif
    case apng
    /// Lossless, with alpha.
    case webp

    /// The daemon's format that ffmpeg reads: video on black, or straight alpha.
    var recorded: String { self == .mp4 ? "y4m" : "rgba" }

    var takesSound: Bool {
        switch self {
        case .mp4, .webm, .mov, .mkv: true
        case .gif, .apng, .webp: false
        }
    }

    /// True when pieces can be joined without decoding.
    var joins: Bool { takesSound }

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// ffmpeg's options for reading frames from standard input. `size`: frame size in pixels.
    func input(_ size: (width: Int, height: Int), _ rate: FrameRate) -> [String] {
        if recorded == "y4m" { return ["-f", "yuv4mpegpipe", "-i", "-"] }
        return [
            "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", "\(size.width)x\(size.height)",
            "-framerate", "\(rate.numerator)/\(rate.denominator)", "-i", "-",
        ]
    }

    /// Filters, encoder and format.
    var coding: [String] {
        switch self {
        case .mp4:
            // The film's matrix is that of Y4M, the video's that of its players. H.264 at 4:2:0 has even sides only.
            [
                "-vf", "scale=in_color_matrix=bt601:\(Self.conversion),\(Self.even)", "-c:v", "libx264",
                "-preset", "veryfast", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
            ] + Self.rec709
        case .webm:
            [
                "-vf", "scale=\(Self.conversion),\(Self.even):color=black@0", "-c:v", "libvpx-vp9",
                "-pix_fmt", "yuva420p", "-crf", "20", "-b:v", "0", "-auto-alt-ref", "0", "-row-mt", "1",
            ] + Self.rec709
        case .mov:
            [
                "-vf", "scale=\(Self.conversion),\(Self.marks)", "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt",
                "yuva444p10le",
                "-alpha_bits", "16", "-vendor", "apl0", "-movflags", "+write_colr",
            ] + Self.rec709
        case .mkv: ["-c:v", "ffv1", "-level", "3", "-pix_fmt", "bgra"]
        case .gif:
            [
                "-filter_complex",
                "[0:v]split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:alpha_threshold=128",
                "-loop", "0",
            ]
        case .apng: ["-c:v", "apng", "-pix_fmt", "rgba", "-plays", "0", "-f", "apng"]
        case .webp: ["-c:v", "libwebp_anim", "-lossless", "1", "-pix_fmt", "bgra", "-loop", "0"]
        }
    }

    /// The audio encoder.
    var soundCoding: [String] {
        switch self {
        case .webm: ["-c:a", "libopus"]
        case .mkv: ["-c:a", "flac"]
        default: ["-c:a", "aac", "-b:a", "192k"]
        }
    }

    private static let conversion = "out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int"
    private static let marks = "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv"
    private static let even = "pad=ceil(iw/2)*2:ceil(ih/2)*2"
    private static let rec709 = [
        "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    ]
}
