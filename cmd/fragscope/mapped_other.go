//go:build !linux && !darwin

package main

import (
	"io"

	"fragscope/formats"
)

// mapDemo is for systems on which a demo is read as a whole.
func mapDemo(string) (demo *formats.Demo, m mapping, ok bool) { return nil, nil, false }

type mapping []byte

func (mapping) release() {}

// dropping is a writer.
type dropping struct {
	io.Writer
	m mapping
}
