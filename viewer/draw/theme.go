package draw

import "fragscope/sim"

// Theme is a set of colours. The viewer passes the current theme to everything that draws.
type Theme struct {
	Name string

	Void     Color // around the map
	Panel    Color // panels and bars
	Raised   Color // buttons, chips, hovered rows
	Hover    Color // a button under the cursor
	Selected Color // the row of the followed player
	Line     Color // hairlines between panels
	Track    Color // the empty part of a bar
	Scrim    Color // covers everything behind an overlay

	Text  Color // the most important text
	Soft  Color // secondary text
	Faint Color // hints, disabled text
	Halo  Color // outline of text on the map

	Accent   Color // the one accent: what is active, the current time
	OnAccent Color

	Good, Warn, Bad Color // health from full to low; armour has its items' colours
	Unknown         Color

	Red, Blue, Green, Free, Spectator Color
	// Players are the colours of players without a team, by slot.
	Players [12]Color
	// Lanes are the colours of player lanes. None of them is a team's colour.
	Lanes LaneColors
	// ColorBlind is set if the colours are meant for colour-blind users.
	ColorBlind bool
}

// LaneColors holds the colours for the lanes that show each player's health and armour over time. The armour colours
// differ in lightness, so that colour-blind users can tell them apart.
type LaneColors struct{ Health, GreenArmor, YellowArmor, RedArmor, Dead Color }

// Armor returns the colour for armour of the given kind. If the kind is unknown, it returns the colour of yellow
// armour.
func (c *LaneColors) Armor(kind sim.Item) Color {
	switch kind {
	case sim.ItemArmorGreen:
		return c.GreenArmor
	case sim.ItemArmorRed:
		return c.RedArmor
	}
	return c.YellowArmor
}

// Dark returns the default theme.
func Dark() Theme {
	return Theme{
		Name: "dark",

		Void:     Hex(0x0d0e11),
		Panel:    Hex(0x14161b),
		Raised:   Hex(0x1e2128),
		Hover:    Hex(0x292d36),
		Selected: Hex(0x1b2230),
		Line:     Hex(0x262930),
		Track:    Hex(0x2a2e37),
		Scrim:    Color{8, 9, 12, 190},

		Text:  Hex(0xeef0f4),
		Soft:  Hex(0xa3a9b5),
		Faint: Hex(0x6d7480),
		Halo:  Color{10, 11, 14, 225},

		Accent:   Hex(0x5a9cff),
		OnAccent: Hex(0xffffff),

		Good:    Hex(0x5fcf6a),
		Warn:    Hex(0xffc74a),
		Bad:     Hex(0xff6464),
		Unknown: Hex(0x59606c),

		Red:       Hex(0xff6b68),
		Blue:      Hex(0x6ba8ff),
		Green:     Hex(0x63d17c),
		Free:      Hex(0xe6e9ef),
		Spectator: Hex(0x8b919d),
		Players: [12]Color{
			Hex(0x6ba8ff), Hex(0xff8a5c), Hex(0x6fd68a), Hex(0xf27fc0), Hex(0xf5cf58), Hex(0x5fd3d8),
			Hex(0xb491ff), Hex(0xb5d65a), Hex(0xff7a86), Hex(0x8fb8c9), Hex(0xe0a878), Hex(0xd7a4e8),
		},
		Lanes: LaneColors{Health: Hex(0x8a92a1), GreenArmor: Hex(0xdccdf7), YellowArmor: Hex(0xb393ea),
			RedArmor: Hex(0x8a54d8), Dead: Hex(0x43302f)},
	}
}

// ColorBlind returns a variant of Dark for people with red-green colour blindness. Its colours, which follow the
// palette of Okabe and Ito, differ in lightness and along the blue-yellow axis.
func ColorBlind() Theme {
	t := Dark()
	t.Name, t.ColorBlind = "colour-blind", true
	t.Accent = Hex(0x56b4e9)
	t.OnAccent = Hex(0x08131b)
	t.Good = Hex(0x56b4e9)
	t.Warn = Hex(0xf0e442)
	t.Bad = Hex(0xe0701a)
	t.Red = Hex(0xf08a24)
	t.Blue = Hex(0x58b0f2)
	t.Green = Hex(0xf0e442)
	t.Players = [12]Color{
		Hex(0x56b4e9), Hex(0xe69f00), Hex(0x18c79a), Hex(0xf0e442), Hex(0xd989b6), Hex(0xe0701a),
		Hex(0xeef0f4), Hex(0x3d8fd6), Hex(0xb8a05a), Hex(0x7fe0c8), Hex(0xf4c3dd), Hex(0x9aa3b2),
	}
	return t
}

// Team returns the colour of the given team.
func (t *Theme) Team(team sim.Team) Color {
	switch team {
	case sim.TeamRed:
		return t.Red
	case sim.TeamBlue:
		return t.Blue
	case sim.TeamGreen:
		return t.Green
	case sim.TeamSpectator:
		return t.Spectator
	}
	return t.Free
}

// Health returns the colour for h points of health. The colour is not the only cue: a player's health is also shown by
// the length of a bar.
func (t *Theme) Health(h int16) Color {
	switch {
	case h == sim.Unknown:
		return t.Unknown
	case h > 50:
		return t.Good
	case h > 25:
		return t.Warn
	}
	return t.Bad
}

// Armor returns the colour for armour of the given kind. If the kind is unknown, it returns the colour of yellow
// armour.
func (t *Theme) Armor(kind sim.Item) Color {
	if t.ColorBlind {
		return t.Warn
	}
	switch kind {
	case sim.ItemArmorGreen, sim.ItemArmorRed:
		return Of(kind.Info().Color)
	}
	return Of(sim.ItemArmorYellow.Info().Color)
}

// Badge identifies a player on the map and in the panels. A player can be recognised by the badge's shape, number or
// colour alone.
type Badge struct {
	Shape  Shape
	Number int
	Color  Color
}

// Shape is the outline of a player's marker. All shapes point forward.
type Shape uint8

const (
	ShapeDart  Shape = iota // notched arrowhead
	ShapeDrop               // round, with a point in front
	ShapeKite               // four corners
	ShapeHouse              // square, with a point in front
	ShapeWedge              // plain triangle
	ShapeFork               // deeply notched arrowhead
	ShapeCount
)

// Badge returns the badge of the player p. teams is set if the level is a team game. The badge of a team player or a
// spectator has the shape and colour of his team. For any other player, the shape and the colour depend on his slot.
// The number on the badge is the slot number, counting from 1.
func (t *Theme) Badge(p *sim.Profile, teams bool) Badge {
	b := Badge{Number: p.Slot.Index() + 1}
	if teams && p.Team != sim.TeamFree || p.Team == sim.TeamSpectator {
		b.Color = t.Team(p.Team)
		switch p.Team {
		case sim.TeamBlue:
			b.Shape = ShapeDrop
		case sim.TeamGreen:
			b.Shape = ShapeKite
		case sim.TeamSpectator:
			b.Shape = ShapeWedge
		}
		return b
	}
	slot := max(p.Slot.Index(), 0)
	b.Color = t.Players[slot%len(t.Players)]
	b.Shape = Shape(slot % int(ShapeCount))
	return b
}
