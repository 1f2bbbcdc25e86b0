package q3

import (
	"math/bits"
	"strings"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// roster is what is kept of the slots beside their rows.
type roster struct {
	*game
	lightning *lightning
	entries   [quake3.MaxClients]rosterEntry
	// before are those whom the snapshot before showed, a bit for each slot, and known those of them who went on from where they were then.
	before, known uint64
	// fading is set if somebody out of sight may be dead or have powers, which he will not be or have for ever.
	fading bool
	// scrambledOrigins is set if OSP sends origins that its own client sets right.
	scrambledOrigins bool
}

// rosterEntry is what is kept of a slot beside its row in the frame.
type rosterEntry struct {
	// former is who he was before he changed sides, which was told with the
	// snapshot of the number formerAt; nil if he did not.
	former      *sim.Profile
	formerAt    uint32
	eFlags      uint32 // as last told
	firingUntil time.Duration
	isFiring    bool // holds the trigger of a weapon with a beam
	// infoUntil is until when health and armour from the team overlay hold.
	infoUntil time.Duration
}

func (s *roster) reset() {
	s.entries, s.shown, s.before, s.known, s.fading = [quake3.MaxClients]rosterEntry{}, 0, 0, 0, false
	for slot := range quake3.MaxClients {
		s.setPlayer(slot, s.readPlayer(slot))
	}
	s.readScrambled()
}

// readScrambled reads whether OSP scrambles the origins of all players but the recorder.
func (s *roster) readScrambled() {
	i := s.mod.config.scrambled
	s.scrambledOrigins = i >= 0 && atoi(s.state.Configstrings[i]) != 0
}

// readPlayer is who a player's configstring says is in a slot; nil for nobody.
func (s *roster) readPlayer(slot int) *sim.Profile {
	text := s.state.Configstrings[s.protocol.CsPlayers+slot]
	if text == "" {
		return nil
	}
	v := info(text)
	profile := sim.Profile{Slot: sim.SlotAt(slot), Name: s.mod.coloring.text(v["n"]), Model: strings.Clone(v["model"])}
	profile.Clan = s.mod.coloring.text(v["cn"]).Plain
	switch atoi(v["t"]) {
	case 1:
		profile.Team = sim.TeamRed
	case 2:
		profile.Team = sim.TeamBlue
	case 3:
		profile.Team = sim.TeamSpectator
	}
	_, profile.Bot = v["skill"]
	return s.rec.Profile(profile)
}

// setPlayer puts somebody, or nobody, into a slot.
func (s *roster) setPlayer(slot int, profile *sim.Profile) {
	at := sim.SlotAt(slot)
	if profile == nil {
		s.entries[slot] = rosterEntry{}
		s.known &^= 1 << slot
		s.players.Remove(at)
		return
	}
	s.players.SetProfile(at, profile)
	s.players.List(at)
}

// joins says which side a player goes to.
var joins = [sim.TeamCount]sim.Text{
	sim.TeamFree: sim.PlainText("joins the game"), sim.TeamRed: sim.PlainText("joins red"),
	sim.TeamBlue: sim.PlainText("joins blue"), sim.TeamSpectator: sim.PlainText("joins the spectators"),
}

// changePlayer handles a changed configstring and says what changed.
func (s *roster) changePlayer(slot int) {
	old, profile := s.players.Profile(sim.SlotAt(slot)), s.readPlayer(slot)
	e := sim.Event{Slot: sim.SlotAt(slot), Profile: profile}
	switch {
	case old == profile:
		return
	case old == nil:
		e.Kind = sim.EventConnect
		s.queueJoin(e)
	case profile == nil:
		e.Kind, e.Profile = sim.EventDisconnect, old
		s.queueJoin(e)
	default:
		if old.Name.Plain != profile.Name.Plain {
			e.Kind, e.Text = sim.EventNameChange, sim.Renamed(old.Name, profile.Name)
			s.queueJoin(e)
		}
		if old.Team != profile.Team {
			s.entries[slot].former, s.entries[slot].formerAt = old, s.t.Snapshot()+1
			e.Kind, e.Team, e.Text = sim.EventTeamChange, profile.Team, joins[profile.Team]
			s.t.Queue(e)
		}
	}
	s.setPlayer(slot, profile)
}

// see notes that this snapshot shows a player, and reports whether the one before did not. He may be nobody.
func (s *roster) see(slot int) (appeared bool) {
	s.shown |= 1 << slot
	return s.known>>slot&1 == 0
}

// playerStays handles a player whom this snapshot shows as the one before.
func (s *roster) playerStays(slot int) {
	s.see(slot)
	if r := s.look(slot); r != nil {
		s.showPlayer(r, &s.entries[slot], slot)
	}
}

func (s *roster) showPlayer(r *recording.FramePlayer, p *rosterEntry, slot int) {
	if firing := p.isFiring || s.t.Now() < p.firingUntil; !r.Visible || r.Firing != firing {
		r = s.players.Row(r.Slot)
		r.Visible, r.Firing = true, firing
	}
	if p.isFiring && r.Weapon == sim.WeaponLightning {
		s.lightning.shooters(slot)
	}
}

// otherPlayer handles the entity of a player. One without a configstring is none, as for
// the game (cg_players.c, CG_Player, which leaves out who has no valid info).
func (s *roster) otherPlayer(e *quake3.Entity, appeared bool) {
	appeared = s.see(e.Number) || appeared
	r := s.row(e.Number)
	if r == nil {
		return
	}
	p := &s.entries[e.Number]
	before := r.Origin
	s.playerPlace(r, e)
	readAngles(&r.View, &e.EntityState)
	far := s.rules.TooFar(&before, &r.Origin, s.t.Now()-s.t.Before())
	s.readOther(r, p, e, appeared)
	r.NoLerp = r.NoLerp || far
	s.showPlayer(r, p, e.Number)
}

// readOther reads the state of a player's entity, but for his pose.
func (s *roster) readOther(r *recording.FramePlayer, p *rosterEntry, e *quake3.Entity, appeared bool) {
	flags, was := e.F[quake3.EntEFlags], p.eFlags
	p.eFlags = flags
	r.NoLerp = appeared || (flags^was)&efTeleport != 0
	if !appeared {
		s.awardFlags(e.Number, flags&^was)
	}
	r.OnGround = e.F[quake3.EntGroundEntityNum] != groundNone
	r.Weapon = s.mod.weapon(e.F[quake3.EntWeapon])
	had := r.Powerups
	r.Powerups, r.Flag, r.FlagCarried = s.mod.powerups(e.F[quake3.EntPowerups])
	if had != r.Powerups && !appeared {
		s.changePowers(e.Number, had, r.Powerups)
	}
	r.Invisible = r.Powerups.Has(sim.PowerupInvisibility)
	r.Chatting = flags&efTalk != 0
	p.isFiring = flags&efFiring != 0
	life := s.otherLife(r, e)
	if r.Life != sim.Alive && life == sim.Alive {
		r.NoLerp, r.ArmorKind = true, sim.ItemNone
		if r.Health != sim.Unknown && r.Health <= 0 {
			p.infoUntil = 0
		}
	}
	r.Life = life
	r.POV, r.Inventory, r.Ammo = false, nil, sim.Unknown
	if s.t.Now() > p.infoUntil {
		r.Health, r.Armor = sim.Unknown, sim.Unknown
	}
	if s.mod.tells.entityHealth && (e.F[quake3.EntHealth] != 0 || e.F[quake3.EntArmor] != 0) {
		r.Health, r.Armor = int16(e.F[quake3.EntHealth]), int16(e.F[quake3.EntArmor])
	}
	readHull(r, e.F[quake3.EntSolid])
}

// otherLife is whether the player of an entity lives.
func (s *roster) otherLife(r *recording.FramePlayer, e *quake3.Entity) sim.Life {
	flags := e.F[quake3.EntEFlags]
	switch {
	case e.F[quake3.EntEType] != quake3.EtInvisible && flags&(efNoDraw|efDead) == 0 && !r.Powerups.Has(sim.PowerupFreeze):
		return sim.Alive
	case e.F[quake3.EntEType] != quake3.EtInvisible && flags&efNoDraw == 0:
		return sim.Dead
	case r.Profile.Team == sim.TeamSpectator:
		return sim.Spectating
	}
	return sim.Gibbed
}

// readHull reads the box around a player, packed into a field.
func readHull(r *recording.FramePlayer, solid uint32) {
	if solid == 0 || solid == solidBModel {
		return
	}
	x, zd, zu := float32(solid&255), float32(solid>>8&255), float32(solid>>16&255)-32
	r.Mins, r.Maxs = sim.Vec3{-x, -x, -zd}, sim.Vec3{x, x, zu}
}

// states are powers that are no news: other events tell how they came.
const states = sim.PowerupSet(1<<sim.PowerupSpawnShield | 1<<sim.PowerupFreeze)

// changePowers records which powers a player got and lost in sight.
func (s *roster) changePowers(slot int, had, has sim.PowerupSet) {
	for p := range sim.PowerupCount {
		switch {
		case states.Has(p):
		case has.Has(p) && !had.Has(p):
			s.t.Event(sim.Event{Kind: sim.EventPowerup, Slot: sim.SlotAt(slot), Powerup: p})
		case had.Has(p) && !has.Has(p):
			s.t.Event(sim.Event{Kind: sim.EventPowerupEnd, Slot: sim.SlotAt(slot), Powerup: p})
		}
	}
}

// playerPlace reads where a player is at the time of the snapshot, and how fast.
// A server that runs its players apart from its frames says where he was at
// trTime and how to go on from there.
func (s *roster) playerPlace(r *recording.FramePlayer, e *quake3.Entity) {
	readPlace(&r.Origin, &e.EntityState)
	readVelocity(&r.Velocity, &e.EntityState)
	if e.F[quake3.EntPosType] == quake3.TrLinearStop {
		since, last := e.Int(quake3.EntPosTime), e.Int(quake3.EntPosDuration)
		if last > 0 && last <= 250 {
			dt := float32(min(max(s.clock-since, 0), last)) / 1000
			for i := range r.Origin {
				r.Origin[i] += r.Velocity[i] * dt
			}
		}
	}
	if s.scrambledOrigins && e.Number != s.pov {
		n := float32(e.Number)
		r.Origin[0] += 677 - 7*n
		r.Origin[1] += 411 - 12*n
		r.Origin[2] += 243 - 2*n
	}
}

// loseSight ages the players whom this snapshot does not show.
func (s *roster) loseSight() {
	if s.fading {
		s.fade()
	}
	if lost := s.before &^ s.shown; lost != 0 {
		s.loseAll(lost)
	}
	s.before, s.known = s.shown, s.shown
}

func (s *roster) loseAll(lost uint64) {
	for ; lost != 0; lost &= lost - 1 {
		slot := bits.TrailingZeros64(lost)
		if r := s.row(slot); r != nil && r.Visible {
			s.lose(r, &s.entries[slot])
		}
	}
}

// lose takes a player out of sight.
func (s *roster) lose(r *recording.FramePlayer, p *rosterEntry) {
	r.Visible, r.LastSeen, r.POV, r.Firing, r.Chatting, r.Inventory = false, s.t.Before(), false, false, false, nil
	r.Ammo = sim.Unknown
	if p.infoUntil < s.t.Now() {
		r.Health, r.Armor = sim.Unknown, sim.Unknown
	}
	p.isFiring, s.fading = false, true
	if r.Profile.Team == sim.TeamSpectator {
		r.Life = sim.Spectating
	}
}

// fade ends the powers and the death of players who are out of sight for long.
func (s *roster) fade() {
	s.fading = false
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Visible || r.Powerups == 0 && r.Life != sim.Dead {
			continue
		}
		s.fading = true
		if s.seen(r) {
			continue
		}
		if r.Powerups != 0 && s.t.Now()-r.LastSeen > powerTime {
			s.players.Row(r.Slot).Powerups = 0
		}
		if r.Life == sim.Dead && !s.mode.rounds && s.t.Now()-r.LastSeen > deathTime {
			s.players.Row(r.Slot).Life = sim.Absent
		}
	}
}

