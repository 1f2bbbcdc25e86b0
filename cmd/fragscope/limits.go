package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"fragscope/assets/gamedata"
	"fragscope/cmd/fragscope/confine"
	simload "fragscope/sim/load"
)

// limits are the resources a verb may use. The zero limits do not limit anything.
type limits struct {
	TimeLimit   time.Duration `placeholder:"TIME" values:"10s,30s,2m,10m" help:"Give up on a file that takes longer than this, such as 30s or 2m."`
	MemoryLimit memory        `placeholder:"SIZE" values:"500M,1G,2G,4G" help:"Stop if more memory than this is needed, such as 500M or 2G."`
	Unconfined  bool          `help:"Let the process keep access to all files and the network, which it does not need (Linux)."`
}

// bounds returns l; it makes the limits of any verb accessible.
func (l *limits) bounds() *limits { return l }

// verb is a command that reads demos and prints something about them.
type verb interface {
	bounds() *limits
	// places returns the places that the verb needs to access.
	places() confine.Places
}

// memory is a number of bytes.
type memory int64

// UnmarshalText parses a size such as "500M".
func (m *memory) UnmarshalText(text []byte) error {
	digits, shift := strings.TrimSuffix(strings.ToUpper(string(text)), "IB"), 0
	if i := strings.IndexAny(digits, "KMGT"); i >= 0 && i == len(digits)-1 {
		digits, shift = digits[:i], 10*(1+strings.IndexByte("KMGT", digits[i]))
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift {
		return fmt.Errorf(msgNoMemory, text)
	}
	*m = memory(n << shift)
	return nil
}

// impose confines the process to the verb's places and starts to enforce its limits.
func (l *limits) impose(out *output, v verb) error {
	if l.TimeLimit < 0 {
		return errors.New(msgTimeLimit)
	}
	if err := out.confine(l.Unconfined, v.places); err != nil {
		return err
	}
	if l.MemoryLimit > 0 {
		debug.SetMemoryLimit(int64(l.MemoryLimit))
		if !eachBounded(v) {
			go l.watchMemory(out)
		}
	}
	if _, several := v.(*infoCmd); !several && !eachBounded(v) && l.TimeLimit > 0 {
		time.AfterFunc(l.TimeLimit, func() { out.abandon(l.overtime()) })
	}
	return nil
}

// eachBounded reports whether a verb applies the limits to each demo it reads.
func eachBounded(v verb) bool {
	many, ok := v.(interface{ several() bool })
	return ok && many.several()
}

// boundMemory makes the garbage collector work harder as memory use approaches 1 GiB, the most a single demo may
// take, unless the environment sets a limit.
func boundMemory() {
	const ample = 900 << 20
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(ample)
	}
}

// spareFirst lets the heap grow to 32 MiB before the first collection, unless the environment specifies otherwise. Most
// runs end before that. Afterwards, the usual percentage applies.
func spareFirst() {
	const percent = 800 // of 4 MiB, the runtime's initial heap size
	usual := debug.SetGCPercent(percent)
	if usual != 100 {
		debug.SetGCPercent(usual)
		return
	}
	type first struct{ _ *byte }
	runtime.AddCleanup(new(first), func(usual int) {
		if now := debug.SetGCPercent(usual); now != percent { // the window has set its own
			debug.SetGCPercent(now)
		}
	}, usual)
}

// context returns the context for one file. Work that cannot be interrupted checks it afterwards.
func (l *limits) context() (context.Context, context.CancelFunc) {
	if l.TimeLimit <= 0 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeoutCause(context.Background(), l.TimeLimit, l.overtime())
}

func (l *limits) overtime() error { return fmt.Errorf(msgTooLong, l.TimeLimit) }

// The interval between checks of memory use, and the number of consecutive checks that must find it above the limit
// before the program ends. The garbage collector has the same limit and may need a moment to enforce it.
const (
	memoryPause = 20 * time.Millisecond
	memoryLooks = 3
)

// watchMemory ends the program when it uses more memory than allowed.
func (l *limits) watchMemory(out *output) {
	held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for above := 0; above < memoryLooks; time.Sleep(memoryPause) {
		metrics.Read(held)
		if held[0].Value.Uint64()-held[1].Value.Uint64() > uint64(l.MemoryLimit) {
			above++
		} else {
			above = 0
		}
	}
	out.abandon(fmt.Errorf(msgTooLarge, l.MemoryLimit>>20))
}

// demoPlaces returns the places needed to read one demo, without its game.
func demoPlaces(name string) confine.Places {
	file, _ := simload.SplitMember(name)
	p := confine.Places{Read: []string{name, file}}
	if demos, ok, err := simload.MatchDemos(name); ok && err == nil {
		p.Read = demos
		for _, d := range demos {
			file, _ := simload.SplitMember(d)
			p.Read = append(p.Read, file)
		}
		p.Read = append(p.Read, name)
	}
	return p
}

// gamePlaces returns the places needed to read demos, or folders of demos, and their games.
func gamePlaces(names, dirs []string) confine.Places {
	var p confine.Places
	searched := map[string]bool{}
	search := func(o gamedata.Options) {
		list, read := gamedata.Reach(o)
		p.List, p.Read = append(p.List, list...), append(p.Read, read...)
	}
	search(gamedata.Options{Dirs: dirs})
	for _, name := range matchDemos(names) {
		if name == sampleName {
			continue
		}
		file, _ := simload.SplitMember(name)
		p.Read = append(p.Read, name, file)
		dir := filepath.Dir(file)
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			dir = name
			p.Read = append(p.Read, linkedDemos(name)...)
		}
		if !searched[dir] {
			searched[dir] = true
			search(gamedata.Options{Demo: filepath.Join(dir, "demo"), NoInstalls: true})
		}
	}
	return p
}

// matchDemos returns names, with each match replaced by its demos.
func matchDemos(names []string) (out []string) {
	for _, name := range names {
		demos, several, err := simload.MatchDemos(name)
		if several && err == nil {
			out = append(out, demos...)
		}
		if simload.IsMatchFile(name) || !simload.IsMatch(name) {
			out = append(out, name)
		}
	}
	return out
}

// linkedDemos returns the demos in and below a folder that are symbolic links, which may point outside it.
func linkedDemos(dir string) (out []string) {
	filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 && simload.Named(path) {
			out = append(out, path)
		}
		return nil
	})
	return out
}

func (c *eventsCmd) places() confine.Places {
	if !c.Sight && len(c.GameDir) == 0 {
		return c.merging.places(c.File)
	}
	return gamePlaces(append([]string{c.File}, c.More...), c.GameDir)
}
func (c *positionsCmd) places() confine.Places { return c.merging.places(c.File) }
func (c *dumpCmd) places() confine.Places      { return demoPlaces(c.File) }
func (c *infoCmd) places() confine.Places      { return gamePlaces(c.Files, c.GameDir) }
func (c *reportCmd) places() confine.Places    { return c.merging.places(c.File) }
