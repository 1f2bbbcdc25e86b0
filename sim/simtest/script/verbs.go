package script

import "fragscope/sim"

// A verb is the action of a step of the timeline.
type verb = func(w *World, p *Player)

func join(name string, team sim.Team, at sim.Vec3) verb {
	return func(w *World, p *Player) {
		*p = Player{Slot: p.Slot, Name: name, Team: team, In: true, Since: w.Now, spawn: at, Jumps: p.Jumps,
			Spawns: p.Spawns}
		w.happen(Joined, p)
		w.spawnPlayer(p)
	}
}

func leave(w *World, p *Player) {
	w.happen(Left, p)
	p.In, p.Alive = false, false
}

func rename(name string) verb {
	return func(w *World, p *Player) {
		w.happen(Renamed, p).Text = p.Name
		p.Name = name
	}
}

func say(text string) verb {
	return func(w *World, p *Player) { w.happen(Said, p).Text = text }
}

func sayTeam(text string) verb {
	return func(w *World, p *Player) { w.happen(SaidTeam, p).Text = text }
}

func typing(on bool) verb {
	return func(w *World, p *Player) { p.Typing = on }
}

func walk(to sim.Vec3) verb {
	return func(w *World, p *Player) { p.goal = &to }
}

// take walks to an item and, if it is not available, waits there.
func take(item int) verb { return walk(itemOrigins[item]) }

func jump(w *World, p *Player) {
	p.rise = jumpSpeed
	w.happen(Jumped, p)
}

// rideLift makes the lift go up, stay and come down.
func rideLift(w *World, p *Player) {
	w.Movers[0].path = []leg{{1600, sim.Vec3{0, 0, 80}}, {3000, sim.Vec3{}}, {1600, sim.Vec3{0, 0, -80}}}
	w.Movers[0].Until = w.Now
}

// openDoor makes the door open, stay and close.
func openDoor(w *World, p *Player) {
	w.Movers[1].path = []leg{{1000, sim.Vec3{0, 100, 0}}, {2000, sim.Vec3{}}, {1000, sim.Vec3{0, -100, 0}}}
	w.Movers[1].Until = w.Now
}

// shoot shoots at a player. The damage is done when the shot arrives.
func shoot(weapon sim.Weapon, victim, damage int) verb {
	return func(w *World, p *Player) {
		v, a := &w.Players[victim], w.arm(weapon)
		p.goal = nil
		p.Weapons |= 1 << weapon
		p.Weapon, p.Shot = weapon, w.Now
		if a.Start != Endless {
			p.Ammo[a.Ammo] = max(p.Ammo[a.Ammo], 10) - 1
		}
		dx, dy, dz := v.Origin[0]-p.Origin[0], v.Origin[1]-p.Origin[1], v.Origin[2]-p.Origin[2]
		p.Yaw = yaw(dx, dy)
		h := w.happen(Fired, p)
		h.Weapon, h.To = weapon, v.Origin
		if a.Speed == 0 {
			h := w.happen(Hit, v)
			h.By, h.Weapon = p.Slot, weapon
			w.hurt(v, p, weapon, damage)
			return
		}
		ms := int(length(sim.Vec3{dx, dy, dz}) * 1000 / float32(a.Speed))
		s := 1000 / float32(ms)
		w.add(Object{Kind: Shot, Owner: p.Slot, Weapon: weapon, Origin: p.Origin,
			Velocity: sim.Vec3{dx * s, dy * s, dz * s}, Yaw: p.Yaw, Until: w.Now + ms, victim: victim, damage: damage})
	}
}

func die(cause sim.Weapon) verb {
	return func(w *World, p *Player) { w.hurt(p, nil, cause, kill) }
}

func ownRocket(w *World, p *Player) {
	w.happen(Fired, p).Weapon = sim.WeaponRocketLauncher
	h := w.happen(Exploded, p)
	h.By, h.Weapon = p.Slot, sim.WeaponRocketLauncher
	w.hurt(p, p, sim.WeaponRocketLauncher, kill)
}

// telefrag teleports a player to the position of another.
func telefrag(victim int) verb {
	return func(w *World, p *Player) {
		v := &w.Players[victim]
		w.teleport(p, v.Origin)
		w.hurt(v, p, sim.CauseTelefrag, gib)
	}
}

// phase changes the phase of the match. In games without a warm-up the match begins immediately.
func phase(k Kind, seconds int) verb {
	return func(w *World, p *Player) {
		if !w.Rules.Warmup && k < Intermission {
			return
		}
		w.Phase = k
		if k == MatchStart {
			w.begin()
		}
		w.happen(k, nil).Amount = seconds
	}
}

// begin starts the match, resetting everything.
func (w *World) begin() {
	w.Started = w.Now
	w.putItems()
	for i := range w.Objects {
		w.Objects[i] = nil
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.In {
			p.Frags, p.Deaths, p.Died = 0, 0, 0
			w.spawnPlayer(p)
		}
	}
}

// end is the last step of a level.
func end(w *World, p *Player) {}
