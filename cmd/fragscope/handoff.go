package main

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"fragscope/cmd/fragscope/desktop"
	simload "fragscope/sim/load"
	"fragscope/viewer"
	"fragscope/viewer/instance"
)

// handOff hands the files to the open window, if there is one and the user wants that. Otherwise the window about
// to open receives later files, until end is called.
func (c *openCmd) handOff(o *viewer.Options) (handed bool, end func()) {
	end = func() {}
	defer func() {
		if !handed {
			o.Requests = withDocuments(o.Requests, desktop.Documents())
		}
	}()
	place, err := instance.UserPlace()
	if err != nil {
		return false, end // nowhere to listen: every file gets its own window
	}
	own := c.ownWindow()
	if set, _ := viewer.UserStore().Load(); set.NewWindow {
		own = true
	}
	// Another process that is also looking for a window at this moment is not a window.
	for range 10 {
		if !own && place.Send(c.request(o.Token)) == nil {
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

// ownWindow reports whether to open a window even if there is one: because the user asked for it, or because an open
// window cannot carry out the request.
func (c *openCmd) ownWindow() bool {
	return c.NewWindow || c.Live || c.NoRecord || slices.Contains(c.Files, simload.StandardInput) ||
		len(c.Files) == 0 && len(c.GameDir) == 0
}

// withDocuments merges the documents that the desktop hands to the running program into the requests from other
// processes. Either channel may be nil.
func withDocuments(requests <-chan instance.Request, documents <-chan []string) <-chan instance.Request {
	if documents == nil {
		return requests
	}
	both := make(chan instance.Request)
	go func() {
		for {
			select {
			case r := <-requests:
				both <- r
			case files := <-documents:
				both <- instance.Request{Files: files}
			}
		}
	}()
	return both
}

// request returns the request to the open window. Paths are absolute, as that window may have another working
// directory.
func (c *openCmd) request(token string) instance.Request {
	r := instance.Request{Token: token, At: c.At, Follow: c.Follow, Speed: c.Speed, Paused: c.Paused}
	for _, name := range c.Files {
		if demos, several, err := simload.MatchDemos(name); several && err == nil && !simload.IsMatchFile(name) {
			for i := range demos {
				demos[i] = wholePath(demos[i])
			}
			name = simload.MatchPath(demos)
		} else if name != sampleName && !simload.IsStream(name) {
			name = wholePath(name)
		}
		r.Files = append(r.Files, name)
	}
	for _, dir := range c.GameDir {
		r.GameDirs = append(r.GameDirs, wholePath(dir))
	}
	return r
}

func wholePath(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}
