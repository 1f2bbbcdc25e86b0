package main

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/corpus"
	simload "fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/sim/report"
	"fragscope/viewer/instance"
	"fragscope/viewer/link"
	"fragscope/viewer/part"
)

// surfaces are the places where moments are written, each with how they are read there.
var surfaces = map[string]func(t *testing.T, d shownDemo, at time.Duration) (moment.Moment, *moment.Clock){
	"a question": func(t *testing.T, d shownDemo, at time.Duration) (moment.Moment, *moment.Clock) {
		q, err := query.Parse(query.Between(d.rec.Clock(), at, at+time.Second))
		if err != nil {
			t.Fatal(err)
		}
		return q.Terms()[0].Moment, d.rec.Clock()
	},
	"a file's name": func(t *testing.T, d shownDemo, at time.Duration) (moment.Moment, *moment.Clock) {
		text, ok := strings.CutPrefix(part.FileName(d, at), strings.TrimSuffix(d.Name(), filepath.Ext(d.Name()))+"-")
		return parsed(t, text, ok), d.rec.Clock()
	},
	"a page's address": func(t *testing.T, d shownDemo, at time.Duration) (moment.Moment, *moment.Clock) {
		m := d.rec.Clock().Exact(at)
		l := link.Parse("x.html" + link.Moment{At: &m, Loop: true, From: &m, To: &m}.String())
		if l.At == nil || m.Own != (l.From == nil) || !m.Own && *l.From != m {
			t.Fatalf("%v makes the address %v", m, l)
		}
		return *l.At, d.rec.Clock()
	},
	"a hit of the library": func(t *testing.T, d shownDemo, at time.Duration) (moment.Moment, *moment.Clock) {
		text, err := json.Marshal(d.rec.Clock())
		kept := new(moment.Clock)
		if err != nil || json.Unmarshal(text, kept) != nil {
			t.Fatalf("the clock is kept as %s (%v)", text, err)
		}
		return parsed(t, kept.Exact(at).String(), true), kept
	},
	"a request to the window": func(t *testing.T, d shownDemo, at time.Duration) (moment.Moment, *moment.Clock) {
		m := d.rec.Clock().Exact(at)
		text, err := json.Marshal(instance.Request{At: &m})
		var r instance.Request
		if err != nil || json.Unmarshal(text, &r) != nil || r.At == nil {
			t.Fatalf("it is written as %s (%v)", text, err)
		}
		return *r.At, d.rec.Clock()
	},
}

// parsed is a moment that has to be one.
func parsed(t *testing.T, text string, ok bool) moment.Moment {
	m, err := moment.Parse(text)
	if err != nil || !ok {
		t.Fatalf("%q is no moment: %v", text, err)
	}
	return m
}

// shownDemo is a demo as the window has it.
type shownDemo struct {
	part.Demo
	rec *recording.Recording
}

func (d shownDemo) Recording() *recording.Recording { return d.rec }
func (d shownDemo) Name() string                    { return "demo.dem" }

// TestMomentsReadBack writes times of demos of every game at each place where moments are written, and reads them
// there: they are the same, to the millisecond. What is shown with tenths is the same to the tenth.
func TestMomentsReadBack(t *testing.T) {
	demos := map[string]func() (*recording.Recording, error){
		"merged": func() (*recording.Recording, error) {
			return simload.Match(t.Context(), []string{corpus.Path(t, "pov/qw2/povR_anna.qwd"),
				corpus.Path(t, "pov/qw2/povR_bert.qwd")})
		},
	}
	for _, e := range corpus.Sample(t) {
		demos[e.Name] = func() (*recording.Recording, error) {
			demo, err := formats.Open(corpus.Path(t, "demos/"+e.Name))
			if err != nil {
				return nil, err
			}
			return simload.Open(context.Background(), demo, simload.Only(0))
		}
	}
	written, own := 0, 0
	for name, open := range demos {
		rec, err := open()
		if err != nil {
			continue
		}
		rec.Wait()
		w, o := readBack(t, name, shownDemo{rec: rec})
		written, own = written+w, own+o
	}
	t.Logf("%d demos, %d moments at %d places, %d of them in bare seconds", len(demos), written, len(surfaces)+1, own)
	if own > written/10 {
		t.Errorf("%d of %d moments have no form of their own", own, written)
	}
}

// readBack writes and reads times of a demo.
func readBack(t *testing.T, name string, d shownDemo) (written, own int) {
	random := rand.New(rand.NewPCG(1, 2))
	clock, times := d.rec.Clock(), []time.Duration{0, d.rec.Duration()}
	for range 40 {
		times = append(times, time.Duration(random.Int64N(d.rec.Duration().Milliseconds()+1))*time.Millisecond)
	}
	for i, at := range times {
		at = at.Truncate(time.Millisecond)
		m := clock.Exact(at)
		if written++; m.Own {
			own++
		} else if back, err := clock.Own(parsed(t, m.Short(), true)); err != nil ||
			(back-at).Abs() > 100*time.Millisecond {
			t.Errorf("%s: %v is shown as %s, which is %v (%v)", name, at, m.Short(), back, err)
		}
		for where, write := range surfaces {
			m, clock := write(t, d, at)
			if back, err := clock.Own(m); back != at || err != nil {
				t.Errorf("%s: %s has %v as %v, which is read as %v (%v)", name, where, at, m, back, err)
			}
		}
		if i >= 3 {
			continue
		}
		var line cli
		if ctx, _, code := parse(&line, []string{"x.dem", "--at=" + m.String()}, io.Discard, io.Discard); ctx == nil {
			t.Fatalf("--at=%v ends the program with %d", m, code)
		}
		if back, err := clock.Own(*line.Open.At); back != at || err != nil {
			t.Errorf("%s: --at=%v is read as %v (%v); want %v", name, m, back, err, at)
		}
	}
	for _, m := range report.Matches(d.rec) {
		q, err := query.Parse(m.Scope())
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []time.Duration{m.Start, m.End} {
			if back, err := clock.Own(q.Terms()[i].Moment); back != want.Truncate(time.Millisecond) || err != nil {
				t.Errorf("%s: a match has %v as %v", name, want, q.Terms()[i].Moment)
			}
		}
	}
	return written, own
}
