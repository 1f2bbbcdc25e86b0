package track

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Players holds the player slots of a server. For each slot, it holds the player, if any, and his row in the frame. The
// rows are sorted by slot.
type Players struct {
	t     *Track
	rules *Rules
	slots [MaxSlots]slot
	rows  []recording.FramePlayer
	names []Named
	// teleports are the places where someone came out of a teleporter at this snapshot.
	teleports []sim.Vec3
	teamKills []teamKill // with victims not known yet
	dying     bool       // someone was seen to die a moment ago
	fading    bool       // somebody out of sight is dead or has powerups, which will not last forever
	// changed has a bit for each row handed out for modification since it was recorded. known is set if the rows
	// themselves are still the same.
	changed [MaxSlots / 64]uint64
	known   bool
	// showing has a bit for each player in this snapshot, and shown for each in the previous one. They are used with
	// Rules.SeenUntilGone.
	showing, shown [MaxSlots / 64]uint64
	// standing has a bit for each of the first 64 players that is shown until the demo removes him.
	standing uint64
}

// slot holds the data kept about a player apart from his row.
type slot struct {
	profile     *sim.Profile
	name        string // as in printed messages
	row         int16  // index of his row plus one; 0 if he has none
	seen        uint32 // number of the last snapshot that showed him; 0 if never
	firingUntil time.Duration
	death       death
	hit         hit
	moved       bool // his velocity is computed from his movement
	held
}

// Named holds a player's slot and his name as it appears in printed messages.
type Named struct {
	Slot sim.Slot
	Name string
}

// NewPlayers returns a Players that is part of track t and follows the given rules.
func NewPlayers(t *Track, rules *Rules) *Players {
	p := &Players{t: t, rules: rules}
	t.players = p
	return p
}

func (p *Players) reset() {
	p.slots = [MaxSlots]slot{}
	p.rows, p.names, p.teleports, p.teamKills = p.rows[:0], nil, p.teleports[:0], nil
	p.known, p.fading, p.standing = false, false, 0
}

func (p *Players) begin() {
	p.teleports = p.teleports[:0]
	if !p.t.noLerp && p.rules.FiringTime == 0 {
		return
	}
	for i := range p.rows {
		r := &p.rows[i]
		if p.t.noLerp {
			p.at(i).NoLerp = true
		}
		if p.rules.FiringTime > 0 {
			if firing := p.t.now < p.slot(r.Slot).firingUntil; firing != r.Firing {
				p.at(i).Firing = firing
			}
		}
	}
}

// fill sets a frame's rows.
func (p *Players) fill(f *recording.Frame) {
	f.Players, f.Changes.Players = p.rows, nil
	if p.known {
		f.Changes.Players = p.changed[:(len(p.rows)+63)/64]
	}
}

// recorded notes that the recorder has all rows in their current state.
func (p *Players) recorded() { p.changed, p.known = [MaxSlots / 64]uint64{}, true }

// at returns the row at an index for modification.
func (p *Players) at(i int) *recording.FramePlayer {
	p.changed[i/64] |= 1 << (i % 64)
	return &p.rows[i]
}

// slot returns the data kept about a player, or nil for nobody.
func (p *Players) slot(s sim.Slot) *slot {
	if n := s.Index(); n >= 0 && n < MaxSlots {
		return &p.slots[n]
	}
	return nil
}

// Rows returns the rows of the listed players, sorted by slot. The rows are read-only and valid until a player is
// listed or removed.
func (p *Players) Rows() []recording.FramePlayer { return p.rows }

// Row returns the row of slot s for modification, or nil if s is not listed.
func (p *Players) Row(s sim.Slot) *recording.FramePlayer {
	if k := p.slot(s); k != nil && k.row > 0 {
		return p.at(int(k.row) - 1)
	}
	return nil
}

// Look returns the row of slot s for reading only, or nil if s is not listed.
func (p *Players) Look(s sim.Slot) *recording.FramePlayer {
	if k := p.slot(s); k != nil && k.row > 0 {
		return &p.rows[k.row-1]
	}
	return nil
}

// Profile returns the profile of the player in slot s, or nil if the slot is empty.
func (p *Players) Profile(s sim.Slot) *sim.Profile {
	if k := p.slot(s); k != nil {
		return k.profile
	}
	return nil
}

