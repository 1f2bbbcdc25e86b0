//go:build js && !page

package main

import (
	"context"
	"strings"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// sampleDemo returns the sample's demo.
func sampleDemo() (*formats.Demo, error) { return formats.Read(sample.DemoName, "", sample.Demo()) }

// Sample opens the built-in sample.
func (*browser) Sample(ctx context.Context) (*recording.Recording, error) {
	demo, err := sampleDemo()
	if err != nil {
		return nil, err
	}
	return load.Open(ctx, demo)
}

// builtMaps returns the maps built into the program, by name.
func builtMaps() map[string]readMap {
	return map[string]readMap{strings.TrimSuffix(sample.MapName, ".bsp"): func() ([]byte, error) {
		return sample.Map(),
			nil
	}}
}
