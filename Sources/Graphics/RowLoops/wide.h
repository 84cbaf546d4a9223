// The loops on vectors of WIDE bytes, for the instruction set of the including file: every product and sum of
// `plain.h`, lane by lane. A pixel is split into words by a mask and a shift: blue and red, green and alpha.
#include "plain.h"

#define N (WIDE / 4)

typedef uint8_t u8v __attribute__((vector_size(WIDE)));
typedef uint16_t u16v __attribute__((vector_size(WIDE)));
typedef uint32_t u32v __attribute__((vector_size(WIDE)));
typedef int32_t i32v __attribute__((vector_size(WIDE)));
typedef uint8_t u8n __attribute__((vector_size(N)));
typedef uint64_t u64v __attribute__((vector_size(WIDE)));

SCRIM_INLINE u32v load(const void *from) {
    u32v v;
    memcpy(&v, from, WIDE);
    return v;
}

SCRIM_INLINE void store(void *to, u32v v) { memcpy(to, &v, WIDE); }

SCRIM_INLINE u32v all(uint32_t value) { return value - (u32v){}; }

// t = a * b + 128 in each word, divided by 255.
SCRIM_INLINE u32v divided(u16v even, u16v odd) {
    return (u32v)((even + (even >> 8)) >> 8 | ((odd + (odd >> 8)) & 0xff00));
}

// Multiplies each channel by the factor, 0...255, of its word, divided by 255.
SCRIM_INLINE u32v scale(u32v pixels, u16v factors) {
    u16v words = (u16v)pixels;
    return divided((words & 255) * factors + 128, (words >> 8) * factors + 128);
}

// Expands a factor per pixel to one per word.
SCRIM_INLINE u16v factors(u32v values) { return (u16v)(values | values << 16); }

SCRIM_INLINE u16v rest(u32v pixels) { return factors(255 - (pixels >> 24)); }

SCRIM_INLINE u32v bytes(const uint8_t *from) {
    u8n v;
    memcpy(&v, from, N);
    return __builtin_convertvector(v, u32v);
}

// True when all bytes equal `value`, 0 or 255: the area outside or inside a shape.
SCRIM_INLINE int uniform(const uint8_t *from, uint8_t value) {
    uint64_t pattern = value * 0x0101010101010101u, word;
#if N >= 8
    uint64_t differs = 0;
    for (int i = 0; i < N; i += 8) {
        memcpy(&word, from + i, 8);
        differs |= word ^ pattern;
    }
    return differs == 0;
#else
    uint32_t half;
    memcpy(&half, from, 4);
    word = half;
    return word == (uint32_t)pattern;
#endif
}

// True when a bit of the mask is set in any pixel.
SCRIM_INLINE int any(u32v pixels, uint32_t mask) {
    u64v wide = (u64v)(pixels & mask);
    uint64_t bits = 0;
    for (int i = 0; i < WIDE / 8; i++) bits |= wide[i];
    return bits != 0;
}

#ifndef SCRIM_OWN_OVER
static void fill(uint32_t *to, size_t count, uint32_t pixel) {
    size_t i = 0;
    u32v pixels = all(pixel);
    for (; i + N <= count; i += N) store(to + i, pixels);
    for (; i < count; i++) to[i] = pixel;
}

static void over(uint32_t *to, size_t count, uint32_t pixel) {
    u32v pixels = all(pixel);
    u16v behind = rest(pixels);
    size_t i = 0;
    for (; i + 2 * N <= count; i += 2 * N) {
        u32v a = load(to + i), b = load(to + i + N);
        store(to + i, pixels + scale(a, behind));
        store(to + i + N, pixels + scale(b, behind));
    }
    for (; i + N <= count; i += N) store(to + i, pixels + scale(load(to + i), behind));
    for (; i < count; i++) to[i] = scrim_over(pixel, to[i]);
}

static void cover(uint32_t *to, const uint8_t *coverage, size_t count, uint32_t pixel) {
    u32v pixels = all(pixel);
    int is_opaque = pixel >> 24 == 255;
    size_t i = 0;
    for (; i + N <= count; i += N) {
        if (uniform(coverage + i, 0)) continue;
        if (is_opaque && uniform(coverage + i, 255)) {
            store(to + i, pixels);
            continue;
        }
        u32v scaled = scale(pixels, factors(bytes(coverage + i)));
        store(to + i, scaled + scale(load(to + i), rest(scaled)));
    }
    for (; i < count; i++) to[i] = scrim_over(scrim_scale(pixel, coverage[i]), to[i]);
}
#endif

