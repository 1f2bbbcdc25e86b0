package maps

import (
	"errors"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
	"fragscope/assets/plan"
	"fragscope/sim"
)

// errOtherMap: a map was found, but players walked on another one of the same name.
var errOtherMap = errors.New(msgOtherMap)

// usage is how far a map file can be relied on.
type usage uint8

const (
	asItIs usage = iota
	repaired
	notAtAll
)

// use judges a map by where players walked. A checksum that is right settles it.
func use(m *bsp.Map, file *gamedata.File, l sim.Level, hints []plan.Point) usage {
	const (
		few     = 25   // places that say nothing
		many    = 300  // places that count even against a map about which there is no doubt
		foreign = 0.25 // share that any other map of the family would have, by chance
		partly  = 0.45 // share above which a doubtful map is still worth while
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