// SetProfile sets the profile of the player in slot s. The player need not be listed. When a player stops spectating,
// his position becomes unknown.
func (p *Players) SetProfile(s sim.Slot, profile *sim.Profile) {
	k := p.slot(s)
	if k == nil {
		return
	}
	k.profile = profile
	if r := p.Row(s); r != nil && profile != nil {
		p.wear(r, profile)
	}
}

// wear sets the profile of a row.
func (p *Players) wear(r *recording.FramePlayer, profile *sim.Profile) {
	watches := profile.Team == sim.TeamSpectator
	switch {
	case watches && !r.Visible:
		r.Life = sim.Spectating
	case !watches && r.Life == sim.Spectating && !r.Visible:
		r.Life = sim.Absent
	}
	r.Profile, r.Bot = profile, profile.Bot
}

// SetName sets the name of the player in slot s as it appears in printed messages. If name is empty, SetName removes
// the name.
func (p *Players) SetName(s sim.Slot, name string) {
	k := p.slot(s)
	if k == nil || k.name == name {
		return
	}
	k.name = name
	p.listNames()
}

func (p *Players) listNames() {
	p.names = p.names[:0]
	for i := range p.slots {
		if name := p.slots[i].name; name != "" {
			p.names = append(p.names, Named{sim.SlotAt(i), name})
		}
	}
}

// Names returns the names of all players, sorted by slot.
func (p *Players) Names() []Named { return p.names }

// List returns the row of slot s for modification, adding it if necessary. It returns nil if s is the zero Slot. If the
// player has no profile, he gets an empty one.
func (p *Players) List(s sim.Slot) *recording.FramePlayer {
	k := p.slot(s)
	if k == nil {
		return nil
	}
	if r := p.Row(s); r != nil {
		return r
	}
	if k.profile == nil {
		k.profile = p.t.rec.Profile(sim.Profile{Slot: s})
	}
	row := recording.FramePlayer{Player: sim.Player{Slot: s, Health: sim.Unknown, Armor: sim.Unknown, Ammo: sim.Unknown,
		Frags: sim.Unknown, Deaths: sim.Unknown, Ping: sim.Unknown, Loss: sim.Unknown, Mins: p.rules.Hull[0],
		Maxs: p.rules.Hull[1]}}
	if p.rules.CountDeaths {
		row.Deaths = 0
	}
	p.wear(&row, k.profile)
	i, _ := slices.BinarySearchFunc(p.rows, s.Index(),
		func(r recording.FramePlayer, n int) int { return r.Slot.Index() - n })
	p.rows = slices.Insert(p.rows, i, row)
	p.number(i)
	return &p.rows[i]
}

// Unlist removes the player in slot s from the frame. The player remains in his slot.
func (p *Players) Unlist(s sim.Slot) {
	k := p.slot(s)
	if k == nil || k.row == 0 {
		return
	}
	i := int(k.row) - 1
	k.row, k.seen = 0, 0
	p.rows = slices.Delete(p.rows, i, i+1)
	p.number(i)
}

// Remove removes the player from slot s.
func (p *Players) Remove(s sim.Slot) {
	k := p.slot(s)
	if k == nil {
		return
	}
	p.Unlist(s)
	named := k.name != ""
	*k = slot{}
	if named {
		p.listNames()
	}
}

// number updates the slots' row indices, starting with one, and records that rows were added or removed.
func (p *Players) number(from int) {
	p.known = false
	for i := from; i < len(p.rows); i++ {
		p.slots[p.rows[i].Slot.Index()].row = int16(i + 1)
	}
}

// See records that the player in slot s is in the current snapshot. appeared is true if he was not in the previous
// snapshot.
func (p *Players) See(s sim.Slot) (appeared bool) {
	k := p.slot(s)
	if k == nil {
		return false
	}
	appeared = k.seen == 0 || k.seen < p.t.snapshot-1
	k.seen = p.t.snapshot
	p.showing[s.Index()/64] |= 1 << (s.Index() % 64)
	return appeared
}

// Seen reports whether the player in slot s is in the current snapshot.
func (p *Players) Seen(s sim.Slot) bool {
	k := p.slot(s)
	return k != nil && k.seen != 0 && k.seen == p.t.snapshot
}

// Lose makes the tracker forget when the player in slot s was last in a snapshot. The next call to See then reports
// that he appeared.
func (p *Players) Lose(s sim.Slot) {
	if k := p.slot(s); k != nil {
		k.seen = 0
	}
}
