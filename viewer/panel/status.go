package panel

import (
	"strconv"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

// splitLines breaks spans at line feeds.
func splitLines(spans []Span) [][]Span {
	out := [][]Span{nil}
	for _, s := range spans {
		for i, part := range strings.Split(s.Text, "\n") {
			if i > 0 {
				out = append(out, nil)
			}
			if part != "" {
				out[len(out)-1] = append(out[len(out)-1], Span{part, s.Face, s.Color})
			}
		}
	}
	return out
}

// StatusView is the state of one player: the recorder, or who is followed.
type StatusView struct {
	Player *sim.Player
	Now    time.Duration
	Teams  bool
}

// StatusHeight is the height of the bar that Status lays out; 0 where the demo
// tells nothing of the player's state.
func StatusHeight(pl *sim.Player) float32 {
	if pl == nil || Spectates(pl) {
		return 0
	}
	if pl.Health == sim.Unknown && pl.Armor == sim.Unknown && pl.Ammo == sim.Unknown && pl.Held == nil {
		return 0
	}
	return 44
}

// Status lays out what a player has, as the games show it at the foot of the
// screen: health, armour, ammunition, weapons, powerups, inventory.
func Status(p *Pen, area ink.Rect, v StatusView) List {
	p.Begin(area)
	pl := v.Player
	if pl == nil || area.H <= 0 {
		return p.End()
	}
	t := p.Theme
	p.Fill(area, t.Panel)
	p.Fill(ink.Rect{X: area.X, Y: area.Y, W: area.W, H: 1}, t.Line)
	p.Spot(area, Command{}, "")
	r := area.Inset(14, 0)
	name, r := r.CutLeft(min(130, r.W*0.25))
	p.Badge(centred(ink.Rect{X: name.X, Y: name.Y, W: 20, H: name.H}, 20, 20), t.Badge(pl.Profile, v.Teams), 1)
	_, name = name.CutLeft(28)
	name.W -= 8
	p.Text(name, pl.Profile.Name.Plain, Strong, t.Text, Left)
	if pl.Life == sim.Dead || pl.Life == sim.Gibbed {
		p.Text(r, "dead", Body, t.Soft, Left)
		return p.End()
	}
	r = p.vitals(r, pl)
	weapons := heldWeapons(pl)
	if len(weapons) > 0 && r.W > 120 {
		r = p.weaponRow(r, pl, weapons)
	}
	_, r = r.CutLeft(10)
	p.extraRow(r, p.extras(pl, v.Now))
	return p.End()
}

// vitals draws health, armour and ammunition and returns what is left.
func (p *Pen) vitals(r ink.Rect, pl *sim.Player) ink.Rect {
	t := p.Theme
	for _, f := range []struct {
		icon  ink.Icon
		value int16
		sign  ink.Color
	}{
		{ink.IconCross, pl.Health, t.Health(pl.Health)},
		{ink.IconShield, pl.Armor, t.Armor(pl.ArmorKind)},
		{ink.WeaponIcon(pl.Weapon), pl.Ammo, ink.Of(pl.Weapon.Armament().Color).Readable()},
	} {
		if f.icon == ink.IconNone || f.value == sim.Unknown || r.W < 70 {
			continue
		}
		var c ink.Rect
		c, r = r.CutLeft(72)
		p.Icon(centred(ink.Rect{X: c.X, Y: c.Y, W: 20, H: c.H}, 18, 18), f.icon, f.sign)
		p.Text(ink.Rect{X: c.X + 26, Y: c.Y, W: c.W - 28, H: c.H}, number(f.value), Clock, t.Text, Left)
	}
	_, r = r.CutLeft(6)
	return r
}

func heldWeapons(pl *sim.Player) []sim.Weapon {
	if pl.Held == nil {
		return nil
	}
	var out []sim.Weapon
	for w := sim.WeaponMelee; w < sim.CauseWorld; w++ {
		if pl.Held.Weapons>>w&1 != 0 {
			out = append(out, w)
		}
	}
	return out
}

// weaponRow draws what weapons there are, with the ammunition beneath, and
// returns what is left.
func (p *Pen) weaponRow(r ink.Rect, pl *sim.Player, weapons []sim.Weapon) ink.Rect {
	const slot = 34
	n := min(len(weapons), int(r.W/slot))
	for _, k := range weapons[:n] {
		var c ink.Rect
		c, r = r.CutLeft(slot)
		col, num := p.Theme.Soft, p.Theme.Faint
		if k == pl.Weapon {
			p.Round(c.Inset(1, 4), 5, p.Theme.Selected)
			col, num = ink.Of(k.Armament().Color).Readable(), p.Theme.Text
		}
		a := pl.Held.Ammo[k]
		y := c.Y + 7
		if a == sim.Unknown || a < 0 || k == sim.WeaponMelee {
			y = c.Y + (c.H-16)/2
		} else {
			p.Text(ink.Rect{X: c.X, Y: c.Y + 24, W: c.W, H: 13}, strconv.Itoa(int(a)), Tiny, num, Middle)
		}
		p.Icon(ink.Rect{X: c.X + (c.W-16)/2, Y: y, W: 16, H: 16}, ink.WeaponIcon(k), col)
	}
	return r
}

// extra is a powerup or a thing of the inventory.
type extra struct {
	text    string
	color   ink.Color
	powerup sim.Powerup
	item    sim.Item
	isItem  bool
	plain   bool
}

func (p *Pen) extras(pl *sim.Player, now time.Duration) []extra {
	var out []extra
	for u := range sim.PowerupCount {
		if !pl.Powerups.Has(u) {
			continue
		}
		s := u.Emblem().Short
		if end := pl.PowerupEnd[u]; end > now {
			s += " " + FormatTime(end-now+time.Second-1)
		}
		out = append(out, extra{text: s, color: ink.Of(u.Emblem().Color).Readable(), powerup: u})
	}
	if pl.FlagCarried {
		out = append(out, extra{text: TeamName(pl.Flag, nil) + " flag", color: p.Theme.Team(pl.Flag), item: sim.ItemFlag, isItem: true})
	}
	if pl.Held == nil {
		return out
	}
	for _, k := range pl.Held.Keys {
		out = append(out, extra{text: k.Emblem().Name, color: ink.Of(k.Emblem().Color), item: k, isItem: true})
	}
	for _, o := range pl.Held.Other {
		s := o.Name
		if o.Count > 1 {
			s += " " + strconv.Itoa(int(o.Count))
		}
		out = append(out, extra{text: s, color: p.Theme.Soft, plain: true})
	}
	return out
}

func (p *Pen) extraRow(r ink.Rect, list []extra) {
	for _, e := range list {
		w := p.Width(e.text, Small) + 14
		if !e.plain {
			w += 18
		}
		if w > r.W {
			return
		}
		var c ink.Rect
		c, r = r.CutLeft(w)
		if !e.plain {
			icon := centred(ink.Rect{X: c.X, Y: c.Y, W: 14, H: c.H}, 14, 14)
			if e.isItem {
				p.ItemIcon(icon, e.item, sim.WeaponNone, e.color)
			} else {
				p.PowerupIcon(icon, e.powerup, e.color)
			}
			_, c = c.CutLeft(18)
		}
		p.Text(c, e.text, Small, e.color, Left)
	}
}

// ScoresView is what the scoreboard shows.
type ScoresView struct {
	World    *sim.World
	Teams    bool
	Followed int
	Score    [sim.TeamCount]int16
	Heading  string
}

// Scores lays out the scoreboard over the map.
func Scores(p *Pen, m ink.Rect, v ScoresView) List {
	if v.World == nil {
		return List{}
	}
	gs := groups(v.World, v.Teams)
	row, head := float32(26), float32(34)
	total := func() float32 {
		h := float32(50)
		for _, g := range gs {
			h += head + row*float32(len(g.members))
		}
		return h + 12
	}
	for row > 17 && total() > m.H-24 {
		row, head = row-1, max(head-1, 24)
	}
	box := within(m, 560, total())
	p.Begin(box)
	p.Round(box, 8, p.Theme.Panel.Fade(0.95))
	p.Outline(box, 8, 1, p.Theme.Line)
	p.Spot(box, Command{}, "")
	in := box.Inset(20, 6)
	top, rest := in.CutTop(42)
	p.Text(top, v.Heading, Title, p.Theme.Text, Left)
	for _, g := range gs {
		var h ink.Rect
		if rest.H < head+row {
			break
		}
		h, rest = rest.CutTop(head)
		p.scoreHead(h, g, v)
		for _, i := range g.members {
			if rest.H < row {
				break
			}
			var r ink.Rect
			r, rest = rest.CutTop(row)
			p.scoreRow(r, &v.World.Players[i], v)
		}
	}
	return p.End()
}

// scoreColumns are the columns of numbers, from the right.
var scoreColumns = []struct {
	name string
	get  func(*sim.Player) string
}{
	{"ping", func(pl *sim.Player) string { return number(pl.Ping) }},
	{"deaths", func(pl *sim.Player) string { return number(pl.Deaths) }},
	{"frags", func(pl *sim.Player) string { return number(pl.Frags) }},
}

const scoreColumn = 64

func (p *Pen) scoreHead(r ink.Rect, g group, v ScoresView) {
	name, col := TeamName(g.team, v.World.Players), p.Theme.Soft
	if g.watch {
		name = "Spectators"
	} else if g.team != sim.TeamFree {
		col = p.Theme.Team(g.team)
		if s := v.Score[g.team]; s != sim.Unknown {
			name += "  " + strconv.Itoa(int(s))
		}
	}
	rest := r
	if !g.watch {
		for _, c := range scoreColumns {
			var cell ink.Rect
			cell, rest = rest.CutRight(min(scoreColumn, r.W/6))
			p.Text(cell, c.name, Small, p.Theme.Faint, Right)
		}
	}
	p.Text(rest, name, Strong, col, Left)
	p.Fill(ink.Rect{X: r.X, Y: r.Bottom() - 1, W: r.W, H: 1}, p.Theme.Line)
}

func (p *Pen) scoreRow(r ink.Rect, pl *sim.Player, v ScoresView) {
	if pl.Slot == v.Followed {
		p.Round(r.Inset(-6, 0), 4, p.Theme.Selected)
	} else if p.Hot(r) {
		p.Round(r.Inset(-6, 0), 4, p.Theme.Raised)
	}
	p.Spot(r, Command{Verb: VerbFollow, Index: pl.Slot}, "")
	fade := float32(1)
	if pl.Life == sim.Dead || pl.Life == sim.Gibbed {
		fade = 0.55
	}
	side := min(r.H-4, 18)
	p.Badge(centred(ink.Rect{X: r.X, Y: r.Y, W: side, H: r.H}, side, side), p.Theme.Badge(pl.Profile, v.Teams), fade)
	rest := ink.Rect{X: r.X + side + 8, Y: r.Y, W: r.W - side - 8, H: r.H}
	if !Spectates(pl) {
		for i, c := range scoreColumns {
			var cell ink.Rect
			cell, rest = rest.CutRight(min(scoreColumn, r.W/6))
			face, col := Body, p.Theme.Soft
			if i == len(scoreColumns)-1 {
				face, col = Strong, p.Theme.Text
			}
			p.Text(cell, c.get(pl), face, col.Fade(fade), Right)
		}
	}
	rest.W -= 8
	rest = p.signs(rest, pl, p.Theme.Text)
	note := ""
	if pl.Bot {
		note = "bot"
	}
	if pl.Profile.Clan != "" {
		note = strings.TrimSpace(pl.Profile.Clan + " " + note)
	}
	b := p.Text(rest, pl.Profile.Name.Plain, Body, p.nameColor(pl, ink.Color{}).Fade(fade), Left)
	if note != "" && rest.Right()-b.Right() > 40 {
		p.Text(ink.Rect{X: b.Right() + 8, Y: rest.Y, W: rest.Right() - b.Right() - 8, H: rest.H}, note, Small, p.Theme.Faint, Left)
	}
}
