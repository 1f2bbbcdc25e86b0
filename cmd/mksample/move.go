package main

import "math"

// Movement as Quake III does it: units, units per second, milliseconds.
const (
	tick     = 10 // ms of one step of the simulation
	dt       = float64(tick) / 1000
	gravity  = 800
	runSpeed = 320
	jumpUp   = 270
	friction = 6
	stopBase = 100 // speed below which friction does not get weaker
	swim     = 0.5 // share of the speed left in water
	stepUp   = 18
	footUp   = 0.7 // least upward part of the normal of ground to stand on
	eye      = 26  // height of the eyes above the origin
)

// command is what a player wants to do in a step.
type command struct {
	wish vec // direction to go, of length up to 1
	jump bool
	fire bool
}

// body is what moves: place, velocity and what it touches.
type body struct {
	origin, velocity vec
	ground           bool
	groundMover      *mover
	normal           vec // of the ground
	waterLevel       int // 0 dry, 1 feet, 2 waist, 3 eyes
	jumpHeld         bool
	flown            bool // thrown by a jump pad, until landing
	cutoff           int  // ms for which knockback suspends the ground's grip
}

// stride says what a step did that others notice.
type stride struct {
	jumped, landed bool
	impact         float64 // downward speed at landing
	splash         int     // change of the water level past the feet or eyes: waterIn..waterOut
	stepped        float64 // height of a stair taken
}

// move advances a body by one step.
func (w *world) move(b *body, c command) stride {
	var s stride
	was := b.waterLevel
	wasGround, fall := b.ground, -b.velocity[2]
	w.feel(b)
	if b.cutoff > 0 {
		b.cutoff -= tick
	}
	switch {
	case b.waterLevel >= 2:
		w.swim(b, c)
	default:
		if b.ground && c.jump && !b.jumpHeld {
			b.velocity[2], b.ground, s.jumped = jumpUp, false, true
		}
		if b.ground {
			w.walk(b, c)
		} else {
			b.accelerate(c.wish, 1)
		}
	}
	b.jumpHeld = c.jump
	z := b.origin[2]
	w.slideStep(b)
	w.feel(b)
	if b.ground && !wasGround && !s.jumped {
		s.landed, s.impact = true, math.Max(fall, 0)
		b.flown = false
	}
	if wasGround && b.ground {
		s.stepped = b.origin[2] - z
	}
	s.splash = b.waterLevel - was
	return s
}

// feel finds the ground and the water.
func (w *world) feel(b *body) {
	h := w.trace(b.origin, b.origin.add(vec{0, 0, -0.25}), hullMin, hullMax)
	b.ground = h.frac < 1 && h.normal[2] >= footUp && !h.startSolid
	b.normal, b.groundMover = h.normal, h.mover
	if b.velocity[2] > 0 && b.velocity.dot(h.normal) > 10 {
		b.ground = false
	}
	if !b.ground {
		b.groundMover = nil
	}
	b.waterLevel = 0
	for i, z := range []float64{-23, 1, eye} {
		if w.wet(b.origin.add(vec{0, 0, z})) {
			b.waterLevel = i + 1
		}
	}
}

func (b *body) rub(factor float64) {
	v := b.velocity
	if b.ground {
		v[2] = 0
	}
	speed := v.len()
	if speed < 1 {
		b.velocity[0], b.velocity[1] = 0, 0
		return
	}
	drop := float64(math.Max(speed, stopBase)*factor) * dt
	b.velocity = b.velocity.mul(math.Max(speed-drop, 0) / speed)
}

// accelerate adds speed along the wish until the velocity's part in that
// direction is the wished speed: the rule that lets strafe jumps gain speed.
func (b *body) accelerate(wish vec, rate float64) {
	l := wish.len()
	if l == 0 {
		return
	}
	dir, speed := wish.mul(1/l), l*runSpeed
	missing := speed - b.velocity.dot(dir)
	if missing <= 0 {
		return
	}
	b.velocity = b.velocity.mad(math.Min(missing, float64(rate*speed)*dt), dir)
}

func (w *world) walk(b *body, c command) {
	if b.cutoff <= 0 {
		b.rub(friction)
	}
	wish := c.wish.flat()
	wish = slip(wish, b.normal)
	if b.waterLevel == 1 {
		wish = wish.mul(0.85)
	}
	b.accelerate(wish, 10)
	speed := b.velocity.len()
	b.velocity = slip(b.velocity, b.normal)
	if l := b.velocity.len(); l > 0 {
		b.velocity = b.velocity.mul(speed / l)
	}
}

