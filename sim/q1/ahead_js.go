package q1

import (
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
)

// A page has one thread, so nothing is read ahead.
func netQuakeAhead(*player, *netquake.Decoder, *netQuake) bool       { return false }
func quakeWorldAhead(*player, *quakeworld.Decoder, *quakeWorld) bool { return false }
