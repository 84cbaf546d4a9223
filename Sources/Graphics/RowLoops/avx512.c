// Sixteen pixels at a time. The ends of rows use masks, so that short runs take one step.
#if defined(__x86_64__)
#include <immintrin.h>
#include "plain.h"

#define TARGET "avx512f,avx512bw,avx512vl,avx512dq"
#pragma clang attribute push(__attribute__((target(TARGET))), apply_to = function)
#define WIDE 64
#define SCRIM_OWN_OVER
#define SCRIM_OWN_TURNED
#define SCRIM_PAINTS_LINES 1
#include "wide.h"

SCRIM_INLINE __mmask16 some(size_t count) { return (__mmask16)((1u << count) - 1); }

// As `scale`, with the division by 255 as the high half of a product: (t + (t >> 8)) >> 8 = t * 257 >> 16 for all t
// here.
SCRIM_INLINE u32v scale_high(u32v pixels, u16v factors) {
    __m512i low = (__m512i)(((u16v)pixels & 255) * factors + 128), high = (__m512i)(((u16v)pixels >> 8) * factors + 128);
    __m512i times = _mm512_set1_epi16(257);
    return (u32v)_mm512_mulhi_epu16(low, times) | (u32v)_mm512_mulhi_epu16(high, times) << 8;
}

static void fill(uint32_t *to, size_t count, uint32_t pixel) {
    u32v pixels = all(pixel);
    size_t i = 0;
    for (; i + N <= count; i += N) store(to + i, pixels);
    if (i < count) _mm512_mask_storeu_epi32(to + i, some(count - i), (__m512i)pixels);
}

static void over(uint32_t *to, size_t count, uint32_t pixel) {
    u32v pixels = all(pixel);
    u16v behind = rest(pixels);
    size_t i = 0;
    for (; i + N <= count; i += N) store(to + i, pixels + scale_high(load(to + i), behind));
    if (i == count) return;
    __mmask16 mask = some(count - i);
    u32v last = (u32v)_mm512_maskz_loadu_epi32(mask, to + i);
    _mm512_mask_storeu_epi32(to + i, mask, (__m512i)(pixels + scale_high(last, behind)));
}

// 255 - alpha of each pixel, in both of its words.
SCRIM_INLINE u16v rest_of(u32v pixels) {
    __m512i alphas = _mm512_shuffle_epi8((__m512i)pixels, _mm512_broadcast_i32x4(_mm_set_epi32(
        (int)0x800f800f, (int)0x800b800b, (int)0x80078007, (int)0x80038003)));
    return 255 - (u16v)alphas;
}

SCRIM_INLINE u32v covered(u32v pixels, __m128i share, u32v behind) {
    u32v scaled = scale_high(pixels, factors((u32v)_mm512_cvtepu8_epi32(share)));
    return scaled + scale_high(behind, rest_of(scaled));
}

static void cover(uint32_t *to, const uint8_t *coverage, size_t count, uint32_t pixel) {
    u32v pixels = all(pixel);
    size_t i = 0;
    for (; i + N <= count; i += N) {
        __m128i share = _mm_loadu_si128((const __m128i *)(coverage + i));
        if (_mm_testz_si128(share, share)) continue;
        store(to + i, covered(pixels, share, load(to + i)));
    }
    if (i == count) return;
    __mmask16 mask = some(count - i);
    __m128i share = _mm_maskz_loadu_epi8(mask, coverage + i);
    u32v behind = (u32v)_mm512_maskz_loadu_epi32(mask, to + i);
    _mm512_mask_storeu_epi32(to + i, mask, (__m512i)covered(pixels, share, behind));
}

// Coverage of the sums of sixteen cells, starting with the sum in `carried`.
SCRIM_INLINE __m512i sums_of(__m512i v, __m512i *carried) {
    const __m512i zero = _mm512_setzero_si512();
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 15));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 14));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 12));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 8));
    v = _mm512_add_epi32(v, *carried);
    *carried = _mm512_permutexvar_epi32(_mm512_set1_epi32(15), v);
    return v;
}

