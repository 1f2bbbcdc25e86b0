package recording

import (
	"fragscope/sim"
	"slices"
)

// tables holds the values to which rows refer by index. The slices only grow, so a reader's copy of their headers stays
// valid while the recorder appends.
type tables struct {
	profiles    []*sim.Profile    // 0 is a nameless profile
	texts       []sim.Text        // 0 is empty
	names       []string          // 0 is empty
	screenTexts []*sim.ScreenText // 0 is none
	hulls       [][2]sim.Vec3     // 0 is all zeroes
	keys        [][]sim.Item      // 0 is none
	others      [][]sim.InventoryItem
}

// trim releases spare memory once no more values will come.
func (t *tables) trim() {
	t.profiles, t.texts, t.names, t.screenTexts = slices.Clone(t.profiles), slices.Clone(t.texts),
		slices.Clone(t.names), slices.Clone(t.screenTexts)
	t.hulls, t.keys, t.others = slices.Clone(t.hulls), slices.Clone(t.keys), slices.Clone(t.others)
}

// interner fills tables, storing each value once.
type interner struct {
	tables
	profileIndex map[*sim.Profile]uint32
	nameIndex    map[string]uint32
	hullIndex    map[[2]sim.Vec3]uint32
	lastProfile  [64]struct {
		p *sim.Profile
		i uint32
	}
	// For text, screen text, keys and other inventory lines only the last value is remembered: they rarely change, and
	// seldom back to an earlier value.
	lastText, lastScreenText, lastKeys, lastOther uint32
}

func newInterner() interner {
	return interner{
		tables: tables{
			profiles:    []*sim.Profile{{}},
			texts:       make([]sim.Text, 1),
			names:       make([]string, 1),
			screenTexts: make([]*sim.ScreenText, 1),
			hulls:       make([][2]sim.Vec3, 1),
			keys:        make([][]sim.Item, 1),
			others:      make([][]sim.InventoryItem, 1),
		},
		profileIndex: map[*sim.Profile]uint32{},
		nameIndex:    map[string]uint32{"": 0},
		hullIndex:    map[[2]sim.Vec3]uint32{{}: 0},
	}
}

func (t *interner) addProfile(p *sim.Profile) uint32 {
	i := uint32(len(t.profiles))
	t.profiles = append(t.profiles, p)
	t.profileIndex[p] = i
	return i
}

func (t *interner) profile(p *sim.Profile) uint32 {
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

func (t *interner) hull(mins, maxs sim.Vec3) uint32 {
	h := [2]sim.Vec3{mins, maxs}
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

func (t *interner) text(s sim.Text) uint32 {
	if s.Plain == "" {
		return 0
	}
	if !t.texts[t.lastText].Equal(s) {
		s.Runs = slices.Clone(s.Runs)
		t.lastText = uint32(len(t.texts))
		t.texts = append(t.texts, s)
	}
	return t.lastText
}

func (t *interner) screenText(s *sim.ScreenText) uint32 {
	if s == nil {
		return 0
	}
	if !t.screenTexts[t.lastScreenText].Equal(s) {
		t.lastScreenText = uint32(len(t.screenTexts))
		t.screenTexts = append(t.screenTexts, s)
	}
	return t.lastScreenText
}

func (t *interner) keyList(k []sim.Item) uint32 {
	if len(k) == 0 {
		return 0
	}
	if !slices.Equal(t.keys[t.lastKeys], k) {
		t.lastKeys = uint32(len(t.keys))
		t.keys = append(t.keys, slices.Clone(k))
	}
	return t.lastKeys
}

func (t *interner) otherList(o []sim.InventoryItem) uint32 {
	if len(o) == 0 {
		return 0
	}
	if !slices.Equal(t.others[t.lastOther], o) {
		t.lastOther = uint32(len(t.others))
		t.others = append(t.others, slices.Clone(o))
	}
	return t.lastOther
}
