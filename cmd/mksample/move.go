package main

import "math"

// Movement as Quake III does it: units, units per second, milliseconds.
const (
	tick     = 10 // ms of one step of the simulation
	gravity  = 800
	runSpeed = 320
	jumpUp   = 270
	friction = 6
	stopBase = 100 // speed below which friction does not get weaker
	stepUp   = 18
	eye      = 26 // height of the eyes above the origin
)

// body is what moves: place, velocity and what it touches.
type body struct {
	origin, velocity vec
	ground           bool
	water            int  // 0 dry, 1 feet, 2 waist, 3 eyes
	flown            bool // thrown by a jump pad, until landing
	cutoff           int  // ms for which knockback suspends the ground's grip
}

// move advances a body by a step of ms; wish is where it wants to go, of length up
// to 1.
func (w *world) move(b *body, wish vec, jump bool, ms int) {
	dt := float64(ms) / 1000
	swims := b.water >= 2
	if swims {
		b.ground = false
		b.rub(float64(b.water), dt)
		b.accelerate(wish.mul(0.5), 4, dt)
	} else if b.ground && jump {
		b.velocity[2], b.ground = jumpUp, false
	}
	if b.ground {
		b.velocity[2] = 0
		if b.cutoff -= ms; b.cutoff <= 0 {
			b.rub(friction, dt)
		}
		b.accelerate(wish.flat(), 10, dt)
	} else if !swims {
		b.accelerate(wish.flat(), 1, dt)
		b.velocity[2] -= float64(gravity * dt)
	}
	w.slide(b, dt, b.ground || swims)
	if z := float64(b.velocity[2] * dt); !b.ground {
		w.fall(b, z)
	} else if q, held := w.settle(b.origin, stepUp); held {
		b.origin = q // down stairs and slopes
	} else {
		b.ground = false
	}
	b.water = 0
	for i, z := range []float64{-23, 1, eye} {
		if w.wet(b.origin.up(z)) {
			b.water = i + 1
		}
	}
}

// fall goes up or down by z until something is in the way.
func (w *world) fall(b *body, z float64) {
	if w.fits(b.origin.up(z)) {
		b.origin = b.origin.up(z)
		return
	}
	if z <= 0 {
		b.origin, _ = w.settle(b.origin, -z)
		b.ground, b.flown = true, false
	}
	b.velocity[2] = 0
}

func (b *body) rub(factor, dt float64) {
	speed := b.velocity.len()
	if speed < 1 {
		b.velocity[0], b.velocity[1] = 0, 0
		return
	}
	drop := float64(float64(math.Max(speed, stopBase)*factor) * dt)
	b.velocity = b.velocity.mul(math.Max(speed-drop, 0) / speed)
}

// accelerate adds speed along the wish until the velocity's part in that
// direction is the wished speed: the rule that lets strafe jumps gain speed.
func (b *body) accelerate(wish vec, rate, dt float64) {
	speed := float64(wish.len() * runSpeed)
	missing := speed - b.velocity.dot(wish.unit())
	if missing > 0 {
		b.velocity = b.velocity.mad(math.Min(missing, float64(float64(rate*speed)*dt)), wish.unit())
	}
}

// slide moves across, and where that is not free turns aside until it is. With steps
// it takes stairs.
func (w *world) slide(b *body, dt float64, steps bool) {
	way := b.velocity.flat().mul(dt)
	if way == (vec{}) {
		return
	}
	for _, turn := range []float64{0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 86, -86} {
		sin, cos := sincos(turn)
		turned := way.mul(cos).mad(-sin, way.right()).mul(cos)
		to := b.origin.add(turned)
		if !w.fits(to) {
			if to = to.up(stepUp); !steps || !w.fits(to) {
				continue
			}
			to, _ = w.settle(to, stepUp)
		}
		b.origin = to
		if turn != 0 {
			z := b.velocity[2]
			b.velocity = turned.mul(1 / dt).up(z)
		}
		return
	}
	b.velocity[0], b.velocity[1] = 0, 0
}
