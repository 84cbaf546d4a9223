#pragma once

#include <stddef.h>
#include <stdint.h>

/// Reads the size of a JPEG file. Returns 0, or −1 when it is none.
int plain_jpeg_size(const uint8_t *_Nonnull file, size_t length, uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/// Decodes a gray or YCbCr file of any sampling into rows of blue, green, red, 255. Returns 0, or −1 with the reason in
/// `text`. Missing rows are gray, as from libjpeg.
int plain_jpeg_decode(
    const uint8_t *_Nonnull file, size_t length, uint8_t *_Nonnull pixels, size_t stride, uint32_t width, uint32_t height,
    char *_Nonnull text, size_t room);