static void layer(uint32_t *to, const uint32_t *from, size_t count, uint32_t factor) {
    u16v factor_all = factors(all(factor));
    size_t i = 0;
    for (; i + N <= count; i += N) {
        u32v pixels = load(from + i);
        if (factor != 255) pixels = scale(pixels, factor_all);
        if (!any(~pixels, 0xff000000)) {
            store(to + i, pixels);
        } else if (any(pixels, 0xffffffff)) {
            store(to + i, pixels + scale(load(to + i), rest(pixels)));
        }
    }
    for (; i < count; i++) to[i] = scrim_over(scrim_scale(from[i], factor), to[i]);
}

static void layer_covered(
    uint32_t *to, const uint32_t *from, const uint8_t *coverage, size_t count, uint32_t factor) {
    u16v factor_all = factors(all(factor));
    size_t i = 0;
    for (; i + N <= count; i += N) {
        if (uniform(coverage + i, 0)) continue;
        u32v share = bytes(coverage + i);
        if (factor != 255) share = scale(share, factor_all);
        u32v pixels = scale(load(from + i), factors(share));
        store(to + i, pixels + scale(load(to + i), rest(pixels)));
    }
    for (; i < count; i++)
        to[i] = scrim_over(scrim_scale(from[i], scrim_multiply(coverage[i], factor)), to[i]);
}

static void choose(uint32_t *to, const uint32_t *result, const uint8_t *shape, size_t count) {
    size_t i = 0;
    for (; i + N <= count; i += N) {
        if (uniform(shape + i, 0)) continue;
        u16v m = factors(bytes(shape + i)), n = 255 - m;
        u16v a = (u16v)load(to + i), b = (u16v)load(result + i);
        u16v even = (a & 255) * n + (b & 255) * m + 128, odd = (a >> 8) * n + (b >> 8) * m + 128;
        store(to + i, divided(even, odd));
    }
    for (; i < count; i++) to[i] = scrim_choose(to[i], result[i], shape[i]);
}

SCRIM_INLINE i32v chosen(i32v where, i32v a, i32v b) { return (a & where) | (b & ~where); }

SCRIM_INLINE i32v held(i32v v, int32_t most) {
    v = chosen(v < 0, (i32v){}, v);
    return chosen(v > most, most - (i32v){}, v);
}

SCRIM_INLINE i32v divided_sum(i32v t) {
    t += 128;
    return (t + (t >> 8)) >> 8;
}

SCRIM_INLINE i32v blend_term(int mode, i32v s, i32v sa, i32v d, i32v da) {
    i32v a = s * da, b = d * sa;
    switch (mode) {
    case SCRIM_SCREEN: return a + b - s * d;
    case SCRIM_OVERLAY: return chosen(2 * d < da, 2 * s * d, sa * da - 2 * (da - d) * (sa - s));
    case SCRIM_DARKEN: return chosen(a < b, a, b);
    case SCRIM_LIGHTEN: return chosen(a > b, a, b);
    case SCRIM_HARD_LIGHT: return chosen(2 * s < sa, 2 * s * d, sa * da - 2 * (da - d) * (sa - s));
    case SCRIM_DIFFERENCE: return chosen(a < b, b - a, a - b);
    default: return a + b - 2 * s * d;
    }
}

SCRIM_INLINE void blend_rows(uint32_t *to, const uint32_t *from, size_t count, int mode) {
    size_t i = 0;
    for (; i + N <= count; i += N) {
        u32v source = load(from + i);
        if (!any(source, 0xffffffff)) continue;
        u32v behind = load(to + i);
        i32v sa = (i32v)(source >> 24), da = (i32v)(behind >> 24);
        u32v pixels = {};
        for (int shift = 0; shift < 32; shift += 8) {
            i32v x = (i32v)(source >> shift & 255), y = (i32v)(behind >> shift & 255), sum;
            if (mode == SCRIM_MULTIPLY) {
                sum = held(divided_sum(x * (255 - da)) + divided_sum(y * (255 - sa)), 255);
                sum = held(sum + divided_sum(x * y), 255);
            } else {
                sum = shift == 24 ? 255 * (x + y) - x * y
                                  : (255 - sa) * y + (255 - da) * x + blend_term(mode, x, sa, y, da);
                sum = divided_sum(held(sum, 255 * 255));
            }
            pixels |= (u32v)sum << shift;
        }
        store(to + i, pixels);
    }
    for (; i < count; i++) to[i] = scrim_blend(mode, from[i], to[i]);
}

