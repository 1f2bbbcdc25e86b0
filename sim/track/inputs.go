package track

import (
	"fmt"
	"time"

	"fragscope/sim"
)

// InputTold reports a player's input command. The Time field is ignored.
type InputTold struct{ sim.Input }

func (i InputTold) conclude(t *Tracker) {
	if !i.Slot.Valid() {
		return
	}
	i.Time = t.track.now
	t.track.rec.Input(i.Input)
	if i.Msec > 0 && i.Slot.Index() < len(t.paces) {
		t.paces[i.Slot.Index()].add(&t.track, i.Slot, time.Duration(i.Msec)*time.Millisecond)
	}
}

// pace compares the duration of a player's commands with the time that passes: a player whose commands last longer
// moves faster than the game allows.
type pace struct {
	begun bool
	since time.Duration // start of the span
	last  time.Duration
	sum   time.Duration // of the commands in it
	part  sim.Pace      // the last second or so of it
}

// The length of the comparison, the fraction by which commands may last longer, and the time that a client may have to
// make up after a pause.
const (
	paceSpan  = 10 * time.Second
	paceShare = 20
	paceGrace = 500 * time.Millisecond
)

// add adds a command.
func (p *pace) add(t *Track, slot sim.Slot, msec time.Duration) {
	if !p.begun || t.now < p.last || t.now-p.last > time.Second { // another level, or a pause
		*p = pace{begun: true, since: t.now, last: t.now, part: sim.Pace{Time: t.now}}
		return
	}
	p.last = t.now
	p.sum += msec
	p.part.Commands++
	p.part.Sum += msec
	if p.part.Span = t.now - p.part.Time; p.part.Span >= time.Second {
		t.rec.Pace(slot, p.part)
		p.part = sim.Pace{Time: t.now}
	}
	span := t.now - p.since
	if span < paceSpan {
		return
	}
	if p.sum > span+span/paceShare+paceGrace {
		t.rec.Anomaly(sim.Anomaly{Time: p.since, Text: fmt.Sprintf("commands lasting %.1f s within %.1f s",
			p.sum.Seconds(), span.Seconds())})
	}
	p.since, p.sum = t.now, 0
}