func (w *world) swim(b *body, c command) {
	b.rub(1 * float64(b.waterLevel))
	wish := c.wish
	if wish.len() == 0 {
		wish = vec{0, 0, -0.19}
	}
	if c.jump {
		wish[2] = 0.6
	}
	b.accelerate(wish.mul(swim), 4)
	w.climb(b, c.wish.flat().unit())
}

// climb leaps out of the water onto a bank ahead.
func (w *world) climb(b *body, dir vec) {
	if b.waterLevel != 2 || dir.len() == 0 {
		return
	}
	bank := b.origin.mad(30, dir).add(vec{0, 0, 4})
	if w.clear(bank, bank) || !w.clear(bank.add(vec{0, 0, 16}), bank.add(vec{0, 0, 40})) {
		return
	}
	b.velocity = dir.mul(200).add(vec{0, 0, 350})
}

// slip is v without its part into a surface.
func slip(v, n vec) vec {
	back := v.dot(n)
	if back < 0 {
		back *= 1.001
	} else {
		back /= 1.001
	}
	return v.mad(-back, n)
}

// slide moves along what is in the way.
func (w *world) slide(b *body, down bool) (bumped bool) {
	end := b.velocity
	if down {
		end[2] -= gravity * dt
		b.velocity[2] = (b.velocity[2] + end[2]) / 2
	}
	var planes []vec
	if b.ground {
		planes = append(planes, b.normal)
	}
	planes = append(planes, b.velocity.unit())
	left := dt
	for range 4 {
		h := w.trace(b.origin, b.origin.mad(left, b.velocity), hullMin, hullMax)
		if h.startSolid {
			b.velocity[2] = 0
			return true
		}
		b.origin = h.end
		if h.frac == 1 {
			break
		}
		bumped = true
		left -= float64(left * h.frac)
		planes = append(planes, h.normal)
		b.velocity, end = against(planes, b.velocity), against(planes, end)
		if b.velocity.len() == 0 {
			break
		}
	}
	if down {
		b.velocity = end
	}
	return bumped
}

// against bends a velocity so that it leads into none of the planes.
func against(planes []vec, v vec) vec {
	for i, p := range planes {
		if v.dot(p) >= 0.1 {
			continue
		}
		out := slip(v, p)
		for j, q := range planes {
			if j == i || out.dot(q) >= 0.1 {
				continue
			}
			out = slip(out, q)
			if out.dot(p) >= 0 {
				continue
			}
			crease := p.cross(q).unit()
			out = crease.mul(crease.dot(v))
			for k, r := range planes {
				if k != i && k != j && out.dot(r) < 0.1 && out.dot(r) < 0 {
					return vec{}
				}
			}
		}
		return out
	}
	return v
}

// slideStep slides, and where that bumps tries again from the height of a stair.
func (w *world) slideStep(b *body) {
	start := *b
	down := !b.ground && b.waterLevel < 2
	if !w.slide(b, down) {
		w.stick(b, &start)
		return
	}
	flat := *b
	below := w.trace(start.origin, start.origin.add(vec{0, 0, -stepUp}), hullMin, hullMax)
	if start.velocity[2] > 0 && (below.frac == 1 || below.normal[2] < footUp) {
		return
	}
	up := w.trace(start.origin, start.origin.add(vec{0, 0, stepUp}), hullMin, hullMax)
	if up.startSolid {
		return
	}
	height := up.end[2] - start.origin[2]
	*b = start
	b.origin = up.end
	w.slide(b, down)
	h := w.trace(b.origin, b.origin.add(vec{0, 0, -height}), hullMin, hullMax)
	if !h.startSolid {
		b.origin = h.end
	}
	if h.frac < 1 {
		b.velocity = slip(b.velocity, h.normal)
	}
	stepGain := b.origin.sub(start.origin).flat().len()
	flatGain := flat.origin.sub(start.origin).flat().len()
	if stepGain <= flatGain || (h.frac < 1 && h.normal[2] < footUp) {
		*b = flat
	}
}

// stick keeps a walker on stairs and slopes that go down.
func (w *world) stick(b, start *body) {
	if !start.ground || b.velocity[2] > 1 || b.waterLevel >= 2 {
		return
	}
	h := w.trace(b.origin, b.origin.add(vec{0, 0, -stepUp}), hullMin, hullMax)
	if h.frac < 1 && !h.startSolid && h.normal[2] >= footUp {
		b.origin = h.end
	}
}
