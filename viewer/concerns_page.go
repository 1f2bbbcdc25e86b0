//go:build page

package viewer

import "fragscope/viewer/part"

// A saved page has one demo and has to be small: it goes without what is about several, or about servers.

func newLive(*part.Host) part.Part    { return part.Part{} }
func newRace(*part.Host) part.Part    { return part.Part{} }
func newLibrary(*part.Host) part.Part { return part.Part{} }
