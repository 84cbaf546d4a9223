#pragma once

// Not of Box2D: how long bodies have been slow.

#include "box2d/id.h"

/// Seconds for which a body has been slower than its threshold. It falls asleep half a second after that began.
float bodyIdleTime( b2BodyId body );
void bodySetIdleTime( b2BodyId body, float time );