// A loop for each mode, without branches.
static void blend(uint32_t *to, const uint32_t *from, size_t count, int mode) {
    switch (mode) {
    case SCRIM_MULTIPLY: return blend_rows(to, from, count, SCRIM_MULTIPLY);
    case SCRIM_SCREEN: return blend_rows(to, from, count, SCRIM_SCREEN);
    case SCRIM_OVERLAY: return blend_rows(to, from, count, SCRIM_OVERLAY);
    case SCRIM_DARKEN: return blend_rows(to, from, count, SCRIM_DARKEN);
    case SCRIM_LIGHTEN: return blend_rows(to, from, count, SCRIM_LIGHTEN);
    case SCRIM_HARD_LIGHT: return blend_rows(to, from, count, SCRIM_HARD_LIGHT);
    case SCRIM_DIFFERENCE: return blend_rows(to, from, count, SCRIM_DIFFERENCE);
    default: return blend_rows(to, from, count, SCRIM_EXCLUSION);
    }
}

// Prefix sums of four: wider vectors would lose on carrying sums across what they gain.
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint8_t u8x4 __attribute__((vector_size(4)));

SCRIM_INLINE i32x4 eight_bits(i32x4 area) { return ((area << 8) - area + SCRIM_FULL / 2) >> 21; }

SCRIM_INLINE int32_t sweep_rule(int32_t *cells, uint8_t *coverage, size_t count, int32_t sum, int rule) {
    const i32x4 zero = {};
    i32x4 carried = sum - zero;
    for (size_t i = 0; i < count; i += 4) {
        i32x4 v;
        memcpy(&v, cells + i, 16);
        memcpy(cells + i, &zero, 16);
        v += __builtin_shufflevector(zero, v, 0, 4, 5, 6);
        v += __builtin_shufflevector(zero, v, 0, 1, 4, 5);
        v += carried;
        carried = __builtin_shufflevector(v, v, 3, 3, 3, 3);
        i32x4 size;
        if (rule == SCRIM_RULE_NONZERO) {
            i32x4 sign = v >> 31;
            size = (v ^ sign) - sign;
            i32x4 more = size > SCRIM_FULL;
            size = (size & ~more) | (more & SCRIM_FULL);
        } else {
            i32x4 folded = (v & (2 * SCRIM_FULL - 1)) - SCRIM_FULL, sign = folded >> 31;
            size = SCRIM_FULL - ((folded ^ sign) - sign);
        }
        u8x4 eight = __builtin_convertvector(eight_bits(size), u8x4);
        memcpy(coverage + i, &eight, 4);
    }
    return carried[0];
}

static int32_t sweep(int32_t *cells, uint8_t *coverage, size_t count, int32_t sum, int rule) {
    if (rule == SCRIM_RULE_NONZERO) return sweep_rule(cells, coverage, count, sum, SCRIM_RULE_NONZERO);
    return sweep_rule(cells, coverage, count, sum, SCRIM_RULE_EVENODD);
}

// Bilinear samples: WIDE / 8 at a time, each from two neighbours of two rows.
#define S (WIDE / 8)

// `across` has a weight of each sample, 0...255.
SCRIM_INLINE u64v mixed(u64v top, u64v bottom, u64v across, u16v up, u16v down) {
    u16v even = ((u16v)top & 255) * up + ((u16v)bottom & 255) * down + 128;
    u16v odd = ((u16v)top >> 8) * up + ((u16v)bottom >> 8) * down + 128;
    // The weights of the two words of each neighbour: 256 - w on the left, w on the right.
    u64v right = across | across << 16;
    u16v weights = (u16v)((0x01000100u - right) | right << 32);
    u64v low = (u64v)((even >> 8) * weights), high = (u64v)((odd >> 8) * weights);
    // At most 255 * 256 in each word, so nothing carries over.
    low = (u64v)((u32v)low + (u32v)(low >> 32) + 0x00800080);
    high = (u64v)((u32v)high + (u32v)(high >> 32) + 0x00800080);
    return (low >> 8 & 0x00ff00ff) | (high & 0xff00ff00);
}

SCRIM_INLINE void store_samples(uint32_t *to, u64v pixels) {
    typedef uint32_t u32s __attribute__((vector_size(4 * S)));
    u32s narrow = __builtin_convertvector(pixels, u32s);
    memcpy(to, &narrow, sizeof narrow);
}

static void scaled(
    uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count, int64_t at, int64_t step,
    uint32_t down) {
    u16v lower = (uint16_t)down - (u16v){}, upper = 256 - lower;
    size_t i = 0;
    u64v weights;
    for (int k = 0; k < S; k++) weights[k] = (uint64_t)at + (uint64_t)step * k;
    for (; i + S <= count; i += S) {
        u64v a, b;
        for (int k = 0; k < S; k++) {
            uint64_t pair;
            memcpy(&pair, top + (at >> 32), 8);
            a[k] = pair;
            memcpy(&pair, bottom + (at >> 32), 8);
            b[k] = pair;
            at = (int64_t)((uint64_t)at + (uint64_t)step);
        }
        store_samples(to + i, mixed(a, b, weights >> 24 & 255, upper, lower));
        weights += (uint64_t)step * S;
    }
    for (; i < count; i++, at = (int64_t)((uint64_t)at + (uint64_t)step))
        to[i] = scrim_mix(top + (at >> 32), bottom + (at >> 32), scrim_weight(at), down);
}

