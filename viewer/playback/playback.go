// Package playback provides the viewer's clock: the position in the demo, the speed and direction of playback, and the
// loop.
//
// The clock is driven by the wall-clock time that the caller passes in, never by ticks or frames, whose rate drops
// under load.
package playback

import "time"

// The limits of the speed, 1/16 to 64 times normal.
const (
	MinSpeed = 1.0 / 16
	MaxSpeed = 64.0
)

// maxStep limits the time counted between two calls to Advance, so that the demo does not skip an hour after the
// computer has been asleep.
const maxStep = time.Second

// Player is the viewer's clock. The zero Player is paused at the start of the demo, at normal speed. A Player is not
// safe for concurrent use.
type Player struct {
	position time.Duration
	playing  bool
	backward bool
	speed    float64 // 0 counts as 1
	end      time.Duration
	growing  bool
	cushion  time.Duration // how much has to be available to continue after reaching the end
	starved  bool          // it reached the end and waits for that
	last     time.Time
	rest     float64 // fraction of a nanosecond carried between steps

	loopFrom, loopTo       time.Duration
	hasLoopFrom, hasLoopTo bool
}

// Position returns the current position in the demo.
func (p *Player) Position() time.Duration { return p.position }

// Playing reports whether the clock is running.
func (p *Player) Playing() bool { return p.playing }

// Backward reports whether the direction of playback is backward. The direction is kept while the clock is paused.
func (p *Player) Backward() bool { return p.backward }

// Speed returns the playback speed, which is always positive. Normal speed is 1.
func (p *Player) Speed() float64 {
	if p.speed == 0 {
		return 1
	}
	return p.speed
}

// End returns the time up to which the demo can be played.
func (p *Player) End() time.Duration { return p.end }

// AtEnd reports whether the clock is at the end of a demo that has been read completely.
func (p *Player) AtEnd() bool { return !p.growing && p.position >= p.end }

// SetEnd sets the time up to which the demo can be played. If growing is set, the demo is still growing, and the clock
// waits when it reaches the end instead of stopping.
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

// SetCushion sets the cushion for a growing demo to c. If the clock reaches the end of the demo, it waits until the
// demo extends past the current position by at least c. This keeps playback smooth if data arrives in small chunks.
func (p *Player) SetCushion(c time.Duration) { p.cushion = c }

// Advance moves the clock to the wall-clock time now and reports whether the position changed. Playback repeats the
// loop if the position is within it, and otherwise stops at the start or the end of the demo.
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

// Await sets the clock's wall-clock time to now without changing the position.
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

// reach returns the loop, limited to what can be played. The loop of a demo still being read is not limited.
func (p *Player) reach() (from, to time.Duration, ok bool) {
	from, to, ok = p.Loop()
	if !p.growing {
		to = min(to, p.end)
	}
	return from, to, ok && from < to
}

// Seek moves the position to t. It neither starts nor pauses playback.
func (p *Player) Seek(t time.Duration) {
	p.position = min(max(t, 0), p.end)
	p.rest, p.starved = 0, false
}

// Play starts playback, backwards if backward is set. If the position is already at the end of the demo or of the loop,
// Play first moves it to the start. For backward playback, it moves the position from the start to the end.
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

// Pause pauses playback.
func (p *Player) Pause() { p.playing = false }

// Toggle pauses playback or, if it is paused, resumes it in the same direction.
func (p *Player) Toggle() {
	if p.playing {
		p.Pause()
		return
	}
	from, _, loop := p.reach()
	p.Play(p.backward && (p.position > 0 || loop && from == 0))
}

// SetSpeed sets the speed, clamped to its limits.
func (p *Player) SetSpeed(speed float64) { p.speed = min(max(speed, MinSpeed), MaxSpeed) }

// Faster doubles the speed.
func (p *Player) Faster() { p.SetSpeed(p.Speed() * 2) }

// Slower halves the speed.
func (p *Player) Slower() { p.SetSpeed(p.Speed() / 2) }

// LoopFromHere sets the start of the loop to the current position. It clears the end of the loop unless the end is
// later than the new start.
func (p *Player) LoopFromHere() {
	p.loopFrom, p.hasLoopFrom = p.position, true
	if p.hasLoopTo && p.loopTo <= p.loopFrom {
		p.hasLoopTo = false
	}
}

// LoopToHere sets the end of the loop to the current position. It clears the start of the loop unless the start is
// earlier than the new end. A loop without a start begins at the start of the demo.
func (p *Player) LoopToHere() {
	p.loopTo, p.hasLoopTo = p.position, true
	if p.hasLoopFrom && p.loopFrom >= p.loopTo {
		p.hasLoopFrom = false
	}
}

// SetLoop loops the section of the demo between from and to. The section may extend past what has been read so far. If
// to is not later than from, SetLoop removes the loop.
func (p *Player) SetLoop(from, to time.Duration) {
	p.loopFrom, p.loopTo = max(from, 0), to
	p.hasLoopFrom, p.hasLoopTo = to > p.loopFrom, to > p.loopFrom
}

// MoveLoop moves the loop to the section of the demo between from and to, limited to the length of the demo. If only
// one end of the loop is set, MoveLoop moves only that end. If both are set and from is not before to, MoveLoop does
// nothing.
func (p *Player) MoveLoop(from, to time.Duration) {
	from, to = min(max(from, 0), p.end), min(max(to, 0), p.end)
	if p.hasLoopFrom && p.hasLoopTo && from >= to {
		return
	}
	p.loopFrom, p.loopTo = from, to
}

// ClearLoop removes the loop.
func (p *Player) ClearLoop() { p.hasLoopFrom, p.hasLoopTo = false, false }

// LoopMarks returns the start and the end of the loop, for display on the timeline. hasFrom is false if the start is
// not set, and hasTo is false if the end is not set.
func (p *Player) LoopMarks() (from, to time.Duration, hasFrom, hasTo bool) {
	return p.loopFrom, p.loopTo, p.hasLoopFrom, p.hasLoopTo
}

// Loop returns the start and end of the loop. ok is false if the end is not set or the loop is empty.
func (p *Player) Loop() (from, to time.Duration, ok bool) {
	if p.hasLoopFrom {
		from = p.loopFrom
	}
	return from, p.loopTo, p.hasLoopTo && p.loopTo > from
}
