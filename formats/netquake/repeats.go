package netquake

import "bytes"

// repeats are the last updates of entities as they were sent. A server sends in each message all in which an entity differs from its
// baseline, and most of the time that is what it sent before.
type repeats struct {
	list    []repeat // by entity
	version uint32   // of the update that was read last
	known   bool     // the list has some
}

// repeat is an update and its bytes; size is 0 for none.
type repeat struct {
	size   uint8
	sent   [longestRepeat]byte
	update UpdateEntity
}

const (
	longestRepeat = 23
	maxRepeats    = 4096 // entities of which it is noted
)

// forget forgets all updates, where the same bytes may tell something else from here on.
func (r *repeats) forget() {
	if r.known {
		clear(r.list)
		r.known = false
	}
}

// find is the last update of the entity that the message at the start of b is about, and its size, if it had the same bytes; nil if not.
func (r *repeats) find(b []byte) (*UpdateEntity, int) {
	n, ok := updatedEntity(b)
	if !ok || n >= len(r.list) {
		return nil, 0
	}
	p := &r.list[n]
	if size := int(p.size); size > 0 && size <= len(b) && bytes.Equal(p.sent[:size], b[:size]) {
		return &p.update, size
	}
	return nil, 0
}

// note gives an update with the bytes sent its version, and notes it.
func (r *repeats) note(u *UpdateEntity, sent []byte) {
	r.version++
	u.Version = r.version
	n := int(u.Entity)
	if n >= maxRepeats {
		return
	}
	if more := n + 1 - len(r.list); more > 0 {
		r.list = append(r.list, make([]repeat, more)...)
	}
	p := &r.list[n]
	if p.size = 0; len(sent) <= longestRepeat {
		r.known = true
		p.size, p.update = uint8(len(sent)), *u
		copy(p.sent[:], sent)
	}
}

// updatedEntity is the number of the entity that an update is about; ok is false where the mask has more than two bytes, or the bytes end.
func updatedEntity(b []byte) (n int, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	mask, rest := uint32(b[0]), b[1:]
	if mask&maskMore != 0 {
		mask, rest = mask|uint32(b[1])<<8, b[2:]
	}
	n = int(rest[0])
	if mask&maskLongEntity != 0 {
		n |= int(rest[1]) << 8
	}
	return n, mask&maskExtend1 == 0
}
