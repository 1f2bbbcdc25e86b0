package wire

// Tape keeps messages that are read at one time and handled at another, as by another goroutine. M is a message of a game, of which a
// decoder otherwise uses one of each kind again and again. The messages on it are used again after [Tape.Clear].
type Tape[M any] struct {
	messages []M
	new      func(kind int) M
	kinds    []made[M]
}

// made are messages of a kind that were made, so many of which are in use.
type made[M any] struct {
	list []M
	used int
}

// NewTape returns a tape for a number of kinds of messages, of which message makes one.
func NewTape[M any](kinds int, message func(kind int) M) *Tape[M] {
	return &Tape[M]{new: message, kinds: make([]made[M], kinds)}
}

// Clear makes the tape empty.
func (t *Tape[M]) Clear() {
	t.messages = t.messages[:0]
	for i := range t.kinds {
		t.kinds[i].used = 0
	}
}

// Take gives a message of a kind that is not in use. It may have any content.
func (t *Tape[M]) Take(kind int) M {
	k := &t.kinds[kind]
	if k.used == len(k.list) {
		k.list = append(k.list, t.new(kind))
	}
	k.used++
	return k.list[k.used-1]
}

// Handle puts a message on the tape, which Take gave or which nobody changes.
func (t *Tape[M]) Handle(m M) { t.messages = append(t.messages, m) }

// Messages are those on the tape, until it is cleared.
func (t *Tape[M]) Messages() []M { return t.messages }
