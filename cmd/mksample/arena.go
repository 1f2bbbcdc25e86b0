package main

import (
	"fmt"
	"math"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
)

// The arena: a glasshouse of four wings around an octagonal hall. Below, the wings are connected by the hall and by
// passages around it; above, by a gallery around the hall, two bridges that cross over its pond, and balconies. Each
// wing has one way up: a jump pad in the north, a lift in the east, a teleporter in the south, stairs in the west.

const (
	mapName  = "glasshouse"
	mapTitle = "The Glasshouse"

	upper = 192 // height of the upper storey's floor
	deep  = -64 // floor of the east and south wings
)

var (
	stone  = paint{"textures/glasshouse/flagstone", "textures/glasshouse/brick", "textures/glasshouse/glass_sky"}
	indoor = paint{"textures/glasshouse/flagstone", "textures/glasshouse/brick", "textures/glasshouse/plaster"}
	wood   = paint{"textures/glasshouse/planks", "textures/glasshouse/planks_edge", "textures/glasshouse/planks_edge"}
	iron   = paint{"textures/glasshouse/iron_floor", "textures/glasshouse/iron", "textures/glasshouse/iron"}
	earth  = paint{"textures/glasshouse/earth", "textures/glasshouse/brick_low", "textures/glasshouse/brick_low"}
	basin  = paint{"textures/glasshouse/tiles", "textures/glasshouse/tiles", "textures/glasshouse/glass_sky"}
	water  = paint{"textures/liquids/pond", "", ""}
	portal = paint{"textures/sfx/portal_swirl", "textures/glasshouse/iron", ""}
	pad    = paint{"textures/glasshouse/jumppad", "textures/glasshouse/iron", ""}
)

// arena describes the whole map.
func arena() *chart {
	c := newChart(mapTitle)
	hall(c)
	north(c)
	east(c)
	south(c)
	west(c)
	passages(c)
	c.close()
	things(c)
	locations(c)
	return c
}

// hall is the octagon in the middle with the pond, the gallery and the bridges.
func hall(c *chart) {
	out, in := octagon(0, 0, 512, 212), octagon(0, 0, 240, 100)
	rim, post := octagon(0, 0, 400, 166), octagon(0, 0, 384, 159)
	for i := range out {
		j := (i + 1) % len(out)
		c.room(0, 448, stone, []pt{out[i], out[j], in[j], in[i]})
		c.deck([]pt{out[i], out[j], rim[j], rim[i]}, upper, wood)
		c.block(octagon(post[i][0]*1.09, post[i][1]*1.09, 12, 5), 0, upper-slab, iron)
	}
	c.room(-112, 448, basin, in)
	c.add(prism(in, -112, -12, water)).Contents = contentsWater

	// ramps out of the pond
	c.ramp(rect(88, -56, 236, 56), -112, pt{88, 0}, pt{236, 0}, -112, 0, basin)
	c.ramp(rect(-236, -56, -88, 56), -112, pt{-88, 0}, pt{-236, 0}, -112, 0, basin)
	c.block(rect(236, -56, 240, 56), -112, 0, basin)
	c.block(rect(-240, -56, -236, 56), -112, 0, basin)

	c.deck(octagon(0, 0, 116, 48), upper, iron)
	c.deck(rect(116, -44, 400, 44), upper, iron)
	c.deck(rect(-400, -44, -116, 44), upper, iron)
	c.deck(rect(-44, 116, 44, 400), upper, iron)
	c.deck(rect(-44, -400, 44, -116), upper, iron)

	c.place("info_player_intermission", 340, -330, 400, "angles", "28 135 0")
}

