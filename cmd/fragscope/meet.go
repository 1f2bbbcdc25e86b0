//go:build !js

package main

import (
	"errors"
	"path/filepath"
	"time"

	"fragscope/viewer"
	"fragscope/viewer/instance"
)

// meet hands the files to the window that is open, if there is one and the user wants it
// so. Otherwise the window about to open is the one that later files come to; end
// stops that.
func (c *openCmd) meet(o *viewer.Options) (handed bool, end func()) {
	end = func() {}
	place, err := instance.UserPlace()
	if err != nil {
		return false, end // nowhere to meet: every file has its own window
	}
	own := c.NewWindow || len(c.Files) == 0 || len(c.GameDir) > 0
	if set, _ := viewer.UserShelf().Load(); set.NewWindow {
		own = true
	}
	// Someone else who looks for a window at this moment is not a window.
	for range 10 {
		if !own && place.Send(c.request()) == nil {
			return true, end
		}
		w, err := place.Own()
		if err == nil {
			o.Requests = w.Requests()
			return false, w.Close
		}
		if !errors.Is(err, instance.ErrTaken) || own {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false, end
}

func (c *openCmd) request() instance.Request {
	r := instance.Request{At: time.Duration(c.At), Follow: c.Follow, Speed: c.Speed, Paused: c.Paused}
	for _, name := range c.Files {
		if abs, err := filepath.Abs(name); err == nil && name != sampleName {
			name = abs
		}
		r.Files = append(r.Files, name)
	}
	return r
}
