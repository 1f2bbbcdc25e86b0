package sim

// Contest is the kind of contest played on a level.
type Contest uint8

const (
	Versus Contest = iota // players against each other
	Race                  // against the clock: DeFRaG, race modes, trick runs shown by one player
	Story                 // against monsters: single player, cooperative
)
