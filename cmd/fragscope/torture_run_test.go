package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/plan"
	"fragscope/formats/wire"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/heat"
	"fragscope/viewer/maps"
	"fragscope/viewer/stage"
)

// What a run may hold at a time: so often the bytes of its demo, and not less than a floor that a small demo needs as
// well; and more while a floor plan is made, whose size is that of a map.
const (
	tortureTimes = 8
	tortureFloor = 96 << 20
	torturePlan  = 320 << 20
)

// judge is a testing.TB that notes what failed.
type judge struct {
	testing.TB
	faults []string
}

// over is what ends the rest of a check.
type over struct{}

func (j *judge) Helper() {}
func (j *judge) Error(args ...any) {
	j.faults = append(j.faults, fmt.Sprint(args...))
}
func (j *judge) Errorf(format string, args ...any) {
	j.faults = append(j.faults, fmt.Sprintf(format, args...))
}
func (j *judge) Fatalf(format string, args ...any) {
	j.Errorf(format, args...)
	panic(over{})
}

// check runs a check to its end, or to what is fatal to it.
func (j *judge) check(f func()) {
	defer func() {
		if r := recover(); r != nil && r != any(over{}) {
			panic(r)
		}
	}()
	f()
}

// held is the memory that is in use, or was and is not yet collected.
func held() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// metered is how much memory a check holds at the most, in MiB. The more a process holds already the more it lets lie
// before it collects: above half of what is allowed it is to collect at once.
func metered(j *judge, allowed int64, f func()) int {
	runtime.GC()
	debug.SetMemoryLimit(held() + allowed/2)
	defer debug.SetMemoryLimit(math.MaxInt64)
	before, stop, most := held(), make(chan struct{}), make(chan int64)
	go func() {
		var peak int64
		for tick := time.NewTicker(2 * time.Millisecond); ; {
			select {
			case <-stop:
				tick.Stop()
				most <- max(peak, held())
				return
			case <-tick.C:
				peak = max(peak, held())
			}
		}
	}()
	j.check(f)
	close(stop)
	peak := <-most - before
	if peak > allowed {
		j.Errorf("%d MiB of memory, %d allowed", peak>>20, allowed>>20)
	}
	return int(peak >> 20)
}

// tortured lets a damaged demo go through the program.
func tortured(dir string, run tortureRun, number int, frames *tortureFrame) tortureAnswer {
	a := tortureAnswer{Number: number, Mutation: run.mutation, Bytes: len(run.data)}
	file := filepath.Join(dir, run.name)
	if err := os.WriteFile(file, run.data, 0o644); err != nil {
		panic(err)
	}
	defer os.Remove(file)
	j := &judge{}
	start, size := time.Now(), len(run.data)
	if demo, err := openDemo(file); err == nil {
		size = max(size, len(demo.Data))
	}
	a.Frame = metered(j, torturePlan, func() { a.Refused, a.Damage = play(j, file, frames) })
	a.Peak = metered(j, max(tortureFloor, tortureTimes*int64(size)), func() {
		for i, verb := range tortureVerbs {
			j.check(func() { spoken(j, verb[(number+i)%len(verb)], file) })
		}
	})
	metered(j, torturePlan, func() { a.Verbs = tortureMatches(j, file, number) })
	a.Millis = int(time.Since(start).Milliseconds())
	a.Faults = j.faults
	return a
}

// tortureVerbs are the verbs with their forms, of which a run takes one each.
var tortureVerbs = [][]string{
	{"info --json", "info"},
	{"events --csv", "events --json", "events", "events --commands"},
	{"positions --all", "positions --csv", "positions", "positions --commands"},
	{"dump", "dump --json"},
}

// spoken has a verb run and checks what it says, which is not kept.
func spoken(t testing.TB, form, file string) {
	t.Helper()
	out := &checkedLines{t: t, what: form, json: strings.HasSuffix(form, "--json")}
	stderr := &checkedLines{t: t, what: form}
	run(append(strings.Fields(form), file), out, stderr)
	out.line(out.rest)
	stderr.line(stderr.rest)
}

// checkedLines checks the lines that are written to it.
type checkedLines struct {
	t    testing.TB
	what string
	json bool
	rest []byte
}

