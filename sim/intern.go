package sim

import "slices"

// tables holds what rows refer to by index. Every slice only grows, so a
// reader's copy of the slice headers stays valid while the recorder appends.
type tables struct {
	profiles    []*Profile    // 0 is a nameless one
	texts       []Text        // 0 is empty
	names       []string      // 0 is empty
	screenTexts []*ScreenText // 0 is none
	hulls       [][2]Vec3     // 0 is all zeroes
	keys        [][]Item      // 0 is none
	others      [][]InventoryItem
	bases       []base // of entities' rows; 0 are zeroes
}

// trim gives back what memory is left over for values that do not come any more.
func (t *tables) trim() {
	t.profiles, t.texts, t.names, t.screenTexts = slices.Clone(t.profiles), slices.Clone(t.texts), slices.Clone(t.names), slices.Clone(t.screenTexts)
	t.hulls, t.keys, t.others, t.bases = slices.Clone(t.hulls), slices.Clone(t.keys), slices.Clone(t.others), slices.Clone(t.bases)
}

// interner fills tables, each value once.
type interner struct {
	tables
	profileIndex map[*Profile]uint32
	nameIndex    map[string]uint32
	hullIndex    map[[2]Vec3]uint32
	lastProfile  [64]struct {
		p *Profile
		i uint32
	}
	// Of texts, screen texts, keys and other lines of inventories the last value only is
	// remembered: such values stay for long and seldom come again.
	lastText, lastScreenText, lastKeys, lastOther uint32
}

func newInterner() interner {
	return interner{
		tables: tables{
			profiles:    []*Profile{{}},
			texts:       make([]Text, 1),
			names:       make([]string, 1),
			screenTexts: make([]*ScreenText, 1),
			hulls:       make([][2]Vec3, 1),
			keys:        make([][]Item, 1),
			others:      make([][]InventoryItem, 1),
			bases:       make([]base, 1),
		},
		profileIndex: map[*Profile]uint32{},
		nameIndex:    map[string]uint32{"": 0},
		hullIndex:    map[[2]Vec3]uint32{{}: 0},
	}
}

func (t *interner) addProfile(p *Profile) uint32 {
	i := uint32(len(t.profiles))
	t.profiles = append(t.profiles, p)
	t.profileIndex[p] = i
	return i
}

func sameText(a, b Text) bool { return a.Plain == b.Plain && slices.Equal(a.Runs, b.Runs) }

func (t *interner) profile(p *Profile) uint32 {
	if p == nil {
		return 0
	}
	cached := &t.lastProfile[uint(p.Slot.Index())%uint(len(t.lastProfile))]
	if cached.p == p {
		return cached.i
	}
	i, ok := t.profileIndex[p]
	if !ok {
		i = t.addProfile(p)
	}
	cached.p, cached.i = p, i
	return i
}

func (t *interner) name(s string) uint32 {
	if s == "" {
		return 0
	}
	i, ok := t.nameIndex[s]
	if !ok {
		i = uint32(len(t.names))
		t.names = append(t.names, s)
		t.nameIndex[s] = i
	}
	return i
}

func (t *interner) hull(mins, maxs Vec3) uint32 {
	h := [2]Vec3{mins, maxs}
	for i := range min(len(t.hulls), 6) {
		if t.hulls[i] == h {
			return uint32(i)
		}
	}
	i, ok := t.hullIndex[h]
	if !ok {
		i = uint32(len(t.hulls))
		t.hulls = append(t.hulls, h)
		t.hullIndex[h] = i
	}
	return i
}

func (t *interner) text(s Text) uint32 {
	if s.Plain == "" {
		return 0
	}
	if !sameText(t.texts[t.lastText], s) {
		s.Runs = slices.Clone(s.Runs)
		t.lastText = uint32(len(t.texts))
		t.texts = append(t.texts, s)
	}
	return t.lastText
}

func (t *interner) screenText(s *ScreenText) uint32 {
	if s == nil {
		return 0
	}
	if !sameScreenText(t.screenTexts[t.lastScreenText], s) {
		t.lastScreenText = uint32(len(t.screenTexts))
		t.screenTexts = append(t.screenTexts, s)
	}
	return t.lastScreenText
}

func (t *interner) keyList(k []Item) uint32 {
	if len(k) == 0 {
		return 0
	}
	if !slices.Equal(t.keys[t.lastKeys], k) {
		t.lastKeys = uint32(len(t.keys))
		t.keys = append(t.keys, slices.Clone(k))
	}
	return t.lastKeys
}

func (t *interner) otherList(o []InventoryItem) uint32 {
	if len(o) == 0 {
		return 0
	}
	if !slices.Equal(t.others[t.lastOther], o) {
		t.lastOther = uint32(len(t.others))
		t.others = append(t.others, slices.Clone(o))
	}
	return t.lastOther
}