// north is the palm house: a tiered bed under the high glass, a balcony over the door.
func north(c *chart) {
	c.room(0, 144, indoor, rect(-96, 512, 96, 640))
	c.room(upper, 320, indoor, rect(-64, 512, 64, 640))
	c.room(0, 400, stone, []pt{{-384, 640}, {384, 640}, {384, 848}, {272, 960}, {-272, 960}, {-384, 848}})
	c.deck(rect(-384, 640, 384, 736), upper, wood)
	for i, half := range []float64{104, 72, 40} {
		c.block(octagon(0, 848, half, half*0.4142), 0, float64(i+1)*step, earth)
	}
	for _, x := range []float64{-336, 336} {
		c.block(octagon(x, 760, 20, 8), 0, upper+40, iron)
	}
	left := prism(rect(-96, 568, 0, 584), 0, 144, iron)
	right := prism(rect(0, 568, 96, 584), 0, 144, iron)
	c.mover("func_door", left, "angle", "180", "team", "palm", "speed", "400", "lip", "8", "wait", "2")
	c.mover("func_door", right, "angle", "0", "team", "palm", "speed", "400", "lip", "8", "wait", "2")

	c.block(octagon(250, 882, 36, 15), 0, 6, pad)
	push(c, rect(230, 862, 270, 902), 6, "palmjump", 250, 684, upper+140)

}

// east is the boiler house: sunken, with a lift to a catwalk.
func east(c *chart) {
	c.room(0, 144, indoor, rect(512, -96, 672, 96))
	for i := range 4 {
		x := 672 + 24*float64(i)
		c.room(-step*float64(i+1), 144, indoor, rect(x, -96, x+24, 96))
	}
	c.room(upper, 320, indoor, rect(512, -64, 768, 64))
	c.room(deep, 400, paint{iron.Top, stone.Wall, stone.Under},
		[]pt{{768, -352}, {1152, -352}, {1280, -224}, {1280, 224}, {1152, 352}, {768, 352}})
	c.deck(rect(768, -352, 864, 352), upper, iron)
	c.deck(rect(864, -40, 1104, 40), upper, iron)
	for _, y := range []float64{-208, 208} {
		c.block(octagon(984, y, 64, 26.5), deep, 88, iron)
		c.block(octagon(984, y, 28, 11.6), 88, 400, iron)
	}
	// a step down from the north passage
	c.stairs(pt{1008, 352}, pt{864, 352}, pt{0, -72}, 3, deep, -step, -step, iron)

	lift := prism(rect(1104, -64, 1232, 64), upper-slab, upper,
		paint{"textures/glasshouse/lift", "textures/glasshouse/iron", "textures/glasshouse/iron"})
	c.mover("func_plat", lift, "height", "248", "speed", "250", "lip", "8")

}

// south is the potting yard: open to the sky, with the teleporter.
func south(c *chart) {
	c.room(deep, 144, indoor, rect(-96, -640, 96, -512))
	c.ramp(rect(-96, -640, 96, -512), deep-slab, pt{0, -632}, pt{0, -512}, deep, 0, indoor)
	c.room(upper, 320, indoor, rect(-64, -640, 64, -512))
	c.room(deep, 400, paint{earth.Top, stone.Wall, stone.Under},
		[]pt{{-448, -960}, {448, -960}, {576, -640}, {-576, -640}})
	c.deck([]pt{{-544, -720}, {544, -720}, {576, -640}, {-576, -640}}, upper, wood)
	c.room(deep, 96, indoor, rect(-72, -1032, 72, -960))
	c.block(rect(-48, -1020, 48, -972), deep, deep+4, portal)
	c.area("trigger_teleport", rect(-40, -1012, 40, -980), deep+4, deep+60, "target", "fernery")
	c.place("misc_teleporter_dest", -1216, 200, upper+24, "targetname", "fernery", "angle", "90")

	// potting benches
	for _, x := range []float64{-290, 290} {
		c.block(rect(x-90, -860, x+90, -820), deep, deep+36, wood)
		c.block(rect(x-90, -780, x+90, -740), deep, deep+36, wood)
	}
	for _, s := range []float64{-1, 1} {
		quarterBed(c, s)
	}
}

