package sim

import "slices"

// recentProfiles is how many of a slot's profiles are compared with a new one:
// who takes an older one again gets a copy of it.
const recentProfiles = 32

// Profile returns the one Profile that equals p, so that profiles can be
// compared by their address.
func (b *Recorder) Profile(p Profile) *Profile {
	list := b.profilesOf[p.Slot.Index()]
	for _, q := range list[max(0, len(list)-recentProfiles):] {
		if sameProfile(q, &p) {
			return q
		}
	}
	q := &p
	q.Name.Runs = slices.Clone(q.Name.Runs)
	b.profilesOf[p.Slot.Index()] = append(list, q)
	b.addProfile(q)
	return q
}

func (b *Recorder) addProfile(p *Profile) uint32 {
	i := uint32(len(b.tables.profiles))
	b.tables.profiles = append(b.tables.profiles, p)
	b.profileIndex[p] = i
	return i
}

func sameProfile(a, b *Profile) bool {
	return a.Slot == b.Slot && a.Team == b.Team && sameText(a.Name, b.Name) && a.TeamName == b.TeamName &&
		a.Clan == b.Clan && a.Model == b.Model && a.Colors == b.Colors && a.HasColors == b.HasColors && a.Bot == b.Bot
}

func sameText(a, b Text) bool { return a.Plain == b.Plain && slices.Equal(a.Runs, b.Runs) }

func (b *Recorder) internProfile(p *Profile) uint32 {
	if p == nil {
		return 0
	}
	cached := &b.lastProfile[uint(p.Slot.Index())%uint(len(b.lastProfile))]
	if cached.p == p {
		return cached.i
	}
	i, ok := b.profileIndex[p]
	if !ok {
		i = b.addProfile(p)
	}
	cached.p, cached.i = p, i
	return i
}

func (b *Recorder) internName(s string) uint32 {
	if s == "" {
		return 0
	}
	i, ok := b.nameIndex[s]
	if !ok {
		i = uint32(len(b.tables.names))
		b.tables.names = append(b.tables.names, s)
		b.nameIndex[s] = i
	}
	return i
}

func (b *Recorder) internHull(mins, maxs Vec3) uint32 {
	h := [2]Vec3{mins, maxs}
	for i := range min(len(b.tables.hulls), 6) {
		if b.tables.hulls[i] == h {
			return uint32(i)
		}
	}
	i, ok := b.hullIndex[h]
	if !ok {
		i = uint32(len(b.tables.hulls))
		b.tables.hulls = append(b.tables.hulls, h)
		b.hullIndex[h] = i
	}
	return i
}

// internText, internBoard, internKeys and internOther remember the last value only: such
// values stay for long and seldom come again.
func (b *Recorder) internText(t Text) uint32 {
	if t.Plain == "" {
		return 0
	}
	if !sameText(b.tables.texts[b.lastText], t) {
		t.Runs = slices.Clone(t.Runs)
		b.lastText = uint32(len(b.tables.texts))
		b.tables.texts = append(b.tables.texts, t)
	}
	return b.lastText
}

func (b *Recorder) internBoard(o *ScreenText) uint32 {
	if o == nil {
		return 0
	}
	if !sameScreenText(b.tables.boards[b.lastBoard], o) {
		b.lastBoard = uint32(len(b.tables.boards))
		b.tables.boards = append(b.tables.boards, o)
	}
	return b.lastBoard
}

func (b *Recorder) internKeys(k []Item) uint32 {
	if len(k) == 0 {
		return 0
	}
	if !slices.Equal(b.tables.keys[b.lastKeys], k) {
		b.lastKeys = uint32(len(b.tables.keys))
		b.tables.keys = append(b.tables.keys, slices.Clone(k))
	}
	return b.lastKeys
}

func (b *Recorder) internOther(o []InventoryItem) uint32 {
	if len(o) == 0 {
		return 0
	}
	if !slices.Equal(b.tables.others[b.lastOther], o) {
		b.lastOther = uint32(len(b.tables.others))
		b.tables.others = append(b.tables.others, slices.Clone(o))
	}
	return b.lastOther
}