// hidePlayers takes the players out of the level, as the end of a match does: what
// stands at the place from which they watch the scores is not them.
func (s *roster) hidePlayers() {
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Life == sim.Spectating {
			continue
		}
		r = s.players.Row(r.Slot)
		r.Life, r.Visible, r.Firing, r.Chatting, r.LastSeen = sim.Absent, false, false, false, s.t.Now()
		r.Health, r.Armor, r.Ammo, r.ArmorKind, r.Inventory = sim.Unknown, sim.Unknown, sim.Unknown, sim.ItemNone, nil
		r.Powerups, r.FlagCarried, r.Invisible = 0, false, false
	}
}

// profileAtDeath is who someone was when he died whose death is told with this
// snapshot: in Red Rover it makes him change sides. It is nil if he is the same.
func (s *roster) profileAtDeath(slot int) *sim.Profile {
	if p := &s.entries[slot]; p.formerAt == s.t.Snapshot() {
		return p.former
	}
	return nil
}

// joinWords are the prints that say in words what a player's configstring tells.
var joinWords = [sim.EventKindCount]string{
	sim.EventConnect: " connected", sim.EventDisconnect: " disconnected", sim.EventNameChange: " renamed to ",
}

// pendingFor is the event since the last snapshot that a print puts into words, or
// nil: what happened is told once.
func (s *roster) pendingFor(text sim.Text) *sim.Event {
	for i := range s.t.Queued() {
		if e := &s.t.Queued()[i]; putsIntoWords(e, text) {
			return e
		}
	}
	return nil
}