// Write implements [io.Writer].
func (w *checkedLines) Write(p []byte) (int, error) {
	for n, line := range bytes.SplitAfter(p, []byte("\n")) {
		if len(w.rest) > 0 && n == 0 {
			line = append(w.rest, line...)
		}
		if !bytes.HasSuffix(line, []byte("\n")) {
			w.rest = append(w.rest[:0:0], line...)
			break
		}
		w.rest = nil
		w.line(line)
	}
	return len(p), nil
}

func (w *checkedLines) line(line []byte) {
	if bytes.Contains(line, []byte("a fault of the program")) {
		w.t.Errorf("%s: %s", w.what, line)
	}
	if bytes.ContainsFunc(line, func(r rune) bool { return r >= 0x7f || r < ' ' && r != '\n' && r != '\t' }) {
		lines(w.t, w.what, string(line))
	}
	if w.json && len(line) > 0 && !json.Valid(line) {
		w.t.Errorf("%s gives %.100q", w.what, line)
	}
}

// play loads a demo, looks at it at times in any order, and draws one of them.
func play(t testing.TB, file string, frames *tortureFrame) (refused bool, damage []string) {
	demo, err := openDemo(file)
	if err != nil {
		return true, nil
	}
	rec, err := load(context.Background(), demo, recording.AllParts)
	if err != nil {
		return true, nil
	}
	for _, d := range rec.Damage() {
		damage = append(damage, d.What)
	}
	if err := rec.Err(); err != nil {
		damage = append(damage, err.Error())
	}
	end := rec.Duration()
	if end < 0 || end > wire.LongestDemo {
		t.Errorf("it lasts %v", end)
	}
	cursor := rec.Cursor()
	for _, share := range []time.Duration{5, 1, 10, 0, 7, 2, 5} {
		w := cursor.At(end * share / 10)
		inTheWorld(t, w)
		if share == 7 {
			frames.draw(t, rec, w)
		}
	}
	return false, damage
}

// inTheWorld checks that nothing is shown where no map can be.
func inTheWorld(t testing.TB, w *sim.World) {
	check := func(what string, v sim.Vec3) {
		for _, x := range v[:2] {
			if !(math.Abs(float64(x)) <= 1<<17) {
				t.Errorf("%s at %v", what, v)
			}
		}
	}
	for i := range w.Players {
		check("a player", w.Players[i].Origin)
	}
	for i := range w.Entities {
		check("an entity", w.Entities[i].Origin)
	}
	for i := range w.Movers {
		check("a mover", w.Movers[i].Origin)
	}
	for i := range w.Effects {
		check("an effect", w.Effects[i].Origin)
	}
}

// tortureFrame draws frames that nobody sees, without a driver.
type tortureFrame struct {
	canvas *draw.Canvas
	image  *ebiten.Image
}

func newTortureFrame() *tortureFrame {
	return &tortureFrame{draw.New(), ebiten.NewImage(480, 270)}
}

// draw draws a moment on a floor that grows from the demo, with a heat map.
func (f *tortureFrame) draw(t testing.TB, rec *recording.Recording, w *sim.World) {
	s := stage.New(draw.Dark())
	defer s.Close()
	s.Camera.SetView(draw.Rect{W: 480, H: 270}, false)
	if p := maps.Grow(rec, w.Level); p != nil {
		s.SetPlan(p, false)
		lo, hi := p.Bounds()
		for i := range 2 {
			if !(hi[i] >= lo[i] && hi[i]-lo[i] < 1<<19) {
				t.Errorf("the floor is from %v to %v", lo, hi)
			}
		}
		heat.NewMap(rec, lo, hi, heat.Filter{Level: w.Level})
	}
	f.canvas.Begin(f.image, 1)
	scene := stage.All(w, rec)
	scene.Storey, scene.Sharp, scene.Floors = plan.AllStoreys, true, plan.ByHeight
	s.Draw(f.canvas, &scene)
	f.canvas.End()
	if k := s.Camera.Scale(); !(k > 1e-4 && k < 1e4) {
		t.Errorf("a unit is %v points", k)
	}
	for i := range w.Players {
		x, y := s.Camera.Screen(w.Players[i].Origin)
		if w.Players[i].Visible && !image.Pt(int(x), int(y)).In(image.Rect(-1e6, -1e6, 1e6, 1e6)) {
			t.Errorf("a player is drawn at %v, %v", x, y)
		}
	}
}
