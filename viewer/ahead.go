package viewer

import (
	"time"

	"fragscope/formats/base/pace"
)

// ahead runs the program while the system creates the window, which takes as long as reading the beginning of a demo
// and building its map. The content of the first frame is then ready.
type ahead struct {
	stop   chan struct{}
	mapped chan struct{} // closed when there is a map
	done   chan error
}

// mapPatience is how long the first frame waits for the map.
const mapPatience = 150 * time.Millisecond

// goAhead starts running the program until the window draws its first frame. It returns nil if there is nothing to do,
// or only one thread. The demo's clock stands still.
func (a *app) goAhead() *ahead {
	if pace.Threads() < 2 || !a.session.Opening() {
		return nil
	}
	g := &ahead{make(chan struct{}), make(chan struct{}), make(chan error, 1)}
	go func() { g.done <- g.run(a) }()
	return g
}

func (g *ahead) run(a *app) error {
	const pause = 2 * time.Millisecond
	mapped := false
	for {
		err := a.guard(func() {
			if a.services.queue.run() {
				a.services.Relayout()
			}
			a.stepDemo()
		})
		if !mapped && (err != nil || a.stage.Plan() != nil || !a.open() && !a.session.Opening()) {
			mapped = true
			close(g.mapped)
		}
		if err != nil {
			return err
		}
		select {
		case <-g.stop:
			return nil
		case <-time.After(pause):
		}
	}
}

// end returns once only the caller uses the program. A demo opened in the meantime plays from now on.
func (g *ahead) end(a *app) error {
	select {
	case <-g.mapped:
	case <-time.After(mapPatience):
	}
	close(g.stop)
	err := <-g.done
	a.opts.Platform.SetTitle(a.session.Title()) // a title set while the window was being created may be lost
	return err
}
