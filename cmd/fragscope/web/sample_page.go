//go:build js && page

package main

import (
	"context"
	"errors"

	"fragscope/formats"
	"fragscope/sim/recording"
)

var errNoSample = errors.New(msgNoSample)

func sampleDemo() (*formats.Demo, error) { return nil, errNoSample }

// Sample returns an error. A saved page contains its own demo instead of the sample.
func (*browser) Sample(context.Context) (*recording.Recording, error) { return nil, errNoSample }

func builtMaps() map[string]readMap { return map[string]readMap{} }
