package viewer

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/filming"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

// reel draws the pictures of a film with its own instance of the program, which waits until the demo is read and
// everything visible is ready.
type reel struct {
	o     ShotOptions
	count int
	step  time.Duration // between two pictures
	// setup is called before the first picture, once there is a world. It may be nil.
	setup func(*app)
	// whole is set if the demo must be read to its end even though the frames do not show it.
	whole bool
	// evidence is the minimum length of the section of a level from which the map is made, or 0 for the default.
	evidence time.Duration

	app     *app
	now     time.Time // the film's own clock
	stepped bool      // since the last picture
	drawn   int
}

// begin creates the program for a demo in a file.
func (r *reel) begin() {
	if r.app != nil {
		return
	}
	r.app, r.now = newShotApp(r.o, r.leastEvidence(), r.lastTime()), time.Now()
	if r.count > 1 {
		r.app.opts.Paused = false // play as in the window
	}
}

// advance runs one step of the program. Its clock stands still until a picture has been drawn.
func (r *reel) advance() error {
	err := r.app.guard(func() { r.app.step(platform.Input{Now: r.now, X: -100, Y: -100}) })
	r.stepped = err == nil
	if rec := r.app.session.Recording(); rec != nil && !r.whole && r.enough(rec) {
		rec.Cancel()
	}
	return err
}

// usualEvidence is the default for reel.evidence. Players reveal new floors even in the last minute of a match, and few
// matches are longer than this.
const usualEvidence = 30 * time.Minute

func (r *reel) leastEvidence() time.Duration { return cmp.Or(r.evidence, usualEvidence) }

// lastTime returns the time of the last picture.
func (r *reel) lastTime() time.Duration {
	if r.o.Moment != nil {
		return 1 << 62 // it may be any
	}
	speed := cmp.Or(r.o.Speed, 1)
	return r.o.At + time.Duration(float64(r.step)*float64(r.count-1)*speed)
}

// enough reports whether everything that the pictures show has been read. It is true only if they show just the map,
// and if either the end of their level or enough of it to make the map has been read.
func (r *reel) enough(rec *recording.Recording) bool {
	if !r.o.mapAlone() || rec.Witnesses() != nil {
		return false
	}
	end := r.lastTime()
	levels := rec.Levels()
	if len(levels) == 0 {
		return false
	}
	last := levels[len(levels)-1].Start
	return len(levels) > 1 && last > end+afterwards || rec.Duration() > max(end, last+r.leastEvidence())+afterwards
}

// mapAlone reports whether only the map is shown, without anything that is known only once the whole demo has been
// read.
func (o *ShotOptions) mapAlone() bool {
	return !o.Panels && !o.Caption && !o.Heat && o.Follow == "" && len(o.Race) == 0 && len(o.Notes) == 0
}

// Sketch returns the demo time after which only the data needed for the map has to be read, or 0 if the whole demo has
// to be read. The result is meant for the Sketch field of [session.Files]. last is the demo time of the last frame to
// be drawn.
func (o *ShotOptions) Sketch(last time.Duration) time.Duration {
	if !o.mapAlone() || o.Moment != nil {
		return 0
	}
	return last + afterwards
}

// afterwards is how far past the last frame a demo is read, for the sake of effects still in progress and the positions
// of players out of sight.
const afterwards = 5 * time.Second

// ready reports whether everything that the picture shows is ready.
func (r *reel) ready() bool {
	a := r.app
	if a.session.World() == nil || a.timeline.Waiting() {
		return false
	}
	_, finished := a.session.Recording().Progress()
	return finished && a.parts.ready()
}

// picture draws the next picture, or returns nil if it is not ready.
func (r *reel) picture() (img *image.RGBA, err error) {
	if !r.stepped || !r.ready() {
		return nil, nil
	}
	a := r.app
	if a.watch.Resolve(); r.o.Follow != "" && a.watch.Slot() < 0 {
		return nil, fmt.Errorf("%q: %w", r.o.Follow, ErrNobody)
	}
	err = fault.Guard(func() error {
		if r.setup != nil {
			a.screen.layOut(r.o.Width, r.o.Height, r.o.scale())
			a.screen.settle() // the camera needs the map
			r.setup(a)
			r.setup, r.stepped = nil, false // its changes take effect with the next step
			return nil
		}
		a.screen.canvas.KeepPictures = r.count > 1
		img = a.screen.still(r.o.Width, r.o.Height, r.o.scale())
		return nil
	})
	if img != nil {
		r.drawn++
		r.now, r.stepped = r.now.Add(r.step), false
	}
	return img, err
}

