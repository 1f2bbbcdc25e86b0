//go:build !linux && !darwin

package main

import (
	"io"

	"fragscope/formats"
)

// mapDemo always fails: on these systems a demo is read as a whole.
func mapDemo(string) (demo *formats.Demo, m mapping, ok bool) { return nil, nil, false }

type mapping []byte

func (mapping) release() {}

// dropping is a plain writer here.
type dropping struct {
	io.Writer
	m mapping
}
