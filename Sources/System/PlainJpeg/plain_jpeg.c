// libjpeg's own interface, for files that TurboJPEG does not support, such as those with 4:1:0 sampling. It reports
// errors with a function that must not return: hence setjmp, and hence C.
#include "PlainJpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

struct failure {
    struct jpeg_error_mgr base;
    jmp_buf back;
    char text[JMSG_LENGTH_MAX];
};

static void fail(j_common_ptr decoder) {
    struct failure *failure = (struct failure *)decoder->err;
    failure->base.format_message(decoder, failure->text);
    longjmp(failure->back, 1);
}

static void say_nothing(j_common_ptr decoder) { (void)decoder; }

// Called while scans are read, all before the first row. A progressive file may have any number of scans, each of which
// costs as much as the picture.
static void count_scans(j_common_ptr decoder) {
    if (((j_decompress_ptr)decoder)->input_scan_number <= 500) return;
    struct failure *failure = (struct failure *)decoder->err;
    snprintf(failure->text, sizeof failure->text, "it has too many scans");
    longjmp(failure->back, 1);
}

static struct jpeg_error_mgr *begin(struct failure *failure) {
    struct jpeg_error_mgr *base = jpeg_std_error(&failure->base);
    base->error_exit = fail;
    base->output_message = say_nothing;
    return base;
}

int plain_jpeg_size(const uint8_t *file, size_t length, uint32_t *width, uint32_t *height) {
    struct jpeg_decompress_struct decoder;
    struct failure failure;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = begin(&failure);
    if (setjmp(failure.back)) {
        jpeg_destroy_decompress(&decoder);
        return -1;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, file, length);
    jpeg_read_header(&decoder, TRUE);
    *width = decoder.image_width;
    *height = decoder.image_height;
    int is_known = decoder.jpeg_color_space == JCS_GRAYSCALE || decoder.jpeg_color_space == JCS_YCbCr || decoder.jpeg_color_space == JCS_RGB;
    jpeg_destroy_decompress(&decoder);
    return is_known ? 0 : -1;
}

int plain_jpeg_decode(
    const uint8_t *file, size_t length, uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, char *text, size_t room) {
    struct jpeg_decompress_struct decoder;
    struct jpeg_progress_mgr progress = {.progress_monitor = count_scans};
    struct failure failure;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = begin(&failure);
    if (setjmp(failure.back)) {
        snprintf(text, room, "%s", failure.text);
        jpeg_destroy_decompress(&decoder);
        return -1;
    }
    jpeg_create_decompress(&decoder);
    decoder.progress = &progress;
    jpeg_mem_src(&decoder, file, length);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_EXT_BGRA;
    jpeg_start_decompress(&decoder);
    if (decoder.output_width != width || decoder.output_height != height) {
        snprintf(text, room, "the file changed while it was read");
        jpeg_destroy_decompress(&decoder);
        return -1;
    }
    while (decoder.output_scanline < height) {
        JSAMPROW row = pixels + decoder.output_scanline * stride;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    jpeg_destroy_decompress(&decoder);
    return 0;
}
