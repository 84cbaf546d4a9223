/// Decodes films with libavformat and libavcodec: a file in memory, and any of its frames, exactly.
///
/// Written in C, because it uses macros and structures that are not available in Swift.
#pragma once

#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct film_reader film_reader;

/// Maximum bytes of an error text, including the terminating null.
enum { FILM_FAULT_LENGTH = 200 };

/// True when a file that begins with these bytes is a supported film.
int film_is_film(const uint8_t *start, uint64_t length);

/// Opens a file and reads the times of its frames. The bytes must stay readable until `film_close`. Returns null with
/// an error text on failure.
film_reader *_Nullable film_open(const uint8_t *bytes, uint64_t length, char *fault);
void film_close(film_reader *_Nullable film);

/// Stored width in pixels, before rotation.
int film_width(const film_reader *film);
int film_height(const film_reader *film);
/// Rotation as an EXIF code: 1, 3, 6 or 8.
int film_orientation(const film_reader *film);
/// At least 1.
int film_frame_count(const film_reader *film);
/// Seconds from the start of the first frame to the end of this one.
double film_end(const film_reader *film, int frame);

/// Decodes a frame into `height` rows. Returns 0 for opaque words 0xAARRGGBB, 1 for RGBA bytes with straight alpha;
/// negative with an error text on failure. Decoding frames in order is efficient.
int film_decode(film_reader *film, int frame, uint8_t *pixels, int stride, char *fault);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
