package quake3

import "reflect"

// The command bytes in a message.
const (
	svcBad = iota
	svcNop
	svcGamestate
	svcConfigstring
	svcBaseline
	svcServerCommand
	svcDownload
	svcSnapshot
	svcEnd
	svcVoiceSpeex
	svcVoiceOpus

	svcLast = svcVoiceOpus

	// In TV demos of other games.
	svcPlayers      = 9
	svcCurrentState = 10
)

// kind is a kind of message. A new one needs a struct with a layout, and a row.
type kind struct {
	code uint8 // the command byte, or 0 if it is not a command
	name string
	make func(n int) []Message
}

// Rows that the coder looks up.
const (
	kindBlock    = 0
	kindBlockEnd = 1
	kindPlayers  = 11
)

var kinds = [...]kind{
	kindBlock:    {0, "block", of[Block]},
	kindBlockEnd: {0, "block_end", of[BlockEnd]},
	{0, "skipped", of[Skipped]},
	{0, "end", of[End]},
	{svcNop, "nop", of[Nop]},
	{svcGamestate, "gamestate", of[Gamestate]},
	{svcServerCommand, "server_command", of[ServerCommand]},
	{svcDownload, "download", of[Download]},
	{svcSnapshot, "snapshot", of[SnapshotDelta]},
	{svcVoiceSpeex, "voice", of[Voice]},
	{svcVoiceOpus, "voice", of[Voice]},
	kindPlayers: {svcPlayers, "players", of[PlayerStates]},
}

// kindsOf returns the row of each command byte in a protocol. The row is 0 if the protocol has no such command.
func kindsOf(p *Protocol) (rows [svcLast + 1]uint8) {
	for i, k := range kinds {
		if k.code != 0 && has(p.Game, p.TV(), i) {
			rows[k.code] = uint8(i)
		}
	}
	return rows
}

// has reports whether the demos of a game, or those of its TV servers, have messages of a kind.
func has(game string, tv bool, row int) bool {
	switch kinds[row].name {
	case "voice":
		return game == ""
	case "players":
		return tv
	}
	return true
}

// kindOf maps each message to its row.
var kindOf = func() map[reflect.Type]*kind {
	m := map[reflect.Type]*kind{}
	for i := range kinds {
		m[reflect.TypeOf(kinds[i].make(1)[0])] = &kinds[i]
	}
	return m
}()

// Name returns the name of m's kind, such as "server_command".
func Name(m Message) string { return kindOf[reflect.TypeOf(m)].name }

// Messages returns at least one newly allocated message of each kind that occurs in Quake III demos.
func Messages() []Message { return family.messages() }
