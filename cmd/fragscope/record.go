package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats"
	"fragscope/formats/base/count"
	"fragscope/formats/live"
)

type recordCmd struct {
	Source   string        `arg:"" help:"Where the demo comes from: qtv://host:port/stream, gtv://host:port, a file that is being written, or - for standard input."`
	Out      string        `short:"o" required:"" placeholder:"FILE" help:"The demo to write, with the extension of its kind; a file that exists is never replaced."`
	For      time.Duration `placeholder:"TIME" values:"10m,30m,1h,2h" help:"Stop after this time, such as 10m; else at the source's end, or when interrupted."`
	Password string        `placeholder:"WORD" env:"FRAGSCOPE_PASSWORD" help:"The stream's password; it may also stand in the address or in the environment variable."`
	MaxSize  memory        `placeholder:"SIZE" values:"64M,128M,256M" help:"Stop when the demo is larger than this."`

	Unconfined bool `help:"Leave the process all files and the network, which it does not need (Linux)."`
}

// Run writes the demo as it arrives and reports the state of the source.
func (c *recordCmd) Run(out *output) error {
	if c.For < 0 {
		return usageError(msgRecordFor)
	}
	address := c.Source
	if c.Password != "" && live.IsAddress(address) {
		address = live.WithPassword(address, c.Password)
	}
	source, err := live.Parse(address)
	if err != nil {
		return usageError(err.Error())
	}
	if f, ok := source.(live.File); ok {
		f.Patience = patience
		source = f
	}
	ctx, stop := stoppable(context.Background())
	defer stop()
	port, err := live.Lookup(ctx, source)
	if err != nil {
		return about(source.String(), err)
	}
	if err := out.confine(c.Unconfined, func() confine.Places { return c.places(source, port) }); err != nil {
		return err
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	return c.record(ctx, out, source)
}

// places returns the followed file or the server's port, and the demo's folder.
func (c *recordCmd) places(source live.Source, port uint16) confine.Places {
	p := confine.Places{Write: []string{filepath.Dir(c.Out)}, Port: port}
	if f, ok := source.(live.File); ok {
		p.Read = append(p.Read, f.Path)
	}
	if port != 0 {
		p.Read = append(p.Read, nameFiles...)
	}
	return p
}

// patience is the time for which a file followed by a verb may go without growing.
const patience = 30 * time.Second

// record writes a source's data until ctx is done.
func (c *recordCmd) record(ctx context.Context, out *output, source live.Source) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := live.New(nil)
	ran := make(chan error, 1)
	go func() { ran <- live.Run(ctx, source, d) }()
	kept := c.keep(ctx, d)
	if kept != nil {
		cancel()
	}
	err := c.report(out, d, ran, cancel)
	s := d.Status()
	switch {
	case kept != nil:
		return kept
	case err == nil && s.Bytes == 0:
		return fmt.Errorf(msgNothingCame, source)
	case s.Kept == "":
		return about(source.String(), err)
	}
	say(out.out, msgRecorded, s.Kept, count.Of(int(s.KeptBytes), "byte"))
	if err != nil {
		out.warn("%v", err)
	}
	if errors.Is(s.KeepError, live.ErrLimit) { // as requested
		out.warn("%v", s.KeepError)
		return nil
	}
	return s.KeepError
}

// keep starts writing the demo once its format is known, which has to agree with the file's name.
func (c *recordCmd) keep(ctx context.Context, d *live.Demo) error {
	format := d.Format(ctx)
	if format == nil {
		return nil
	}
	if promised := formats.FormatByName(c.Out); promised != format || strings.HasSuffix(strings.ToLower(c.Out), ".gz") {
		return usageError(fmt.Sprintf(msgRecordName, c.Out, format))
	}
	if err := d.Keep(c.Out, int64(c.MaxSize)); errors.Is(err, os.ErrExist) {
		return usageError(fmt.Sprintf(msgNeverReplaced, c.Out))
	} else if err != nil {
		return fmt.Errorf(msgNotWritten, filepath.Clean(c.Out), errors.Unwrap(err))
	}
	return nil
}

// report prints the state of the source whenever it changes, until the source has ended or writing fails.
func (c *recordCmd) report(out *output, d *live.Demo, ran <-chan error, cancel func()) error {
	told := ""
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case err := <-ran:
			tick.Stop()
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
			say(out.err, msgState, words)
		}
		if s.KeepError != nil {
			cancel()
		}
	}
}
