package maps

import (
	"errors"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
	"fragscope/assets/plan"
	"fragscope/sim"
)

// errOtherMap is the error for a map file on whose floors nobody walked: the players were on another map of the same
// name.
var errOtherMap = errors.New(msgOtherMap)

// usage is the degree to which a map file can be relied on.
type usage uint8

const (
	asItIs usage = iota
	repaired
	notAtAll
)

// use judges a map by where players walked. A correct checksum settles it.
func use(m *bsp.Map, file *gamedata.File, l sim.Level, hints []plan.Point) usage {
	const (
		few     = 25   // too few places to say anything
		many    = 300  // enough places to doubt even a map that is otherwise certain
		foreign = 0.25 // fraction that any other map of the family would have by chance
		partly  = 0.45 // fraction from which a doubtful map is still worthwhile
		agreed  = 0.97
	)
	if l.Checksum != 0 && file.Warning == "" {
		return asItIs
	}
	share, places := plan.Agreement(m, hints)
	doubtful := file.Warning != ""
	switch {
	case places < few:
		return asItIs
	case doubtful && share < partly, !doubtful && places >= many && share < foreign:
		return notAtAll
	case doubtful && share < agreed:
		return repaired
	}
	return asItIs
}
