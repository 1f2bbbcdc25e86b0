package sim

// Contest describes what players compete against on a level: each other, the clock or monsters.
type Contest uint8

const (
	Versus Contest = iota // players against each other
	Race                  // against the clock: DeFRaG, race modes, trick runs shown by one player
	Story                 // against monsters: single player, cooperative
)
