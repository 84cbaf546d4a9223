#include "digest.h"

#include <stdbool.h>
#include <string.h>

static const uint32_t rounds[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
    0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
    0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
    0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
    0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t value, int bits) { return value >> bits | value << (32 - bits); }

void sys_sha256_plain(uint32_t state[8], const void *blocks, size_t count) {
    const uint8_t *bytes = blocks;
    for (; count > 0; count--, bytes += 64) {
        uint32_t w[64], s[8];
        for (int i = 0; i < 16; i++) {
            uint32_t word;
            memcpy(&word, bytes + 4 * i, 4);
            w[i] = __builtin_bswap32(word);
        }
        for (int i = 16; i < 64; i++) {
            uint32_t a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
            uint32_t b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
            w[i] = w[i - 16] + a + w[i - 7] + b;
        }
        memcpy(s, state, sizeof s);
        for (int i = 0; i < 64; i++) {
            uint32_t a = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25);
            uint32_t first = s[7] + a + ((s[4] & s[5]) ^ (~s[4] & s[6])) + rounds[i] + w[i];
            uint32_t b = turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22);
            uint32_t second = b + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += first;
            s[0] = first + second;
        }
        for (int i = 0; i < 8; i++) state[i] += s[i];
    }
}

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

static bool has_instructions(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 9) || !(c & 1u << 19)) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & 1u << 29;
}

__attribute__((target("sha,sse4.1,ssse3"))) static void by_instructions(uint32_t state[8], const uint8_t *bytes, size_t count) {
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    // The instructions want the words as ABEF and CDGH.
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
    for (; count > 0; count--, bytes += 64) {
        __m128i first = abef, second = cdgh, w[4];
        for (int i = 0; i < 16; i++) {
            __m128i *now = &w[i & 3];
            if (i < 4) {
                *now = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), order);
            } else {
                __m128i last = w[(i + 3) & 3];
                __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*now, w[(i + 1) & 3]), _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
                *now = _mm_sha256msg2_epu32(sum, last);
            }
            __m128i keyed = _mm_add_epi32(*now, _mm_load_si128((const __m128i *)rounds + i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0E));
        }
        abef = _mm_add_epi32(abef, first);
        cdgh = _mm_add_epi32(cdgh, second);
    }
    low = _mm_shuffle_epi32(abef, 0x1B);
    high = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

void sys_sha256(uint32_t state[8], const void *blocks, size_t count) {
    static int has;
    if (has == 0) has = has_instructions() ? 1 : -1;
    if (has > 0) by_instructions(state, blocks, count);
    else sys_sha256_plain(state, blocks, count);
}
#else
void sys_sha256(uint32_t state[8], const void *blocks, size_t count) { sys_sha256_plain(state, blocks, count); }
#endif

void sys_premultiply(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        unsigned alpha = pixels[3];
        if (alpha == 255) continue;
        for (int channel = 0; channel < 3; channel++) pixels[channel] = (uint8_t)((pixels[channel] * alpha + 127) / 255);
    }
}
