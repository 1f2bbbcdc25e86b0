package sim

import "time"

// Stat is what a [Statistic] counts.
type Stat uint8

const (
	StatKills Stat = iota // of enemies
	StatDeaths
	StatSuicides
	StatTeamKills
	StatDamageGiven // to enemies
	StatDamageTaken
	StatDamageTeam // given to his own team
	StatDamageSelf
	StatAccuracy // percent of shots that hit; of a weapon where that is set
	StatShots    // of a weapon
	StatHits
	StatWeaponKills
	StatWeaponDamage
	StatWeaponTaken
	StatWeaponDropped
	StatItemsTaken // of an item
	StatItemTime   // seconds that an item was held
	StatControl    // seconds from the second frag in a row to the next death
	StatSpeedMax   // units a second
	StatSpeedMean
	StatCount
)

// Statistic is a number that the game itself tells of a player's match.
type Statistic struct {
	Time   time.Duration
	Slot   Slot
	Stat   Stat
	Weapon Weapon // WeaponNone where it is not of a weapon
	Item   Item   // ItemNone where it is not of an item
	Value  float64
}

// Hit is a blow that the game tells: how much of his armour and health it cost whom.
type Hit struct {
	Time             time.Duration
	Attacker, Victim Slot // nobody for the world
	Weapon           Weapon
	Amount           int16
	Splash           bool // by an explosion near by
}

// maxTold bounds the statistics and the hits of a recording: more of them are forged.
const maxTold = 1 << 18

// statistics are those of a recording, and the last of each kind.
type statistics struct {
	list []Statistic
	last map[Statistic]int // by all but time and value
}

// add adds one; what says the same as the last of its kind is left out.
func (s *statistics) add(x Statistic) {
	key := x
	key.Time, key.Value = 0, 0
	i, ok := s.last[key]
	if ok && s.list[i].Value == x.Value || len(s.list) == maxTold {
		return
	}
	if s.last == nil {
		s.last = map[Statistic]int{}
	}
	s.last[key] = len(s.list)
	s.list = append(s.list, x)
}

// Statistic adds a number that the game tells of a player.
func (b *Recorder) Statistic(x Statistic) {
	if x.Slot.Valid() {
		b.pipeline.call(func(s *store) { s.r.statistics.add(x) })
	}
}

// Hit adds a blow.
func (b *Recorder) Hit(h Hit) {
	b.pipeline.call(func(s *store) {
		if len(s.r.hits) < maxTold {
			s.r.hits = append(s.r.hits, h)
		}
	})
}

// Statistics are the numbers that the game told so far, in the order in which it did; the slice must not be modified.
func (r *Recording) Statistics() []Statistic {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.statistics.list
}

// Hits are the blows that the game told so far, ascending by Time; the slice must not be modified.
func (r *Recording) Hits() []Hit {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.hits
}
