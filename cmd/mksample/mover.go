package main

// mover is a part of the map that moves: a leaf of the door or the lift.
type mover struct {
	model    int
	brush    *brush
	rest     vec     // displacement at rest
	far      vec     // displacement when open or at the top
	speed    float64 // units per second
	pos, vel vec     // displacement now, and its change a second

	moving    bool
	start     int // ms at which the movement began
	duration  int // ms it takes
	from      vec
	toFar     bool // where it goes, or is
	heldUntil int  // ms until which it stays there
}

// set starts the way to the far or the rest position.
func (m *mover) set(now int, far bool) {
	if m.toFar == far {
		return
	}
	goal := m.rest
	if far {
		goal = m.far
	}
	m.toFar, m.moving, m.start, m.from = far, true, now, m.pos
	way := goal.sub(m.pos)
	m.duration = max(int(way.len()/m.speed*1000), 1)
	m.vel = way.mul(1000 / float64(m.duration))
}

// advance moves it to a time and returns by how much.
func (m *mover) advance(now int) vec {
	if !m.moving {
		return vec{}
	}
	was := m.pos
	t := now - m.start
	if t >= m.duration {
		m.pos, m.moving = m.rest, false
		if m.toFar {
			m.pos = m.far
		}
	} else {
		m.pos = m.from.mad(float64(t)/1000, m.vel)
	}
	return m.pos.sub(was)
}

// doors opens the door for whoever comes near and closes it behind them.
func (g *game) doors() {
	wanted := false
	for _, p := range g.players {
		d := p.origin.sub(g.doorAt)
		if p.alive() && d[0] > -130 && d[0] < 130 && d[1] > -110 && d[1] < 110 && d[2] < 100 {
			wanted = true
		}
	}
	for _, m := range g.doorLeafs {
		if wanted {
			m.heldUntil = g.now + 1500
			m.set(g.now, true)
		} else if g.now > m.heldUntil {
			m.set(g.now, false)
		}
		m.advance(g.now)
	}
}

// runLift takes riders up, waits, and comes down when nobody is beneath.
func (g *game) runLift() {
	m := g.lift
	riding, beneath := false, false
	for _, p := range g.players {
		over := p.origin[0] > m.brush.min[0]-15 && p.origin[0] < m.brush.max[0]+15 &&
			p.origin[1] > m.brush.min[1]-15 && p.origin[1] < m.brush.max[1]+15
		if !over || !p.alive() {
			continue
		}
		if p.groundMover == m {
			riding = true
		} else if p.origin[2] < m.brush.min[2]+m.pos[2] {
			beneath = true
		}
	}
	switch {
	case m.moving:
	case !m.toFar && riding:
		if m.heldUntil == 0 {
			m.heldUntil = g.now + 250
		} else if g.now >= m.heldUntil {
			m.set(g.now, true)
			m.heldUntil = g.now + m.duration + 1600
		}
	case m.toFar && g.now > m.heldUntil && !riding && !beneath:
		m.set(g.now, false)
		m.heldUntil = 0
	}
	if m.moving && !m.toFar && beneath {
		m.set(g.now, true)
		m.heldUntil = g.now + 2000
	}
	d := m.advance(g.now)
	for _, p := range g.players {
		if p.groundMover == m && p.alive() {
			p.origin = p.origin.add(d)
			if d[2] > 0 {
				p.velocity[2] = 0
			}
		} else if d[2] > 0 && m.holds(p) {
			// someone at its edge is taken along
			p.origin[2] = m.brush.max[2] + m.pos[2] - hullMin[2] + skin
			p.velocity[2] = 0
		}
	}
}

// holds reports whether the mover is where the player is.
func (m *mover) holds(p *player) bool {
	h := hit{frac: 1}
	at := p.origin.sub(m.pos)
	h.clip(m.brush, at, at, hullMin, hullMax)
	return h.startSolid
}
