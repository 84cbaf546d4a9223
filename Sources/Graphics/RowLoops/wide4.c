// Four pixels at a time, with what every processor of its kind has: SSE2, NEON.
#define WIDE 16
#include "wide.h"

SCRIM_LOOPS_OVER_ROWS
#include "outline.h"
#include "shapes.h"

const struct scrim_row_loops scrim_rows_wide4 = SCRIM_LOOPS("4 pixels");
