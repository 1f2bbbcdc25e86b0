package report

import (
	"context"
	"math"
	"slices"
	"time"

	"fragscope/sim"
)

// events counts what the match's events show.
func (b *builder) events(context.Context) error {
	m := &b.r.Match
	b.roster()
	events := b.rec.Events()
	for i := range events {
		e := &events[i]
		if e.Time < m.Start || e.Time > m.End || b.counts != nil && !b.counts(i) {
			continue
		}
		b.course(e)
		switch e.Kind {
		case sim.EventObituary:
			b.obituary(e)
		case sim.EventPickup:
			b.pickup(e)
		default:
			b.deed(e)
		}
	}
	b.dropFlags(m.End)
	if slices.ContainsFunc(b.r.Players, func(p Player) bool { return p.Numbers[FlagsTaken].hasCounted }) {
		for i := range b.r.Players {
			for _, f := range []Field{FlagsTaken, FlagsReturned, FlagTime, CarrierKills, Captures} {
				b.number(i, f).count(0)
			}
		}
	}
	for _, f := range []Field{Objectives, Revives, Supports} {
		if slices.ContainsFunc(b.r.Players, func(p Player) bool { return p.Numbers[f].hasCounted }) {
			for i := range b.r.Players {
				b.number(i, f).count(0)
			}
		}
	}
	for i, at := range b.since {
		b.number(i, Control).count((m.End - at).Seconds())
	}
	return nil
}

// roster adds everyone who plays in the match, with zeros for the counted numbers.
func (b *builder) roster() {
	m := &b.r.Match
	const looks = 40
	for k := range looks + 1 {
		w := b.cursor.At(m.Start + (m.End-m.Start)*time.Duration(k)/looks)
		for i := range w.Players {
			if p := &w.Players[i]; p.Life == sim.Alive || p.Life == sim.Dead || p.Life == sim.Gibbed {
				b.seen[b.playerAt(p.Slot, p.Profile)] = true
			}
		}
		b.present(w)
	}
	events := b.rec.Events()
	for i := range events {
		if e := &events[i]; e.Kind == sim.EventObituary && e.Time >= m.Start && e.Time <= m.End {
			b.seen[b.playerAt(e.Slot, e.Profile)], b.seen[b.playerAt(e.Attacker, e.AttackerProfile)] = true, true
		}
	}
	b.zeros()
}

// present adds the items of a world that players wait for. Only some events count if the report is narrowed: then items that
// nobody took say nothing.
func (b *builder) present(w *sim.World) {
	if b.counts != nil || w.Level != b.r.Match.Level {
		return
	}
	for i := range w.Entities {
		e := &w.Entities[i]
		if e.Kind == sim.EntityItem && timed(e.Item) && e.Name == "" && e.State != sim.ItemUnknown &&
			!slices.Contains(b.r.Present, e.Item) {
			b.r.Present = append(b.r.Present, e.Item)
		}
	}
}

// zeros sets every player's counted numbers to zero.
func (b *builder) zeros() {
	m := &b.r.Match
	for i := range b.r.Players {
		for _, f := range []Field{Frags, Deaths, Suicides, MapDeaths, Armors, Megas, Powerups, WeaponsTaken} {
			b.number(i, f).count(0)
		}
		if m.Teams {
			b.number(i, TeamKills).count(0)
		}
		if len(b.r.Players) == 2 && !m.Teams && b.counts == nil {
			b.number(i, Control).count(0)
		}
	}
}