// quarterBed is a round flower bed in a corner of the yard, a curved patch
// around a clip brush.
func quarterBed(c *chart, s float64) {
	x, y, r, z := s*448, -960.0, 96.0, float64(deep)
	poly := []pt{{x, y}}
	for deg := 0.0; deg <= 90; deg += 15 {
		sin, cos := math.Sincos(deg * (math.Pi / 180))
		poly = append(poly, pt{x - s*math.Round(r*sin), y + math.Round(r*cos)})
	}
	c.block(poly, z, z+24, paint{Top: earth.Top})
	p := bsptest.Patch{Width: 3, Height: 3, Texture: earth.Wall}
	for i := range 3 {
		corner, edge, h := float32(x), float32(x-s*r), float32(z+12*float64(i))
		p.Points = append(p.Points, bsp.Vec3{edge, float32(y), h}, bsp.Vec3{edge, float32(y + r), h},
			bsp.Vec3{corner, float32(y + r), h})
	}
	c.Patches = append(c.Patches, p)
}

// west is the fernery: beds in rows and the great stairs.
func west(c *chart) {
	c.room(0, 144, indoor, rect(-768, -96, -512, 96))
	c.room(upper, 320, indoor, rect(-768, -64, -512, 64))
	c.room(0, 400, stone, []pt{{-1280, -304}, {-1200, -384}, {-768, -384}, {-768, 384}, {-1152, 384}, {-1280, 256}})
	c.stairs(pt{-1280, -208}, pt{-1168, -208}, pt{0, 264}, 11, 0, step, step, stone)
	c.deck([]pt{{-1280, 56}, {-1168, 56}, {-1168, 288}, {-1248, 288}, {-1280, 256}}, upper, wood)
	c.deck([]pt{{-1248, 288}, {-768, 288}, {-768, 384}, {-1152, 384}}, upper, wood)
	c.deck(rect(-864, -72, -768, 288), upper, wood)
	for i := range 3 {
		y := -250 + 150*float64(i)
		c.block(rect(-1064, y, -936, y+64), 0, 40, earth)
	}
}

// passages adds the passages around the hall: three below, one above in the north-west.
func passages(c *chart) {
	c.room(0, 144, indoor, []pt{{384, 672}, {608, 672}, {672, 800}, {384, 800}})
	c.room(0, 144, indoor, []pt{{608, 672}, {864, 352}, {1008, 352}, {672, 800}})

	c.room(deep, 96, indoor, []pt{{496, -840}, {824, -840}, {760, -720}, {544, -720}})
	c.room(deep, 96, indoor, []pt{{824, -840}, {1104, -352}, {960, -352}, {760, -720}})

	c.room(deep, 144, indoor, []pt{{-824, -840}, {-496, -840}, {-544, -720}, {-760, -720}})
	c.room(0, 144, indoor, []pt{{-824, -840}, {-760, -720}, {-960, -384}, {-1104, -384}})
	c.stairs(pt{-824, -840}, pt{-760, -720}, pt{72, 0}, 3, deep, -step, -step, indoor)

	c.room(upper, 320, indoor, []pt{{-608, 640}, {-384, 640}, {-384, 736}, {-656, 736}})
	c.room(upper, 320, indoor, []pt{{-1008, 384}, {-864, 384}, {-608, 640}, {-656, 736}})

}

// push adds a jump pad that throws players to the apex at (x, y, apex).
func push(c *chart, poly []pt, z float64, name string, x, y, apex float64) {
	c.area("trigger_push", poly, z, z+16, "target", name)
	c.place("target_position", x, y, apex, "targetname", name)
}

