package track

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// Players are the slots of a server: who is in each, and the row of the frame
// that shows him. Rows ascend by slot.
type Players struct {
	t     *Track
	rules *Rules
	slots [MaxSlots]slot
	rows  []recording.FramePlayer
	names []Named
	// teleports are where someone came out of one at this snapshot.
	teleports []sim.Vec3
	teamKills []teamKill // whose victims are not known yet
	dying     bool       // someone was seen to die a moment ago
	jumped    bool       // the recorder was told not to interpolate some rows
	fading    bool       // somebody out of sight may be dead or have powers, which he will not be or have for ever
	// changed are the rows that were handed out to be changed since they were recorded, a bit for each, and known is set if there are
	// no others than then.
	changed [MaxSlots / 64]uint64
	known   bool
	// showing are the players whom this snapshot shows, and shown those whom the one before did, a bit for each, where what is seen
	// stays.
	showing, shown [MaxSlots / 64]uint64
}

// slot is what is kept of a player beside his row.
type slot struct {
	profile     *sim.Profile
	name        string // as prints have it
	row         int16  // index of his row plus one; 0 for none
	seen        uint32 // number of the last snapshot that showed him; 0 never
	firingUntil time.Duration
	death       death
	hit         hit
	held
}

// Named is a player by his name as prints have it.
type Named struct {
	Slot sim.Slot
	Name string
}

// NewPlayers returns the players of a track.
func NewPlayers(t *Track, rules *Rules) *Players {
	p := &Players{t: t, rules: rules}
	t.players = p
	return p
}

func (p *Players) reset() {
	p.slots = [MaxSlots]slot{}
	p.rows, p.names, p.teleports, p.teamKills = p.rows[:0], nil, p.teleports[:0], nil
	p.known, p.fading = false, false
}

func (p *Players) begin() {
	p.teleports = p.teleports[:0]
	if !p.jumped && !p.t.noLerp && p.rules.FiringTime == 0 {
		return
	}
	for i := range p.rows {
		r := &p.rows[i]
		if r.NoLerp != p.t.noLerp {
			p.at(i).NoLerp = p.t.noLerp
		}
		if p.rules.FiringTime > 0 {
			if firing := p.t.now < p.slot(r.Slot).firingUntil; firing != r.Firing {
				p.at(i).Firing = firing
			}
		}
	}
}

// fill gives a frame the rows.
func (p *Players) fill(f *recording.Frame) {
	f.Players, f.Changes.Players = p.rows, nil
	if p.known {
		f.Changes.Players = p.changed[:(len(p.rows)+63)/64]
	}
}

// recorded notes that the recorder has all rows as they are.
func (p *Players) recorded() {
	p.jumped = false
	for i := range p.rows {
		p.jumped = p.jumped || p.rows[i].NoLerp
	}
	p.changed, p.known = [MaxSlots / 64]uint64{}, true
}

// at is the row at a place among the rows, to be changed.
func (p *Players) at(i int) *recording.FramePlayer {
	p.changed[i/64] |= 1 << (i % 64)
	return &p.rows[i]
}

// slot is what is kept of a player, nil for nobody.
func (p *Players) slot(s sim.Slot) *slot {
	if n := s.Index(); n >= 0 && n < MaxSlots {
		return &p.slots[n]
	}
	return nil
}

// Rows are those in the game, ascending by slot, to be read until a player is listed or removed.
func (p *Players) Rows() []recording.FramePlayer { return p.rows }

// Row is the row of a slot, to be changed; nil where nobody is listed.
func (p *Players) Row(s sim.Slot) *recording.FramePlayer {
	if k := p.slot(s); k != nil && k.row > 0 {
		return p.at(int(k.row) - 1)
	}
	return nil
}

// Look is the row of a slot, to be read; nil where nobody is listed.
func (p *Players) Look(s sim.Slot) *recording.FramePlayer {
	if k := p.slot(s); k != nil && k.row > 0 {
		return &p.rows[k.row-1]
	}
	return nil
}

// Profile is who is in a slot; nil for nobody.
func (p *Players) Profile(s sim.Slot) *sim.Profile {
	if k := p.slot(s); k != nil {
		return k.profile
	}
	return nil
}

// SetProfile says who is in a slot, whether he is listed or not. Who does not
// watch any more is not known to be anywhere.
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

// wear gives a row its profile.
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

// SetName says what prints call a player, "" for one whom none does.
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

// Names are those of all players, ascending by slot.
func (p *Players) Names() []Named { return p.names }

// List returns the row of a slot, which may be changed and is made where there is none; one of whom
// the demo tells nothing has a profile without a name. It is nil for nobody.
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
		Frags: sim.Unknown, Deaths: sim.Unknown, Ping: sim.Unknown, Mins: p.rules.Hull[0], Maxs: p.rules.Hull[1]}}
	if p.rules.CountDeaths {
		row.Deaths = 0
	}
	p.wear(&row, k.profile)
	i, _ := slices.BinarySearchFunc(p.rows, s.Index(), func(r recording.FramePlayer, n int) int { return r.Slot.Index() - n })
	p.rows = slices.Insert(p.rows, i, row)
	p.number(i)
	return &p.rows[i]
}

// Unlist takes a player out of the frame; who is in the slot stays known.
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

// Remove empties a slot.
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

// number notes where the rows are, from one of them on, and that there are others.
func (p *Players) number(from int) {
	p.known = false
	for i := from; i < len(p.rows); i++ {
		p.slots[p.rows[i].Slot.Index()].row = int16(i + 1)
	}
}

// See notes that this snapshot shows a player. appeared reports whether the
// snapshot before did not.
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

// Seen reports whether this snapshot shows a player.
func (p *Players) Seen(s sim.Slot) bool {
	k := p.slot(s)
	return k != nil && k.seen != 0 && k.seen == p.t.snapshot
}

// Lose forgets when a player was last shown: the next that shows him, he appears.
func (p *Players) Lose(s sim.Slot) {
	if k := p.slot(s); k != nil {
		k.seen = 0
	}
}
