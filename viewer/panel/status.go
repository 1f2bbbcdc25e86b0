package panel

import (
	"slices"
	"strconv"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// StatusView describes the status bar. It shows the state of the followed player or, if no player is followed, of the
// recording player.
type StatusView struct {
	Player *sim.Player
	Now    time.Duration
	Teams  bool
}

// Widths of the parts of the bar.
const (
	vitalSlot   = 72
	vitalsWidth = 3*vitalSlot + 6
	weaponSlot  = 34
	weaponLeast = 26  // of a weapon if space is short
	extrasLeast = 120 // reserved for powerups and inventory before the name gets more
	extraLine   = 18
)

// StatusHeight returns the height that the status bar needs to show pl, or 0 if the demo does not contain the player's
// state.
func StatusHeight(pl *sim.Player) float32 {
	if pl == nil || Spectates(pl) {
		return 0
	}
	if pl.Health == sim.Unknown && pl.Armor == sim.Unknown && pl.Ammo == sim.Unknown && pl.Inventory == nil {
		return 0
	}
	return 44
}

// Status lays out a status bar similar to the games' own, with health, armour, ammunition, weapons, powerups and
// inventory.
func Status(p *Pen, area draw.Rect, v StatusView) List {
	p.Begin(area)
	pl := v.Player
	if pl == nil || area.H <= 0 {
		return p.End()
	}
	t := p.Theme
	p.Fill(area, t.Panel)
	p.Fill(draw.Rect{X: area.X, Y: area.Y, W: area.W, H: 1}, t.Line)
	p.HitArea(area, Command{}, "")
	r := area.Inset(14, 0)
	weapons, extras := heldWeapons(pl), extrasOf(p, pl, v.Now)
	// The name gets the remaining space, but at least a fixed share of the bar.
	const sign = 28
	rest := vitalsWidth + weaponSlot*float32(len(weapons)) + min(extrasWidth(p, extras), extrasLeast)
	wide := sign + p.Width(pl.Profile.Name.Plain, Strong) + 18
	name, r := r.CutLeft(min(wide, max(r.W-rest, min(130, r.W*0.25))))
	p.Badge(Centred(draw.Rect{X: name.X, Y: name.Y, W: 20, H: name.H}, 20, 20), t.Badge(pl.Profile, v.Teams), 1)
	_, name = name.CutLeft(sign)
	name.W -= 16
	p.Text(name, pl.Profile.Name.Plain, Strong, t.Text, Left)
	if pl.Life == sim.Dead || pl.Life == sim.Gibbed || pl.Health != sim.Unknown && pl.Health <= 0 {
		p.Text(r, gone(pl), Body, t.Soft, Left)
		return p.End()
	}
	r = drawVitals(p, r, pl)
	if len(weapons) > 0 && r.W > 120 {
		r = drawWeaponRow(p, r, pl, weapons)
	}
	_, r = r.CutLeft(10)
	drawExtraRows(p, r, extras)
	return p.End()
}

// drawVitals draws health, armour and ammunition and returns the remaining space.
func drawVitals(p *Pen, r draw.Rect, pl *sim.Player) draw.Rect {
	t := p.Theme
	armour := t.Armor(pl.ArmorKind)
	if pl.Armor == 0 {
		armour = t.Faint
	}
	for _, f := range []struct {
		icon  draw.Icon
		value int16
		sign  draw.Color
		tip   string
	}{
		{draw.IconCross, pl.Health, t.Health(pl.Health), "Health"},
		{draw.IconShield, pl.Armor, armour, armourName(pl)},
		{draw.WeaponIcon(pl.Weapon), pl.Ammo, draw.Of(pl.Weapon.Info().Color).Readable(),
			"Ammunition of the " + pl.Weapon.Info().Name},
	} {
		if f.icon == draw.IconNone || f.value == sim.Unknown || r.W < vitalSlot-2 {
			continue
		}
		var c draw.Rect
		c, r = r.CutLeft(vitalSlot)
		p.Icon(Centred(draw.Rect{X: c.X, Y: c.Y, W: 20, H: c.H}, 18, 18), f.icon, f.sign)
		p.Text(draw.Rect{X: c.X + 26, Y: c.Y, W: c.W - 28, H: c.H}, number(f.value), Clock, t.Text, Left)
		p.HitArea(c, Command{}, f.tip)
	}
	_, r = r.CutLeft(6)
	return r
}

// armourName returns the kind of armour a player wears, if known.
func armourName(pl *sim.Player) string {
	if pl.Armor > 0 && pl.ArmorKind != sim.ItemNone {
		return pl.ArmorKind.Info().Name
	}
	return "Armour"
}

func heldWeapons(pl *sim.Player) []sim.Weapon {
	if pl.Inventory == nil {
		return nil
	}
	var out []sim.Weapon
	for w := sim.WeaponMelee; w < sim.CauseWorld; w++ {
		if pl.Inventory.Owns(w) {
			out = append(out, w)
		}
	}
	return out
}

// drawWeaponRow draws the weapons with their ammunition below and returns the remaining space. If space is short,
// weapons are drawn closer together; if they still do not all fit, the one in hand is among those shown.
func drawWeaponRow(p *Pen, r draw.Rect, pl *sim.Player, weapons []sim.Weapon) draw.Rect {
	slot := min(weaponSlot, max(r.W/float32(len(weapons)), weaponLeast))
	n := min(len(weapons), int(r.W/slot+0.01))
	first := max(slices.Index(weapons, pl.Weapon)-n+1, 0)
	for _, k := range weapons[first : first+n] {
		var c draw.Rect
		c, r = r.CutLeft(slot)
		drawWeapon(p, c, pl, k)
	}
	return r
}

func drawWeapon(p *Pen, c draw.Rect, pl *sim.Player, k sim.Weapon) {
	const side = 16
	col, num := p.Theme.Soft, p.Theme.Faint
	if k == pl.Weapon {
		p.Round(c.Inset(1, 4), 5, p.Theme.Selected)
		col, num = draw.Of(k.Info().Color).Readable(), p.Theme.Text
	}
	y := c.Y + 7
	if a := pl.Inventory.Ammo[k]; a == sim.Unknown || a < 0 || k == sim.WeaponMelee {
		y = c.Y + (c.H-side)/2
	} else {
		p.Text(draw.Rect{X: c.X, Y: c.Y + 24, W: c.W, H: 13}, strconv.Itoa(int(a)), Tiny, num, Middle)
	}
	p.Icon(draw.Rect{X: c.X + (c.W-side)/2, Y: y, W: side, H: side}, draw.WeaponIcon(k), col)
	p.HitArea(c, Command{}, p.weapon(k).Name)
}

// extra is a powerup or an inventory item.
type extra struct {
	text    string
	tip     string
	color   draw.Color
	powerup sim.Powerup
	item    sim.Item
	isItem  bool
	plain   bool
}

func extrasOf(p *Pen, pl *sim.Player, now time.Duration) []extra {
	var out []extra
	for u := range sim.PowerupCount {
		if !pl.Powerups.Has(u) {
			continue
		}
		s := u.Info().Short
		if end := pl.PowerupEnd[u]; end > now {
			s += " " + FormatTime(end-now+time.Second-1)
		}
		out = append(out, extra{text: s, tip: u.Info().Name, color: draw.Of(u.Info().Color).Readable(), powerup: u})
	}
	if pl.FlagCarried {
		out = append(out, extra{text: TeamName(pl.Flag, nil) + " flag", color: p.Theme.Team(pl.Flag),
			item: sim.ItemFlag, isItem: true})
	}
	if pl.Inventory == nil {
		return out
	}
	for _, k := range pl.Inventory.Keys {
		out = append(out, extra{text: k.Info().Name, color: draw.Of(k.Info().Color), item: k, isItem: true})
	}
	for _, o := range pl.Inventory.Other {
		s := o.Name
		if o.Count > 1 {
			s += " " + strconv.Itoa(int(o.Count))
		}
		out = append(out, extra{text: s, color: p.Theme.Soft, plain: true})
	}
	return out
}

// extraWidth returns the width of an extra including the gap after it.
func extraWidth(p *Pen, e extra) float32 {
	w := p.Width(e.text, Small) + 14
	if !e.plain {
		w += 18
	}
	return w
}

func extrasWidth(p *Pen, list []extra) (w float32) {
	for _, e := range list {
		w += extraWidth(p, e)
	}
	return w
}

// drawExtraRows draws powerups and inventory on one line, or on two if there are many.
func drawExtraRows(p *Pen, r draw.Rect, list []extra) {
	if extrasWidth(p, list) <= r.W {
		extraRow(p, r, list)
		return
	}
	r.Y, r.H = r.Y+(r.H-2*extraLine)/2, extraLine
	n := extraRow(p, r, list)
	r.Y += extraLine
	extraRow(p, r, list[n:])
}

// extraRow draws as many extras as fit on a line and returns their number.
func extraRow(p *Pen, r draw.Rect, list []extra) int {
	for i, e := range list {
		w := extraWidth(p, e)
		if w-14 > r.W {
			return i
		}
		var c draw.Rect
		c, r = r.CutLeft(w)
		if e.tip != "" {
			p.HitArea(c, Command{}, e.tip)
		}
		if !e.plain {
			icon := Centred(draw.Rect{X: c.X, Y: c.Y, W: 14, H: c.H}, 14, 14)
			if e.isItem {
				p.ItemIcon(icon, e.item, sim.WeaponNone, e.color)
			} else {
				p.PowerupIcon(icon, e.powerup, e.color)
			}
			_, c = c.CutLeft(18)
		}
		p.Text(c, e.text, Small, e.color, Left)
	}
	return len(list)
}
