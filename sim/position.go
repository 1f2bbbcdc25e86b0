package sim

import (
	"strconv"
	"time"
)

// PositionsHead is the header line of a CSV table of positions. It names the columns appended by [Position.AppendCSV].
const PositionsHead = "time_ms,clock_ms,kind,entity,x,y,z,pitch,yaw\n"

// AppendCSV appends the position to b as a CSV line. Values missing from the demo are left empty.
func (p *Position) AppendCSV(b []byte) []byte {
	b = strconv.AppendInt(b, p.Time.Milliseconds(), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, p.Clock.Milliseconds(), 10)
	b = append(b, ',')
	b = append(b, p.Kind...)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(p.Entity), 10)
	for _, v := range p.Origin {
		b = append(b, ',')
		b = strconv.AppendFloat(b, float64(v), 'g', 9, 32)
	}
	for _, v := range [...]float32{p.View.Pitch, p.View.Yaw} {
		b = append(b, ',')
		if !p.NoView {
			b = strconv.AppendFloat(b, float64(v), 'g', 9, 32)
		}
	}
	return append(b, '\n')
}

// Position holds the position of a player or entity in a snapshot, exactly as sent: trajectories are not evaluated, and
// nothing is interpolated or corrected.
type Position struct {
	// Time is the time since the start of the demo. Clock is the time on the game's own clock.
	Time, Clock time.Duration
	// Kind is "ps" for the point of view (in QuakeWorld, for each playerinfo) or "es" for an entity.
	Kind string
	// Entity is the game's number for the player or entity.
	Entity int
	Origin Vec3
	View   Angles
	// NoOrigin and NoView are set if the demo does not contain Origin or View.
	NoOrigin, NoView bool
}
