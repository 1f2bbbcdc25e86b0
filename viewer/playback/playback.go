// Package playback is the clock of the viewer: where in the demo we are, how
// fast and in which direction it runs, and the loop.
//
// It is driven by the wall clock that the caller passes in, never by ticks or
// frames, whose rate falls under load.
package playback

import "time"

// The limits of the speed: 1/16 to 64 times.
const (
	MinSpeed = 1.0 / 16
	MaxSpeed = 64.0
)

// maxStep is the longest time between two calls of Advance that counts: a
// computer that slept does not skip an hour of the demo.
const maxStep = time.Second

// Player is the clock. The zero Player stands at the start at normal speed,
// paused. It is not safe for concurrent use.
type Player struct {
	position time.Duration
	playing  bool
	backward bool
	speed    float64 // 0 counts as 1
	end      time.Duration
	growing  bool
	cushion  time.Duration // how much must be there to go on behind the end
	starved  bool          // it came to the end and waits for that much
	last     time.Time
	rest     float64 // part of a nanosecond kept between steps

	loopFrom, loopTo       time.Duration
	hasLoopFrom, hasLoopTo bool
}

// Position is the time in the demo.
func (p *Player) Position() time.Duration { return p.position }

// Playing reports whether the clock runs.
func (p *Player) Playing() bool { return p.playing }

// Backward reports whether it runs, or would run, backwards.
func (p *Player) Backward() bool { return p.backward }

// Speed is the speed, above 0, 1 being normal.
func (p *Player) Speed() float64 {
	if p.speed == 0 {
		return 1
	}
	return p.speed
}

// End is the end of what can be played.
func (p *Player) End() time.Duration { return p.end }

// AtEnd reports whether the clock stands at the end of a demo that has been read whole.
func (p *Player) AtEnd() bool { return !p.growing && p.position >= p.end }

// SetEnd tells how much of the demo can be played and whether there is more to
// come: while there is, the end is waited at, not stopped at.
func (p *Player) SetEnd(end time.Duration, growing bool) {
	p.end, p.growing = end, growing
	if growing {
		return
	}
	p.position = min(p.position, end)
	if p.hasLoopTo && p.loopTo > end {
		p.SetLoop(p.loopFrom, end)
	}
}

// SetCushion has a clock that came to the end of what is there go on only when there is so much more: what comes in small pieces is
// played evenly.
func (p *Player) SetCushion(c time.Duration) { p.cushion = c }

// Advance moves the clock to the wall clock's now. It stops at the start and at
// the end, or goes round the loop, if it stands in it or at one of its ends. It returns whether the position changed.
func (p *Player) Advance(now time.Time) bool {
	step := now.Sub(p.last)
	if p.last.IsZero() || step < 0 {
		step = 0
	}
	p.last = now
	if !p.playing {
		return false
	}
	before := p.position
	move := float64(min(step, maxStep))*p.Speed() + p.rest
	whole := time.Duration(move)
	p.rest = move - float64(whole)
	if p.backward {
		p.runBackward(whole)
	} else {
		p.runForward(whole)
	}
	return p.position != before
}

// Await has the time up to now pass without moving the clock.
func (p *Player) Await(now time.Time) { p.last = now }

func (p *Player) runForward(by time.Duration) {
	if p.starved && p.growing && p.position+p.cushion > p.end {
		return
	}
	p.starved = false
	from, to, loop := p.reach()
	inside := loop && p.position <= to
	p.position += by
	if inside && p.position >= to {
		p.position = from + (p.position-to)%(to-from)
	}
	if p.position >= p.end {
		p.position = p.end
		p.playing = p.growing
		p.starved = p.cushion > 0
	}
}

func (p *Player) runBackward(by time.Duration) {
	from, to, loop := p.reach()
	inside := loop && p.position >= from
	p.position -= by
	if inside && p.position <= from {
		p.position = to - (from-p.position)%(to-from)
	}
	if p.position <= 0 {
		p.position = 0
		p.playing = false
	}
}

