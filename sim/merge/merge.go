// Package merge combines several demos of the same match into one recording, which contains all the information found
// in any of them.
//
// Levels are matched, and their times aligned, by the server's clock, by deaths, which are announced to everyone, and
// by the positions of players who appear in both recordings. Recordings that do not agree are not merged. Because a
// QuakeWorld client's demo has no server time, deaths determine the offset of its clock, and the positions of players
// refine it piece by piece.
//
// For each player and moment, one recording is chosen as the witness. In order of preference, that is the player's own
// demo, a demo recorded through his eyes, a server recording, a demo that shows him, or the demo that showed him last.
// Nothing is averaged. If several witnesses have the same rank, the one used in the previous frame is kept. Otherwise
// the image would flicker between witnesses that differ only by rounding.
package merge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/formats/base/pace"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// Input is a named recording to be merged. The recording must be completely loaded.
type Input struct {
	Name string
	Rec  *recording.Recording
}

// Match is a recording merged from several recordings of the same match.
type Match struct {
	Recording *recording.Recording
	// Witnesses holds the recordings that were merged, in the order of the inputs.
	Witnesses []Witness
}

// Witness describes a recording that was merged into a match.
type Witness struct {
	Input
	// Certainty describes the evidence that the recording belongs to the match. It is empty for the recording with
	// which the others were compared.
	Certainty string
	spans     []placed
}

// placed is a level of a witness and its position in the match.
type placed struct {
	span
	begin int32         // match clock at the start of the level
	start time.Duration // match time at the start of the level
}

// Local converts a time in the match to a time in the witness's recording. ok is false if the witness recorded nothing
// at that time.
func (w *Witness) Local(t time.Duration) (local time.Duration, ok bool) {
	for i := range w.spans {
		p := &w.spans[i]
		ref := p.begin + ms(t-p.start)
		if ref < p.first() || ref > p.last() {
			continue
		}
		local, _, ok := p.timeAt(ref)
		return local, ok
	}
	return 0, false
}

// At converts a time in the witness's recording to a time in the match. ok is false if the section of the recording
// that contains the given time was not merged.
func (w *Witness) At(local time.Duration) (t time.Duration, ok bool) {
	for i := range w.spans {
		p := &w.spans[i]
		if from, to := p.frames[p.from].time, p.frames[p.to-1].time; ms(local) >= from && ms(local) <= to {
			return p.start + duration(p.refAt(local)-p.begin), true
		}
	}
	return 0, false
}

