#include <rfb/rfb.h>
