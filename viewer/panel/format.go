package panel

import (
	"math"
	"strconv"
	"time"

	"fragscope/sim"
	"fragscope/sim/moment"
)

// FormatTime formats t in the form "3:12" or "1:03:12".
func FormatTime(t time.Duration) string { return moment.Length(t) }

// FormatTenths formats t to a tenth of a second, in the form "3:12.4".
func FormatTenths(t time.Duration) string { return moment.Moment{Time: t}.Short() }

// FormatExact formats t to the millisecond, in the form "3:12.437".
func FormatExact(t time.Duration) string { return moment.Moment{Time: t}.String() }

// When formats a demo time for display, to a tenth of a second. It converts the time with p.Moment, if that is set.
func (p *Pen) When(at time.Duration) string { return p.moment(at).Short() }

// WhenBriefly is like When, but omits fractions of a second.
func (p *Pen) WhenBriefly(at time.Duration) string { return p.moment(at).Brief() }

func (p *Pen) moment(at time.Duration) moment.Moment {
	if p.Moment == nil {
		return moment.Moment{Time: at}
	}
	return p.Moment(at)
}

// FormatSpeed formats a playback speed in the form "¼×", "1×" or "64×".
func FormatSpeed(s float64) string {
	for _, f := range []struct {
		v float64
		s string
	}{{0.5, "½×"}, {0.25, "¼×"}, {0.125, "⅛×"}, {0.0625, "1⁄16×"}} {
		if math.Abs(s-f.v) < f.v/100 {
			return f.s
		}
	}
	if s >= 1 && s == math.Trunc(s) {
		return strconv.Itoa(int(s)) + "×"
	}
	return strconv.FormatFloat(s, 'g', 3, 64) + "×"
}

// number formats v, or returns "--" if it is unknown.
func number(v int16) string {
	if v == sim.Unknown {
		return "--"
	}
	return strconv.Itoa(int(v))
}
