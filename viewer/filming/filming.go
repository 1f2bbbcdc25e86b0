// Package filming records what the window shows and saves it as a film. A second, invisible copy of the window draws
// the frames of the film. It draws them between the frames of the visible window, so the user can continue watching.
package filming

import (
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"fragscope/formats/base/fault"
	"fragscope/formats/base/pace"
	"fragscope/viewer/action"
	"fragscope/viewer/film"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// filming holds the film being saved, and the choices for the next one.
type filming struct {
	host   Host
	choice choice
	sample sample
	run    *run           // nil while no film is being saved
	work   sync.WaitGroup // films being written, or removed after being cancelled
}

// New returns the [part.Part] that makes films.
func New(host Host) part.Part {
	f := &filming{host: host, choice: choice{rate: slices.Index(rates, film.DefaultRate)}}
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDFilm:   {Do: f.open},
			IDCancel: {Do: f.cancel, Idle: true, Why: part.Unless(func() bool { return f.run != nil }, msgNoFilm)},
		},
		Frame: f.frame, Closed: f.endSample,
		Quit: f.quit,
	}
}

// run is a film being saved.
type run struct {
	film   Film
	name   string
	count  int
	frames chan *image.RGBA // to be written; closed after the last one
	stop   chan struct{}    // closed if the film is cancelled

	began, shown time.Time // when the first picture was requested, and progress last shown
	pacing       pacing
	drawn        int
	whole        bool // all pictures are drawn
}

// start begins the film that was chosen.
func (f *filming) start() {
	c := f.choice.film(f.host)
	if err := c.kind.Check(c.spec); err != nil {
		f.list(0)
		f.host.Notices.Failed(noticeKey, fmt.Sprintf(msgNotSaved, err))
		return
	}
	r := &run{name: part.FileName(f.host.Demo, c.options.From), frames: make(chan *image.RGBA, 1),
		stop: make(chan struct{}), began: time.Now()}
	r.film = f.host.NewFilm(c.options)
	r.count = r.film.Count()
	r.name += c.kind.Suffix
	f.endSample()
	f.run = r
	f.work.Add(1)
	go func() {
		where, err := f.write(r, c)
		f.work.Done()
		f.host.Tell(func() { f.finished(r, where, err) })
	}()
	f.tell(r, r.began)
}

var errStopped = errors.New(msgStopped)

// write writes the frames as they arrive. It runs in the background.
func (f *filming) write(r *run, c chosen) (where string, err error) {
	out, err := f.host.Platform.Film(f.folder(), r.name[:len(r.name)-len(c.kind.Suffix)], c.kind, c.spec)
	if err != nil {
		return "", err
	}
	rest := pace.New()
	for {
		rest()
		select {
		case <-r.stop:
			out.Discard()
			return "", errStopped
		case img, more := <-r.frames:
			if !more {
				return out.Save()
			}
			if err := fault.Guard(func() error { return out.Add(img) }); err != nil {
				out.Discard()
				return "", err
			}
		}
	}
}

// folder returns the folder in which films are saved.
func (f *filming) folder() string {
	switch {
	case f.host.Screenshots() != "":
		return f.host.Screenshots()
	case xdg.UserDirs.Videos != "":
		return filepath.Join(xdg.UserDirs.Videos, "Fragscope")
	}
	return filepath.Join(xdg.Home, "Fragscope")
}

// frame draws the next frame if it is due and the previous one has been taken.
func (f *filming) frame() bool {
	r := f.run
	if r == nil {
		return f.drawSample()
	}
	start := time.Now()
	r.pacing.frame(start)
	playing, _ := f.host.Clock.Playing()
	if r.whole || playing && !r.pacing.due() || len(r.frames) == cap(r.frames) {
		f.tell(r, start)
		return true
	}
	img, err := r.film.Next()
	r.pacing.picture()
	switch {
	case errors.Is(err, io.EOF):
		r.whole = true
		close(r.frames)
		r.film.Close()
	case err != nil:
		f.end(r)
		f.host.Notices.Failed(noticeKey, fmt.Sprintf(msgNotSaved, notice.Reason(err)))
	case img != nil:
		if r.drawn == 0 {
			r.began = start
		}
		r.drawn++
		r.frames <- img
	}
	f.tell(r, start)
	return f.run != nil
}

// tellEvery is the time between two updates of the progress.
const tellEvery = 200 * time.Millisecond

const noticeKey = "film"

// tell shows the film's progress.
func (f *filming) tell(r *run, now time.Time) {
	if f.run != r || now.Sub(r.shown) < tellEvery {
		return
	}
	r.shown = now
	done := float64(r.drawn) / float64(r.count)
	text := fmt.Sprintf(msgProgress, r.name, int(100*done))
	if spent := now.Sub(r.began); r.drawn > 1 && spent > time.Second {
		left := time.Duration(float64(spent) / float64(r.drawn-1) * float64(r.count-r.drawn))
		text += ", " + panel.FormatTime(left+time.Second-1) + " left"
	}
	f.host.Notices.Add(notice.Notice{
		NoticeView: panel.NoticeView{Text: text, Loading: true, Done: done, Button: "Cancel", Do: IDCancel},
		Key:        noticeKey, Closed: f.cancel,
	})
}

// finished ends a film that was written and informs the user where it is or why it could not be saved.
func (f *filming) finished(r *run, where string, err error) {
	if f.run == r {
		f.end(r)
		if err != nil {
			f.host.Notices.Failed(noticeKey, fmt.Sprintf(msgNotSaved, notice.Reason(err)))
			return
		}
	}
	if err == nil {
		f.host.Notices.Done(noticeKey, fmt.Sprintf(msgSaved, where))
	}
}

// end releases the film, whether or not it was written.
func (f *filming) end(r *run) {
	f.run = nil
	close(r.stop)
	if !r.whole {
		r.film.Close()
	}
	f.host.Notices.Drop(noticeKey)
}

// cancel cancels the film and informs the user.
func (f *filming) cancel() {
	f.end(f.run)
	f.host.Notices.Say(msgGivenUp)
}

// quit cancels the film and waits until its background work has ended.
func (f *filming) quit() {
	f.endSample()
	if r := f.run; r != nil {
		f.end(r)
	}
	f.work.Wait()
}