SCRIM_INLINE __m512i coverage_of(__m512i sums, int rule) {
    const __m512i full = _mm512_set1_epi32(SCRIM_FULL);
    __m512i size;
    if (rule == SCRIM_RULE_NONZERO) {
        size = _mm512_min_epi32(_mm512_abs_epi32(sums), full);
    } else {
        sums = _mm512_and_si512(sums, _mm512_set1_epi32(2 * SCRIM_FULL - 1));
        size = _mm512_sub_epi32(full, _mm512_abs_epi32(_mm512_sub_epi32(sums, full)));
    }
    size = _mm512_sub_epi32(_mm512_slli_epi32(size, 8), size);
    return _mm512_srai_epi32(_mm512_add_epi32(size, _mm512_set1_epi32(SCRIM_FULL / 2)), 21);
}

#define SCRIM_OWN_SWEEP_COVER
// Passes coverage from the sums to the pixels without storing it in memory.
SCRIM_INLINE int32_t sweep_cover(
    uint32_t *to, int32_t *cells, size_t count, size_t skip, size_t width, int32_t sum, uint32_t pixel, int rule) {
    u32v pixels = all(pixel);
    __m512i carried = _mm512_set1_epi32(sum);
    for (size_t i = 0; i < count; i += N) {
        __mmask16 here = count - i < N ? some(count - i) : (__mmask16)0xffff;
        __m512i v = _mm512_maskz_loadu_epi32(here, cells + i);
        _mm512_mask_storeu_epi32(cells + i, here, _mm512_setzero_si512());
        __m128i share = _mm512_cvtepi32_epi8(coverage_of(sums_of(v, &carried), rule));
        if (i >= width) continue;
        __mmask16 seen = width - i < N ? here & some(width - i) : here;
        if (skip > i) seen = skip - i < N ? seen & (__mmask16)~some(skip - i) : 0;
        u32v behind = (u32v)_mm512_maskz_loadu_epi32(seen, to + i);
        _mm512_mask_storeu_epi32(to + i, seen, (__m512i)covered(pixels, share, behind));
    }
    return _mm_cvtsi128_si32(_mm512_castsi512_si128(carried));
}

// True when a window and its pixels are aligned to cache lines, and not very wide.
SCRIM_INLINE int are_lines(const uint32_t *to, ptrdiff_t stride, const struct scrim_cells *window) {
    return window->words == 1 && window->stride % N == 0 && ((uintptr_t)to | (uintptr_t)stride | (uintptr_t)window->cells) % 64 == 0;
}

SCRIM_INLINE void lines_of_rule(
    uint32_t *to, ptrdiff_t stride, const struct scrim_cells *window, uint32_t pixel, int rule) {
    u32v pixels = all(pixel);
    int is_opaque = pixel >> 24 == 255;
    size_t lines = (window->width + N - 1) / N;
    __mmask16 first = (__mmask16)~some(window->first), last = some(window->width - (lines - 1) * N);
    for (size_t y = 0; y < window->height; y++, to = (uint32_t *)((char *)to + stride)) {
        uint64_t *touched = window->touched + y;
        uint64_t bits = *touched, ahead = y + SCRIM_AHEAD < window->height ? touched[SCRIM_AHEAD] : 0;
        if (ahead) {
            const uint32_t *next = (const uint32_t *)((const char *)to + SCRIM_AHEAD * stride);
            for (size_t i = (size_t)__builtin_ctzll(ahead) / 4; i <= (63 - (size_t)__builtin_clzll(ahead)) / 4; i++)
                __builtin_prefetch(next + i * N, 1);
        }
        if (!bits) continue;
        *touched = 0;
        int32_t *cells = window->cells + y * window->stride;
        __m512i carried = _mm512_setzero_si512();
        size_t i = (size_t)__builtin_ctzll(bits) / 4;
        for (bits >>= 4 * i; i < lines; i++, bits >>= 4) {
            __mmask16 seen = (i == 0 ? first : 0xffff) & (i + 1 == lines ? last : 0xffff);
            if (bits & 15) {
                __m512i v = (__m512i)load(cells + i * N);
                store(cells + i * N, (u32v)_mm512_setzero_si512());
                __m128i share = _mm512_maskz_cvtepi32_epi8(seen, coverage_of(sums_of(v, &carried), rule));
                store(to + i * N, covered(pixels, share, load(to + i * N)));
                continue;
            }
            // Lines without a cell have the coverage that is carried into them.
            size_t end = bits ? i + (size_t)__builtin_ctzll(bits) / 4 : lines;
            if (end > lines) end = lines;
            uint8_t value = scrim_row_coverage(_mm_cvtsi128_si32(_mm512_castsi512_si128(carried)), rule);
            u32v even = all(scrim_scale(pixel, value));
            u16v beneath = rest(even);
            for (size_t k = i; value && k < end; k++) {
                __mmask16 painted = (k == 0 ? first : 0xffff) & (k + 1 == lines ? last : 0xffff);
                if (is_opaque && value == 255 && painted == 0xffff) {
                    store(to + k * N, even);
                    continue;
                }
                u32v behind = load(to + k * N), mixed = even + scale_high(behind, beneath);
                store(to + k * N, (u32v)_mm512_mask_mov_epi32((__m512i)behind, painted, (__m512i)mixed));
            }
            bits >>= 4 * (end - 1 - i);
            i = end - 1;
        }
        // After the last column there are cells that return the sum to 0.
        if (bits) store(cells + i * N, (u32v)_mm512_setzero_si512());
    }
}

