#include <rfb/rfb.h>

/// Of <unistd.h>, which declares it for GNU sources only.
int dup3(int from, int to, int flags);
