package stage

import (
	"math"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// This file draws what a game points at: places, routes, where a hit came from, and where fire will fall.

// markerIcons maps parts of the games' names for their markers to icons.
var markerIcons = []struct {
	part string
	icon draw.Icon
}{{"ping", draw.IconEye}, {"friend", draw.IconUsers}, {"dead", draw.IconSkull}, {"obj", draw.IconFlag}}

// markerIcon returns the icon for a marker.
func markerIcon(name string) draw.Icon {
	for _, m := range markerIcons {
		if strings.Contains(name, m.part) {
			return m.icon
		}
	}
	return draw.IconStar
}

// lasting returns the opacity of something that stays for a while: it fades in and out within a moment.
func (d *stroke) lasting() float32 {
	const moment = 250 * time.Millisecond
	in, out := float32(d.now-d.e.Start)/float32(moment), float32(d.e.End-d.now)/float32(moment)
	return d.fade * min(max(min(in, out), 0), 1)
}

// drawMarker draws a pin above the place, with the icon in its head.
func drawMarker(c *draw.Canvas, d *stroke) {
	const height, head = 20, 9
	fade := d.lasting()
	col := draw.Of(d.e.Color).Readable()
	c.Line(d.x, d.y, d.x, d.y-height+head, 1.6, col.Fade(fade))
	c.Circle(d.x, d.y, 2.2, col.Fade(fade))
	c.Circle(d.x, d.y-height, head, d.theme.Panel.Fade(0.85*fade))
	c.Ring(d.x, d.y-height, head, 1.6, col.Fade(fade))
	c.Icon(markerIcon(d.e.Text), d.x, d.y-height, 11, col.Fade(fade))
}

// drawPath draws an arrowhead in the direction of the route.
func drawPath(c *draw.Canvas, d *stroke) {
	x1, y1 := d.transform.At(d.e.To)
	dx, dy := x1-d.x, y1-d.y
	length := float32(math.Hypot(float64(dx), float64(dy)))
	if length < 0.5 {
		return
	}
	dx, dy = dx/length, dy/length
	col := d.theme.Accent.Fade(0.9 * d.lasting())
	const size = 5
	for i := range 2 {
		at := float32(i) * size
		x, y := d.x+dx*at, d.y+dy*at
		c.Line(x-dx*size-dy*size, y-dy*size+dx*size, x, y, 1.8, col)
		c.Line(x-dx*size+dy*size, y-dy*size-dx*size, x, y, 1.8, col)
	}
}

// areaSpread is how far from its line, in units, a weapon's fire falls (ET: Legacy, g_weapon.c, artillerySpotterThink
// and BOMBSPREAD).
var areaSpread = map[sim.Weapon]float32{sim.WeaponArtillery: 250, sim.WeaponAirstrike: 75}

// drawArea draws the area on which fire falls: a circle with the time that is left around it, or a strip along which
// the planes have come so far.
func drawArea(c *draw.Canvas, d *stroke) {
	r := max(d.transform.Size(areaSpread[d.e.Weapon]), 6)
	col, fade := weaponColor(d.e.Weapon).Readable(), d.lasting()
	x1, y1 := d.transform.At(d.e.To)
	length := float32(math.Hypot(float64(x1-d.x), float64(y1-d.y)))
	if length < 0.5 {
		c.Circle(d.x, d.y, r, col.Fade(0.14*fade))
		c.DashedRing(d.x, d.y, r, 1.4, 40, col.Fade(0.8*fade))
		c.Arc(d.x, d.y, r+4, 2.2, -math.Pi/2, -math.Pi/2+2*math.Pi*(1-d.t), col.Fade(0.9*fade))
		return
	}
	nx, ny := -(y1-d.y)*r/length, (x1-d.x)*r/length
	c.Line(d.x, d.y, x1, y1, 2*r, col.Fade(0.14*fade))
	for _, side := range [...]float32{-1, 1} {
		c.Dashed(d.x+side*nx, d.y+side*ny, x1+side*nx, y1+side*ny, 1.4, 6, 4, col.Fade(0.8*fade))
	}
	c.Line(d.x, d.y, d.x+(x1-d.x)*d.t, d.y+(y1-d.y)*d.t, 2.2, col.Fade(0.9*fade))
}

// drawHit draws an arc around the player on the side that a hit came from; the more damage, the wider the arc.
func drawHit(c *draw.Canvas, d *stroke) {
	x1, y1 := d.transform.At(d.e.To)
	if x1 == d.x && y1 == d.y {
		return
	}
	angle := float32(math.Atan2(float64(y1-d.y), float64(x1-d.x)))
	damage := 0
	for _, c := range d.e.Text {
		damage = damage*10 + int(c-'0')
	}
	half := min(0.18+float32(damage)*0.01, 0.7)
	col := draw.Of(d.e.Color).Readable().Fade(0.9 * d.fade * (1 - d.t))
	r := max(d.transform.Size(34), markerLeast+7)
	c.Arc(d.x, d.y, r, 3, angle-half, angle+half, col)
	sn, co := sincos(angle)
	c.Line(d.x+co*(r+6), d.y+sn*(r+6), d.x+co*(r+1), d.y+sn*(r+1), 2, col)
}