static void lines_of_cells(
    uint32_t *to, ptrdiff_t stride, const struct scrim_cells *window, uint32_t pixel, int rule) {
    if (rule == SCRIM_RULE_NONZERO)
        lines_of_rule(to, stride, window, pixel, SCRIM_RULE_NONZERO);
    else
        lines_of_rule(to, stride, window, pixel, SCRIM_RULE_EVENODD);
}

// Eight samples; positions are split through memory, which is faster than a gather.
static void turned(
    uint32_t *to, const uint8_t *base, ptrdiff_t stride, size_t count, struct scrim_sample at,
    struct scrim_sample step, ptrdiff_t ahead) {
    u64v u, v, strides = (uint64_t)stride - (u64v){};
    for (int k = 0; k < S; k++, scrim_step(&at, step)) {
        u[k] = (uint64_t)at.u;
        v[k] = (uint64_t)at.v;
    }
    uint64_t across_step = (uint64_t)step.u * S, down_step = (uint64_t)step.v * S;
    size_t i = 0;
    for (; i + S <= count; i += S) {
        int64_t offsets[S] __attribute__((aligned(64)));
        __m512i down_bytes = _mm512_mul_epi32((__m512i)(v >> 32), (__m512i)strides);
        __m512i across_bytes = _mm512_slli_epi64(_mm512_srai_epi64((__m512i)u, 32), 2);
        _mm512_store_si512(offsets, _mm512_add_epi64(down_bytes, across_bytes));
        scrim_expect(base + offsets[0], ahead, stride);
        u64v top, bottom;
        for (int k = 0; k < S; k++) {
            uint64_t pair;
            memcpy(&pair, base + offsets[k], 8);
            top[k] = pair;
            memcpy(&pair, base + offsets[k] + stride, 8);
            bottom[k] = pair;
        }
        u64v down = v >> 24 & 255;
        down |= down << 16;
        down |= down << 32;
        store_samples(to + i, mixed(top, bottom, u >> 24 & 255, 256 - (u16v)down, (u16v)down));
        u += across_step;
        v += down_step;
    }
    struct scrim_sample rest = {(int64_t)u[0], (int64_t)v[0]};
    for (; i < count; i++, scrim_step(&rest, step)) to[i] = scrim_mix_at(base, stride, rest);
}

#define SCRIM_OWN_LINES
// Eight lines at a time, each in its own cell: a step takes each to the edge at which it leaves its cell, or to its
// end. The same results as `scrim_add_line`, whose pieces may come in any order.
typedef __m512i i64v;

