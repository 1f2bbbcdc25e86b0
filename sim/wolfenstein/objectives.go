package wolfenstein

import (
	"cmp"
	"time"

	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// Numbers for objects that have no entity in the demo: objectives, and the places where a side spawns.
const (
	firstObjective = 2048
	maxObjectives  = 18
	firstSpawn     = 3072
	maxSpawns      = 16
)

// objective is the known state of an objective.
type objective struct {
	team  sim.Team // its current owner
	state standing
	at    sim.Vec3
	known bool // its place is known
}

// standing is the state of an objective.
type standing uint8

const (
	stands    standing = iota // nothing can be done, or it has been built
	toDestroy                 // it exists and can be blown up
	toBuild                   // it does not exist and can be built
	destroyed
)

// objectiveName returns the name of an objective, or "an objective" if it has none.
func (l *level) objectiveName(index int) string {
	if index < 0 || index >= maxObjectives || l.mod.triggers == 0 {
		return "an objective"
	}
	return cmp.Or(words(l.strings[l.mod.triggers+index]).Plain,
		words(info(l.strings[l.mod.triggerData+index])["n"]).Plain, "an objective")
}

// objectivePlace returns the position of an objective. ok is false if it is unknown.
func (l *level) objectivePlace(index int) (at sim.Vec3, ok bool) {
	if index < 0 || index >= maxObjectives || l.mod.triggers == 0 {
		return at, false
	}
	v := info(l.strings[l.mod.triggerData+index])
	if v["x"] == "" || v["y"] == "" {
		return at, false
	}
	return sim.Vec3{float32(atoi(v["x"])), float32(atoi(v["y"])), float32(atoi(v["z"]))}, true
}

// readObjectives determines the state of the objectives: those that the game marks as to be built or blown up, and by
// which side, and those already built.
func (s *snapshots) readObjectives(l *level, snap *wolfenstein.Snapshot, o *track.Observations) {
	if l.mod.triggers == 0 {
		return
	}
	var now [maxObjectives]objective
	for i := range now {
		if now[i] = s.objectives[i]; l.strings[l.mod.triggers+i] == "" {
			now[i] = objective{}
		}
		switch now[i].state { // the marks remain as long as it can be done
		case toDestroy:
			now[i].team, now[i].state = otherTeam(now[i].team), destroyed
		case toBuild:
			now[i].state = stands
		}
		if at, ok := l.objectivePlace(i); ok {
			now[i].at, now[i].known = at, true
		}
	}
	for _, e := range snap.Entities {
		s.readObjective(l, e, &now)
	}
	for i := range now {
		if now[i] != s.objectives[i] || s.anew {
			showObjective(l, i, &now[i], o)
			s.objectives[i] = now[i]
		}
	}
}

// readObjective reads an entity's information about an objective.
func (s *snapshots) readObjective(l *level, e *wolfenstein.EntityState, now *[maxObjectives]objective) {
	kind := e.F[wolfenstein.EntEType]
	index := int(e.F[wolfenstein.EntModelindex2])
	if kind == l.mod.etObjective {
		index = int(e.F[wolfenstein.EntTeamNum])
	}
	if index >= maxObjectives {
		return
	}
	x := &now[index]
	at := sim.Vec3(e.Vector(wolfenstein.EntPosBaseX))
	switch kind {
	case l.mod.etIndicator:
		x.team, x.state = teamOf(int(e.F[wolfenstein.EntTeamNum])), toDestroy
	case l.mod.etBuilding:
		x.team, x.state = teamOf(int(e.F[wolfenstein.EntTeamNum])), toBuild
	case l.mod.etObjective:
	default:
		return
	}
	if !x.known && at != (sim.Vec3{}) {
		x.at, x.known = at, true
	}
}

func otherTeam(t sim.Team) sim.Team {
	switch t {
	case sim.TeamRed:
		return sim.TeamBlue
	case sim.TeamBlue:
		return sim.TeamRed
	}
	return t
}

// showObjective shows an objective. It is drawn hollow if it does not exist yet or no longer exists.
func showObjective(l *level, i int, x *objective, o *track.Observations) {
	if !x.known {
		return
	}
	t := o.Entity()
	t.Number, t.Kind, t.Item, t.Team = firstObjective+i, sim.EntityItem, sim.ItemObjective, x.team
	t.Name, t.State = l.objectiveName(i), sim.ItemPresent
	if x.state == toBuild || x.state == destroyed {
		t.State = sim.ItemTaken
	}
	t.Origin, t.Trajectory = x.at, sim.Trajectory{Kind: sim.TrajectoryStationary, Base: x.at}
}

// tellReinforcements shows the places where the sides' players spawn, and the time of the next spawn.
func (l *level) tellReinforcements(snap *wolfenstein.Snapshot, o *track.Observations) {
	if l.mod.spawns == 0 {
		return
	}
	for i := range maxSpawns {
		text := l.strings[l.mod.spawns+i]
		if text == "" {
			continue
		}
		v := info(text)
		team := teamOf(atoi(v["t"]))
		next, ok := l.next(team, millis(snap.ServerTime))
		if !ok {
			continue
		}
		shown := spawnShown{text, next}
		if l.shown[i] == shown {
			continue
		}
		l.shown[i] = shown
		t := o.Entity()
		t.Number, t.Kind, t.Item, t.Team = firstSpawn+i, sim.EntityItem, sim.ItemSpawn, team
		t.Name, t.State, t.RespawnKnown = words(v["s"]).Plain, sim.ItemTaken, true
		t.Respawn = snap.Time + next - millis(snap.ServerTime)
		t.Origin = sim.Vec3{float32(atoi(v["x"])), float32(atoi(v["y"])), float32(atoi(v["z"]))}
		t.Trajectory = sim.Trajectory{Kind: sim.TrajectoryStationary, Base: t.Origin}
	}
}

// spawnShown is the state in which a spawn place was last shown.
type spawnShown struct {
	text string
	next time.Duration
}
