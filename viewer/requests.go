package viewer

import (
	"image"
	"time"

	"fragscope/assets/icon"
	"fragscope/sim/moment"
	"fragscope/viewer/instance"
	"fragscope/viewer/link"
)

// stepRequests opens what a later instance of the program has handed over.
func (a *app) stepRequests() {
	select {
	case r := <-a.opts.Requests:
		a.openRequest(r)
	default:
	}
	select {
	case m := <-a.opts.Moments:
		a.wish(m)
		if a.open() {
			a.show(m.At != nil)
		}
	default:
	}
}

// wish makes the next demo that is opened show the moment that an address names.
func (a *app) wish(m link.Moment) {
	o := &a.opts
	o.At, o.Follow, o.Paused, o.Loop, o.LoopFrom, o.LoopTo = m.At, m.Follow, m.Paused, m.Loop, m.From, m.To
	if m.Speed > 0 {
		a.timeline.Play.SetSpeed(m.Speed)
	}
}

// openAt opens a file, or a demo in an archive, at a time. It follows the named player, or nobody if follow is "".
func (a *app) openAt(path, member string, at time.Duration, follow string) {
	m := moment.At(at)
	a.wish(link.Moment{At: &m, Follow: follow})
	a.session.Open(path, member, true)
}

// show shows the requested part of the open demo. seek is set if the request has a time.
func (a *app) show(seek bool) {
	o, play := &a.opts, &a.timeline.Play
	a.watch.Wish(o.Follow)
	play.ClearLoop()
	if o.Loop {
		a.timeline.StartLoop(o.LoopFrom, o.LoopTo)
	}
	if seek {
		a.timeline.Seek(0)
		a.timeline.StartAt(o.At)
	}
	if o.Paused {
		play.Pause()
	} else if !play.Playing() {
		play.Play(false)
	}
}

// openRequest opens the files of a request as if the program had been started with it.
func (a *app) openRequest(r instance.Request) {
	a.opts.Platform.Raise(r.Token)
	if len(r.GameDirs) > 0 {
		a.maps.LookIn(r.GameDirs)
	}
	if len(r.Files) == 0 {
		return
	}
	a.wish(link.Moment{At: r.At, Follow: r.Follow, Paused: r.Paused, Speed: r.Speed})
	a.session.OpenAll(r.Files, true)
}

// windowIcons returns the icon in the sizes of title bars and task bars.
func windowIcons() []image.Image {
	var out []image.Image
	for _, size := range []int{16, 32, 48, 128} {
		out = append(out, icon.Draw(size))
	}
	return out
}
