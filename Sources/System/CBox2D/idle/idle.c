#include "idle.h"

#include "../src/body.h"
#include "../src/world.h"

float bodyIdleTime( b2BodyId body )
{
	b2World* world = b2GetWorld( body.world0 );
	return b2GetBodyFullId( world, body )->sleepTime;
}

void bodySetIdleTime( b2BodyId body, float time )
{
	b2World* world = b2GetWorld( body.world0 );
	b2GetBodyFullId( world, body )->sleepTime = time;
}
