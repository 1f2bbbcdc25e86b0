package quake3

// Message is any message of a demo: a pointer to [Block], [Gamestate],
// [ServerCommand], [SnapshotDelta], [Nop], [Download], [Voice], [BlockEnd],
// [Skipped] or [End].
//
// A block is: Block, then any number of Gamestate, ServerCommand,
// SnapshotDelta, Nop, Download and Voice, then BlockEnd. Between blocks there
// may be Skipped. End comes last, once.
type Message interface{ name() string }

// Name is what a message is called, such as "server_command".
func Name(m Message) string { return m.name() }

// Handler takes the messages of a demo in the order of the file. They and the
// slices behind them are valid only during the call and must not be changed.
// [Decoder] drives one; [Encoder] and [History] are two.
type Handler interface{ Handle(m Message) }

// HandlerFunc is a function as a [Handler].
type HandlerFunc func(m Message)

// Handle calls f.
func (f HandlerFunc) Handle(m Message) { f(m) }

func (*Block) name() string         { return "block" }
func (*Gamestate) name() string     { return "gamestate" }
func (*ServerCommand) name() string { return "server_command" }
func (*SnapshotDelta) name() string { return "snapshot" }
func (*Nop) name() string           { return "nop" }
func (*Download) name() string      { return "download" }
func (*Voice) name() string         { return "voice" }
func (*BlockEnd) name() string      { return "block_end" }
func (*Skipped) name() string       { return "skipped" }
func (*End) name() string           { return "end" }

// Block is the header of a block.
type Block struct {
	// Offset is the place of the block in the demo's bytes, Length the
	// number of bytes behind its 8-byte header. The Encoder finds them itself.
	Offset int64
	Length int
	// Sequence is the number of the message. It grows; where it grows by more
	// than one, messages were lost on the way to the recorder.
	Sequence int32
	// ReliableAcknowledge is the last client command that the server has seen;
	// 0 in protocols 43 and 45.
	ReliableAcknowledge int32
}

// Configstring is one of the up to 1024 texts that describe the game.
type Configstring struct {
	// Index is 0 to 1023. An index that comes twice has its last text.
	Index int
	// Text is as sent; [Protocol.Text] makes it displayable.
	Text []byte

	off, size int
}

// Gamestate is the start of a level: everything before it is void.
type Gamestate struct {
	// CommandSequence is the number of the last server command that its
	// configstrings include; commands up to it have been seen.
	CommandSequence int32
	// Configstrings are in the order of the file.
	Configstrings []Configstring
	// Baselines are the bases of entities that a snapshot's base lacks, as
	// deltas to the zero EntityState, in the order of the file.
	Baselines []EntityDelta
	// Order is nil where all configstrings precede all baselines; else it
	// has an element each in the order of the file, true for a baseline.
	Order []bool
	// ClientNum is the recorder's slot, -1 in protocols 43 to 48.
	ClientNum int32
	// ChecksumFeed is 0 in protocols 43 to 48.
	ChecksumFeed int32
	// Foreign says that the list is ended by 8 and not by 0 in protocols 43 to
	// 48.
	Foreign bool
	// Partial says that the end of the list is lost to damage, see [Skipped].
	Partial bool

	firstConfigstring, numConfigstrings int
	firstBaseline, numBaselines         int
	firstOrder                          int
	mixed                               bool
}

// ServerCommand is a line for the game module, such as `cs 544 "..."`,
// `print "..."`, `chat "..."`. A command can come again in later blocks until
// the recorder acknowledged it: one whose Sequence is not above the last one's
// was seen.
type ServerCommand struct {
	// Sequence is the number of the command.
	Sequence int32
	// Text is as sent; [Protocol.Text] makes it displayable, [Tokenize] splits
	// it.
	Text []byte

	off, size int
}

