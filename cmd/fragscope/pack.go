package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/regular"
	"fragscope/formats/text"
)

// stdinName names standard input.
const stdinName = "-"

type packCmd struct {
	File  string `arg:"" help:"The text that dump --json printed, changed or not; - is standard input."`
	Out   string `short:"o" required:"" placeholder:"FILE" help:"The demo to write."`
	Force bool   `help:"Replace a file that exists."`

	limits `embed:""`
}

// Run makes a demo from its text form. The file receives its final name when it is complete.
func (c *packCmd) Run(out *output) error {
	if _, err := os.Lstat(c.Out); err == nil && !c.Force {
		return existsError(c.Out)
	}
	in, err := c.open()
	if err != nil {
		return about(c.File, err)
	}
	defer in.Close()
	err = out.writeFile(c.Out, c.Force, func(w io.Writer) error {
		_, err := text.Pack(w, bufio.NewReaderSize(in, 1<<16))
		return err
	})
	var wrong *text.Error
	if errors.As(err, &wrong) {
		return fmt.Errorf(msgNotPacked, c.name(), wrong, c.Out)
	}
	return err
}

func (c *packCmd) open() (io.ReadCloser, error) {
	if c.File == stdinName {
		return io.NopCloser(os.Stdin), nil
	}
	f, _, err := regular.Open(c.File)
	if errors.Is(err, regular.ErrNotRegular) {
		return nil, &fs.PathError{Op: "open", Path: c.File, Err: err}
	}
	return f, err
}

func (c *packCmd) name() string {
	if c.File == stdinName {
		return "standard input"
	}
	return c.File
}

func (c *packCmd) places() confine.Places {
	p := confine.Places{Write: []string{filepath.Dir(c.Out)}}
	if c.File != stdinName {
		p.Read = []string{c.File}
	}
	return p
}
