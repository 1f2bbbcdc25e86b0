package track

import "time"

// Durations of effects, the same in all games.
const (
	ExplosionTime = 600 * time.Millisecond
	ImpactTime    = 200 * time.Millisecond
	BeamTime      = 120 * time.Millisecond
	MuzzleTime    = 100 * time.Millisecond
	BodyTime      = 800 * time.Millisecond // for teleports, deaths and gibs
	SoundTime     = 600 * time.Millisecond
	SpawnTime     = 400 * time.Millisecond // for what comes, goes or hurts: spawns, pickups, pain
)
