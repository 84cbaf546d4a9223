// Throws bodies back: every contact at which they approach each other, the earliest first, and those of one time
// together; what that makes approach comes next, until nothing does. With an elasticity of 1 each round is a reflection
// that keeps energy and momentum, so that a row of touching bodies hands an impact on to its end.
//
// (B. Smith et al., Reflections on Simultaneous Impact, 2012.)
//
// Velocities are those before gravity and other forces of the step, as Box2D has them then. A contact's separation says
// at which part of the step it happens, before its beginning when the shapes overlap by now: the speed of the impact is
// the one at that time, and the bodies end up where they would be had they turned round then.

#include "impacts.h"

#include "../src/body.h"
#include "../src/constraint_graph.h"
#include "../src/contact.h"
#include "../src/core.h"
#include "../src/solver_set.h"
#include "../src/world.h"

#include "box2d/box2d.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

// Iterations of one round; how often contacts are solved in a step at least, and more for each contact. The solver of
// Box2D, to which nothing is elastic, takes what is left: much is left in a heap only.
enum
{
	mostIterations = 32,
	leastWork = 1000,
	moreWork = 2,
};

// A speed is right when it changes by less than this part of itself and of one unit a second: where a contact is the only
// one of its bodies, and among several.
static const double accuracy = 1e-9, sharedAccuracy = 1e-5;

// A separation at which Box2D does nothing.
static const float farAway = 1e6f;

// Impacts closer in time than this part of a step are one.
static const double together = 0.02;

typedef struct
{
	double x, y, turn;
} Motion;

typedef struct
{
	int index;
	double mass, moment; // inverse
	Motion velocity;
	// Where it is at a part `t` of the step: offset + velocity * t, in units of the step times velocity.
	Motion offset;
	double gainX, gainY;
	double idle;
	bool isFast;
	// The part of the step of its last impact, and of the next one.
	double last, next;
	// Counts of `Impacts.now` at which its velocity changed last, in a round, and in one that is over.
	int changed, thrown;
	// Its impacts of one round.
	int count;
	bool isGathered, isThrown;
	void* userData;
} ImpactItem;

// Along the normal, or along the tangent: the arms of both bodies, how much they yield to an impulse, as the inverse,
// and the impulse.
typedef struct
{
	double armA, armB;
	double mass;
	double impulse;
} ImpactAxis;

typedef struct
{
	double separation;
	double target;
	ImpactAxis normal, tangent;
	bool isActive;
} ImpactPoint;

typedef struct
{
	int a, b; // 0: what does not move
	double x, y; // from a to b
	double elasticity, friction;
	double time;
	// Counts of `Impacts.now` at which it was solved, and aimed, last.
	int solved, aimed;
	bool isImpact;
	// Happens within this step, but may have one of its two points only as yet: the next step sees both.
	bool isPutOff;
	b2ContactSim* sim;
	int count;
	ImpactPoint points[2];
} ImpactContact;

struct Impacts
{
	float threshold;
	ImpactBeforeFcn* before;
	ImpactAfterFcn* after;

	// The first one is what does not move.
	ImpactItem* items;
	int itemCount, itemRoom;
	ImpactContact* contacts;
	int contactCount, contactRoom;
	int* selected;
	int selectedRoom;
	// By the index of an awake body: its item, or 0.
	int* map;
	int mapRoom;
	// Counts on with everything that is done in a step.
	int now;
};

// Room for `count` elements.
static void* grow( void* memory, int* room, int count, size_t size )
{
	if ( count <= *room ) return memory;
	*room = count < 32 ? 64 : 2 * count;
	memory = realloc( memory, (size_t)*room * size );
	if ( memory == NULL ) abort();
	return memory;
}

static void clear( Impacts* impacts )
{
	impacts->itemCount = 1;
	impacts->contactCount = impacts->now = 0;
}

Impacts* impactsCreate( float threshold, ImpactBeforeFcn* before, ImpactAfterFcn* after )
{
	Impacts* impacts = calloc( 1, sizeof( Impacts ) );
	if ( impacts == NULL ) abort();
	impacts->threshold = threshold;
	impacts->before = before;
	impacts->after = after;
	impacts->items = grow( NULL, &impacts->itemRoom, 1, sizeof( ImpactItem ) );
	impacts->items[0] = ( ImpactItem ){ .last = -INFINITY };
	clear( impacts );
	return impacts;
}