// obituary counts a death.
func (b *builder) obituary(e *sim.Event) {
	victim, killer := b.playerAt(e.Slot, e.Profile), b.playerAt(e.Attacker, e.AttackerProfile)
	if victim < 0 || b.cleared(e) {
		return
	}
	if at, ok := b.carriers[e.Slot]; ok {
		b.carried(e.Slot, e.Time-at)
		if killer >= 0 && killer != victim && !e.TeamKill(b.r.Match.Teams) {
			b.number(killer, CarrierKills).count(1)
		}
	}
	b.number(victim, Deaths).count(1)
	b.weapon(victim, e.Weapon).Deaths.count(1)
	duel := b.r.Players[0].Numbers[Control].hasCounted
	if at, ok := b.since[victim]; ok && duel {
		b.number(victim, Control).count((e.Time - at).Seconds())
		delete(b.since, victim)
	}
	b.spree[victim] = 0
	if killer == victim || killer < 0 {
		switch {
		case e.Weapon.ByMap():
			b.number(victim, MapDeaths).count(1)
		case e.Weapon.BySelf():
			b.number(victim, Suicides).count(1)
		}
		b.kills[Kill{Killer: -1, Victim: victim, Weapon: e.Weapon}]++
		return
	}
	b.kills[Kill{Killer: killer, Victim: victim, Weapon: e.Weapon}]++
	if e.TeamKill(b.r.Match.Teams) {
		b.number(killer, TeamKills).count(1)
		return
	}
	b.number(killer, Frags).count(1)
	b.weapon(killer, e.Weapon).Kills.count(1)
	if n := b.number(killer, Streak); float64(b.spree[killer]+1) > n.counted {
		n.counted, n.hasCounted = float64(b.spree[killer]+1), true
	}
	if b.spree[killer]++; duel && b.spree[killer] >= 2 {
		if _, ok := b.since[killer]; !ok {
			b.since[killer] = e.Time
		}
	}
}

// deeds lists the kinds of events that are counted for the player concerned.
var deeds = map[sim.EventKind]Field{sim.EventMonsterKill: Monsters, sim.EventSecret: Secrets,
	sim.EventFlagTaken: FlagsTaken, sim.EventCapture: Captures, sim.EventFlagReturned: FlagsReturned,
	sim.EventThaw: Thaws, sim.EventObjective: Objectives, sim.EventRevive: Revives, sim.EventSupport: Supports}

// deed counts another action of a player.
func (b *builder) deed(e *sim.Event) {
	if e.Kind == sim.EventRoundEnd {
		b.dropFlags(e.Time)
	}
	f, counted := deeds[e.Kind]
	slot, profile := e.Slot, e.Profile
	if e.Kind == sim.EventThaw {
		slot, profile = e.Attacker, e.AttackerProfile
	}
	i := b.playerAt(slot, profile)
	if i < 0 && !slot.Valid() && len(b.r.Players) == 1 { // playing alone
		i = 0
	}
	if counted && i >= 0 {
		b.number(i, f).count(1)
	}
	at, carries := b.carriers[e.Slot]
	switch e.Kind {
	case sim.EventFlagTaken:
		if e.Slot.Valid() && !carries {
			b.carriers[e.Slot] = e.Time
		}
	case sim.EventFlagDropped, sim.EventCapture, sim.EventDisconnect:
		if carries {
			b.carried(e.Slot, e.Time-at)
		}
	}
}

// dropFlags ends the carrying of all flags, at the end of a round or the match.
func (b *builder) dropFlags(at time.Duration) {
	for slot, since := range b.carriers {
		b.carried(slot, at-since)
	}
}

// carried adds the time for which a player carried a flag that he no longer has.
func (b *builder) carried(s sim.Slot, time time.Duration) {
	delete(b.carriers, s)
	for i := len(b.r.Players) - 1; i >= 0; i-- {
		if b.r.Players[i].Slot == s {
			b.number(i, FlagTime).count(time.Seconds())
			return
		}
	}
}

// pickup counts an item.
func (b *builder) pickup(e *sim.Event) {
	i := b.playerAt(e.Slot, e.Profile)
	if i < 0 || e.Item != sim.ItemWeapon && !b.ofMap(e) {
		return
	}
	switch {
	case e.Item == sim.ItemArmorRed || e.Item == sim.ItemArmorYellow || e.Item == sim.ItemArmorGreen:
		b.number(i, Armors).count(1)
	case e.Item == sim.ItemMegaHealth:
		b.number(i, Megas).count(1)
	case e.Item.Powerup():
		b.number(i, Powerups).count(1)
	case e.Item == sim.ItemWeapon:
		b.number(i, WeaponsTaken).count(1)
		b.weapon(i, e.Weapon).Taken.count(1)
		return
	default:
		return
	}
	b.item(i, e.Item).Taken.count(1)
}

