#include <xf86drmMode.h>
