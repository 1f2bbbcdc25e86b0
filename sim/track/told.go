package track

import (
	"time"

	"fragscope/sim"
)

// Happened reports an event found in the demo.
type Happened struct{ sim.Event }

func (e Happened) conclude(t *Tracker) { t.event(e.Event) }

// Shown reports an effect that begins at the current snapshot. The Last field is the effect's duration. If AtPlayer is
// set and the current snapshot shows the player in the effect's Slot, the effect is placed at his position.
type Shown struct {
	Effect   sim.Effect
	Last     time.Duration
	AtPlayer bool
}

func (e Shown) conclude(t *Tracker) {
	if e.AtPlayer {
		e.Effect.Origin = t.players.placeOf(e.Effect.Slot, e.Effect.Origin)
	}
	t.track.Effect(e.Effect, e.Last)
}

// CenterPrinted reports text shown in the middle of the recorder's screen. The Last field is how long the text is
// shown.
type CenterPrinted struct {
	Text sim.Text
	Last time.Duration
}

func (c CenterPrinted) conclude(t *Tracker) { t.track.CenterPrint(c.Text, c.Last) }

// Killed reports a death announced in a line of text. Text is that line.
type Killed struct {
	Death
	Text sim.Text
}

func (k Killed) conclude(t *Tracker) { t.players.Kill(k.Death, k.Text) }

// Counted reports one of a player's match statistics, as counted by the game.
type Counted struct {
	sim.Statistic
	// OfAll is set if the statistic also applies to spectators.
	OfAll bool
}

func (c Counted) conclude(t *Tracker) {
	if r := t.players.Look(c.Slot); r != nil && (c.OfAll || r.Profile.Team != sim.TeamSpectator) {
		c.Time = t.track.Now()
		t.track.Recorder().Statistic(c.Statistic)
	}
}

// HeaderTold reports facts about the demo and its game. The header's Date field is ignored, because the date comes from
// the first [DateTold].
type HeaderTold struct{ sim.Header }

func (h HeaderTold) conclude(t *Tracker) {
	was := t.track.Recorder().Header()
	h.Date, h.DateAt = was.Date, was.DateAt
	t.track.Recorder().SetHeader(h.Header)
}

// DateTold reports a date found in the demo.
type DateTold struct{ Date string }

func (d DateTold) conclude(t *Tracker) {
	h := t.track.Recorder().Header()
	if d.Date == "" || h.Date != "" {
		return
	}
	h.SetDate(d.Date, t.track.Now())
	t.track.Recorder().SetHeader(h)
}

// RulesTold reports the rules of the game. They replace the tracker's current rules.
type RulesTold struct{ Rules }

func (r RulesTold) conclude(t *Tracker) { t.rules = r.Rules }

// Reports about items; see the methods of [Items] with similar names.
type (
	// ServerTook reports a pickup announced by the server.
	ServerTook struct {
		Entity  int
		Slot    sim.Slot
		Respawn time.Duration // 0 if unknown
	}
	// ServerTimer reports that an item will respawn after a given time.
	ServerTimer struct {
		Entity int
		After  time.Duration
	}
	// ServerTookPack reports the pickup of a backpack announced by the server.
	ServerTookPack struct {
		Entity int
		Slot   sim.Slot
	}
	// ToldTook reports a pickup announced on the screen of the player who took the item.
	ToldTook struct {
		Slot sim.Slot
		What ItemDef
	}
)

func (s ServerTook) conclude(t *Tracker)     { t.items.ServerTook(s.Entity, s.Slot, s.Respawn) }
func (s ServerTimer) conclude(t *Tracker)    { t.items.ServerTimer(s.Entity, s.After) }
func (s ServerTookPack) conclude(t *Tracker) { t.items.ServerTookPack(s.Entity, s.Slot) }
func (s ToldTook) conclude(t *Tracker)       { t.items.Told(s.Slot, s.What) }

// Reports about the match; see the methods of [Match] with similar names.
type (
	// ClipBegins reports that the demo is a clip of another demo.
	ClipBegins struct{}
	// MatchStarts reports the start of a match. In a match that is played as a series of points, it reports the start
	// of a point.
	MatchStarts struct{}
	// MatchEnds reports the end of a match.
	MatchEnds struct{}
	// MatchWarmup reports that no match is in progress.
	MatchWarmup struct{}
	// MatchCountdown reports that a match is about to begin. The In field is the time until the match begins, or 0 if
	// that is unknown.
	MatchCountdown struct{ In time.Duration }
	// MatchPaused reports that the game was paused or resumed. On is set if the game was paused.
	MatchPaused struct{ On bool }
	// MatchOvertime reports the start of an overtime period. Text is the game's announcement.
	MatchOvertime struct{ Text sim.Text }
	// RoundStarts reports the start of a round.
	RoundStarts struct{ Number, Turn int }
	// RoundComes reports that the next round is about to begin. Number is 0 if unknown.
	RoundComes struct{ Number int }
	// RoundEnds reports the end of a round. Text is the game's announcement.
	RoundEnds struct{ Text sim.Text }
	// PointEnds reports the end of a point in a match that is played as a series of points. Text is the game's
	// announcement.
	PointEnds struct{ Text sim.Text }
	// IntermissionShown reports the start of the intermission.
	IntermissionShown struct{}
	// FlagTold reports an event that changes the state of a flag.
	FlagTold struct{ sim.Event }
)

func (ClipBegins) conclude(t *Tracker)        { t.track.BeginClip() }
func (MatchStarts) conclude(t *Tracker)       { t.match.Start() }
func (MatchEnds) conclude(t *Tracker)         { t.match.End() }
func (MatchWarmup) conclude(t *Tracker)       { t.match.Warmup() }
func (m MatchCountdown) conclude(t *Tracker)  { t.match.Countdown(m.In) }
func (m MatchPaused) conclude(t *Tracker)     { t.match.Pause(m.On) }
func (m MatchOvertime) conclude(t *Tracker)   { t.match.Overtime(m.Text) }
func (r RoundStarts) conclude(t *Tracker)     { t.match.StartRound(r.Number, r.Turn) }
func (r RoundComes) conclude(t *Tracker)      { t.match.NextRound(r.Number) }
func (r RoundEnds) conclude(t *Tracker)       { t.match.EndRound(r.Text) }
func (p PointEnds) conclude(t *Tracker)       { t.match.EndPoint(p.Text) }
func (IntermissionShown) conclude(t *Tracker) { t.match.Intermission() }
func (f FlagTold) conclude(t *Tracker)        { t.match.FlagEvent(f.Event) }

// Reports about players, apart from their deaths.
type (
	// PlayerTeleported reports that the game moved a player to another position.
	PlayerTeleported struct{ Slot sim.Slot }
	// Fired reports that a player fired his weapon.
	Fired struct{ Slot sim.Slot }
	// HitBy reports that a player was hit by another player.
	HitBy struct {
		Attacker, Victim sim.Slot
		Weapon           sim.Weapon
	}
	// TeleportShown reports that somebody came out of a teleporter at Origin.
	TeleportShown struct{ Origin sim.Vec3 }
)

func (p PlayerTeleported) conclude(t *Tracker) { t.players.Jump(p.Slot) }
func (f Fired) conclude(t *Tracker)            { t.players.Fire(f.Slot) }
func (h HitBy) conclude(t *Tracker)            { t.players.Hit(h.Attacker, h.Victim, h.Weapon) }
func (p TeleportShown) conclude(t *Tracker)    { t.players.Teleport(p.Origin) }