// SnapshotDelta is the state of the world as the server sent it at a time, as a
// change to an earlier snapshot. [History] makes a [Snapshot] of it.
type SnapshotDelta struct {
	// Sequence is the number of the block that the snapshot is in; later
	// snapshots name it as their base. Where blocks behind damage are numbered
	// anew it goes on, with a gap that no base bridges; Block has the number as
	// it is.
	Sequence int32
	// ClientCommand is the client's last command that the server has seen, in
	// protocols 43 and 45 only.
	ClientCommand int32
	// ServerTime is in ms.
	ServerTime int32
	// DeltaNum says how many messages back the base is: the base is the
	// snapshot with Sequence - DeltaNum. 0 is none: then playerstate and entities
	// are complete.
	DeltaNum uint8
	// Flags: 1 rate delayed, 2 not active (the client is not in the game yet),
	// 4 the server restarted (map_restart).
	Flags uint8
	// AreaMask has a set bit for each area of the map that cannot be seen.
	AreaMask []byte
	// Player changes the base's playerstate.
	Player PlayerDelta
	// Entities are the changed, new and removed entities in the order of the
	// file, which is ascending. Entities of the base that are not mentioned stay
	// as they are. The base of an entity that the base snapshot lacks is its
	// baseline.
	Entities []EntityDelta

	area        [32]byte
	areaSize    int
	firstEntity int
	numEntities int
}

// Bits of [SnapshotDelta.Flags].
const (
	SnapRateDelayed = 1
	SnapNotActive   = 2
	SnapServerCount = 4 // toggles with each map_restart
)

// Nop is a message without a meaning.
type Nop struct{}

// Download is a part of a file that the server offers. It is never to be
// written to disk.
type Download struct {
	// Block is the number of the part, counted from 0.
	Block uint16
	// FileSize is the size of the whole file, with block 0 only. Negative
	// means an error, which Text tells; then there is no Data.
	FileSize int32
	Text     []byte
	// Data is the part; with none the file is complete.
	Data []byte

	off, size int
}

// failed says that the server reports an error instead of sending data.
func (d *Download) failed() bool { return d.Block == 0 && d.FileSize < 0 }

// Voice is a packet of voice chat of ioquake3.
type Voice struct {
	// Code is the command: 9 for Speex, 10 for Opus.
	Code uint8
	// Sender is the slot of the one who speaks.
	Sender int16
	// Generation and Sequence order the packets.
	Generation uint8
	Sequence   int32
	// Frames is the number of sound frames in Data.
	Frames uint8
	// Flags: 1 spatial, 2 direct.
	Flags uint8
	Data  []byte

	off, size int
}

// EndKind is how a block ended.
type EndKind uint8

// The ways in which a block ends.
const (
	EndMarker  EndKind = iota // the end command of the protocol: 8, in protocols 43 to 48 0
	EndForeign                // the end command 8 in protocols 43 to 48
	EndData                   // the data ends without a command
)

// BlockEnd ends a block. The zero value is what is to be written in a new
// demo.
type BlockEnd struct {
	// Kind is how the block ended.
	Kind EndKind
	// Overrun is the number of bits beyond the block's last byte that had to
	// be taken as zero: old servers cut messages a little early.
	Overrun int
	// Exact says that the block is not filled up to the usual length with zero
	// bits, but that behind the end there are the RestBits bits of Rest, from
	// the lowest bit of Rest[0], and nothing else.
	Exact    bool
	Rest     []byte
	RestBits int

	off, size int
}

// Skipped is a stretch of the file that could not be decoded.
type Skipped struct {
	// Offset is its place in the demo's bytes.
	Offset int64
	// Data are its bytes.
	Data []byte
	// Gamestate is what could be read of a gamestate at its start, or nil.
	// The [Encoder] has no use for it.
	Gamestate *Gamestate
	// Renumbered says that what follows was numbered on its own: no server
	// command behind it is to be taken as seen because of its Sequence.
	Renumbered bool
}

// End is the end of the demo.
type End struct {
	// Offset is the place of the end in the demo's bytes.
	Offset int64
	// Marker says that the demo ends with an end block, as recorders write
	// when they stop. Sequence and Length are what stands there, both -1 as a
	// rule.
	Marker           bool
	Sequence, Length int32
	// Rest is what stands in the file behind the end.
	Rest []byte
}