// things adds the items on the floors, by class and position. The fourth number is the direction in which players who
// start there face. item_botroam marks positions that bots only pass.
func things(c *chart) {
	const floor, above, below = 24, upper + 24, deep + 24
	for _, t := range []struct {
		class string
		at    [][4]float64
	}{
		{"item_quad", [][4]float64{{0, 0, above}}},
		{"item_health_mega", [][4]float64{{126, -126, -88}}},
		{"weapon_rocketlauncher", [][4]float64{{300, 300, floor}, {-1000, 336, above}}},
		{"weapon_shotgun", [][4]float64{{-300, -300, floor}}},
		{"ammo_rockets", [][4]float64{{372, 228, floor}, {1190, 200, below}, {-900, 336, above}}},
		{"ammo_shells", [][4]float64{{-372, -228, floor}, {-820, 220, floor}}},
		{"item_health", [][4]float64{
			{-330, 330, above}, {330, -330, above}, {-300, 300, floor}, {300, -300, floor}, {-300, 700, floor},
			{120, 920, floor},
			{860, -300, below}, {-470, -680, above}, {180, -920, below}, {-816, 150, above}, {-1120, -340, floor},
			{-720, 600, above},
		}},
		{"item_health_small", [][4]float64{{0, 220, above}, {0, -220, above}, {900, -600, below}, {932, -542, below},
			{964, -484, below}, {996, -426, below}}},
		{"info_player_deathmatch", [][4]float64{
			{-420, 0, floor, 0}, {330, 360, above, 225}, {-330, -360, above, 45}, {-230, 850, floor, 315},
			{340, 690, floor, 180},
			{1100, 290, below, 225}, {1200, -150, below, 135}, {-310, -910, below, 60}, {500, -680, below, 180},
			{400, -680, above, 180},
			{-820, -200, floor, 135}, {-1220, 150, above, 0}, {-900, 240, floor, 200},
		}},
		{"weapon_lightning", [][4]float64{{0, 848, 48 + 24}}},
		{"ammo_lightning", [][4]float64{{-200, 900, floor}}},
		{"weapon_grenadelauncher", [][4]float64{{-320, 690, above}, {-840, -300, floor}}},
		{"ammo_grenades", [][4]float64{{330, 690, above}, {-1000, 330, floor}}},
		{"item_armor_body", [][4]float64{{816, -310, above}}},
		{"weapon_plasmagun", [][4]float64{{816, 310, above}}},
		{"ammo_cells", [][4]float64{{1190, -200, below}}},
		{"ammo_bullets", [][4]float64{{860, 200, below}, {-180, -920, below}}},
		{"item_armor_combat", [][4]float64{{0, -840, below}, {-880, -640, floor}}},
		{"weapon_railgun", [][4]float64{{0, -680, above}}},
		{"ammo_slugs", [][4]float64{{470, -680, above}, {-560, 688, above}}},
		{"item_health_large", [][4]float64{{880, -680, below}}},
		{"item_armor_shard", [][4]float64{
			{200, 0, above}, {260, 0, above}, {-200, 0, above}, {-260, 0, above}, {700, 660, floor}, {740, 608, floor},
			{780, 556, floor},
			{820, 504, floor},
		}},
		{"item_botroam", [][4]float64{
			{0, -450, floor}, {-450, 0, floor}, {0, -600, floor}, {0, 450, floor}, {450, 0, floor}, {0, 600, floor},
			{-640, 0, floor},
			{-860, -20, floor}, {0, -450, above}, {-450, 0, above}, {0, -600, above}, {0, 450, above}, {450, 0, above},
			{0, 600, above},
			{-640, 0, above}, {-860, -20, above}, {640, 0, floor}, {820, 0, below}, {640, 0, above}, {820, 0, above},
			{120, 0, 0},
			{-120, 0, 0}, {-920, 430, above}, {-620, 690, above},
		}},
	} {
		for _, at := range t.at {
			c.place(t.class, at[0], at[1], at[2], "angle", fmt.Sprint(at[3]))
		}
	}
}

// locations adds the names of places that the game reports to teammates.
func locations(c *chart) {
	for _, l := range []struct {
		name    string
		x, y, z float64
	}{
		{"Pond", 0, 0, -60}, {"Bridges", 0, 0, upper + 24}, {"Hall", 0, -360, 24}, {"Hall", 0, 360, 24},
		{"Gallery", 330, 330, upper + 24}, {"Gallery", -330, -330, upper + 24},
		{"Palm House", 0, 820, 40}, {"Palm Balcony", 0, 690, upper + 24},
		{"Boiler House", 1000, 0, deep + 24}, {"Catwalk", 900, 0, upper + 24},
		{"Potting Yard", 0, -820, deep + 24}, {"Yard Balcony", 0, -680, upper + 24},
		{"Fernery", -1000, 0, 24}, {"Fern Stairs", -1220, 100, upper},
		{"Shard Passage", 780, 560, 24}, {"Low Passage", 900, -600, deep}, {"South-west Passage", -880, -640, 0},
		{"High Passage", -700, 560, upper + 24},
	} {
		c.place("target_location", l.x, l.y, l.z, "message", l.name)
	}
}