void impactsDestroy( Impacts* impacts )
{
	free( impacts->items );
	free( impacts->contacts );
	free( impacts->selected );
	free( impacts->map );
	free( impacts );
}

void impactsSet( b2WorldId world, Impacts* impacts ) { b2World_SetUserData( world, impacts ); }

// MARK: What takes part

// The number of an awake body's item.
static int item( Impacts* impacts, b2World* world, b2SolverSet* awake, int index )
{
	if ( index == B2_NULL_INDEX ) return 0;
	if ( impacts->map[index] > 0 ) return impacts->map[index];
	b2BodySim* sim = awake->bodySims.data + index;
	b2BodyState* state = awake->bodyStates.data + index;
	impacts->items = grow( impacts->items, &impacts->itemRoom, impacts->itemCount + 1, sizeof( ImpactItem ) );
	void* userData = world->bodies.data[sim->bodyId].userData;
	ImpactBody body = impacts->before( userData );
	Motion v = { state->linearVelocity.x, state->linearVelocity.y, state->angularVelocity };
	impacts->items[impacts->itemCount] = ( ImpactItem ){
		.index = index,
		.mass = sim->invMass,
		.moment = sim->invInertia,
		.velocity = v,
		.offset = { v.x * body.lag, v.y * body.lag, v.turn * body.lag },
		.gainX = body.gain.x,
		.gainY = body.gain.y,
		.idle = body.idle,
		.isFast = body.isFast,
		.userData = userData,
	};
	impacts->map[index] = impacts->itemCount++;
	return impacts->map[index];
}

static ImpactAxis axis( const ImpactItem* a, const ImpactItem* b, const b2ManifoldPoint* p, double x, double y )
{
	double armA = p->anchorA.x * y - p->anchorA.y * x;
	double armB = p->anchorB.x * y - p->anchorB.y * x;
	double ease = a->mass + b->mass + a->moment * armA * armA + b->moment * armB * armB;
	return ( ImpactAxis ){ .armA = armA, .armB = armB, .mass = ease > 0 ? 1 / ease : 0 };
}

static void addContact( Impacts* impacts, b2World* world, b2SolverSet* awake, b2ContactSim* sim )
{
	int a = item( impacts, world, awake, sim->bodySimIndexA );
	int b = item( impacts, world, awake, sim->bodySimIndexB );
	impacts->contacts = grow( impacts->contacts, &impacts->contactRoom, impacts->contactCount + 1, sizeof( ImpactContact ) );
	ImpactContact* c = impacts->contacts + impacts->contactCount++;
	const b2Manifold* m = &sim->manifold;
	*c = ( ImpactContact ){
		.a = a,
		.b = b,
		.x = m->normal.x,
		.y = m->normal.y,
		.elasticity = sim->restitution,
		.friction = sim->friction,
		.sim = sim,
		.count = m->pointCount,
	};
	for ( int i = 0; i < c->count; ++i )
	{
		const b2ManifoldPoint* p = m->points + i;
		c->points[i] = ( ImpactPoint ){
			.separation = p->separation,
			.normal = axis( impacts->items + a, impacts->items + b, p, c->x, c->y ),
			.tangent = axis( impacts->items + a, impacts->items + b, p, c->y, -c->x ),
		};
	}
}

// Takes up the elastic contacts of a body. Each is taken up by the first of its two bodies.
static void gather( Impacts* impacts, b2World* world, b2SolverSet* awake, int number )
{
	if ( number == 0 || impacts->items[number].isGathered ) return;
	impacts->items[number].isGathered = true;
	int index = impacts->items[number].index;
	b2Body* body = world->bodies.data + awake->bodySims.data[index].bodyId;
	for ( int key = body->headContactKey; key != B2_NULL_INDEX; )
	{
		b2Contact* contact = world->contacts.data + ( key >> 1 );
		key = contact->edges[key & 1].nextKey;
		if ( ( contact->flags & b2_contactTouchingFlag ) == 0 ) continue;
		b2ContactSim* sim = b2GetContactSim( world, contact );
		if ( sim->restitution <= 0 || sim->manifold.pointCount == 0 ) continue;
		int other = sim->bodySimIndexA == index ? sim->bodySimIndexB : sim->bodySimIndexA;
		if ( other != B2_NULL_INDEX && impacts->items[impacts->map[other]].isGathered ) continue;
		addContact( impacts, world, awake, sim );
	}
}

