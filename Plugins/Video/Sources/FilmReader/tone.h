#pragma once

#include <stddef.h>
#include <stdint.h>

/// The light of films with a higher dynamic range than a screen's (ITU-R BT.2100).
typedef enum tone_transfer { TONE_NONE, TONE_PQ, TONE_HLG } tone_transfer;

/// Turns a row of 16-bit R'G'B' in BT.2020's primaries into words 0xFFRRGGBB of sRGB, as browsers show it on ordinary screens: reference white is
/// 203 nits (BT.2408), and what is brighter is compressed by the curve (1 + a·m) / (1 + m) of the largest part m, up to `peak` nits.
void tone_row(tone_transfer transfer, double peak, const uint16_t *from, uint8_t *to, size_t width);
