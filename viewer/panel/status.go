package panel

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

func decode(s string) (rune, int) { return utf8.DecodeRuneInString(s) }

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

// Status lays out what a player has, as the games show it at the foot of the
// screen: health, armour, ammunition, weapons, powerups, inventory. Where the demo
// tells nothing of it there is no panel.
func Status(p *Pen, m ink.Rect, v StatusView) List {
	pl := v.Player
	if pl == nil || m.W < 260 || m.H < 220 || Spectates(pl) {
		return List{}
	}
	known := pl.Health != sim.Unknown || pl.Armor != sim.Unknown || pl.Ammo != sim.Unknown || pl.Held != nil
	if !known && pl.Powerups == 0 {
		return List{}
	}
	weapons := heldWeapons(pl)
	extra := p.extras(pl, v.Now)
	const slot = 42
	w := max(float32(len(weapons))*slot, 300) + 24
	w = min(w, m.W-24, 720)
	h := float32(52)
	if len(weapons) > 0 {
		h += 34
	}
	if len(extra) > 0 {
		h += 24
	}
	box := ink.Rect{X: m.X + float32(int((m.W-w)/2)), Y: m.Bottom() - h - 10, W: w, H: h}
	p.Begin(box)
	p.Round(box, 8, p.Theme.Panel.Fade(0.88))
	p.Outline(box, 8, 1, p.Theme.Line)
	p.Spot(box, Command{}, "")
	in := box.Inset(12, 6)
	top, rest := in.CutTop(40)
	p.vitals(top, v)
	if len(weapons) > 0 {
		var row ink.Rect
		row, rest = rest.CutTop(34)
		p.weaponRow(row, pl, weapons)
	}
	if len(extra) > 0 {
		p.extraRow(rest, extra)
	}
	return p.End()
}

func (p *Pen) vitals(r ink.Rect, v StatusView) {
	t, pl := p.Theme, v.Player
	b := t.Badge(pl.Profile, v.Teams)
	third := (r.W - 110) / 3
	name, rest := r.CutLeft(min(110, r.W*0.3))
	if third < 60 {
		third = rest.W / 3
	}
	box := centred(ink.Rect{X: name.X, Y: name.Y, W: 20, H: name.H}, 20, 20)
	p.Badge(box, b, 1)
	p.Text(ink.Rect{X: name.X + 28, Y: name.Y, W: name.W - 36, H: name.H}, pl.Profile.Name.Plain, Strong, t.Text, Left)
	if pl.Life == sim.Dead || pl.Life == sim.Gibbed {
		p.Text(rest, "dead", Body, t.Soft, Middle)
		return
	}
	for _, f := range []struct {
		glyph ink.Icon
		value int16
		color ink.Color
		icon  sim.Weapon
	}{
		{ink.IconCross, pl.Health, t.Health(pl.Health), 0},
		{ink.IconShield, pl.Armor, t.Armor(pl.ArmorKind), 0},
		{ink.IconNone, pl.Ammo, t.Text, pl.Weapon},
	} {
		var c ink.Rect
		c, rest = rest.CutLeft(third)
		icon := centred(ink.Rect{X: c.X, Y: c.Y, W: 24, H: c.H}, 20, 20)
		if f.glyph != ink.IconNone {
			p.Icon(icon, f.glyph, f.color)
		} else if f.icon != sim.WeaponNone {
			p.WeaponIcon(icon, f.icon, ink.Of(f.icon.Armament().Color).Readable())
		} else {
			continue
		}
		p.Text(ink.Rect{X: c.X + 30, Y: c.Y, W: c.W - 32, H: c.H}, number(f.value), Clock, f.color, Left)
	}
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

func (p *Pen) weaponRow(r ink.Rect, pl *sim.Player, weapons []sim.Weapon) {
	w := min(r.W/float32(len(weapons)), 46)
	x := r.X + (r.W-w*float32(len(weapons)))/2
	for _, k := range weapons {
		c := ink.Rect{X: x, Y: r.Y, W: w, H: r.H - 2}
		x += w
		col, num := p.Theme.Soft, p.Theme.Faint
		if k == pl.Weapon {
			p.Round(c.Inset(1, 0), 5, p.Theme.Selected)
			col, num = ink.Of(k.Armament().Color).Readable(), p.Theme.Text
		}
		p.WeaponIcon(ink.Rect{X: c.X + (c.W-16)/2, Y: c.Y + 2, W: 16, H: 16}, k, col)
		if a := pl.Held.Ammo[k]; a != sim.Unknown && k != sim.WeaponMelee {
			p.Text(ink.Rect{X: c.X, Y: c.Y + 18, W: c.W, H: 13}, strconv.Itoa(int(a)), Tiny, num, Middle)
		}
	}
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
