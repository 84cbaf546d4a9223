#pragma once

/* Calls of malloc by this thread so far; -1 where the program's malloc is not ours to replace (sanitizers). */
long counted_allocations(void);