SCRIM_INLINE i64v every(int64_t value) { return _mm512_set1_epi64(value); }
SCRIM_INLINE i64v sum_of(i64v a, i64v b) { return _mm512_add_epi64(a, b); }
SCRIM_INLINE i64v less(i64v a, i64v b) { return _mm512_sub_epi64(a, b); }
SCRIM_INLINE i64v either(__mmask8 second, i64v a, i64v b) { return _mm512_mask_blend_epi64(second, a, b); }
SCRIM_INLINE i64v pixels_of(i64v places) { return _mm512_srai_epi64(places, SCRIM_BITS); }
SCRIM_INLINE i64v fixed(i64v whole) { return sum_of(_mm512_slli_epi64(whole, 32), every((int64_t)1 << 31)); }

// The contributions of the pieces to cells, and the bits of their groups, for a scalar loop.
struct pieces {
    int64_t cell[8], word[8];
    uint64_t sums[8], bits[8];
} __attribute__((aligned(64)));

SCRIM_INLINE void lines_from(
    const struct scrim_cells *window, const struct scrim_place *places, size_t count, size_t step, int32_t direction) {
    uint32_t *cells = (uint32_t *)window->cells;
    uint64_t *touched = window->touched;
    const i64v zero = _mm512_setzero_si512(), one = every(1), pixel = every(1 << SCRIM_BITS);
    const i64v fraction = every((1 << SCRIM_BITS) - 1), stride = every((int64_t)window->stride);
    const i64v words = every((int64_t)window->words), none = every(SCRIM_BREAK);
    const i64v right = every((int64_t)window->width << SCRIM_BITS), bottom = every((int64_t)window->height << SCRIM_BITS);
    for (size_t i = 0; i < count; i += 8) {
        __mmask8 live = (__mmask8)(count - i < 8 ? (1u << (count - i)) - 1 : 255);
        i64v a, b;
        if (step == 1) {
            a = _mm512_maskz_loadu_epi64(live, places + i), b = _mm512_maskz_loadu_epi64(live, places + i + 1);
        } else {
            size_t left = 2 * (count - i);
            i64v first = _mm512_maskz_loadu_epi64((__mmask8)(left < 8 ? (1u << left) - 1 : 255), places + 2 * i);
            i64v second = _mm512_maskz_loadu_epi64(
                (__mmask8)(left <= 8 ? 0 : left < 16 ? (1u << (left - 8)) - 1 : 255), places + 2 * i + 8);
            a = _mm512_permutex2var_epi64(first, _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), second);
            b = _mm512_permutex2var_epi64(first, _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15), second);
        }
        i64v ax = _mm512_srai_epi64(_mm512_slli_epi64(a, 32), 32), ay = _mm512_srai_epi64(a, 32);
        i64v bx = _mm512_srai_epi64(_mm512_slli_epi64(b, 32), 32), by = _mm512_srai_epi64(b, 32);
        __mmask8 up = _mm512_cmpgt_epi64_mask(ay, by);
        i64v x0 = either(up, ax, bx), x1 = either(up, bx, ax), y0 = either(up, ay, by), y1 = either(up, by, ay);
        i64v sign = either(up, every(direction), every(-(int64_t)direction));
        i64v end = _mm512_min_epi64(y1, bottom), y = _mm512_max_epi64(y0, zero);
        i64v least = _mm512_min_epi64(x0, x1), most = _mm512_max_epi64(x0, x1);
        live &= _mm512_cmpneq_epi64_mask(y0, none) & _mm512_cmplt_epi64_mask(y, end)
            & _mm512_cmplt_epi64_mask(least, right);
        __mmask8 beyond = live & (_mm512_cmplt_epi64_mask(least, zero) | _mm512_cmpge_epi64_mask(most, right));
        live &= ~beyond;
        for (; beyond; beyond &= beyond - 1) {
            size_t k = step * (i + (size_t)__builtin_ctz(beyond));
            scrim_add_line(window, places[k], places[k + 1], direction);
        }
        if (!live) continue;

        __m512d dx = _mm512_cvtepi64_pd(less(x1, x0)), dy = _mm512_cvtepi64_pd(less(y1, y0));
        const __m512d scale = _mm512_set1_pd(4294967296.0);
        __mmask8 slanted = _mm512_cmpneq_epi64_mask(pixels_of(x0), pixels_of(x1));
        i64v slope = _mm512_cvttpd_epi64(_mm512_div_pd(_mm512_mul_pd(dx, scale), dy));
        i64v rise = _mm512_maskz_cvttpd_epi64(slanted, _mm512_div_pd(_mm512_mul_pd(dy, scale), dx));
        __mmask8 left = _mm512_cmplt_epi64_mask(x1, x0), above = _mm512_cmplt_epi64_mask(y0, zero);
        i64v row = pixels_of(y), boundary = _mm512_slli_epi64(sum_of(row, one), SCRIM_BITS);
        // The crossing of the line with the row's lower edge, and the side at which it leaves the column; and their
        // increments.
        i64v meets_x = sum_of(fixed(x0), _mm512_mullo_epi64(less(boundary, y0), slope));
        i64v step_x = _mm512_slli_epi64(slope, SCRIM_BITS);
        i64v x = _mm512_mask_srai_epi64(x0, above, less(fixed(x0), _mm512_mullo_epi64(y0, slope)), 32);
        i64v column = pixels_of(x), way = either(left, one, every(-1));
        i64v side = _mm512_slli_epi64(either(left, sum_of(column, one), column), SCRIM_BITS);
        i64v meets_y = sum_of(fixed(y0), _mm512_mullo_epi64(less(side, x0), rise));
        i64v step_y = _mm512_slli_epi64(either(left, rise, less(zero, rise)), SCRIM_BITS);
        // Distances from the left edge at which a line leaves and enters cells.
        i64v out = either(left, pixel, zero), in = less(pixel, out), from = _mm512_and_si512(x, fraction);
        i64v cell = sum_of(_mm512_mullo_epi64(row, stride), column), word = _mm512_mullo_epi64(row, words);
        i64v top = y, next_y = _mm512_min_epi64(boundary, end);
        i64v next_x = either(_mm512_cmpeq_epi64_mask(next_y, y1), _mm512_srai_epi64(meets_x, 32), x1);
        while (1) {
            __mmask8 last = _mm512_cmpeq_epi64_mask(column, pixels_of(next_x));
            i64v meets = _mm512_min_epi64(_mm512_max_epi64(_mm512_srai_epi64(meets_y, 32), top), next_y);
            i64v to_y = either(last, meets, next_y), to = _mm512_mask_and_epi64(out, last, next_x, fraction);
            i64v down = _mm512_mul_epi32(less(to_y, y), sign), carried = _mm512_mul_epi32(down, sum_of(from, to));
            i64v own = less(_mm512_slli_epi64(down, SCRIM_BITS + 1), carried);
            i64v group = _mm512_srli_epi64(column, 2), next_group = _mm512_srli_epi64(sum_of(column, one), 2);
            i64v base = _mm512_andnot_si512(every(63), group);
            // A shift by 64 gives 0: that bit is in the next word.
            i64v bits = _mm512_or_si512(
                _mm512_sllv_epi64(one, less(group, base)), _mm512_sllv_epi64(one, less(next_group, base)));
            __mmask8 spills = _mm512_cmpeq_epi64_mask(less(next_group, base), every(64));
            struct pieces pieces;
            _mm512_store_si512(pieces.cell, cell);
            _mm512_store_si512(pieces.word, sum_of(word, _mm512_srli_epi64(group, 6)));
            _mm512_store_si512(pieces.sums, _mm512_mask_blend_epi32(0xaaaa, own, _mm512_slli_epi64(carried, 32)));
            _mm512_store_si512(pieces.bits, bits);
            for (unsigned lanes = live; lanes; lanes &= lanes - 1) {
                unsigned k = (unsigned)__builtin_ctz(lanes);
                uint32_t *two = cells + pieces.cell[k];
                two[0] += (uint32_t)pieces.sums[k];
                two[1] += (uint32_t)(pieces.sums[k] >> 32);
                touched[pieces.word[k]] |= pieces.bits[k];
            }
            for (unsigned lanes = live & spills; lanes; lanes &= lanes - 1)
                touched[pieces.word[__builtin_ctz(lanes)] + 1] |= 1;
            live &= ~(last & _mm512_cmpeq_epi64_mask(next_y, end));
            if (!live) break;

            __mmask8 aside = (__mmask8)~last;
            y = to_y;
            from = either(last, in, to);
            meets_y = _mm512_mask_add_epi64(meets_y, aside, meets_y, step_y);
            column = _mm512_mask_add_epi64(column, aside, column, way);
            cell = sum_of(cell, either(last, way, stride));
            word = _mm512_mask_add_epi64(word, last, word, words);
            meets_x = _mm512_mask_add_epi64(meets_x, last, meets_x, step_x);
            top = either(last, top, next_y);
            boundary = _mm512_mask_add_epi64(boundary, last, boundary, pixel);
            next_y = _mm512_min_epi64(boundary, end);
            next_x = either(_mm512_cmpeq_epi64_mask(next_y, y1), _mm512_srai_epi64(meets_x, 32), x1);
        }
    }
}

