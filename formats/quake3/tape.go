package quake3

// A tape holds the messages of some blocks as they were read, so that a block reaches the handler only once all of it
// made sense, and so that one goroutine can read while another delivers. Its memory is reused: when its lists grow and
// move, pointers to the old place stay valid, as what they point to is complete.
type tape struct {
	messages []Message
	made     [len(kinds)][]Message // of each kind
	used     [len(kinds)]int       // of those, in use
	entities []EntityDelta
	changes  []FieldChange
	elements []ElementChange
	bytes    []byte
	lists    []ArrayDelta
	shared   []SharedDelta
}

// minChanges is the number of changes that a tape initially has room for.
const minChanges = 1024

// room returns the room to read a delta's fields to, before changed puts them on the tape.
func (t *tape) room() *fieldRoom {
	n := len(t.changes)
	if cap(t.changes)-n < maxRoom {
		t.changes, n = make([]FieldChange, 0, max(2*cap(t.changes), minChanges)), 0
	}
	return (*fieldRoom)(t.changes[n : n+maxRoom])
}

// changed puts the first n changes in the room on the tape.
func (t *tape) changed(n uint) []FieldChange {
	first := uint(len(t.changes))
	t.changes = t.changes[:first+n]
	return t.changes[first : first+n : first+n]
}

// take adds a message of the given kind, which still has its previous content.
func (t *tape) take(kind uint8) Message {
	made, n := t.made[kind], t.used[kind]
	if n == len(made) {
		made = append(made, kinds[kind].make(max(n, 1))...)
		t.made[kind] = made
	}
	t.used[kind] = n + 1
	t.messages = append(t.messages, made[n])
	return made[n]
}

// reset empties the tape.
func (t *tape) reset() {
	t.messages, t.entities, t.bytes = t.messages[:0], t.entities[:0], t.bytes[:0]
	t.changes, t.elements = t.changes[:0], t.elements[:0]
	t.lists, t.shared = t.lists[:0], t.shared[:0]
	clear(t.used[:])
}

// last returns the last message of type M on the tape, or nil.
func last[M Message](t *tape) (none M) {
	for i := len(t.messages) - 1; i >= 0; i-- {
		if m, ok := t.messages[i].(M); ok {
			return m
		}
	}
	return none
}

// of allocates n messages of type *T.
func of[T any, M interface {
	*T
	Message
}](n int) []Message {
	made, list := make([]T, n), make([]Message, n)
	for i := range made {
		list[i] = M(&made[i])
	}
	return list
}

// next grows *s by one element, which still has its previous content.
func next[T any](s *[]T) *T {
	n := len(*s)
	if n < cap(*s) {
		*s = (*s)[:n+1]
	} else {
		var zero T
		*s = append(*s, zero)
	}
	return &(*s)[n]
}