// ofMap reports whether the item taken belongs to the map. Games do not count items dropped by players.
func (b *builder) ofMap(e *sim.Event) bool {
	if !e.HasOrigin {
		return true
	}
	if b.places == nil {
		b.places = map[sim.Vec3]bool{}
		for _, a := range b.rec.ItemAbsences(b.r.Match.Level) {
			b.places[a.Origin] = true
		}
	}
	return b.places[e.Origin]
}

// worldsEach is the time between the worlds used to count the time alive and to measure speed.
const worldsEach = 50 * time.Millisecond

// worlds counts the time alive and measures speed.
func (b *builder) worlds(ctx context.Context) error {
	m := &b.r.Match
	last := m.Start - worldsEach
	for f := max(b.rec.FrameAt(m.Start), 0); f < b.rec.Frames(); f++ {
		at := b.rec.FrameTime(f)
		if at > m.End {
			break
		}
		if at-last < worldsEach {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		dt := min(at-last, time.Second)
		last = at
		w := b.cursor.At(at)
		if w.Level != m.Level { // the next one begins when this one ends
			continue
		}
		for k := range w.Players {
			b.lives(&w.Players[k], dt, w.Phase)
			b.stands(&w.Players[k], at)
		}
	}
	at := b.lastTold()
	if w := b.cursor.At(at); w.Level == m.Level {
		for k := range w.Players {
			b.stands(&w.Players[k], at)
		}
	}
	for i, l := range b.last {
		if l.frags != sim.Unknown {
			b.number(i, Score).tell(float64(l.frags))
		}
		if l.deaths == sim.Unknown {
			continue
		}
		deaths := float64(l.deaths) + b.deathsAfter(i, l.last)
		if n := b.number(i, Deaths); !n.hasCounted || deaths != n.counted {
			n.tell(deaths)
		}
	}
	b.zeros()
	return nil
}

// deathsAfter counts a player's deaths after he was last in the game: in some games, leaving counts as a death.
func (b *builder) deathsAfter(i int, at time.Duration) (n float64) {
	events, m := b.rec.Events(), &b.r.Match
	for k := range events {
		if e := &events[k]; e.Kind == sim.EventObituary && e.Time > at && e.Time <= m.End &&
			b.playerAt(e.Slot, e.Profile) == i {
			n++
		}
	}
	return n
}

// standing is a player's score at the time when he was last in the game.
type standing struct {
	frags, deaths int16
	first, last   time.Duration
	team          sim.Team
	sides         int // number of sides he was on
}

// stands records a player's score, because he may leave before the match ends.
func (b *builder) stands(p *sim.Player, at time.Duration) {
	if p.Life == sim.Spectating || p.Profile.Team == sim.TeamSpectator ||
		p.Frags == sim.Unknown && p.Deaths == sim.Unknown {
		return
	}
	i := b.playerAt(p.Slot, p.Profile)
	if i < 0 {
		return
	}
	l := b.last[i]
	if l == nil {
		l = &standing{frags: sim.Unknown, deaths: sim.Unknown, first: at}
		b.last[i] = l
	}
	if l.sides == 0 || l.team != p.Profile.Team {
		l.team = p.Profile.Team
		l.sides++
	}
	l.last = at
	if p.Frags != sim.Unknown {
		l.frags = p.Frags
	}
	if p.Deaths != sim.Unknown {
		l.deaths = p.Deaths
	}
}

// lastTold returns the time at which the match's scores are complete: the final table comes during the intermission.
func (b *builder) lastTold() time.Duration {
	const step, longest = 250 * time.Millisecond, 3 * time.Second
	last := b.r.Match.End
	for at := last + step; at <= min(b.r.Match.End+longest, b.r.Match.until); at += step {
		if p := b.cursor.At(at).Phase; p != sim.PhaseIntermission && p != sim.PhaseFinished {
			break
		}
		last = at
	}
	return last
}

// stopped lists the phases during a match in which nobody plays.
var stopped = [...]sim.Phase{sim.PhaseCountdown, sim.PhaseTimeout, sim.PhaseIntermission}

// lives counts time during which a player was alive. The countdowns between the points of a match do not count.
func (b *builder) lives(p *sim.Player, dt time.Duration, phase sim.Phase) {
	if p.Life != sim.Alive || !p.Visible || slices.Contains(stopped[:], phase) {
		return
	}
	i := b.playerAt(p.Slot, p.Profile)
	if i < 0 {
		return
	}
	b.seen[i] = true
	b.number(i, Seen).count(dt.Seconds())
	speed := math.Hypot(float64(p.Velocity[0]), float64(p.Velocity[1]))
	mean := b.mean[i]
	if mean == nil {
		mean = new(struct{ sum, n float64 })
		b.mean[i] = mean
	}
	mean.sum += speed * dt.Seconds()
	mean.n += dt.Seconds()
	n := b.number(i, SpeedMean)
	n.counted, n.hasCounted = mean.sum/max(mean.n, 1e-9), true
}

// hits counts damage if the game reports hits. A hit that kills counts for the victim's remaining health and armour, as
// games count it (ktx src/combat.c, T_Damage).
func (b *builder) hits(ctx context.Context) error {
	m := &b.r.Match
	var at time.Duration = -1
	had := map[sim.Slot][2]float64{} // health and armour of the victims at one moment
	for _, h := range b.rec.Hits() {
		if h.Time < m.Start || h.Time > m.End {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w := b.cursor.At(h.Time - time.Millisecond)
		if h.Time != at {
			at = h.Time
			clear(had)
		}
		attacker, victim := playerIn(w, h.Attacker), playerIn(w, h.Victim)
		if victim == nil || b.playerAt(victim.Slot, victim.Profile) < 0 {
			continue
		}
		amount := dealt(m, &h, victim, had)
		b.blow(&h, attacker, victim, amount)
	}
	if len(b.rec.Hits()) > 0 {
		for i := range b.r.Players {
			for _, f := range []Field{DamageGiven, DamageTaken} {
				b.number(i, f).count(0)
			}
			if m.Teams {
				b.number(i, DamageTeam).count(0)
			}
		}
	}
	return nil
}

// playerIn returns the player in a slot of a world, or nil for nobody.
func playerIn(w *sim.World, s sim.Slot) *sim.Player {
	for i := range w.Players {
		if w.Players[i].Slot == s && s.Valid() {
			return &w.Players[i]
		}
	}
	return nil
}

// protection is the fraction of a hit that each kind of armour absorbs (Quake's items.qc, armor_touch).
var protection = map[sim.Item]float64{sim.ItemArmorGreen: 0.3, sim.ItemArmorYellow: 0.6, sim.ItemArmorRed: 0.8}

// restart is the time after the start of a match for which a demo may still show what players had before.
const restart = 100 * time.Millisecond

// dealt returns the health and armour that a hit cost its victim.
func dealt(m *Match, h *sim.Hit, victim *sim.Player, had map[sim.Slot][2]float64) float64 {
	now, ok := had[h.Victim]
	if !ok {
		now = [2]float64{float64(victim.Health), float64(max(victim.Armor, 0))}
		if victim.Health == sim.Unknown {
			return float64(h.Amount)
		}
		if h.Time-m.Start < restart { // everyone's initial health and armour
			now = [2]float64{100, 0}
		}
	}
	amount := float64(h.Amount)
	save := min(math.Ceil(protection[victim.ArmorKind]*amount), now[1])
	take := min(amount-save, max(now[0], 0))
	if victim.Powerups.Has(sim.PowerupProtection) {
		take = 0
	}
	had[h.Victim] = [2]float64{now[0] - take, now[1] - save}
	return save + take
}

// blow counts the damage of a hit.
func (b *builder) blow(h *sim.Hit, attacker, victim *sim.Player, amount float64) {
	v := b.playerAt(victim.Slot, victim.Profile)
	if attacker == nil || attacker.Slot == victim.Slot {
		return
	}
	a := b.playerAt(attacker.Slot, attacker.Profile)
	if a < 0 {
		return
	}
	if b.r.Match.Teams && attacker.Profile.Team == victim.Profile.Team && attacker.Profile.Team != sim.TeamFree {
		b.number(a, DamageTeam).count(amount)
		return
	}
	b.number(a, DamageGiven).count(amount)
	b.number(v, DamageTaken).count(amount)
	b.weapon(a, h.Weapon).Damage.count(amount)
}