static void lines(
    const struct scrim_cells *window, const struct scrim_place *places, size_t count, size_t step, int32_t direction) {
    if (step == 1)
        lines_from(window, places, count, 1, direction);
    else
        lines_from(window, places, count, 2, direction);
}

#define SCRIM_OWN_CUT
// Both values of a step are loaded as one word.
static void cut(
    uint16_t *row, const uint16_t *values, const uint16_t *steps, const uint16_t *parts, size_t count) {
    for (size_t i = 0; i < count; i += N) {
        __mmask16 here = count - i < N ? some(count - i) : (__mmask16)0xffff;
        __m512i step = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(here, steps + i));
        __m512i part = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(here, parts + i));
        __m512i two = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), here, step, values, 2);
        __m512i low = _mm512_and_si512(two, _mm512_set1_epi32(0xffff)), high = _mm512_srli_epi32(two, 16);
        low = _mm512_mullo_epi32(low, _mm512_sub_epi32(_mm512_set1_epi32(256), part));
        low = _mm512_srli_epi32(_mm512_add_epi32(low, _mm512_mullo_epi32(high, part)), 8);
        __m256i old = _mm256_maskz_loadu_epi16(here, row + i);
        _mm256_mask_storeu_epi16(row + i, here, _mm256_subs_epu16(old, _mm512_cvtepi32_epi16(low)));
    }
}