func putsIntoWords(e *sim.Event, text sim.Text) bool {
	words := joinWords[e.Kind]
	if words == "" || e.Profile == nil {
		return false
	}
	name := e.Profile.Name.Plain
	if e.Kind == sim.EventNameChange {
		return strings.HasSuffix(text.Plain, words+name)
	}
	// A clan may precede the name.
	before, ok := strings.CutSuffix(text.Plain, words)
	return ok && (before == name || strings.HasSuffix(before, " "+name))
}

// queueJoin queues an event of a player's configstring. The print that puts
// it into words, where it came before, becomes its text.
func (s *roster) queueJoin(e sim.Event) {
	for i := range s.t.Queued() {
		if p := &s.t.Queued()[i]; p.Kind == sim.EventPrint && putsIntoWords(&e, p.Text) {
			e.Text = p.Text
			s.t.Queued()[i] = e
			return
		}
	}
	s.t.Queue(e)
}

// teamInfo is the team overlay: count, then for each team mate slot, place,
// health, armour, weapon and powerups. From protocol 91 on it lists slots only.
func (s *roster) teamInfo(a []string) {
	if s.mod.tells.entityHealth || len(a) < 2 {
		return
	}
	for i := 2; i+6 <= len(a); i += 6 {
		slot := atoi(a[i])
		r := s.row(slot)
		if r == nil || slot == s.pov {
			continue
		}
		r.Health, r.Armor = scoreNumber(a[i+2]), scoreNumber(a[i+3])
		if r.Health <= 0 && r.Visible && r.Life == sim.Alive {
			r.Health, r.Armor = sim.Unknown, sim.Unknown // he was dead when it was written
		}
		if !r.Visible {
			r.Weapon = s.mod.weapon(uint32(atoi(a[i+4])))
		}
		s.entries[slot].infoUntil = s.t.Now() + overlayTime
	}
}

// awardFlags finds awards of others, which show above their heads.
func (s *roster) awardFlags(slot int, began uint32) {
	if began&(efImpressive|efExcellent|efGauntlet|efDefend|efAssist) == 0 {
		return
	}
	for _, a := range []struct {
		bit  uint32
		name string
	}{{efImpressive, "Impressive"}, {efExcellent, "Excellent"}, {efGauntlet, "Humiliation"}, {efDefend, "Defense"}, {efAssist, "Assist"}} {
		if began&a.bit != 0 {
			s.t.Event(sim.Event{Kind: sim.EventAward, Slot: sim.SlotAt(slot), Text: sim.PlainText(a.name)})
		}
	}
}
