package quake3

// A tape holds the messages of some blocks as they were read, so that a
// block reaches the handler only when all of it made sense, and so that one
// goroutine can read while another delivers. Its memory is reused: when lists of it
// grow and move, what points to the old place stays valid, as it is complete.
type tape struct {
	messages []Message
	pools    [len(kinds)]pool
	used     [len(kinds)]int // of the pools
	entities []EntityDelta
	bytes    []byte
}

// take adds a message of a kind, which holds what it held when it was used last.
func (t *tape) take(kind uint8) Message {
	p := t.pools[kind]
	if p == nil {
		p = kinds[kind].make()
		t.pools[kind] = p
	}
	m := p.at(t.used[kind])
	t.used[kind]++
	t.messages = append(t.messages, m)
	return m
}

// reset empties the tape.
func (t *tape) reset() {
	t.messages, t.entities, t.bytes = t.messages[:0], t.entities[:0], t.bytes[:0]
	clear(t.used[:])
}

// last is the last message of a type on the tape, nil for none.
func last[M Message](t *tape) (none M) {
	for i := len(t.messages) - 1; i >= 0; i-- {
		if m, ok := t.messages[i].(M); ok {
			return m
		}
	}
	return none
}

// pool is memory for messages of a kind: at gives one by its index, which may be
// one more than there are.
type pool interface{ at(i int) Message }

// poolOf is a pool of messages of type *T.
type poolOf[T any, M interface {
	*T
	Message
}] []T

func (p *poolOf[T, M]) at(i int) Message {
	if i == len(*p) {
		var zero T
		*p = append(*p, zero)
	}
	return M(&(*p)[i])
}

// of makes a pool.
func of[T any, M interface {
	*T
	Message
}]() pool {
	return new(poolOf[T, M])
}

// next grows *s by an element, which keeps what it held when it was used last.
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
