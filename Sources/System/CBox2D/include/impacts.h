#pragma once

// Not of Box2D: how bodies are thrown back.

#include "box2d/id.h"
#include "box2d/math_functions.h"

#include <stdbool.h>

/// A body before an impact.
typedef struct
{
	/// The part of the last step, from 0 to 1, for which it has been waiting at an obstacle.
	float lag;
	/// The velocity that it gains in a step by falling freely; zero for a body that something holds.
	b2Vec2 gain;
	/// At less than this speed it is not thrown back; `threshold` or more.
	float idle;
	/// It goes so far in a step that the time of an impact is not to be had: the beginning of the step stands for it.
	bool isFast;
} ImpactBody;

/// Tells how the body with this user data moves.
typedef ImpactBody ImpactBeforeFcn( void* userData );

/// The body with this user data was thrown. At the end of the step it is off from where its new velocity takes it by
/// this velocity and spin, times the step: it had the old ones up to the impact.
typedef void ImpactAfterFcn( void* userData, b2Vec2 velocity, float spin );

/// The impacts of a world: its settings, and memory that is kept from step to step.
typedef struct Impacts Impacts;

/// Slower than `threshold`, in units of length a second, nothing is thrown back.
Impacts* impactsCreate( float threshold, ImpactBeforeFcn* before, ImpactAfterFcn* after );
void impactsDestroy( Impacts* impacts );

/// Has a world throw bodies back by `impacts`, which has to outlive it. Its own restitution has to be off.
void impactsSet( b2WorldId world, Impacts* impacts );

/// Throws back what collides in a step of this length, in seconds. Called by `b2World_Step` when contacts are known,
/// before they are solved.
struct b2World;
void impactsSolve( struct b2World* world, float step );
