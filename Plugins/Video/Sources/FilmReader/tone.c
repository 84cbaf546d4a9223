#include "tone.h"

#include <math.h>
#include <string.h>

static const double WHITE = 203, HLG_PEAK = 1000;
enum { STEPS = 4096 };

/// SMPTE ST 2084, in reference whites.
static double pq(double x) {
    const double m1 = 2610.0 / 16384, m2 = 2523.0 / 32, c1 = 3424.0 / 4096, c2 = 2413.0 / 128, c3 = 2392.0 / 128;
    double p = pow(x, 1 / m2);
    return pow(fmax(p - c1, 0) / (c2 - c3 * p), 1 / m1) * 10000 / WHITE;
}

/// The scene's light by ARIB STD-B67, 0…1.
static double hlg(double x) {
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    return x <= 0.5 ? x * x / 3 : (exp((x - c) / a) + b) / 12;
}

static double srgb(double x) { return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055; }

/// Light of a code value, and bytes of the square root of light: tables, for a film has many pixels.
typedef struct tables {
    tone_transfer transfer;
    float light[STEPS + 1];
    uint8_t bytes[STEPS + 1];
} tables;

static const tables *prepared(tone_transfer transfer) {
    // A decoding process has one thread that decodes.
    static tables known;
    if (known.transfer == transfer) return &known;
    known.transfer = transfer;
    for (int at = 0; at <= STEPS; at++) {
        double x = (double)at / STEPS;
        known.light[at] = (float)(transfer == TONE_PQ ? pq(x) : hlg(x));
        known.bytes[at] = (uint8_t)lrint(255 * srgb(x * x));
    }
    return &known;
}

static float at(const tables *tables, uint16_t code) {
    float place = code * (STEPS / 65535.0f);
    int index = (int)place;
    if (index >= STEPS) return tables->light[STEPS];
    return tables->light[index] + (tables->light[index + 1] - tables->light[index]) * (place - index);
}

static uint32_t byte(const tables *tables, float light) {
    float root = sqrtf(light < 0 ? 0 : light > 1 ? 1 : light);
    return tables->bytes[(int)(root * STEPS + 0.5f)];
}

void tone_row(tone_transfer transfer, double peak, const uint16_t *from, uint8_t *to, size_t width) {
    const tables *tables = prepared(transfer);
    float most = (float)fmax((transfer == TONE_HLG ? HLG_PEAK : peak) / WHITE, 1), a = 1 / (most * most);
    for (size_t x = 0; x < width; x++, from += 3) {
        float r = at(tables, from[0]), g = at(tables, from[1]), b = at(tables, from[2]);
        if (transfer == TONE_HLG) {
            // What a screen of 1,000 nits makes of the scene: gamma 1.2.
            float gain = powf(fmaxf(0.2627f * r + 0.6780f * g + 0.0593f * b, 1e-6f), 0.2f) * (float)(HLG_PEAK / WHITE);
            r *= gain, g *= gain, b *= gain;
        }
        float m = fmaxf(r, fmaxf(g, b)), gain = (1 + a * m) / (1 + m);
        r *= gain, g *= gain, b *= gain;
        // BT.2020's primaries in BT.709's (BT.2087).
        float red = 1.6605f * r - 0.5876f * g - 0.0728f * b, green = -0.1246f * r + 1.1329f * g - 0.0083f * b,
              blue = -0.0182f * r - 0.1006f * g + 1.1187f * b;
        uint32_t word = 0xFF000000u | byte(tables, red) << 16 | byte(tables, green) << 8 | byte(tables, blue);
        memcpy(to + x * 4, &word, 4);
    }
}
