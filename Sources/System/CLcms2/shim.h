#include <lcms2.h>

// Macros with parentheses, which are not imported.
static const cmsUInt32Number lcms_rgba = TYPE_RGBA_8, lcms_grey = TYPE_GRAY_8, lcms_keep_alpha = cmsFLAGS_COPY_ALPHA;
