package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats"
	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/formats/codec"
	"fragscope/formats/live"
)

type recordCmd struct {
	Sources  []string      `arg:"" name:"source" help:"Where the demo comes from: qtv://host:port/stream, gtv://host:port, a file that is being written, or - for standard input. Several are recorded at once."`
	Out      string        `short:"o" required:"" placeholder:"FILE" help:"The demo to write, with the extension of its kind; with several sources, a folder. A file that exists is never replaced."`
	For      time.Duration `placeholder:"TIME" values:"10m,30m,1h,2h" help:"Stop after this time, such as 10m; else at the source's end, or when interrupted."`
	Password string        `placeholder:"WORD" env:"FRAGSCOPE_PASSWORD" help:"The stream's password; it may also stand in the address or in the environment variable."`
	MaxSize  memory        `placeholder:"SIZE" values:"64M,128M,256M" help:"Stop when the demo is larger than this."`

	Unconfined bool `help:"Let the process keep access to all files and the network, which it does not need (Linux)."`
}

// Run writes the demos as their data arrives, and prints the states of their sources.
func (c *recordCmd) Run(out *output) error {
	sources, err := c.parse()
	if err != nil {
		return err
	}
	ctx, stop := stoppable(context.Background())
	defer stop()
	var ports []uint16
	for _, s := range sources {
		port, err := live.Lookup(ctx, s)
		if err != nil {
			return about(s.String(), err)
		}
		if port != 0 && !slices.Contains(ports, port) {
			ports = append(ports, port)
		}
	}
	if err := out.confine(c.Unconfined, func() confine.Places { return c.places(sources, ports) }); err != nil {
		return err
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	if len(sources) == 1 {
		r := recorder{recordCmd: c, out: out, source: sources[0]}
		return r.record(ctx)
	}
	return c.recordAll(ctx, out, sources)
}

// parse returns the sources.
func (c *recordCmd) parse() (sources []live.Source, err error) {
	if c.For < 0 {
		return nil, usageError(msgRecordFor)
	}
	if info, err := os.Stat(c.Out); len(c.Sources) > 1 && (err != nil || !info.IsDir()) {
		return nil, usageError(fmt.Sprintf(msgRecordFolder, c.Out))
	}
	for _, address := range c.Sources {
		if address == live.StandardInput && len(c.Sources) > 1 {
			return nil, usageError(msgRecordPipe)
		}
		if c.Password != "" && live.IsAddress(address) {
			address = live.WithPassword(address, c.Password)
		}
		source, err := live.Parse(address)
		if err != nil {
			return nil, usageError(err.Error())
		}
		if f, ok := source.(live.File); ok {
			f.Patience = patience
			source = f
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// places returns the followed files or the servers' ports, and the demos' folder.
func (c *recordCmd) places(sources []live.Source, ports []uint16) confine.Places {
	p := confine.Places{Write: []string{filepath.Dir(c.Out)}, Ports: ports}
	if len(sources) > 1 {
		p.Write = []string{c.Out}
	}
	for _, s := range sources {
		if f, ok := s.(live.File); ok {
			p.Read = append(p.Read, f.Path)
		}
	}
	if len(ports) > 0 {
		p.Read = append(p.Read, nameFiles...)
	}
	return p
}

// recordAll records several sources at once. If one fails, its error is printed and the others continue.
func (c *recordCmd) recordAll(ctx context.Context, out *output, sources []live.Source) error {
	var running sync.WaitGroup
	var mu sync.Mutex
	for _, s := range sources {
		running.Go(func() {
			r := recorder{recordCmd: c, out: out, source: s, mu: &mu}
			if err := fault.Guard(func() error { return r.record(ctx) }); err != nil {
				r.alone(func() { out.fail(about(s.String(), err)) })
			}
		})
	}
	running.Wait()
	return nil
}

// recorder records one source.
type recorder struct {
	*recordCmd
	out    *output
	source live.Source
	mu     *sync.Mutex // of the output, if there are several
}

// alone runs f, which writes to the output, while no other recorder writes.
func (r *recorder) alone(f func()) {
	if r.mu != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	f()
}

// patience is how long a file followed by a verb may go without growing.
const patience = 30 * time.Second

// record writes what the source delivers until ctx is done.
func (r *recorder) record(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := live.New(nil)
	ran := make(chan error, 1)
	go func() { ran <- live.Run(ctx, r.source, d) }()
	kept := r.keep(ctx, d)
	if kept != nil {
		cancel()
	}
	err := r.report(d, ran, cancel)
	s := d.Status()
	switch {
	case kept != nil:
		return kept
	case err == nil && s.Bytes == 0:
		return fmt.Errorf(msgNothingCame, r.source)
	case s.Kept == "":
		return about(r.source.String(), err)
	}
	limited := errors.Is(s.KeepError, live.ErrLimit) // as requested
	r.alone(func() {
		say(r.out.out, msgRecorded, s.Kept, count.Of(int(s.KeptBytes), "byte"))
		if err != nil {
			r.out.warn("%v", err)
		}
		if limited {
			r.out.warn("%v", s.KeepError)
		}
	})
	if limited {
		return nil
	}
	return s.KeepError
}

// keep starts writing the demo once its format is known, which has to agree with the file's name.
func (r *recorder) keep(ctx context.Context, d *live.Demo) error {
	format := d.Format(ctx)
	switch {
	case format == nil:
		return nil
	case r.mu != nil:
		return r.keepInFolder(d, format)
	}
	if promised := formats.FormatByName(r.Out); promised != format ||
		strings.HasSuffix(strings.ToLower(r.Out), ".gz") {
		return usageError(fmt.Sprintf(msgRecordName, r.Out, format))
	}
	if err := d.Keep(r.Out, int64(r.MaxSize)); errors.Is(err, os.ErrExist) {
		return usageError(fmt.Sprintf(msgNeverReplaced, r.Out))
	} else if err != nil {
		return fmt.Errorf(msgNotWritten, filepath.Clean(r.Out), errors.Unwrap(err))
	}
	return nil
}

// keepInFolder starts writing a demo to a file of the folder, named for the time and the source.
func (r *recorder) keepInFolder(d *live.Demo, format *codec.Codec) error {
	name, ext := r.source.String(), "."+format.String()
	if f, ok := r.source.(live.File); ok {
		if formats.FormatByName(f.Path) == format {
			ext = filepath.Ext(f.Path)
		}
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	name = strings.NewReplacer("://", "-", ":", "-", "/", "-").Replace(name)
	name = outlet.FileName(time.Now().Format("2006-01-02-150405-") + name)
	for n := 1; ; n++ {
		file := filepath.Join(r.Out, name+ext)
		if n > 1 {
			file = filepath.Join(r.Out, fmt.Sprintf("%s-%d%s", name, n, ext))
		}
		err := d.Keep(file, int64(r.MaxSize))
		if err == nil {
			return nil
		}
		if !errors.Is(err, os.ErrExist) || n == 1000 {
			return fmt.Errorf(msgNotWritten, file, errors.Unwrap(err))
		}
	}
}

// report prints the state of the source whenever it changes, until the source has ended or writing fails.
func (r *recorder) report(d *live.Demo, ran <-chan error, cancel func()) error {
	told := ""
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ran:
			return err
		case <-tick.C:
		}
		s := d.Status()
		words := s.Words
		if words == "" {
			words = s.State.String()
		}
		if words != told {
			told = words
			r.alone(func() {
				if r.mu == nil {
					say(r.out.err, msgState, words)
				} else {
					say(r.out.err, msgStateOf, r.source, words)
				}
			})
		}
		if s.KeepError != nil {
			cancel()
		}
	}
}
