package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/count"
	"fragscope/formats/live"
	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/netquake"
	"fragscope/formats/live/proxy/quake2"
	"fragscope/formats/live/proxy/quake3"
	"fragscope/formats/live/proxy/quakeworld"
)

// proxied lists the games that have proxies.
var proxied = [...]proxy.Game{quake3.Game, quake2.Game, netquake.Game, quakeworld.Game}

type proxyCmd struct {
	Game    string        `arg:"" enum:"quake3,quake2,quake,quakeworld" help:"The game: quake3, quake2, quake or quakeworld."`
	Server  string        `arg:"" placeholder:"HOST:PORT" help:"The server to play on; the port may be left out."`
	Listen  string        `placeholder:"HOST:PORT" values:"127.0.0.1:27960,127.0.0.1:27910,127.0.0.1:27500,127.0.0.1:26000" help:"Where your game connects to; this machine alone, at the game's usual port, if left out."`
	Out     string        `short:"o" xor:"out" placeholder:"FILE" help:"The demo to write; those of further connections are numbered."`
	Dir     string        `xor:"out" placeholder:"DIR" help:"The folder for demos, which are named by time and server; this one if left out."`
	For     time.Duration `placeholder:"TIME" values:"10m,1h" help:"End after so long, such as 10m or 1h."`
	Watch   bool          `help:"Open a window on each demo while it grows."`
	MaxSize memory        `placeholder:"SIZE" values:"64M,128M,256M" help:"Write no more of a demo that is larger than this."`

	Unconfined bool `help:"Let the process keep access to all files and the network, which it does not need (Linux)."`
}

// Run forwards packets and records demos until it is interrupted.
func (c *proxyCmd) Run(out *output) error {
	if c.For < 0 {
		return usageError(msgProxyTime)
	}
	if _, err := os.Lstat(c.Out); c.Out != "" && err == nil {
		return fmt.Errorf(msgProxyExists, c.Out)
	}
	if info, err := os.Stat(c.Dir); c.Dir != "" && (err != nil || !info.IsDir()) {
		return fmt.Errorf(msgProxyNoFolder, c.Dir)
	}
	ctx, stop := stoppable(context.Background())
	defer stop()
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	var game proxy.Game
	for _, g := range proxied {
		if g.Name == c.Game {
			game = g
		}
	}
	l, err := proxy.Listen(game, c.Server, c.Listen)
	if err != nil {
		return err
	}
	if err := out.confine(c.Unconfined || c.Watch, c.places); err != nil {
		return err
	}
	p := &proxying{cmd: c, out: out}
	l.Say = func(words string) { p.say(msgState, words) }
	at := l.Addr()
	if at.Addr().IsUnspecified() {
		at = netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), at.Port())
	}
	p.say(msgProxyReady, l.Server(), at)
	var serving error
	served := make(chan struct{})
	go func() { defer close(served); serving = l.Serve(ctx) }()
	for r := range l.Recordings() {
		p.recording.Add(1)
		go p.record(r)
	}
	p.recording.Wait()
	<-served
	return serving
}

// places returns the demos' folder, and allows packets to and from game and server. A window needs more.
func (c *proxyCmd) places() confine.Places {
	dir := cmp.Or(c.Dir, ".")
	if c.Out != "" {
		dir = filepath.Dir(c.Out)
	}
	return confine.Places{Read: nameFiles, Write: []string{dir}, Datagrams: true}
}

// proxying is a running proxy.
type proxying struct {
	cmd       *proxyCmd
	out       *output
	recording sync.WaitGroup

	mu sync.Mutex // guards output and the choice of names
}

// record writes a demo until its connection ends.
func (p *proxying) record(r *proxy.Recording) {
	defer p.recording.Done()
	demo := live.New(r.Format)
	path, err := p.keep(demo, r)
	if err != nil {
		p.fail(err)
		return
	}
	p.say(msgProxyRecords, r.Player, path)
	if p.cmd.Watch {
		p.watch(path)
	}
	err = live.Run(context.Background(), r, demo)
	s := demo.Status()
	for _, g := range demo.Gaps() {
		p.say(msgProxyGap, path, g.Offset, g.What)
	}
	if err = errors.Join(err, s.KeepError); err != nil {
		p.fail(fmt.Errorf("%s: %w", path, err))
		return
	}
	why := s.Words
	if why == "" {
		why = msgProxyStopped
	}
	p.say(msgProxyEnded, path, why, count.Of(int(s.KeptBytes), "byte"))
}

// watch opens a window on a demo. The window is a separate process, so that the game being played does not depend on
// it.
func (p *proxying) watch(path string) {
	program, err := os.Executable()
	if err == nil {
		window := exec.Command(program, "--live", "--", path)
		window.Stdout, window.Stderr = p.out.err, p.out.err
		if err = window.Start(); err == nil {
			go window.Wait()
		}
	}
	if err != nil {
		p.fail(fmt.Errorf(msgProxyNoWindow, path, err))
	}
}

// keep saves a demo to a new file.
func (p *proxying) keep(demo *live.Demo, r *proxy.Recording) (path string, err error) {
	stem, ext := filepath.Join(p.cmd.Dir, r.Began.Format("2006-01-02_150405_")+fileName(r.Server)), r.Extension
	if p.cmd.Out != "" {
		ext = filepath.Ext(p.cmd.Out)
		stem = strings.TrimSuffix(p.cmd.Out, ext)
		if ext == "" {
			ext = r.Extension
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := 1; n < 10000; n++ {
		path = stem + ext
		if n > 1 {
			path = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		if err = demo.Keep(path, int64(p.cmd.MaxSize)); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
	return path, err
}

// fileName returns an address in a form that can be part of a file name.
func fileName(a netip.AddrPort) string {
	return strings.NewReplacer(":", "_", "[", "", "]", "", "%", "_").Replace(a.String())
}

func (p *proxying) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	say(p.out.out, format, args...)
}

func (p *proxying) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.fail(err)
}
