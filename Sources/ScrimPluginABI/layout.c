#include "scrim/plugin.h"
