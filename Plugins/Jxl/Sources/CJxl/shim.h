#include <jxl/decode.h>

// From 0.9 on these take no format.
#if defined(JPEGXL_NUMERIC_VERSION) && defined(JPEGXL_COMPUTE_NUMERIC_VERSION)
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define JXL_TAKES_NO_FORMAT
#endif
#endif

/// Bytes of the profile of the pixels that are decoded; 0 for none.
static inline size_t jxl_profile_size(const JxlDecoder *_Nonnull decoder) {
    size_t size = 0;
#ifdef JXL_TAKES_NO_FORMAT
    return JxlDecoderGetICCProfileSize(decoder, JXL_COLOR_PROFILE_TARGET_DATA, &size) == JXL_DEC_SUCCESS ? size : 0;
#else
    return JxlDecoderGetICCProfileSize(decoder, 0, JXL_COLOR_PROFILE_TARGET_DATA, &size) == JXL_DEC_SUCCESS ? size : 0;
#endif
}

/// Writes the profile; false when there is none.
static inline _Bool jxl_profile(const JxlDecoder *_Nonnull decoder, uint8_t *_Nonnull bytes, size_t size) {
#ifdef JXL_TAKES_NO_FORMAT
    return JxlDecoderGetColorAsICCProfile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, bytes, size) == JXL_DEC_SUCCESS;
#else
    return JxlDecoderGetColorAsICCProfile(decoder, 0, JXL_COLOR_PROFILE_TARGET_DATA, bytes, size) == JXL_DEC_SUCCESS;
#endif
}
