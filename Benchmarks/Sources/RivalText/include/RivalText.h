// A text as a good C program would draw it with Pango and cairo.
#pragma once
#include <stdint.h>

typedef struct RivalText RivalText;

/// Black `text`, 16 pixels high, on white, `width` by `height`.
RivalText *_Nonnull rival_text_make(int32_t width, int32_t height, const char *_Nonnull font, const char *_Nonnull text);
void rival_text_free(RivalText *_Nonnull rival);
/// Draws another text from now on.
void rival_text_set(RivalText *_Nonnull rival, const char *_Nonnull text);
/// Draws all.
void rival_text_frame(RivalText *_Nonnull rival);