static b2Vec2 velocity( const b2BodyState* state, b2Vec2 anchor )
{
	return b2Add( state->linearVelocity, b2CrossSV( state->angularVelocity, anchor ) );
}

// Takes up the bodies of the contacts at which something may be thrown, in the order of Box2D's contacts.
static void begin( Impacts* impacts, b2World* world, b2SolverSet* awake )
{
	static const b2BodyState still = { .deltaRotation = { 1, 0 } };
	b2BodyState* states = awake->bodyStates.data;
	for ( int color = 0; color < B2_GRAPH_COLOR_COUNT; ++color )
	{
		b2ContactSimArray* sims = &world->constraintGraph.colors[color].contactSims;
		for ( int i = 0; i < sims->count; ++i )
		{
			b2ContactSim* sim = sims->data + i;
			if ( sim->restitution <= 0 ) continue;
			const b2BodyState* a = sim->bodySimIndexA == B2_NULL_INDEX ? &still : states + sim->bodySimIndexA;
			const b2BodyState* b = sim->bodySimIndexB == B2_NULL_INDEX ? &still : states + sim->bodySimIndexB;
			for ( int j = 0; j < sim->manifold.pointCount; ++j )
			{
				b2ManifoldPoint* p = sim->manifold.points + j;
				b2Vec2 v = b2Sub( velocity( b, p->anchorB ), velocity( a, p->anchorA ) );
				float approach = b2Dot( v, sim->manifold.normal );
				if ( approach >= -impacts->threshold ) continue;
				// What has been there is 0 already.
				int room = impacts->mapRoom;
				impacts->map = grow( impacts->map, &impacts->mapRoom, awake->bodySims.count, sizeof( int ) );
				for ( ; room < impacts->mapRoom; ++room ) impacts->map[room] = 0;
				int first = item( impacts, world, awake, sim->bodySimIndexA );
				int second = item( impacts, world, awake, sim->bodySimIndexB );
				// What rests trembles: nothing is thrown, and nothing else of these bodies need be looked at.
				if ( approach >= -fmax( impacts->items[first].idle, impacts->items[second].idle ) ) continue;
				gather( impacts, world, awake, first );
				gather( impacts, world, awake, second );
				break;
			}
		}
	}
}

// MARK: One round

// How fast b moves away from a along an axis in this direction.
static inline double speed( const Motion* a, const Motion* b, const ImpactAxis* axis, double x, double y )
{
	return x * ( b->x - a->x ) + y * ( b->y - a->y ) + axis->armB * b->turn - axis->armA * a->turn;
}

// Finds whether a contact throws its bodies in this step, when, and how fast they have to part then.
static void aim( const ImpactItem* a, const ImpactItem* b, ImpactContact* c, double step )
{
	double fall = ( b->gainX - a->gainX ) * c->x + ( b->gainY - a->gainY ) * c->y;
	double idle = fmax( a->idle, b->idle );
	c->isImpact = c->isPutOff = false;
	bool isNear = false;
	for ( int i = 0; i < c->count; ++i )
	{
		ImpactPoint* p = c->points + i;
		p->isActive = false;
		isNear = isNear || p->separation < 0.5f * B2_SPECULATIVE_DISTANCE;
		double approach = speed( &a->velocity, &b->velocity, &p->normal, c->x, c->y );
		if ( approach >= -idle || p->normal.mass == 0 ) continue;
		double gap = p->separation / step + speed( &a->offset, &b->offset, &p->normal, c->x, c->y );
		double time = -gap / approach;
		if ( a->isFast || b->isFast ) time = fmax( a->last, b->last );
		if ( time > 1 ) continue;
		// They have been in each other for longer.
		if ( time < -2 ) time = fmax( a->last, b->last );
		double shift = fall * ( 0.5 + time );
		p->target = fmax( -c->elasticity * fmin( approach + shift, 0 ) - shift, 0 );
		p->isActive = true;
		p->normal.impulse = p->tangent.impulse = 0;
		if ( !c->isImpact || time < c->time ) c->time = time;
		c->isImpact = true;
	}
	c->isPutOff = c->isImpact && !isNear && c->time > 0;
	c->isImpact = c->isImpact && !c->isPutOff;
}

