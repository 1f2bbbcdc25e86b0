package viewer

import (
	"math"
	"math/rand"
	"slices"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/screentest"
)

// openCrowd opens a match of 16 players on its map, at 5 s.
func openCrowd(b *testing.B) *driver {
	d := drive(b, 1280, 720, Options{
		Files: []string{"/demos/a.dm_68"}, At: own(5 * time.Second), Paused: true, Maps: paved{},
		Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": crowd}},
	})
	d.until("the map is drawn", func() bool {
		return d.pos() == 5*time.Second && d.a.stage.Plan() != nil &&
			!d.a.stage.Pending()
	})
	d.a.notices.Clear()
	return d
}

// BenchmarkFrame measures the time that a frame of a match of 16 players takes in Update and Draw, and until the driver
// has drawn it. The match plays, so everything changes in each frame. BenchmarkWindow measures the processor time in a
// window.
func BenchmarkFrame(b *testing.B) {
	d := openCrowd(b)
	d.a.timeline.Play.Play(false)
	var step, draw, driver []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		if d.pos() > 50*time.Second {
			d.a.timeline.Play.Seek(5 * time.Second)
		}
		d.in.Now = d.in.Now.Add(16 * time.Millisecond)
		t0 := time.Now()
		d.a.step(d.in)
		t1 := time.Now()
		d.a.draw(d.img, 1)
		t2 := time.Now()
		screentest.Flush(d.img)
		step, draw, driver = append(step, t1.Sub(t0)), append(draw, t2.Sub(t1)), append(driver, time.Since(t2))
	}
	b.ReportMetric(median(step), "µs/update")
	b.ReportMetric(median(draw), "µs/draw")
	b.ReportMetric(median(driver), "µs/driver")
}

// median returns the median of some times in microseconds: the mean includes the computer's other work.
func median(list []time.Duration) float64 {
	slices.Sort(list)
	return float64(list[len(list)/2].Nanoseconds()) / 1000
}

// BenchmarkIdle measures a frame in which nothing changes.
func BenchmarkIdle(b *testing.B) {
	d := openCrowd(b)
	d.wait(time.Second)
	b.ReportAllocs()
	for b.Loop() {
		d.tick(1)
	}
}

// frames measures frames of 16 ms, each after a call of prepare: their Go time, without the driver.
func (d *driver) frames(b *testing.B, prepare func()) {
	var took []time.Duration
	for b.Loop() {
		prepare()
		d.in.Now = d.in.Now.Add(16 * time.Millisecond)
		start := time.Now()
		d.a.step(d.in)
		d.a.draw(d.img, 1)
		took = append(took, time.Since(start))
		if len(took)%4 == 0 {
			screentest.Flush(d.img) // the renderer's buffers grow in steps, which would count as late frames
		}
	}
	b.ReportMetric(median(took), "µs/frame")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "µs/frame-99%")
	b.ReportMetric(float64(took[len(took)-1].Nanoseconds())/1000, "µs/frame-worst")
}

// BenchmarkSight measures a frame of 16 players during playback, with and without the view of one of them, in made-up
// matches and in real demos on their maps.
func BenchmarkSight(b *testing.B) {
	play := func(b *testing.B, d *driver) {
		d.until("the map is drawn", func() bool { return !d.a.stage.Pending() })
		from := d.a.timeline.Play.End() / 4
		d.a.timeline.Play.Seek(from)
		d.tick(1)
		for _, p := range d.a.session.World().Players {
			if p.Life == sim.Alive && p.Visible {
				d.a.watch.Follow(p.Slot.Index())
			}
		}
		for _, name := range []string{"without", "with"} {
			if name == "with" {
				d.key("V")
				d.until("what he sees is known", func() bool { return d.a.screen.scene().Unseen != nil })
			}
			b.Run(name, func(b *testing.B) {
				d.a.timeline.Play.Seek(from)
				d.a.timeline.Play.Play(false)
				d.frames(b, func() {
					if d.pos() > 3*from {
						d.a.timeline.Play.Seek(from)
					}
				})
			})
		}
	}
	b.Run("made-up", func(b *testing.B) { play(b, open(b, 1280, 720, crowd, 5*time.Second)) })
	for _, p := range longDemos {
		b.Run(p.name, func(b *testing.B) { play(b, openReal(b, 1280, 720, p.demo, p.maps, 0)) })
	}
}

// BenchmarkScrub measures a frame while the timeline is dragged back and forth at random, in a made-up match of 20
// minutes with 16 players and in real demos.
func BenchmarkScrub(b *testing.B) {
	scrub := func(b *testing.B, d *driver) {
		d.until("the map is drawn", func() bool { return !d.a.stage.Pending() })
		r := rand.New(rand.NewSource(1))
		d.move(640, d.lineY())
		d.in.Left = true
		d.tick(1)
		d.frames(b, func() { d.in.X = 16 + 1248*r.Float64() })
	}
	b.Run("made-up", func(b *testing.B) {
		long := crowd
		long.length = 20 * time.Minute
		scrub(b, open(b, 1280, 720, long, 5*time.Second))
	})
	for _, p := range longDemos {
		b.Run(p.name, func(b *testing.B) { scrub(b, openReal(b, 1280, 720, p.demo, p.maps, 0)) })
	}
}

// BenchmarkSpeed measures a frame of real demos that play fast and backwards.
func BenchmarkSpeed(b *testing.B) {
	for _, p := range longDemos {
		for name, speed := range map[string]float64{"64x": 64, "-1x": -1, "-64x": -64} {
			b.Run(p.name+"/"+name, func(b *testing.B) {
				d := openReal(b, 1280, 720, p.demo, p.maps, 0)
				d.until("the map is drawn", func() bool { return !d.a.stage.Pending() })
				d.a.timeline.Play.SetSpeed(math.Abs(speed))
				d.frames(b, func() {
					if !d.a.timeline.Play.Playing() {
						d.a.timeline.Play.Play(speed < 0) // from the other end
					}
				})
			})
		}
	}
}