// One mask for two rows of at most eight pixels.
SCRIM_INLINE __m512i two_rows(const void *upper, const void *lower, __mmask8 mask) {
    return _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm256_maskz_loadu_epi32(mask, upper)), _mm256_maskz_loadu_epi32(mask, lower), 1);
}

// Most glyphs are narrow enough for this.
static void cover_rows(
    uint32_t *to, ptrdiff_t stride, const uint8_t *coverage, ptrdiff_t coverage_stride, size_t width, size_t height,
    uint32_t pixel) {
    u32v pixels = all(pixel);
    __mmask8 mask = (__mmask8)((1u << (width & 15)) - 1);
    for (; width <= 8 && height >= 2; height -= 2, coverage += 2 * coverage_stride) {
        uint32_t *below = (uint32_t *)((char *)to + stride);
        __m128i share = _mm_unpacklo_epi64(
            _mm_maskz_loadu_epi8(mask, coverage), _mm_maskz_loadu_epi8(mask, coverage + coverage_stride));
        __m512i mixed = (__m512i)covered(pixels, share, (u32v)two_rows(to, below, mask));
        _mm256_mask_storeu_epi32(to, mask, _mm512_castsi512_si256(mixed));
        _mm256_mask_storeu_epi32(below, mask, _mm512_extracti64x4_epi64(mixed, 1));
        to = (uint32_t *)((char *)below + stride);
    }
    for (; height > 0; height--, coverage += coverage_stride, to = (uint32_t *)((char *)to + stride))
        cover(to, coverage, width, pixel);
}