// Changes motions by an impulse along an axis.
static inline void push( ImpactItem* a, ImpactItem* b, const ImpactAxis* axis, double x, double y, double impulse )
{
	a->velocity.x -= a->mass * impulse * x;
	a->velocity.y -= a->mass * impulse * y;
	a->velocity.turn -= a->moment * impulse * axis->armA;
	b->velocity.x += b->mass * impulse * x;
	b->velocity.y += b->mass * impulse * y;
	b->velocity.turn += b->moment * impulse * axis->armB;
}

// Solves a contact once; the greatest change of a speed, as a part of it.
static double solveOnce( ImpactItem* a, ImpactItem* b, ImpactContact* c )
{
	double most = 0;
	for ( int i = 0; i < c->count; ++i )
	{
		ImpactPoint* p = c->points + i;
		if ( !p->isActive ) continue;
		double missing = p->target - speed( &a->velocity, &b->velocity, &p->normal, c->x, c->y );
		double impulse = fmax( p->normal.impulse + missing * p->normal.mass, 0 ) - p->normal.impulse;
		p->normal.impulse += impulse;
		push( a, b, &p->normal, c->x, c->y, impulse );
		most = fmax( most, fabs( impulse ) / ( p->normal.mass * ( 1 + p->target ) ) );
	}
	if ( c->friction <= 0 ) return most;
	for ( int i = 0; i < c->count; ++i )
	{
		ImpactPoint* p = c->points + i;
		if ( !p->isActive || p->tangent.mass == 0 ) continue;
		double limit = c->friction * p->normal.impulse;
		double slip = speed( &a->velocity, &b->velocity, &p->tangent, c->y, -c->x );
		double impulse = fmin( fmax( p->tangent.impulse - slip * p->tangent.mass, -limit ), limit ) - p->tangent.impulse;
		p->tangent.impulse += impulse;
		push( a, b, &p->tangent, c->y, -c->x, impulse );
		most = fmax( most, fabs( impulse ) / ( p->tangent.mass * ( 1 + p->target ) ) );
	}
	return most;
}

// Solves a contact whose bodies have changed since it was solved. False: there was nothing to do.
static bool solve( Impacts* impacts, ImpactContact* c, int* work )
{
	ImpactItem *a = impacts->items + c->a, *b = impacts->items + c->b;
	if ( ( c->a == 0 || a->changed <= c->solved ) && ( c->b == 0 || b->changed <= c->solved ) ) return false;
	bool isAlone = ( c->a == 0 || a->count == 1 ) && ( c->b == 0 || b->count == 1 );
	bool hasChanged = false;
	for ( int i = 0; i < mostIterations; ++i )
	{
		++*work;
		if ( solveOnce( a, b, c ) < ( isAlone ? accuracy : sharedAccuracy ) ) break;
		hasChanged = true;
		if ( !isAlone || ( c->count == 1 && c->friction <= 0 ) ) break;
	}
	c->solved = ++impacts->now;
	if ( hasChanged ) a->changed = b->changed = c->solved;
	return hasChanged;
}

// Has the bodies of a contact turn round at the time of the impact.
static void turnRound( Impacts* impacts, ImpactContact* c )
{
	ImpactItem *a = impacts->items + c->a, *b = impacts->items + c->b;
	double ease;
	for ( int i = 0; i < c->count; ++i )
	{
		const ImpactPoint* p = c->points + i;
		if ( !p->isActive ) continue;
		double x = p->normal.impulse * c->x + p->tangent.impulse * c->y;
		double y = p->normal.impulse * c->y - p->tangent.impulse * c->x;
		ease = c->time * a->mass, a->offset.x += ease * x, a->offset.y += ease * y;
		ease = c->time * b->mass, b->offset.x -= ease * x, b->offset.y -= ease * y;
		a->offset.turn +=
			c->time * a->moment * ( p->normal.impulse * p->normal.armA + p->tangent.impulse * p->tangent.armA );
		b->offset.turn -=
			c->time * b->moment * ( p->normal.impulse * p->normal.armB + p->tangent.impulse * p->tangent.armB );
	}
	if ( c->a > 0 ) a->last = c->time, a->isThrown = true, a->thrown = impacts->now;
	if ( c->b > 0 ) b->last = c->time, b->isThrown = true, b->thrown = impacts->now;
}