// (a + b + 1) / 2 of each byte: compilers recognize this as one instruction.
typedef uint16_t u16w __attribute__((vector_size(2 * WIDE)));

SCRIM_INLINE u32v mean(u32v a, u32v b) {
    u16w sum = __builtin_convertvector((u8v)a, u16w) + __builtin_convertvector((u8v)b, u16w) + 1;
    return (u32v)__builtin_convertvector(sum >> 1, u8v);
}

// Every second pixel of two vectors.
#if N == 16
#define SCRIM_SECONDS(a, b) \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#elif N == 8
#define SCRIM_SECONDS(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#else
#define SCRIM_SECONDS(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#endif

static void seconds(uint32_t *to, const uint32_t *from, size_t count) {
    size_t i = 0;
    // Not the last ones: after them there may be nothing to load.
    for (; i + N < count; i += N) store(to + i, SCRIM_SECONDS(load(from + 2 * i), load(from + 2 * i + N)));
    for (; i < count; i++) to[i] = from[2 * i];
}

SCRIM_INLINE u32v halved_across(const uint32_t *top, const uint32_t *bottom) {
    u64v down = (u64v)mean(load(top), load(bottom));
    return mean((u32v)down, (u32v)(down >> 32));
}

static void halved(uint32_t *to, const uint32_t *top, const uint32_t *bottom, size_t count) {
    size_t i = 0;
    for (; i + N <= count; i += N) {
        u32v left = halved_across(top + 2 * i, bottom + 2 * i);
        u32v right = halved_across(top + 2 * i + N, bottom + 2 * i + N);
        store(to + i, SCRIM_SECONDS(left, right));
    }
    for (; i < count; i++) to[i] = scrim_mix(top + 2 * i, bottom + 2 * i, 128, 128);
}

#ifndef SCRIM_OWN_TURNED
static void turned(
    uint32_t *to, const uint8_t *base, ptrdiff_t stride, size_t count, struct scrim_sample at,
    struct scrim_sample step, ptrdiff_t ahead) {
    size_t i = 0;
    for (; i + S <= count; i += S) {
        u64v a, b, across, down;
        scrim_expect((const uint8_t *)scrim_texel(base, stride, at), ahead, stride);
        for (int k = 0; k < S; k++) {
            const uint8_t *top = (const uint8_t *)scrim_texel(base, stride, at);
            uint64_t pair;
            memcpy(&pair, top, 8);
            a[k] = pair;
            memcpy(&pair, top + stride, 8);
            b[k] = pair;
            across[k] = scrim_weight(at.u);
            down[k] = scrim_weight(at.v);
            scrim_step(&at, step);
        }
        u64v lower = down * 0x0001000100010001u;
        store_samples(to + i, mixed(a, b, across, 256 - (u16v)lower, (u16v)lower));
    }
    for (; i < count; i++, scrim_step(&at, step)) to[i] = scrim_mix_at(base, stride, at);
}
#endif

static void y4m(uint8_t *y, uint8_t *cb, uint8_t *cr, const uint32_t *from, size_t count) {
    size_t i = 0;
    for (; i + N <= count; i += N) {
        i32v p = (i32v)load(from + i);
        i32v r = p >> 16 & 255, g = p >> 8 & 255, b = p & 255;
        u8n a = __builtin_convertvector((r * 16829 + g * 33038 + b * 6416 + ((16 << 16) + (1 << 15))) >> 16, u8n);
        u8n c = __builtin_convertvector((b * 28784 - r * 9714 - g * 19070 + ((128 << 16) + (1 << 15))) >> 16, u8n);
        u8n d = __builtin_convertvector((r * 28784 - g * 24103 - b * 4681 + ((128 << 16) + (1 << 15))) >> 16, u8n);
        memcpy(y + i, &a, N);
        memcpy(cb + i, &c, N);
        memcpy(cr + i, &d, N);
    }
    for (; i < count; i++) scrim_y4m(y + i, cb + i, cr + i, from[i]);
}

#define SCRIM_LOOPS_OVER_ROWS SCRIM_ROWS(fill_rows, fill) SCRIM_ROWS(over_rows, over) SCRIM_COVER_ROWS

#ifndef SCRIM_PAINTS_LINES
#define SCRIM_PAINTS_LINES 0
#endif

#define SCRIM_LOOPS(name) \
    { \
        name, SCRIM_PAINTS_LINES, fill, over, fill_rows, over_rows, cover, cover_rows, layer, layer_covered, choose, blend, sweep, \
            runs, lines, place, outline, cells, mix, cut, scaled, seconds, halved, turned, y4m, \
    }
