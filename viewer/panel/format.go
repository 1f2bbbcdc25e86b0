package panel

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"fragscope/sim"
)

// FormatTime is t as "3:12", "1:03:12"; negative with a sign where that is more than a part of a second.
func FormatTime(t time.Duration) string { return format(t, t <= -time.Second) }

func format(t time.Duration, negative bool) string {
	sign, s := "", int64(t.Abs()/time.Second)
	if negative {
		sign = "-"
	}
	if s >= 3600 {
		return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, s/60, s%60)
}

// FormatTenths is t as FormatTime gives it, with the tenth of the second behind it: "3:12.4".
func FormatTenths(t time.Duration) string {
	tenth := t.Abs() / (100 * time.Millisecond) % 10
	return fmt.Sprintf("%s.%d", format(t, t <= -100*time.Millisecond), tenth)
}

// When is a time of the demo as the clock tells it that the user reads, WhenExactly the same to a tenth of a second.
func (p *Pen) When(at time.Duration) string { return FormatTime(p.moment(at)) }

func (p *Pen) WhenExactly(at time.Duration) string { return FormatTenths(p.moment(at)) }

func (p *Pen) moment(at time.Duration) time.Duration {
	if p.Moment == nil {
		return at
	}
	return p.Moment(at)
}

// FormatExact is t in seconds to the millisecond as a command line reads it.
func FormatExact(t time.Duration) string {
	ms := t.Milliseconds()
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// FormatSpeed is a speed as "¼×", "1×", "64×".
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

// number is v, or "--" where the demo does not tell.
func number(v int16) string {
	if v == sim.Unknown {
		return "--"
	}
	return strconv.Itoa(int(v))
}
