package main

import (
	"bytes"
	"io"

	"fragscope/cmd/fragscope/desktop"
	"fragscope/formats/base/outlet"
)

// terminal makes safe what is written to it in whole lines.
type terminal struct{ w io.Writer }

// Write writes lines.
func (t terminal) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		text, ended := bytes.CutSuffix(line, []byte("\n"))
		safe := outlet.Terminal(string(text))
		if ended {
			safe += "\n"
		}
		if _, err := io.WriteString(t.w, safe); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

type registerCmd struct{}

// Run makes this user's desktop open demos with this program.
func (registerCmd) Run(out *output) error {
	program, err := desktop.Program()
	if err != nil {
		return err
	}
	return desktop.Register(program, terminal{out.out})
}

type unregisterCmd struct{}

// Run takes back what register did.
func (unregisterCmd) Run(out *output) error { return desktop.Unregister(terminal{out.out}) }
