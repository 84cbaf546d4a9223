#include "FilmReader.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tone.h"

/// Maximum number of frames: five hours at 60 per second.
enum { MOST_FRAMES = 1 << 20 };
/// Bytes that libavformat reads at a time.
enum { PIECE = 1 << 16 };
/// Maximum number of frames that are decoded and skipped instead of seeking.
enum { BLOCK = 64 };

typedef struct entry {
    int64_t pts;
    /// Decoding time from which decoding starts for this frame; only for key frames.
    int64_t dts;
    int64_t duration;
    int is_key;
} entry;

struct film_reader {
    const uint8_t *bytes;
    int64_t length, offset;
    AVIOContext *io;
    AVFormatContext *format;
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame;
    struct SwsContext *scaler;
    int stream, width, height, orientation;
    /// In presentation order.
    entry *entries;
    int count, room;
    /// The earliest decoding time.
    int64_t first;
    /// True when the container has no frame times: frames are counted from the start.
    int counts;
    /// Number of the frame in `frame`; -1: none.
    int current;
    /// True when the file was read to its end since the last seek.
    int is_drained;
    uint8_t *rows;
    int rows_stride;
};

static int fail(char *fault, const char *text) {
    snprintf(fault, FILM_FAULT_LENGTH, "%s", text);
    return -1;
}

