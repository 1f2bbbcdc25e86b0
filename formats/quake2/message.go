package quake2

import (
	"reflect"

	"fragscope/formats/wire"
)

// Message is a message in a demo, or a mark at the start or end of a group of messages. It is a pointer to one of this
// package's message structs.
type Message interface {
	// layout passes the message between its fields and the stream. Reading replaces all that the struct held.
	layout(c *coder)
}

// Handler handles the messages of a demo, in file order. A message and its slices are valid only during the call.
type Handler interface{ Handle(m Message) }

// HandlerFunc adapts a function to a [Handler].
type HandlerFunc func(Message)

// Handle calls f(m).
func (f HandlerFunc) Handle(m Message) { f(m) }

// Options holds options for reading or writing a demo.
type Options struct {
	// More, if not nil, waits for more data from a growing demo. It is nil for a complete demo.
	More wire.More
}

// numbering is a set of message numbers.
type numbering uint8

const (
	classicNumbers   numbering = iota
	kexNumbers                 // the rerelease
	kmqNumbers                 // KMQuake2
	testNumbers                // the test release
	operationNumbers           // operations of a .mvd2, in the lower five bits of a byte
	numberings
)

const (
	operationBits = 5
	operationMask = 1<<operationBits - 1
)

// row describes a kind of message.
type row struct {
	// numbers are its first bytes, or 0 if it has none.
	numbers [numberings]uint8
	name    string
	traits  trait
	make    func() Message
}

// trait is a bit for a peculiarity of a message.
type trait uint8

const (
	// upperBits: the bits above the number of a .mvd2's operation are used.
	upperBits trait = 1 << iota
	// alone: never in a multicast.
	alone
	// twoNumbers, fourNumbers, eightNumbers: it has that many numbers, told apart by coder.variant.
	twoNumbers
	fourNumbers
	eightNumbers
	// streamed: only with protocol.streams.
	streamed
	// compresses: its content is compressed.
	compresses

	manyNumbers = twoNumbers | fourNumbers | eightNumbers
)

type numbers = [numberings]uint8

func made[T any, M interface {
	*T
	Message
}]() Message {
	return M(new(T))
}