SCRIM_ROWS(fill_rows, fill)
SCRIM_ROWS(computed_over_rows, over)

#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target(TARGET ",avx512vbmi"))), apply_to = function)
// A table of the results of `scale` for each byte with one factor: half as many steps as computing them, for rectangles
// large enough to be worth 256 products.
struct products {
    __m512i quarters[4];
};

SCRIM_INLINE struct products products_of(u16v factor) {
    struct products table;
    for (uint32_t i = 0; i < 4; i++) {
        uint8_t bytes[64];
        for (uint32_t k = 0; k < 64; k++) bytes[k] = (uint8_t)(64 * i + k);
        table.quarters[i] = (__m512i)scale_high(load(bytes), factor);
    }
    return table;
}

SCRIM_INLINE u32v look_up(struct products table, __m512i bytes) {
    __m512i low = _mm512_permutex2var_epi8(table.quarters[0], bytes, table.quarters[1]);
    __m512i high = _mm512_permutex2var_epi8(table.quarters[2], bytes, table.quarters[3]);
    return (u32v)_mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high);
}

// Whole cache lines: at both ends a mask selects in the register, because data stored under a mask would stall the next
// rectangle's loads.
static void over_lines(uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel) {
    __m512i pixels = (__m512i)all(pixel);
    struct products table = products_of(rest((u32v)pixels));
    size_t lead = (uintptr_t)to % 64 / 4, lines = (lead + width + N - 1) / N;
    __m512i none = _mm512_setzero_si512();
    __mmask16 first = (__mmask16)~some(lead), last = some(N - (lines * N - lead - width));
    if (lines == 1) first &= last;
    __mmask64 first_bytes = _mm512_movepi8_mask(_mm512_mask_set1_epi32(none, first, -1));
    __mmask64 last_bytes = _mm512_movepi8_mask(_mm512_mask_set1_epi32(none, last, -1));
    to -= lead;
    for (size_t y = 0; y < height; y++, to = (uint32_t *)((char *)to + stride)) {
        __m512i v = (__m512i)load(to);
        store(to, (u32v)_mm512_mask_add_epi8(v, first_bytes, (__m512i)look_up(table, v), pixels));
        for (size_t i = 1; i + 1 < lines; i++) store(to + i * N, (u32v)pixels + look_up(table, (__m512i)load(to + i * N)));
        if (lines == 1) continue;
        v = (__m512i)load(to + (lines - 1) * N);
        store(to + (lines - 1) * N, (u32v)_mm512_mask_add_epi8(v, last_bytes, (__m512i)look_up(table, v), pixels));
    }
}

static void looked_up_over_rows(uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel) {
    if (stride % 64 == 0) return over_lines(to, stride, width, height, pixel);
    u32v pixels = all(pixel);
    struct products table = products_of(rest(pixels));
    __mmask16 mask = some(width % N);
    for (size_t y = 0; y < height; y++, to = (uint32_t *)((char *)to + stride)) {
        size_t i = 0;
        for (; i + N <= width; i += N) store(to + i, pixels + look_up(table, (__m512i)load(to + i)));
        if (i == width) continue;
        __m512i last = _mm512_maskz_loadu_epi32(mask, to + i);
        _mm512_mask_storeu_epi32(to + i, mask, (__m512i)(pixels + look_up(table, last)));
    }
}
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target(TARGET))), apply_to = function)

static void over_rows(uint32_t *to, ptrdiff_t stride, size_t width, size_t height, uint32_t pixel) {
    if (width * height >= 1024 && __builtin_cpu_supports("avx512vbmi"))
        looked_up_over_rows(to, stride, width, height, pixel);
    else
        computed_over_rows(to, stride, width, height, pixel);
}

#include "outline.h"
#include "shapes.h"

const struct scrim_row_loops scrim_rows_avx512 = SCRIM_LOOPS("16 pixels, AVX-512");
#pragma clang attribute pop
#endif
