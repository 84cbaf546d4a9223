/// Films by libavformat and libavcodec: a file in memory, and any of its frames, exactly.
///
/// C, as what it takes are macros and structures that Swift does not see.
#pragma once

#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct film_reader film_reader;

/// Bytes that the text of a fault has at most, its end included.
enum { FILM_FAULT_LENGTH = 200 };

/// True when a file that begins with these bytes is a film of a kind that is read.
int film_is_film(const uint8_t *start, uint64_t length);

/// Takes up a file, whose bytes stay readable until `film_close`, and looks through it for its frames. Null with the fault.
film_reader *_Nullable film_open(const uint8_t *bytes, uint64_t length, char *fault);
void film_close(film_reader *_Nullable film);

/// In pixels as they are stored, before they are turned.
int film_width(const film_reader *film);
int film_height(const film_reader *film);
/// How it is turned, as EXIF says it: 1, 3, 6 or 8.
int film_orientation(const film_reader *film);
/// At least 1.
int film_frame_count(const film_reader *film);
/// Seconds from the beginning of the first frame to the end of this one.
double film_end(const film_reader *film, int frame);

/// Puts a frame into `height` rows. 0: they are words 0xAARRGGBB, all opaque. 1: red, green, blue, alpha bytes with straight alpha. Below 0
/// with the fault. Frames that are asked for in order cost no more than themselves.
int film_decode(film_reader *film, int frame, uint8_t *pixels, int stride, char *fault);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
