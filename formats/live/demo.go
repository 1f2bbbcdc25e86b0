package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/damage"
)

// ErrFull indicates that a demo has reached its maximum size.
var ErrFull = errors.New(msgFull)

// Demo is a growing demo. It is safe for concurrent use.
type Demo struct {
	mu     sync.Mutex
	format *codec.Codec
	data   []byte
	status Status
	gaps   []damage.Damage
	grown  chan struct{} // closed at more data or the end
	known  chan struct{} // closed once the format is known or the demo has ended
	frames framing
	file   *keeper
}

// New returns an empty demo in the given format. A source that can determine the format only from the first bytes must
// pass nil and call [Demo.SetFormat] later.
func New(format *codec.Codec) *Demo {
	d := &Demo{grown: make(chan struct{}), known: make(chan struct{}), status: Status{Since: time.Now()}}
	d.SetFormat(format)
	return d
}

// SetFormat sets the demo's format. It has no effect if the format is already set.
func (d *Demo) SetFormat(f *codec.Codec) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.format == nil && f != nil {
		d.format, d.frames = f, framing{format: f}
		close(d.known)
	}
}

// Format waits until the demo's format is known, and then returns it. If the demo ends or ctx is done first, Format
// returns nil.
func (d *Demo) Format(ctx context.Context) *codec.Codec {
	select {
	case <-d.known:
	case <-ctx.Done():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.format
}

// Complete reports whether the demo ends with the end mark of its format.
func (d *Demo) Complete() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.frames.whole(d.data, 0, false)
	return d.frames.ended && d.frames.at == len(d.data)
}

// Append appends a copy of block to the demo and sets the state to [Playing]. If the demo has ended, Append returns an
// error. If block would make the demo too large, the error wraps [ErrFull].
func (d *Demo) Append(block []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.status.State == Ended:
		return errors.New(msgDemoEnded)
	case len(d.data)+len(block) > formats.MaxSize:
		return fmt.Errorf(msgLargerThan, ErrFull, formats.MaxSize>>20)
	case len(block) == 0:
		return nil
	}
	d.data = append(d.data, block...)
	d.status.Last, d.status.Bytes = time.Now(), int64(len(d.data))
	if d.status.State != Playing {
		d.tell(Playing, "")
	}
	d.write()
	d.wake()
	return nil
}

// Tell sets the source's state and its description for the user, which is formatted from format and args. The
// description may be empty. After the demo has ended, Tell has no effect.
func (d *Demo) Tell(s State, format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tell(s, format, args...)
}

func (d *Demo) tell(s State, format string, args ...any) {
	if d.status.State == Ended {
		return
	}
	words := fmt.Sprintf(format, args...)
	if s != d.status.State || words != d.status.Words {
		d.status.State, d.status.Words, d.status.Since = s, words, time.Now()
	}
}

// Gap records that data is missing at the current end of the demo. lost is the duration of the missing section, or 0 if
// the duration is unknown. format and args describe the gap.
func (d *Demo) Gap(lost time.Duration, format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gaps = damage.Append(d.gaps, damage.Damage{Offset: int64(len(d.data)), Time: -1,
		What: fmt.Sprintf(format, args...), Lost: lost})
}

// Gaps returns the gaps recorded by [Demo.Gap]. The times of the gaps are unknown.
func (d *Demo) Gaps() []damage.Damage {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.gaps[:len(d.gaps):len(d.gaps)]
}

// End ends the demo. format and args explain the reason to the user; the explanation may be empty. If the demo is being
// saved, End writes the format's end mark and closes the file.
func (d *Demo) End(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.status.State == Ended {
		return
	}
	d.tell(Ended, format, args...)
	if d.format == nil {
		close(d.known)
	}
	d.closeFile()
	d.wake()
}

// wake wakes the readers that are waiting for more data.
func (d *Demo) wake() {
	close(d.grown)
	d.grown = make(chan struct{})
}

// Status returns the current status of the source.
func (d *Demo) Status() Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.status
	d.file.status(&s)
	return s
}

// More returns all data received so far. It first waits until the demo is longer than the number of bytes given by
// have, until the demo ends, or until done is closed. In the last two cases, last is true.
func (d *Demo) More(have int, done <-chan struct{}) (data []byte, last bool) {
	for {
		d.mu.Lock()
		data, last = d.data, d.status.State == Ended
		grown := d.grown
		d.mu.Unlock()
		data = data[:len(data):len(data)]
		if last || len(data) > have {
			return data, last
		}
		select {
		case <-grown:
		case <-done:
			return data, true
		}
	}
}
