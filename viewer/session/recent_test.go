package session

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/settings"
)

// watched returns an open demo of a minute on q2dm1 between ann and bob.
func watched(path string) *Demo {
	b, rec := recording.NewRecorder(sim.Header{})
	b.Level(sim.Level{Map: "q2dm1"})
	for at := time.Duration(0); at <= time.Minute; at += 10 * time.Second {
		f := &recording.Frame{Time: at, Phase: sim.PhasePlaying}
		for i := range f.TeamScore {
			f.TeamScore[i] = sim.Unknown
		}
		for i, name := range []string{"ann", "bob"} {
			p := b.Profile(sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText(name)})
			f.Players = append(f.Players, recording.FramePlayer{
				Player: sim.Player{Slot: sim.SlotAt(i), Profile: p, Frags: int16(3 - i)}})
		}
		b.Frame(f)
	}
	b.Finish(nil)
	return &Demo{Path: path, Recording: rec}
}

// TestRecent checks that a recent demo has a card, that it can be continued where it was left until it is watched to
// the end, and that opening it again keeps that.
func TestRecent(t *testing.T) {
	r := recent{store: settings.Store{Config: settings.Memory{}, Data: settings.Memory{}},
		warn: func(text string) { t.Error(text) }}
	r.load()
	if _, ok := r.unfinished(); ok || len(r.cards(false)) > 0 {
		t.Error("something can be continued before a demo was opened")
	}
	d := watched("/demos/a.dm2")
	r.add(d.Path)
	r.describeOpened(d)
	want := Card{Name: "a.dm2", Map: "q2dm1", Players: "ann and bob", Result: "ann 3, bob 2", Length: time.Minute}
	if got := r.cards(false); len(got) != 1 || got[0] != want {
		t.Errorf("cards %+v, want %+v", got, want)
	}
	if got := r.cards(true); got[0].Result != "" {
		t.Errorf("the hidden score is on the card: %q", got[0].Result)
	}
	r.describe(d, 20*time.Second)
	r.describeOpened(d)
	r.describeLoaded(d)
	if l, ok := r.unfinished(); !ok || time.Duration(l.At) != 20*time.Second {
		t.Errorf("it continues at %v, %v", time.Duration(l.At), ok)
	}
	r.describe(d, time.Minute)
	if l, ok := r.unfinished(); ok {
		t.Errorf("a demo that was watched to the end continues at %v", time.Duration(l.At))
	}
	if r.drop(d.Path); len(r.cards(false)) > 0 {
		t.Error("it is listed after it was removed")
	}
}

// TestRecentStream checks that the file in which a stream is kept has the stream's card.
func TestRecentStream(t *testing.T) {
	r := recent{store: settings.Store{Config: settings.Memory{}, Data: settings.Memory{}}}
	d := watched("qtv:1@example.org")
	d.kept = "/recordings/a.mvd"
	r.add(d.kept)
	r.describe(d, 20*time.Second)
	if got := r.cards(false); len(got) != 1 || got[0].Map != "q2dm1" || got[0].Length != time.Minute {
		t.Errorf("cards %+v", got)
	}
}
