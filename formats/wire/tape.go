package wire

// Tape stores messages so that they can be handled later, for instance by another goroutine. Without a tape, a decoder
// reuses a single message of each kind. M is a game's message type. [Tape.Clear] makes the stored messages available
// for reuse.
type Tape[M any] struct {
	messages []M
	new      func(kind int) M
	kinds    []made[M]
}

// made holds the allocated messages of one kind. The first used of them are in use.
type made[M any] struct {
	list []M
	used int
}

// NewTape returns an empty tape for the given number of message kinds. The tape calls the message function to allocate
// a message of a given kind.
func NewTape[M any](kinds int, message func(kind int) M) *Tape[M] {
	return &Tape[M]{new: message, kinds: make([]made[M], kinds)}
}

// Clear empties the tape.
func (t *Tape[M]) Clear() {
	t.messages = t.messages[:0]
	for i := range t.kinds {
		t.kinds[i].used = 0
	}
}

// Take returns an unused message of the given kind. The message may still contain old data.
func (t *Tape[M]) Take(kind int) M {
	k := &t.kinds[kind]
	if k.used == len(k.list) {
		k.list = append(k.list, t.new(kind))
	}
	k.used++
	return k.list[k.used-1]
}

// Handle stores m on the tape. A message that was not returned by Take must not be modified afterwards.
func (t *Tape[M]) Handle(m M) { t.messages = append(t.messages, m) }

// Messages returns the messages on the tape, which are valid until Clear is called.
func (t *Tape[M]) Messages() []M { return t.messages }