// rows has all messages, under their names in `fragscope dump`.
var rows = [...]row{
	{}, // none
	{numbers{1, 1, 1, 12}, "muzzle_flash", 0, made[MuzzleFlash]},
	{numbers{2, 2, 2, 19}, "muzzle_flash2", 0, made[MuzzleFlash2]},
	{numbers{3, 3, 3, 10}, "temp_entity", 0, made[TempEntity]},
	{numbers{4, 4, 4}, "layout", 0, made[Layout]},
	{numbers{5, 5, 5}, "inventory", 0, made[Inventory]},
	{numbers{6, 6, 6, 1, 1}, "nop", 0, made[Nop]},
	{numbers{7, 7, 7, 2}, "disconnect", 0, made[Disconnect]},
	{numbers{8, 8, 8, 3}, "reconnect", 0, made[Reconnect]},
	{numbers{9, 9, 9, 4, 16}, "sound", upperBits, made[Sound]},
	{numbers{10, 10, 10, 5, 17}, "print", 0, made[Print]},
	{numbers{11, 11, 11, 6}, "stuff_text", 0, made[StuffText]},
	{numbers{12, 12, 12, 7, 4}, "server_data", upperBits | alone, made[ServerData]},
	{numbers{13, 13, 13, 8, 5}, "config_string", 0, made[ConfigString]},
	{numbers{14, 14, 14, 9}, "baseline", 0, made[Baseline]},
	{numbers{15, 15, 15}, "center_print", 0, made[CenterPrint]},
	{numbers{16, 16, 16}, "download", 0, made[Download]},
	{numbers{17, 17, 17, 14}, "player_info", alone, made[PlayerDelta]},
	{numbers{18, 18, 18, 16}, "packet_entities", alone, made[PacketEntities]},
	// 19 is deltapacketentities, which was never sent.
	{numbers{20, 20, 20, 18}, "frame", alone, made[Frame]},
	{numbers{0, 21}, "split_client", 0, made[SplitClient]},
	{numbers{0, 22}, "blast", twoNumbers | compresses, made[Blast]},
	{numbers{0, 24}, "level_restart", 0, made[LevelRestart]},
	{numbers{0, 25}, "damage_taken", 0, made[DamageTaken]},
	{numbers{0, 26}, "loc_print", 0, made[LocPrint]},
	{numbers{0, 27}, "fog", 0, made[Fog]},
	{numbers{0, 28}, "waiting_for_players", 0, made[WaitingForPlayers]},
	{numbers{0, 29}, "bot_chat", 0, made[BotChat]},
	{numbers{0, 30}, "poi", 0, made[POI]},
	{numbers{0, 31}, "help_path", 0, made[HelpPath]},
	{numbers{0, 32}, "muzzle_flash3", 0, made[MuzzleFlash3]},
	{numbers{0, 33}, "achievement", 0, made[Achievement]},
	{numbers{0, 34}, "compressed", streamed | compresses, made[Compressed]},
	{numbers{0, 36}, "stream", fourNumbers | streamed, made[Stream]},
	{numbers{0, 0, 21}, "simple_fog", 0, made[SimpleFog]},
	{numbers{0, 0, 0, 0, 6}, "mvd_frame", 0, made[MVDFrame]},
	{numbers{0, 0, 0, 0, 8}, "cast", upperBits | eightNumbers, made[Multicast]},
	{name: "end_cast", make: made[EndMulticast]},
	{name: "end_blast", make: made[EndBlast]},
	{name: "end_compressed", make: made[EndCompressed]},
	{name: "end_stream", make: made[EndStream]},
	{name: "header", make: made[Header]},
	{name: "block", make: made[Block]},
	{name: "end_block", make: made[EndBlock]},
	{name: "raw", make: made[Raw]},
	{name: "unicast", make: made[Unicast]},
}

// rowNumbers is the index of the row, by number, or 0 if there is none.
var rowNumbers = func() (table [numberings][256]uint8) {
	spans := map[trait]int{0: 1, twoNumbers: 2, fourNumbers: 4, eightNumbers: 8}
	for i := range rows {
		for n, number := range rows[i].numbers {
			for v := 0; number != 0 && v < spans[rows[i].traits&manyNumbers]; v++ {
				table[n][int(number)+v] = uint8(i)
			}
		}
	}
	return table
}()

// rowTypes is the index of the row, by type.
var rowTypes = func() map[reflect.Type]uint8 {
	types := map[reflect.Type]uint8{}
	for i := range rows[1:] {
		types[reflect.TypeOf(rows[1+i].make())] = uint8(1 + i)
	}
	return types
}()

func rowOf(m Message) uint8 { return rowTypes[reflect.TypeOf(m)] }

// Rows that the coder looks up.
var (
	serverDataRow     = rowOf((*ServerData)(nil))
	soundRow          = rowOf((*Sound)(nil))
	playerInfoRow     = rowOf((*PlayerDelta)(nil))
	packetEntitiesRow = rowOf((*PacketEntities)(nil))
	configStringRow   = rowOf((*ConfigString)(nil))
	baselineRow       = rowOf((*Baseline)(nil))
	mvdFrameRow       = rowOf((*MVDFrame)(nil))
)

// Name returns the name of m's kind, such as "temp_entity".
func Name(m Message) string { return rows[rowOf(m)].name }

// Messages returns a newly allocated message of each kind.
func Messages() (all []Message) {
	for i := range rows[1:] {
		all = append(all, rows[1+i].make())
	}
	return all
}

// row returns the row of a message number, or 0 if there is none.
func (p *protocol) row(number uint8) uint8 { return rowNumbers[p.numbering][number] }
