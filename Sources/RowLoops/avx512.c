// Sixteen pixels at a time; the ends of rows by masks, so that short runs take one step.
#if defined(__x86_64__)
#include <immintrin.h>
#include "plain.h"

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#define WIDE 64
#define SCRIM_OWN_OVER
// Eight samples from eight places are slower to gather than twice four.
#define SCRIM_OWN_TURNED
#define turned scrim_turned_avx2
#include "wide.h"

SCRIM_INLINE __mmask16 some(size_t count) { return (__mmask16)((1u << count) - 1); }

static void over(uint32_t *to, size_t count, uint32_t pixel) {
    u32v pixels = all(pixel);
    u16v behind = rest(pixels);
    size_t i = 0;
    for (; i + N <= count; i += N) store(to + i, pixels + scale(load(to + i), behind));
    if (i == count) return;
    __mmask16 mask = some(count - i);
    u32v last = (u32v)_mm512_maskz_loadu_epi32(mask, to + i);
    _mm512_mask_storeu_epi32(to + i, mask, (__m512i)(pixels + scale(last, behind)));
}

static void cover(uint32_t *to, const uint8_t *coverage, size_t count, uint32_t pixel) {
    u32v pixels = all(pixel);
    int is_opaque = pixel >> 24 == 255;
    size_t i = 0;
    for (; i + N <= count; i += N) {
        __m128i share = _mm_loadu_si128((const __m128i *)(coverage + i));
        if (_mm_testz_si128(share, share)) continue;
        if (is_opaque && _mm_test_all_ones(share)) {
            store(to + i, pixels);
            continue;
        }
        u32v scaled = scale(pixels, factors((u32v)_mm512_cvtepu8_epi32(share)));
        store(to + i, scaled + scale(load(to + i), rest(scaled)));
    }
    if (i == count) return;
    __mmask16 mask = some(count - i);
    u32v share = (u32v)_mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(mask, coverage + i));
    u32v scaled = scale(pixels, factors(share));
    u32v behind = (u32v)_mm512_maskz_loadu_epi32(mask, to + i);
    _mm512_mask_storeu_epi32(to + i, mask, (__m512i)(scaled + scale(behind, rest(scaled))));
}

const struct scrim_row_loops scrim_rows_avx512 = SCRIM_LOOPS("16 pixels, AVX-512");
#pragma clang attribute pop
#endif