// Error is returned if a recording does not belong with the others. Err is the reason.
type Error struct {
	Name, Other string
	Err         error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s and %s do not show the same match: %s", e.Other, e.Name, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// ErrOne is returned if there are too few or too many recordings to merge.
var ErrOne = errors.New(msgOneDemo)

// maxInputs limits the number of recordings to merge. No server has more slots.
const maxInputs = 255

// Merge aligns the inputs and merges them in the background. The resulting recording grows like that of a demo being
// loaded. If the recordings do not belong together, the error is an [*Error].
func Merge(ctx context.Context, inputs []Input) (*Match, error) {
	if len(inputs) < 2 || len(inputs) > maxInputs {
		return nil, ErrOne
	}
	sources := make([]*source, len(inputs))
	for i, in := range inputs {
		select {
		case <-in.Rec.Finished():
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if in.Rec.Frames() == 0 {
			return nil, &Error{in.Name, inputs[(i+1)%len(inputs)].Name, recording.ErrEmpty}
		}
		sources[i] = read(in, i)
	}
	m := &Match{Witnesses: make([]Witness, len(inputs))}
	for i, in := range inputs {
		m.Witnesses[i].Input = in
	}
	groups, err := m.group(sources)
	if err != nil {
		return nil, err
	}
	rec, r := recording.NewRecorder(m.header(sources))
	rec.Batch(pace.Threads() > 1)
	m.Recording = r
	m.place(groups)
	witnesses := make([]recording.Witness, len(inputs))
	for i := range m.Witnesses {
		w := &m.Witnesses[i]
		witnesses[i] = recording.Witness{Name: filepath.Base(w.Name), Certainty: w.Certainty, Recording: w.Rec,
			Local: w.Local}
	}
	rec.SetWitnesses(witnesses)
	stop := context.AfterFunc(ctx, r.Cancel)
	go func() {
		defer stop()
		if err := fault.Guard(func() error { return m.record(rec, groups) }); err != nil {
			rec.Finish(err)
		}
	}()
	r.WaitFirst()
	return m, nil
}

// header returns the match's header: the data that all sources agree on, and otherwise the best source's.
func (m *Match) header(sources []*source) sim.Header {
	best := slices.MaxFunc(sources, func(a, b *source) int {
		return cmp.Or(boolCompare(a.header.Multi, b.header.Multi), cmp.Compare(len(a.frames), len(b.frames)))
	})
	h := best.header
	var names []string
	h.Complete, h.Messages = true, 0
	for _, s := range sources {
		names = append(names, filepath.Base(s.Name))
		h.Complete = h.Complete && s.header.Complete
		h.Multi = h.Multi || s.header.Multi
		h.Messages += s.header.Messages
		if h.Server == "" {
			h.Server = s.header.Server
		}
		if h.Date == "" {
			h.Date = s.header.Date
		}
	}
	h.Name, h.Path, h.Recorder, h.Kind, h.DateAt = strings.Join(names, " + "), "", "", "merged", 0
	return h
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// group is a level of the match, with the recordings of it. The first member's clock serves as the match clock.
type group struct {
	members     []*span
	start       time.Duration
	begin, last int32
}

// group finds the levels that the sources have in common.
func (m *Match) group(sources []*source) ([]*group, error) {
	order := slices.Clone(sources)
	slices.SortStableFunc(order, func(a, b *source) int {
		return cmp.Or(boolCompare(b.header.Multi, a.header.Multi), cmp.Compare(b.Rec.Duration(), a.Rec.Duration()))
	})
	groups := own(order[0])
	for rest := order[1:]; len(rest) > 0; {
		var refused error
		joined := -1
		for i, s := range rest {
			more, certainty, err := weave(groups, s)
			if err != nil {
				if refused == nil {
					refused = &Error{s.Name, order[0].Name, err}
				}
				continue
			}
			groups, joined = more, i
			m.Witnesses[s.index].Certainty = certainty
			break
		}
		if joined < 0 {
			return nil, refused
		}
		rest = slices.Delete(slices.Clone(rest), joined, joined+1)
	}
	return groups, nil
}

// own returns a group for each level of the first source.
func own(s *source) (groups []*group) {
	for i := range s.levels {
		if p, ok := s.span(i); ok {
			p.shift(nil)
			groups = append(groups, &group{members: []*span{&p}})
		}
	}
	return groups
}

// weave inserts a source's levels among the existing groups, in order. At least one must match.
func weave(groups []*group, s *source) (more []*group, certainty string, err error) {
	type step struct {
		span  *span
		group int // to join, or -1 for a new one
	}
	var steps []step
	next, found := 0, false
	for i := range s.levels {
		p, ok := s.span(i)
		if !ok {
			continue
		}
		at := -1
		for k := next; k < len(groups); k++ {
			f, e := groups[k].join(&p)
			if e == nil {
				at, certainty, found = k, f.String(), true
				break
			}
			if err == nil {
				err = e
			}
		}
		if at < 0 {
			p.shift(nil)
		} else {
			next = at + 1
		}
		steps = append(steps, step{&p, at})
	}
	if !found {
		return nil, "", cmp.Or(err, errors.New(msgNoLevel))
	}
	at := 0
	for _, st := range steps {
		if st.group < 0 {
			groups = slices.Insert(groups, at, &group{members: []*span{st.span}})
			for k := range steps {
				if steps[k].group >= at {
					steps[k].group++
				}
			}
			at++
			continue
		}
		groups[st.group].members = append(groups[st.group].members, st.span)
		at = st.group + 1
	}
	return groups, certainty, nil
}

// join aligns a span with the first member that it agrees with.
func (g *group) join(p *span) (f fit, err error) {
	for _, member := range g.members {
		var e error
		if f, e = join(member, p); e == nil {
			return f, nil
		}
		if err == nil {
			err = e
		}
	}
	return f, err
}

// place assigns each level its time in the match.
func (m *Match) place(groups []*group) {
	var start time.Duration
	for _, g := range groups {
		g.start, g.begin, g.last = start, g.members[0].first(), g.members[0].last()
		for _, p := range g.members {
			g.begin, g.last = min(g.begin, p.first()), max(g.last, p.last())
		}
		for _, p := range g.members {
			w := &m.Witnesses[p.index]
			w.spans = append(w.spans, placed{*p, g.begin, g.start})
		}
		start += duration(g.last-g.begin) + levelGap
	}
	for i := range m.Witnesses {
		sort.Slice(m.Witnesses[i].spans,
			func(a, b int) bool { return m.Witnesses[i].spans[a].start < m.Witnesses[i].spans[b].start })
	}
}

// levelGap is the time between two levels of a match.
const levelGap = 50 * time.Millisecond

// time returns the match time at a match clock.
func (g *group) time(ref int32) time.Duration { return g.start + duration(ref-g.begin) }
