//go:build !unix

package main

import "testing"

const roomFor = "FRAGSCOPE_ROOM_TEST"

func limitRoom(string) { panic("there is no limit here") }

// display is none: pictures are not made here.
func display(*testing.T) string { return "" }

func keep() int { panic("what the window keeps is written by tests of other systems") }
