package netquake

import "bytes"

// repeats holds the last update of each entity as it was sent. A server sends the full difference from an entity's
// baseline every time, and in most cases it is the same as before.
type repeats struct {
	list    []repeat // by entity
	version uint32   // of the last update read
	known   bool     // the list has some
}

// repeat is an update and its bytes; size 0 means none.
type repeat struct {
	size   uint8
	sent   [longestRepeat]byte
	update UpdateEntity
}

const (
	longestRepeat = 23
	maxRepeats    = 4096 // entities tracked
)

// forget forgets all updates, because the same bytes may have a different meaning from now on.
func (r *repeats) forget() {
	if r.known {
		clear(r.list)
		r.known = false
	}
}

// find returns the last update of the entity whose update starts b, and its size, if its bytes were the same as now.
// Otherwise it returns nil.
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

// note sets the version of u, which was sent as the given bytes, and stores it.
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

// updatedEntity returns the entity number of an update; ok is false if the mask has more than two bytes, or b ends
// early.
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