// reach is the loop as far as there is a demo to play; what is still read is waited for.
func (p *Player) reach() (from, to time.Duration, ok bool) {
	from, to, ok = p.Loop()
	if !p.growing {
		to = min(to, p.end)
	}
	return from, to, ok && from < to
}

// Seek goes to t; it plays on if it played.
func (p *Player) Seek(t time.Duration) {
	p.position = min(max(t, 0), p.end)
	p.rest, p.starved = 0, false
}

// Play runs forwards, or backwards. At the end, forwards starts over, and at
// the start, backwards goes on from the end; where the loop reaches so far, it goes round that.
func (p *Player) Play(backward bool) {
	p.playing, p.backward, p.rest = true, backward, 0
	from, to, loop := p.reach()
	switch {
	case loop && !backward && p.position == to:
		p.position = from
	case loop && backward && p.position == from:
		p.position = to
	case !backward && p.AtEnd():
		p.position = 0
	case backward && p.position <= 0 && !p.growing:
		p.position = p.end
	}
}

// Pause stops.
func (p *Player) Pause() { p.playing = false }

// Toggle plays or pauses; it keeps the direction.
func (p *Player) Toggle() {
	if p.playing {
		p.Pause()
		return
	}
	from, _, loop := p.reach()
	p.Play(p.backward && (p.position > 0 || loop && from == 0))
}

// SetSpeed sets the speed within its limits.
func (p *Player) SetSpeed(speed float64) { p.speed = min(max(speed, MinSpeed), MaxSpeed) }

// Faster doubles the speed.
func (p *Player) Faster() { p.SetSpeed(p.Speed() * 2) }

// Slower halves the speed.
func (p *Player) Slower() { p.SetSpeed(p.Speed() / 2) }

// LoopFromHere makes the position the loop's start. An end before it is dropped.
func (p *Player) LoopFromHere() {
	p.loopFrom, p.hasLoopFrom = p.position, true
	if p.hasLoopTo && p.loopTo <= p.loopFrom {
		p.hasLoopTo = false
	}
}

// LoopToHere makes the position the loop's end; without a start, the loop is
// from the demo's start. A start behind it is dropped.
func (p *Player) LoopToHere() {
	p.loopTo, p.hasLoopTo = p.position, true
	if p.hasLoopFrom && p.loopFrom >= p.loopTo {
		p.hasLoopFrom = false
	}
}

// SetLoop makes the loop the part from one time to another, which may lie behind what has been read of the demo so far; none where
// that has no length.
func (p *Player) SetLoop(from, to time.Duration) {
	p.loopFrom, p.loopTo = max(from, 0), to
	p.hasLoopFrom, p.hasLoopTo = to > p.loopFrom, to > p.loopFrom
}

// MoveLoop moves the ends of the loop that have been set to from and to, as far as they stay in order.
func (p *Player) MoveLoop(from, to time.Duration) {
	from, to = min(max(from, 0), p.end), min(max(to, 0), p.end)
	if p.hasLoopFrom && p.hasLoopTo && from >= to {
		return
	}
	p.loopFrom, p.loopTo = from, to
}

// ClearLoop drops the loop.
func (p *Player) ClearLoop() { p.hasLoopFrom, p.hasLoopTo = false, false }

// LoopMarks are the ends of the loop that have been set, for the time line.
func (p *Player) LoopMarks() (from, to time.Duration, hasFrom, hasTo bool) {
	return p.loopFrom, p.loopTo, p.hasLoopFrom, p.hasLoopTo
}

// Loop is the loop; ok is false where no end of one is set or it is empty.
func (p *Player) Loop() (from, to time.Duration, ok bool) {
	if p.hasLoopFrom {
		from = p.loopFrom
	}
	return from, p.loopTo, p.hasLoopTo && p.loopTo > from
}
