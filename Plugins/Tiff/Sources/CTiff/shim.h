#include <stdint.h>
#include <tiffio.h>

// What of libtiff is variadic.

/// A number that is 16 bits wide in the file; `fallback` where there is none.
static inline uint16_t tiff_short(TIFF *_Nonnull file, uint32_t tag, uint16_t fallback) {
    uint16_t value = 0;
    return TIFFGetFieldDefaulted(file, tag, &value) ? value : fallback;
}

static inline uint32_t tiff_long(TIFF *_Nonnull file, uint32_t tag) {
    uint32_t value = 0;
    return TIFFGetField(file, tag, &value) ? value : 0;
}

/// The embedded colour profile, which stays the file's.
static inline const void *_Nullable tiff_profile(TIFF *_Nonnull file, uint32_t *_Nonnull size) {
    void *bytes = 0;
    return TIFFGetField(file, TIFFTAG_ICCPROFILE, size, &bytes) ? bytes : 0;
}

/// The kind of the first sample beyond the colours, one of EXTRASAMPLE_; -1 without one.
static inline int tiff_extra_sample(TIFF *_Nonnull file) {
    uint16_t count = 0, *kinds = 0;
    return TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &count, &kinds) && count > 0 && kinds ? kinds[0] : -1;
}

/// Has rows come as they are stored.
static inline void tiff_set_upright(TIFF *_Nonnull file) { TIFFSetField(file, TIFFTAG_ORIENTATION, (uint16_t)ORIENTATION_TOPLEFT); }

/// Nothing is written to standard error.
static inline void tiff_be_quiet(void) {
    TIFFSetErrorHandler(0);
    TIFFSetWarningHandler(0);
}
