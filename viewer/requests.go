package viewer

import (
	"image"

	"fragscope/assets/icon"
	"fragscope/viewer/instance"
)

// stepRequests opens what a program that was started later has handed over.
func (a *app) stepRequests() {
	select {
	case r := <-a.opts.Requests:
		a.openRequest(r)
	default:
	}
}

// openRequest opens the files of a request as if the program had been started with it.
func (a *app) openRequest(r instance.Request) {
	a.host.Platform.Raise(r.Token)
	if len(r.GameDirs) > 0 {
		a.maps.LookIn(r.GameDirs)
	}
	if len(r.Files) == 0 {
		return
	}
	a.opts.At, a.opts.Follow, a.opts.Paused = r.At, r.Follow, r.Paused
	if r.Speed > 0 {
		a.timeline.Play.SetSpeed(r.Speed)
	}
	a.session.OpenAll(r.Files, true)
}

// windowIcons are the icon in the sizes of title bars and task bars.
func windowIcons() []image.Image {
	var out []image.Image
	for _, size := range []int{16, 32, 48, 128} {
		out = append(out, icon.Draw(size))
	}
	return out
}
