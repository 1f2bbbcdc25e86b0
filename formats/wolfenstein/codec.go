package wolfenstein

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fragscope/formats/codec"
	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// Codec reads and writes demos of Enemy Territory and Return to Castle Wolfenstein.
var Codec = Family.Codec(codec.Codec{
	Name: "dm_84", Game: "wolfenstein",
	Kinds: []codec.Kind{
		{ID: "enemyterritory-demo", Name: "Enemy Territory demo", Extensions: []string{"dm_84"}},
		{ID: "wolfenstein-demo", Name: "Return to Castle Wolfenstein demo",
			Extensions: []string{"dm_57", "dm_58", "dm_59", "dm_60"}},
	},
	Extension: func(protocol int) string { return fmt.Sprintf("dm_%d", protocol) },
	Sniff:     func(data []byte) wire.Confidence { return sniff(data, false) },
	Refused: []codec.Foreign{
		{ID: "enemyterritory-test-demo", Name: "a test version of Wolfenstein: Enemy Territory",
			Plays: "the game of that version plays it: demo", Extensions: []string{"dm_80", "dm_82", "dm_83"},
			Versions: []string{"ET 2.5"}},
		{ID: "etlegacy-server-demo", Name: "a server of ET: Legacy", Plays: "the server plays it: demo_play",
			Extensions: []string{"sv_84"}},
	},
})

// MultiViewCodec reads and writes demos recorded by Enemy Territory TV servers.
var MultiViewCodec = Family.Codec(codec.Codec{
	Name: "tv_84", Game: "wolfenstein",
	Kinds: []codec.Kind{{ID: "enemyterritory-tv-demo", Name: "Enemy Territory TV demo", Extensions: []string{"tv_84"}}},
	Sniff: func(data []byte) wire.Confidence { return sniff(data, true) },
})

// versions are how the versions of these games start.
var versions = []string{"ET 2.60", "ET Legacy", "ET: Legacy", "etlegacy", "ETTV", "Wolf ", "iortcw"}

// sniffBlocks is the number of blocks that must decode if the demo does not state the server's version.
const sniffBlocks = 3

// sniff reports how well data, the start of a file, matches a demo of this family. If tv is set, the demo must have
// been recorded by a TV server; otherwise, it must not.
func sniff(data []byte, tv bool) wire.Confidence {
	c := quake3.Sniff(data)
	if c == wire.NotThis {
		return c
	}
	info := quake3.ServerInfo(data)
	if len(info) > 0 && !ours(info) {
		return wire.NotThis
	}
	detect := Family.DetectStart
	if len(info) > 0 {
		detect = func(data []byte) quake3.Detection { return Family.Detect(data, "") }
	}
	d := detect(data)
	if end, _ := quake3.NextBlock(data, 0); d.Blocks == 0 && end > 0 && end < len(data) {
		d = detect(data[end:]) // the first block is damaged
	}
	switch {
	case d.Blocks == 0 && len(info) == 0:
		return wire.Faint
	case d.Protocol.TV() != tv:
		return wire.NotThis
	case len(info) > 0:
		return wire.Certain
	case d.Blocks >= sniffBlocks:
		return wire.Likely
	}
	return wire.Faint
}

// ours reports whether a serverinfo is of one of these games.
func ours(info quake3.Info) bool {
	version, told := info.Value("version")
	if slices.ContainsFunc(versions, func(v string) bool { return strings.HasPrefix(string(version), v) }) {
		return true
	}
	value, _ := info.Value("protocol")
	number, _ := strconv.Atoi(string(value))
	return !told && Family.ProtocolOf(number) != nil
}
