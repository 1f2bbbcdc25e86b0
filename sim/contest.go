package sim

// Contest is what a level is played for.
type Contest uint8

// The contests.
const (
	Versus Contest = iota // players against each other
	Race                  // against the clock: DeFRaG, race modes, tricks that somebody shows alone
	Story                 // against monsters: single player, cooperative
)