// done reports whether there are no more pictures.
func (r *reel) done() bool {
	return r.drawn >= r.count || r.drawn > 0 && !r.app.timeline.Play.Backward() && r.app.timeline.Play.AtEnd()
}

// newFilm starts a film of what the window shows.
func (a *app) newFilm(o filming.Options) filming.Film {
	speed := a.timeline.Play.Speed()
	f := &filmOfWindow{reel{
		o:     ShotOptions{Width: o.Width, Height: o.Height},
		step:  time.Duration(float64(time.Second) / o.Rate),
		count: max(1, int(math.Round((o.To-o.From).Seconds()/speed*o.Rate))),
		whole: true, // the recording is the window's
	}}
	f.app, f.now = a.twin(), time.Now()
	b := f.app
	b.screen.hidePanels, b.screen.cast.on = !o.Panels, o.Caption
	states, backward := a.parts.states(), a.timeline.Play.Backward()
	f.setup = func(b *app) {
		b.parts.setStates(states)
		play := &b.timeline.Play
		if o.Loop {
			play.Seek(o.To)
			play.LoopToHere()
			play.Seek(o.From)
			play.LoopFromHere()
		}
		play.SetSpeed(speed)
		start := o.From
		if backward {
			start = o.To
		}
		play.Seek(start)
		if play.Pause(); f.count > 1 {
			play.Play(backward)
			play.Seek(start)
		}
	}
	return f
}

// filmOfWindow is a film of what a window shows.
type filmOfWindow struct{ reel }

// Count implements filming.Film.
func (f *filmOfWindow) Count() int { return f.count }

// Next implements filming.Film.
func (f *filmOfWindow) Next() (*image.RGBA, error) {
	if f.done() {
		return nil, io.EOF
	}
	if err := f.advance(); err != nil {
		return nil, err
	}
	if !f.app.open() && !f.app.session.Opening() {
		return nil, f.app.refusal()
	}
	return f.picture()
}

// Close implements filming.Film.
func (f *filmOfWindow) Close() { f.app.close() }

// twin returns a paused program without a desktop, with the same open demo and settings.
func (a *app) twin() *app {
	b := newApp(Options{
		Paused: true, GameDirs: a.maps.Folders(), Demos: held{rec: a.session.Recording()}, Maps: a.opts.Maps,
		Library: a.opts.Library, Store: settings.Store{Config: settings.Memory{}, Data: settings.Memory{}},
		Platform: platform.None(),
	})
	b.screen.canvas.UseSystemFonts(func() {})
	b.maps.AwaitAll()
	b.prefs.set, b.prefs.binds = a.prefs.set, a.prefs.binds
	b.prefs.looked = time.Now().Add(math.MaxInt64) // the film keeps the settings it started with
	b.prefs.setTheme()
	b.restyle()
	b.session.Open(a.session.Demo().Path, a.session.Demo().Member, true)
	return b
}

// held is a source that returns an already open recording, whatever file is requested.
type held struct {
	session.Files
	rec *recording.Recording
}

// Open implements session.Source.
func (h held) Open(context.Context, string) (*recording.Recording, error) { return h.rec, nil }

// Choices implements session.Source.
func (h held) Choices(string) ([]session.Choice, error) { return nil, nil }

// Member implements session.Source.
func (h held) Member(context.Context, string, string) (*recording.Recording, error) {
	return h.rec, nil
}

// Stream implements session.Source.
func (h held) Stream(context.Context, string) (*recording.Recording, *load.Stream, error) {
	return h.rec, nil, nil
}

// Sample implements session.Source.
func (h held) Sample(context.Context) (*recording.Recording, error) { return h.rec, nil }
