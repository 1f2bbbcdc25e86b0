//go:build !js

package archive

import (
	"context"
	"fmt"
	"runtime/metrics"
	"sync"
	"time"
)

// guard abandons the largest demo being read when the program uses too much memory.
type guard struct {
	limit uint64

	mu   sync.Mutex
	open map[*guarded]bool
}

// guarded is a demo being read.
type guarded struct {
	size   int64
	cancel context.CancelCauseFunc
}

func newGuard(limit uint64) *guard { return &guard{limit: limit, open: map[*guarded]bool{}} }

// enter registers a demo of the given size. release ends the registration.
func (g *guard) enter(ctx context.Context, size int64) (bounded context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	x := &guarded{size, cancel}
	g.mu.Lock()
	g.open[x] = true
	g.mu.Unlock()
	return ctx, func() {
		g.mu.Lock()
		delete(g.open, x)
		g.mu.Unlock()
		cancel(nil)
	}
}

// The interval between two checks of the memory, and the number of consecutive checks that must fail before a demo is
// abandoned: the garbage collector needs a moment.
const (
	guardPause = 50 * time.Millisecond
	guardLooks = 4
)

// watch checks memory until ctx is done.
func (g *guard) watch(ctx context.Context) {
	held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	tick := time.NewTicker(guardPause)
	defer tick.Stop()
	for above := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if metrics.Read(held); held[0].Value.Uint64()-held[1].Value.Uint64() <= g.limit {
			above = 0
		} else if above++; above == guardLooks {
			above = 0
			g.giveUp()
		}
	}
}

// giveUp cancels the largest demo.
func (g *guard) giveUp() {
	g.mu.Lock()
	defer g.mu.Unlock()
	var largest *guarded
	for x := range g.open {
		if largest == nil || x.size > largest.size {
			largest = x
		}
	}
	if largest != nil {
		largest.cancel(fmt.Errorf("reading it needs more than %d MB of memory", g.limit>>20))
		delete(g.open, largest)
	}
}
