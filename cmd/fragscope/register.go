package main

import (
	"bytes"
	"io"

	"fragscope/cmd/fragscope/desktop"
	"fragscope/formats/base/outlet"
)

// terminal makes text safe for a terminal. Each write must consist of whole lines.
type terminal struct{ w io.Writer }

// Write implements io.Writer.
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

// Run registers this program as the user's default program for opening demos.
func (registerCmd) Run(out *output) error {
	program, err := desktop.Program()
	if err != nil {
		return err
	}
	return desktop.Register(program, terminal{out.out})
}

type unregisterCmd struct{}

// Run undoes the changes made by [registerCmd.Run].
func (unregisterCmd) Run(out *output) error { return desktop.Unregister(terminal{out.out}) }
