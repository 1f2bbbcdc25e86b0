//go:build !js

package library

import (
	"context"
	"time"

	"fragscope/sim/archive"
)

// task is a lengthy operation of the library: a scan, a search or an export. Only one can be in progress at a time.
type task struct {
	stop     context.CancelFunc // nil if none is in progress
	doing    string             // describes it
	share    float32            // the fraction of it that is done; 0 if unknown
	relayout func()             // called whenever any of that changes
}

// begin begins an operation, which end ends. ok is false if another is in progress.
func (t *task) begin(note string) (ctx context.Context, end func(), ok bool) {
	if t.stop != nil {
		return nil, nil, false
	}
	ctx, stop := context.WithCancel(context.Background())
	t.stop = stop
	t.progress(note, 0)
	return ctx, func() {
		stop()
		t.stop = nil
		t.progress("", 0)
	}, true
}

// progress sets the description of the operation and how much of it is done.
func (t *task) progress(doing string, share float32) {
	t.doing, t.share = doing, share
	t.relayout()
}

func (t *task) running() bool { return t.stop != nil }

// cancel cancels the operation in progress, if any. It still has to end.
func (t *task) cancel() {
	if t.stop != nil {
		t.stop()
	}
}

// scanned is the part of a scan that the table shows while the scan goes on.
type scanned struct {
	files int           // read by then
	at    time.Duration // of the scan
}

// The table is read again during a scan after readEvery, but at least readShare times as long as reading it takes.
const (
	readEvery = time.Second
	readShare = 10
)

// due reports whether the table should be read again, and assumes that it then is. took is how long reading it took the
// last time.
func (s *scanned) due(d archive.Progress, took time.Duration) bool {
	if d.Read <= s.files || d.Demos == 0 || d.Took-s.at < max(readEvery, readShare*took) {
		return false
	}
	s.files, s.at = d.Read, d.Took
	return true
}
