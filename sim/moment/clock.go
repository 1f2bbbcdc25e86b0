package moment

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

// Mark is a reading of a clock: at demo time At, the clock shows Time. From then on, the clock is stopped if Stands is
// set, and runs otherwise.
type Mark struct {
	At, Time time.Duration // in whole milliseconds
	Stands   bool
}

// Part describes a section of a demo that has its own clock: a match, a round, or a level without either.
type Part struct {
	// Level, Match and Round are the numbers of the part, counted from 1. A number is 0, and omitted from moments, if
	// the demo has only one level, match or round.
	Level, Match, Round int
	// From is the demo time at which the part begins. A part includes the time before its match, and ends where the
	// next part begins.
	From time.Duration
	// Marks defines the part's clock. It is sorted by At and has at least one element.
	Marks []Mark
}

// Clock converts between demo times and moments. Parts is sorted by From. If Parts is empty, moments are demo times.
type Clock struct {
	Parts []Part
}

// Moment returns the moment for the given demo time. Because the clock is stopped during a timeout, several demo times
// can have the same moment. To get a moment that identifies a single demo time, use [Clock.Exact].
func (c *Clock) Moment(own time.Duration) Moment {
	own = own.Truncate(time.Millisecond)
	if len(c.Parts) == 0 {
		return Moment{Time: own}
	}
	i := max(sort.Search(len(c.Parts), func(i int) bool { return c.Parts[i].From > own })-1, 0)
	p := &c.Parts[i]
	return Moment{Level: p.Level, Match: p.Match, Round: p.Round, Time: p.time(own)}
}

// Exact returns a moment that identifies the given demo time unambiguously. If the result of [Clock.Moment] is
// unambiguous, Exact returns that moment. Otherwise it returns the demo time in bare seconds.
func (c *Clock) Exact(own time.Duration) Moment {
	own = own.Truncate(time.Millisecond)
	m := c.Moment(own)
	if read, err := c.Own(m); err != nil || read != own {
		return At(own)
	}
	return m
}

// Own returns the demo time of moment m. If several demo times have the same moment, Own returns the first. The result
// is 0 if the moment is before the start of the demo, and may be past the demo's end. Own returns an error if the demo
// does not have the level, match or round named in m.
func (c *Clock) Own(m Moment) (time.Duration, error) {
	if m.Own || len(c.Parts) == 0 && max(m.Level, m.Match, m.Round) <= 1 {
		return max(m.Time, 0), nil
	}
	for i := range c.Parts {
		if c.Parts[i].is(m) {
			return max(c.Parts[i].own(m.Time), 0), nil
		}
	}
	if len(c.Parts) == 0 {
		return 0, fmt.Errorf("there is no %s: the demo has only one part", strings.TrimSuffix(m.prefix("/"), "/"))
	}
	last := c.Parts[len(c.Parts)-1]
	return 0, fmt.Errorf("there is no %s: the last one is %s", strings.TrimSuffix(m.prefix("/"), "/"),
		strings.TrimSuffix(Moment{Level: max(last.Level, min(m.Level, 1)), Match: max(last.Match, min(m.Match, 1)),
			Round: max(last.Round, min(m.Round, 1))}.prefix("/"), "/"))
}

// is reports whether a moment is in the part. Numbers omitted from the moment match any part.
func (p *Part) is(m Moment) bool {
	same := func(written, part int) bool { return written == 0 || written == max(part, 1) }
	return same(m.Level, p.Level) && same(m.Match, p.Match) && same(m.Round, p.Round)
}

// time returns the time that the part's clock shows at a demo time.
func (p *Part) time(own time.Duration) time.Duration {
	i := max(sort.Search(len(p.Marks), func(i int) bool { return p.Marks[i].At > own })-1, 0)
	if m := p.Marks[i]; !m.Stands || own < m.At {
		return m.Time + own - m.At
	}
	return p.Marks[i].Time
}

// own returns the first demo time at which the part's clock shows t or has just passed it.
func (p *Part) own(t time.Duration) time.Duration {
	for i, m := range p.Marks {
		if t <= m.Time {
			if i == 0 {
				return m.At - (m.Time - t)
			}
			return m.At
		}
		if last := i == len(p.Marks)-1; last || !m.Stands && t-m.Time < p.Marks[i+1].At-m.At {
			return m.At + t - m.Time
		}
	}
	return 0
}

// MarshalJSON encodes the clock compactly. Each part becomes a list that holds the part's numbers, its start, and three
// numbers per mark. Times are in milliseconds.
func (c *Clock) MarshalJSON() ([]byte, error) {
	list := make([][]int64, len(c.Parts))
	for i, p := range c.Parts {
		list[i] = []int64{int64(p.Level), int64(p.Match), int64(p.Round), p.From.Milliseconds()}
		for _, m := range p.Marks {
			stands := int64(0)
			if m.Stands {
				stands = 1
			}
			list[i] = append(list[i], m.At.Milliseconds(), m.Time.Milliseconds(), stands)
		}
	}
	return json.Marshal(list)
}

// UnmarshalJSON decodes a clock encoded by [Clock.MarshalJSON].
func (c *Clock) UnmarshalJSON(text []byte) error {
	var list [][]int64
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("reading a clock: %w", err)
	}
	const longest = int64(1e12) // about thirty years
	c.Parts = nil
	for _, n := range list {
		if len(n) < 7 || (len(n)-4)%3 != 0 || slices.ContainsFunc(n, func(v int64) bool {
			return v > longest ||
				v < -longest
		}) {
			return errors.New("reading a clock: invalid data")
		}
		p := Part{Level: int(n[0]), Match: int(n[1]), Round: int(n[2]), From: ms(n[3])}
		for i := 4; i < len(n); i += 3 {
			p.Marks = append(p.Marks, Mark{At: ms(n[i]), Time: ms(n[i+1]), Stands: n[i+2] != 0})
		}
		c.Parts = append(c.Parts, p)
	}
	return nil
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
