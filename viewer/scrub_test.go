package viewer

import (
	"math"
	"math/rand"
	"reflect"
	"testing"
	"time"

	"fragscope/sim/recording"
	"fragscope/viewer/stage"
)

// longDemos are real demos that are long or crowded, of each game.
var longDemos = []struct{ name, demo, maps string }{
	{"q3-26min", "q3/dm_67/2002_-_Duel_1_*.dm_67", "q3"},
	{"q3-ctf", "q3/dm_68/CTFS-*22_19_39.dm_68", "q3"},
	{"ql-25min", "ql/dm_91/*.dm_91", "q3"},
	{"q2-16min", "q2/dm2/p34/m*.dm2", "q2/opentdm"},
	{"q2-17players", "q2/mvd2/*-asylum.mvd2.gz", "q2/actionquake"},
	{"qw-10min", "qw/mvd/p28/1on1_*_aerowalk.mvd", "q1/nquake"},
	{"qw-4on4", "qw/mvd/p28-ext/4on4_*0930.mvd", "q1/id-maps-gpl"},
}

// wantWorld checks that the world shown is that of a time, and that the players on the map are at its positions.
func (d *driver) wantWorld(fresh *recording.Cursor, at time.Duration) {
	d.t.Helper()
	want, got := *fresh.At(at), *d.a.session.World()
	if len(want.Effects) == 0 && len(got.Effects) == 0 {
		want.Effects = got.Effects // nil and empty are equal
	}
	if !reflect.DeepEqual(got, want) {
		d.t.Fatalf("the world on the screen is that of %v and not the one at %v", got.Time, at)
	}
	cam := &d.a.stage.Camera
	for i := range want.Players {
		p := &want.Players[i]
		x, y, _, ok := d.a.stage.Place(stage.Target{Kind: stage.TargetPlayer, ID: p.Slot.Index()})
		if !ok {
			continue // out of sight, dead, or a spectator
		}
		// Players who are close together are drawn slightly apart.
		if sx, sy := cam.Screen(p.Origin); math.Hypot(float64(x-sx), float64(y-sy)) > 24 {
			d.t.Fatalf("at %v the player of slot %d is drawn at %v, %v and is at %v, %v", at, p.Slot.Index(),
				x, y, sx, sy)
		}
	}
}

// TestADragOnTheLineOfARealDemoShowsTheWorldUnderTheMouse checks that, while the timeline is dragged, each frame shows
// the world of the time under the mouse, however far the mouse moved.
func TestADragOnTheLineOfARealDemoShowsTheWorldUnderTheMouse(t *testing.T) {
	for _, p := range longDemos {
		t.Run(p.name, func(t *testing.T) {
			d := openReal(t, 800, 500, p.demo, p.maps, 0)
			fresh := d.a.session.Recording().Cursor()
			end := d.a.session.Recording().Duration()
			r := rand.New(rand.NewSource(1))
			d.move(d.lineX(0), d.lineY())
			d.in.Left = true
			d.tick(1)
			at := func(share float64) {
				x := d.lineX(time.Duration(share * float64(end)))
				d.move(x, d.lineY()-300*float32(r.Float64())) // the mouse may leave the timeline
				d.wantWorld(fresh, d.a.timeline.Scale().Time(x))
			}
			const steps = 12
			for i := range steps {
				at(float64(i) / steps)
			}
			for i := range steps {
				at(1 - float64(i)/steps)
			}
			for range steps {
				at(r.Float64())
			}
		})
	}
}

// TestEachFrameOfFastPlayShowsItsMoment checks that each frame shows the world of its moment, at any speed and in both
// directions.
func TestEachFrameOfFastPlayShowsItsMoment(t *testing.T) {
	for _, p := range longDemos[1:3] {
		d := openReal(t, 800, 500, p.demo, p.maps, 0)
		fresh := d.a.session.Recording().Cursor()
		for _, backward := range []bool{false, true} {
			for _, speed := range []float64{1, 8, 64} {
				d.a.timeline.Play.Seek(d.a.timeline.Play.End() / 2)
				d.a.timeline.Play.SetSpeed(speed)
				d.a.timeline.Play.Play(backward)
				d.tick(1)
				for range 6 {
					before := d.pos()
					d.tick(1)
					want := before + time.Duration(speed*float64(tick))
					if backward {
						want = before - time.Duration(speed*float64(tick))
					}
					d.wantPos(want)
					d.wantWorld(fresh, want)
				}
			}
		}
	}
}