// Selects the earliest impacts of all bodies; how many.
static int select_( Impacts* impacts, double step )
{
	for ( int i = 0; i < impacts->itemCount; ++i )
	{
		impacts->items[i].next = INFINITY;
		impacts->items[i].count = 0;
	}
	impacts->selected = grow( impacts->selected, &impacts->selectedRoom, impacts->contactCount, sizeof( int ) );
	int found = 0, count = 0;
	for ( int i = 0; i < impacts->contactCount; ++i )
	{
		ImpactContact* c = impacts->contacts + i;
		ImpactItem *a = impacts->items + c->a, *b = impacts->items + c->b;
		if ( c->aimed == 0 || a->thrown > c->aimed || b->thrown > c->aimed )
		{
			aim( a, b, c, step );
			c->aimed = ++impacts->now;
		}
		if ( !c->isImpact ) continue;
		if ( c->a > 0 ) a->next = fmin( a->next, c->time );
		if ( c->b > 0 ) b->next = fmin( b->next, c->time );
		impacts->selected[found++] = i;
	}
	for ( int i = 0; i < found; ++i )
	{
		ImpactContact* c = impacts->contacts + impacts->selected[i];
		ImpactItem *a = impacts->items + c->a, *b = impacts->items + c->b;
		if ( c->time > fmin( a->next, b->next ) + together ) continue;
		impacts->selected[count++] = impacts->selected[i];
		a->count += 1, b->count += 1;
		a->changed = b->changed = impacts->now;
		c->solved = -1;
	}
	return count;
}

// One round: the earliest impacts of all bodies. False: there are none any more.
static bool makeRound( Impacts* impacts, double step, int* work )
{
	int count = select_( impacts, step );
	// All are looked at.
	*work += impacts->contactCount / 64;
	bool isSolved = false;
	for ( int i = 0; i < mostIterations && !isSolved; ++i )
	{
		isSolved = true;
		for ( int j = 0; j < count; ++j )
		{
			if ( solve( impacts, impacts->contacts + impacts->selected[j], work ) ) isSolved = false;
		}
	}
	++impacts->now;
	for ( int i = 0; i < count; ++i ) turnRound( impacts, impacts->contacts + impacts->selected[i] );
	return count > 0;
}

// MARK: What comes of it

// Tells Box2D how far the bodies are apart, where they have been thrown; what is put off stops nothing in this step.
static void tell( const ImpactItem* a, const ImpactItem* b, ImpactContact* c, double step )
{
	for ( int i = 0; i < c->count; ++i )
	{
		double way = step * speed( &a->offset, &b->offset, &c->points[i].normal, c->x, c->y );
		c->sim->manifold.points[i].separation = c->isPutOff ? farAway : (float)( c->points[i].separation + way );
	}
}

void impactsSolve( b2World* world, float step )
{
	Impacts* impacts = world->userData;
	if ( impacts == NULL || step <= 0 ) return;
	b2SolverSet* awake = world->solverSets.data + b2_awakeSet;
	begin( impacts, world, awake );
	for ( int work = 0; impacts->contactCount > 0 && work < leastWork + moreWork * impacts->contactCount; )
	{
		if ( !makeRound( impacts, step, &work ) ) break;
		// What was thrown now pushes what it touches.
		for ( int i = 1; i < impacts->itemCount; ++i )
		{
			if ( impacts->items[i].isThrown ) gather( impacts, world, awake, i );
		}
	}
	for ( int i = 0; i < impacts->contactCount; ++i )
	{
		ImpactContact* c = impacts->contacts + i;
		ImpactItem *a = impacts->items + c->a, *b = impacts->items + c->b;
		if ( a->isThrown || b->isThrown || c->isPutOff ) tell( a, b, c, step );
	}
	for ( int i = 1; i < impacts->itemCount; ++i )
	{
		ImpactItem* item = impacts->items + i;
		impacts->map[item->index] = 0;
		if ( !item->isThrown ) continue;
		b2BodyState* state = awake->bodyStates.data + item->index;
		state->linearVelocity = ( b2Vec2 ){ (float)item->velocity.x, (float)item->velocity.y };
		state->angularVelocity = (float)item->velocity.turn;
		b2Vec2 offset = { (float)item->offset.x, (float)item->offset.y };
		impacts->after( item->userData, offset, (float)item->offset.turn );
	}
	clear( impacts );
}