static int fail_with(char *fault, const char *what, int error) {
    if (error == AVERROR_EOF) return fail(fault, "the file ends too soon");
    if (error == AVERROR(ENOMEM)) return fail(fault, "there is no memory to decode it");
    char text[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(error, text, sizeof text);
    snprintf(fault, FILM_FAULT_LENGTH, "%s: %s", what, text);
    return -1;
}

static int begins(const uint8_t *bytes, uint64_t length, uint64_t at, const char *text) {
    size_t count = strlen(text);
    return length >= at + count && memcmp(bytes + at, text, count) == 0;
}

int film_is_film(const uint8_t *start, uint64_t length) {
    // The demuxers check it again later; this only rejects other files.
    if (length < 12) return 0;
    return begins(start, length, 4, "ftyp") || begins(start, length, 4, "moov") || begins(start, length, 4, "mdat") ||
           begins(start, length, 4, "wide") || begins(start, length, 4, "free") || begins(start, length, 0, "\x1A\x45\xDF\xA3") ||
           (begins(start, length, 0, "RIFF") && begins(start, length, 8, "AVI ")) || begins(start, length, 0, "OggS") ||
           begins(start, length, 0, "FLV\x01") || begins(start, length, 0, "YUV4MPEG2 ") ||
           (start[0] == 0x47 && length > 188 && start[188] == 0x47);
}

static int read_bytes(void *opaque, uint8_t *buffer, int size) {
    film_reader *film = opaque;
    int64_t rest = film->length - film->offset;
    if (rest <= 0) return AVERROR_EOF;
    if (size > rest) size = (int)rest;
    memcpy(buffer, film->bytes + film->offset, size);
    film->offset += size;
    return size;
}

static int64_t seek_bytes(void *opaque, int64_t offset, int whence) {
    film_reader *film = opaque;
    if (whence & AVSEEK_SIZE) return film->length;
    whence &= ~AVSEEK_FORCE;
    if (whence == SEEK_CUR) offset += film->offset;
    if (whence == SEEK_END) offset += film->length;
    if (offset < 0) return AVERROR(EINVAL);
    return film->offset = offset;
}

static int by_time(const void *a, const void *b) {
    const entry *one = a, *other = b;
    return (one->pts > other->pts) - (one->pts < other->pts);
}

static int add(film_reader *film, const AVPacket *packet, char *fault) {
    if (packet->flags & AV_PKT_FLAG_DISCARD) return 0;
    if (film->count == MOST_FRAMES) return fail(fault, "it has more than 1048576 frames");
    if (film->count == film->room) {
        film->room = film->room ? film->room * 2 : 1024;
        entry *more = realloc(film->entries, film->room * sizeof *more);
        if (!more) return fail(fault, "there is no memory to decode it");
        film->entries = more;
    }
    int64_t dts = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
    int64_t pts = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
    if (packet->pts == AV_NOPTS_VALUE) film->counts = 1;
    // A container without times: frames follow each other.
    if (pts == AV_NOPTS_VALUE) pts = film->count ? film->entries[film->count - 1].pts + (packet->duration ? packet->duration : 1) : 0;
    if (dts == AV_NOPTS_VALUE) dts = pts;
    if (film->count == 0 || dts < film->first) film->first = dts;
    film->entries[film->count++] = (entry){pts, dts, packet->duration, (packet->flags & AV_PKT_FLAG_KEY) != 0};
    return 0;
}

/// Reads the file to its end to get the times of its frames.
static int look_through(film_reader *film, char *fault) {
    int error;
    while ((error = av_read_frame(film->format, film->packet)) >= 0) {
        int failed = film->packet->stream_index == film->stream && film->packet->size > 0 && add(film, film->packet, fault) < 0;
        av_packet_unref(film->packet);
        if (failed) return -1;
    }
    // Show the existing part of a damaged file.
    if (film->count == 0) return fail_with(fault, "it has no frames", error);
    qsort(film->entries, film->count, sizeof *film->entries, by_time);
    int kept = 1;
    for (int index = 1; index < film->count; index++)
        if (film->entries[index].pts != film->entries[kept - 1].pts) film->entries[kept++] = film->entries[index];
    film->count = kept;
    return 0;
}

static int orientation_of(const AVStream *stream) {
    const int32_t *matrix = (const int32_t *)av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    if (!matrix) return 1;
    double angle = -av_display_rotation_get(matrix);
    if (isnan(angle)) return 1;
    int quarters = (int)lrint(angle / 90) & 3;
    return (const int[]){1, 6, 3, 8}[quarters];
}

/// The size in square pixels: the picture's, wider or higher.
static void square(film_reader *film, AVStream *stream) {
    AVRational aspect = av_guess_sample_aspect_ratio(film->format, stream, NULL);
    double ratio = aspect.num > 0 && aspect.den > 0 ? av_q2d(aspect) : 1;
    if (ratio < 1.0 / 16 || ratio > 16) return;
    if (ratio > 1) film->width = (int)lrint(film->width * ratio);
    if (ratio < 1) film->height = (int)lrint(film->height / ratio);
}

static int take_up(film_reader *film, char *fault) {
    uint8_t *buffer = av_malloc(PIECE);
    film->packet = av_packet_alloc();
    film->frame = av_frame_alloc();
    if (!buffer || !film->packet || !film->frame) {
        av_free(buffer);
        return fail(fault, "there is no memory to decode it");
    }
    film->io = avio_alloc_context(buffer, PIECE, 0, film, read_bytes, NULL, seek_bytes);
    film->format = avformat_alloc_context();
    if (!film->io || !film->format) return fail(fault, "there is no memory to decode it");
    film->format->pb = film->io;
    // Excludes demuxers that open other files.
    AVDictionary *options = NULL;
    av_dict_set(&options, "format_whitelist", "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,ogg,flv,mpegts,yuv4mpegpipe", 0);
    av_dict_set(&options, "protocol_whitelist", "", 0);
    int error = avformat_open_input(&film->format, NULL, NULL, &options);
    av_dict_free(&options);
    if (error < 0) return fail_with(fault, "it is no film that can be read", error);
    film->format->max_analyze_duration = 5 * AV_TIME_BASE;
    error = avformat_find_stream_info(film->format, NULL);
    if (error < 0) return fail_with(fault, "it cannot be read", error);
    const AVCodec *codec = NULL;
    film->stream = av_find_best_stream(film->format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (film->stream == AVERROR_DECODER_NOT_FOUND) return fail(fault, "there is no decoder for its pictures");
    if (film->stream < 0) return fail(fault, "it has no pictures");
    // Audio is ignored.
    for (unsigned index = 0; index < film->format->nb_streams; index++)
        if ((int)index != film->stream) film->format->streams[index]->discard = AVDISCARD_ALL;
    AVStream *stream = film->format->streams[film->stream];
    // libvpx supports alpha, which is stored next to the pictures.
    AVDictionaryEntry *alpha = av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
    if (alpha && atoi(alpha->value) == 1) {
        const char *name = codec->id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : codec->id == AV_CODEC_ID_VP8 ? "libvpx" : NULL;
        const AVCodec *other = name ? avcodec_find_decoder_by_name(name) : NULL;
        if (other) codec = other;
    }
    film->codec = avcodec_alloc_context3(codec);
    if (!film->codec) return fail(fault, "there is no memory to decode it");
    error = avcodec_parameters_to_context(film->codec, stream->codecpar);
    if (error >= 0) {
        film->codec->pkt_timebase = stream->time_base;
        // One thread: other work has priority, and all runs are alike.
        film->codec->thread_count = 1;
        error = avcodec_open2(film->codec, codec, NULL);
    }
    if (error < 0) return fail_with(fault, "its pictures cannot be decoded", error);
    (film->width) = film->codec->width;
    (film->height) = film->codec->height;
    if (film->width <= 0 || film->height <= 0) return fail(fault, "the picture is empty");
    square(film, stream);
    film->orientation = orientation_of(stream);
    return look_through(film, fault);
}

static int start_at(film_reader *film, int key, char *fault);

film_reader *film_open(const uint8_t *bytes, uint64_t length, char *fault) {
    av_log_set_level(AV_LOG_QUIET);
    film_reader *film = calloc(1, sizeof *film);
    if (!film) {
        fail(fault, "there is no memory to decode it");
        return NULL;
    }
    film->bytes = bytes;
    film->length = (int64_t)length;
    film->current = -1;
    if (take_up(film, fault) < 0 || start_at(film, 0, fault) < 0) {
        film_close(film);
        return NULL;
    }
    return film;
}

void film_close(film_reader *film) {
    if (!film) return;
    sws_freeContext(film->scaler);
    avcodec_free_context(&film->codec);
    avformat_close_input(&film->format);
    if (film->io) av_freep(&film->io->buffer);
    avio_context_free(&film->io);
    av_packet_free(&film->packet);
    av_frame_free(&film->frame);
    av_free(film->rows);
    free(film->entries);
    free(film);
}

int film_width(const film_reader *film) { return film->width; }
int film_height(const film_reader *film) { return film->height; }
int film_orientation(const film_reader *film) { return film->orientation; }
int film_frame_count(const film_reader *film) { return film->count; }

double film_end(const film_reader *film, int frame) {
    const AVStream *stream = film->format->streams[film->stream];
    int64_t first = film->entries[0].pts;
    if (frame + 1 < film->count) return (double)(film->entries[frame + 1].pts - first) * av_q2d(stream->time_base);
    double end = (double)(film->entries[frame].pts - first) * av_q2d(stream->time_base);
    // The last frame: the duration of its packet, or the average of the others.
    if (film->entries[frame].duration > 0) return end + (double)film->entries[frame].duration * av_q2d(stream->time_base);
    if (film->count > 1) return end + end / (film->count - 1);
    return end + (stream->avg_frame_rate.num > 0 ? av_q2d(av_inv_q(stream->avg_frame_rate)) : 0.04);
}

/// Seeks to the key frame with this number, or to the start.
static int start_at(film_reader *film, int key, char *fault) {
    int64_t time = film->entries[key].dts;
    if (key == 0) time = film->first;
    int error = av_seek_frame(film->format, film->stream, time, AVSEEK_FLAG_BACKWARD);
    if (error < 0) {
        error = av_seek_frame(film->format, film->stream, film->first, AVSEEK_FLAG_BACKWARD);
        if (error < 0) error = av_seek_frame(film->format, -1, 0, AVSEEK_FLAG_BYTE | AVSEEK_FLAG_BACKWARD);
        if (error < 0) return fail_with(fault, "it cannot be played from its beginning", error);
    }
    avcodec_flush_buffers(film->codec);
    film->current = -1;
    film->is_drained = 0;
    return 0;
}

/// Number of the frame that is shown at a stream time.
static int number_at(const film_reader *film, int64_t pts) {
    int low = 0, high = film->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (film->entries[middle].pts <= pts) low = middle; else high = middle - 1;
    }
    return low;
}

/// Decodes the next frame into `frame`. Returns 1; 0 at the end; negative for fatal errors.
static int next(film_reader *film) {
    for (;;) {
        int error = avcodec_receive_frame(film->codec, film->frame);
        if (error == 0) {
            int64_t pts = film->frame->best_effort_timestamp;
            film->current = pts == AV_NOPTS_VALUE || film->counts ? film->current + 1 : number_at(film, pts);
            return 1;
        }
        if (error == AVERROR_EOF) return 0;
        if (error != AVERROR(EAGAIN)) return error;
        if (film->is_drained) return 0;
        do {
            av_packet_unref(film->packet);
            error = av_read_frame(film->format, film->packet);
        } while (error >= 0 && film->packet->stream_index != film->stream);
        if (error < 0) {
            film->is_drained = 1;
            avcodec_send_packet(film->codec, NULL);
        } else {
            // A damaged packet only loses its frame and those that depend on it.
            error = avcodec_send_packet(film->codec, film->packet);
            av_packet_unref(film->packet);
            if (error == AVERROR(ENOMEM)) return error;
        }
    }
}

/// Decodes the frame with this number into `frame`, or the nearest available one.
static int reach(film_reader *film, int number, char *fault) {
    if (film->current == number && film->frame->data[0]) return 0;
    int key = number;
    while (key > 0 && (film->counts || !film->entries[key].is_key)) key--;
    int goes_on = film->current >= 0 && !film->is_drained && film->current < number && (key <= film->current || number - film->current < BLOCK);
    // The decoder returns its last frames after the end of the file.
    if (film->current >= 0 && film->is_drained && film->current < number) goes_on = 1;
    if (!goes_on && start_at(film, key, fault) < 0) return -1;
    for (;;) {
        int came = next(film);
        if (came < 0) return fail_with(fault, "a frame cannot be decoded", came);
        if (came == 0) break;
        if (film->current == number) return 0;
        if (film->current > number) {
            // The container seeked too far, or the frame is missing.
            if (key == 0 || goes_on) return 0;
            while (key > 0 && !film->entries[--key].is_key) {}
            if (start_at(film, key, fault) < 0) return -1;
        }
    }
    // At the end: keeps the last existing frame, if any.
    if (film->frame->data[0]) return 0;
    if (key == 0) return fail(fault, "the file ends too soon");
    if (start_at(film, 0, fault) < 0) return -1;
    AVFrame *last = av_frame_alloc();
    if (!last) return fail(fault, "there is no memory to decode it");
    while (next(film) > 0 && film->current <= number) {
        av_frame_unref(last);
        av_frame_move_ref(last, film->frame);
        if (film->current == number) break;
    }
    av_frame_unref(film->frame);
    av_frame_move_ref(film->frame, last);
    av_frame_free(&last);
    return film->frame->data[0] ? 0 : fail(fault, "the file ends too soon");
}

/// The color matrix, chosen like in the ffmpeg program; by default BT.709 from 720 lines on and BT.601 below.
static const int *matrix_of(const AVFrame *frame) {
    if (frame->colorspace == AVCOL_SPC_UNSPECIFIED && frame->height >= 720) return sws_getCoefficients(SWS_CS_ITU709);
    return sws_getCoefficients(frame->colorspace);
}

static tone_transfer transfer_of(const AVFrame *frame) {
    return frame->color_trc == AVCOL_TRC_SMPTE2084 ? TONE_PQ : frame->color_trc == AVCOL_TRC_ARIB_STD_B67 ? TONE_HLG : TONE_NONE;
}

/// The brightest light of a film in nits, as it says itself.
static double peak_of(const AVFrame *frame) {
    const AVFrameSideData *side = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
    if (side && ((const AVContentLightMetadata *)side->data)->MaxCLL > 0) return ((const AVContentLightMetadata *)side->data)->MaxCLL;
    side = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
    const AVMasteringDisplayMetadata *display = side ? (const AVMasteringDisplayMetadata *)side->data : NULL;
    return display && display->has_luminance && display->max_luminance.num > 0 ? av_q2d(display->max_luminance) : 1000;
}

int film_decode(film_reader *film, int number, uint8_t *pixels, int stride, char *fault) {
    if (number < 0 || number >= film->count) return fail(fault, "there is no such frame");
    if (reach(film, number, fault) < 0) return -1;
    const AVFrame *frame = film->frame;
    const AVPixFmtDescriptor *description = av_pix_fmt_desc_get(frame->format);
    int has_alpha = description && (description->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
    tone_transfer transfer = transfer_of(frame);
    if (transfer != TONE_NONE) has_alpha = 0;
    enum AVPixelFormat into = transfer != TONE_NONE ? AV_PIX_FMT_RGB48 : has_alpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB32;
    film->scaler = sws_getCachedContext(
        film->scaler, frame->width, frame->height, frame->format, film->width, film->height, into, SWS_BICUBIC, NULL, NULL, NULL);
    if (!film->scaler) return fail(fault, "its pixels are of a format that is not known");
    int full = frame->color_range == AVCOL_RANGE_JPEG;
    sws_setColorspaceDetails(film->scaler, matrix_of(frame), full, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
    // Its fast loops write beyond the end of a row.
    int stride_needed = (film->width * (transfer != TONE_NONE ? 6 : 4) + 255) & ~127;
    if (film->rows_stride < stride_needed) {
        av_freep(&film->rows);
        film->rows_stride = stride_needed;
        film->rows = av_malloc((size_t)film->rows_stride * (film->height + 1));
        if (!film->rows) {
            film->rows_stride = 0;
            return fail(fault, "there is no memory to decode it");
        }
    }
    uint8_t *planes[4] = {film->rows};
    int strides[4] = {film->rows_stride};
    if (sws_scale(film->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides) < 0)
        return fail(fault, "its pixels are of a format that is not known");
    if (transfer != TONE_NONE) {
        double peak = peak_of(frame);
        for (int y = 0; y < film->height; y++)
            tone_row(transfer, peak, (const uint16_t *)(film->rows + (size_t)y * film->rows_stride), pixels + (size_t)y * stride, (size_t)film->width);
        return 0;
    }
    for (int y = 0; y < film->height; y++) memcpy(pixels + (size_t)y * stride, film->rows + (size_t)y * film->rows_stride, film->width * 4);
    return has_alpha;
}
