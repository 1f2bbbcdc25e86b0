package netquake

import (
	"fragscope/formats/fte"
	"fragscope/formats/wire"
)

// Protocol numbers in serverinfo.
const (
	ProtocolQuake       = 15    // every id engine; also unmarked demos of Nehahra and of old DarkPlaces
	ProtocolDarkPlaces1 = 96    // DarkPlaces 1
	ProtocolDarkPlaces2 = 97    // DarkPlaces 2
	ProtocolNehahra     = 250   // the Nehahra movie
	ProtocolFitzQuake   = 666   // FitzQuake 0.85, QuakeSpasm and their kin
	ProtocolRMQ         = 999   // 666 and a long of flags that selects coordinates and angles
	ProtocolDarkPlaces3 = 3500  // DarkPlaces 3
	ProtocolDarkPlaces4 = 3501  // DarkPlaces 4
	ProtocolDarkPlaces5 = 3502  // DarkPlaces 5
	ProtocolDarkPlaces6 = 3503  // DarkPlaces 6
	ProtocolDarkPlaces7 = 3504  // DarkPlaces 7
	ProtocolDarkPlaces8 = 3505  // DarkPlaces 8
	ProtocolBJP1        = 10000 // Bengt Jardrup's engine: 16-bit model indices
	ProtocolBJP2        = 10001 // and 16-bit sound indices
	ProtocolBJP3        = 10002 // the same messages as 10001
)

// Flags of protocol 999, as in the RMQ engine and QuakeSpasm.
const (
	RMQShortAngle = 1 << 1 // angles are int16 * 360/65536
	RMQFloatAngle = 1 << 2 // angles are floats
	RMQ24BitCoord = 1 << 3 // coordinates are int16 and a byte of 1/255
	RMQFloatCoord = 1 << 4 // coordinates are floats
	RMQInt32Coord = 1 << 7 // coordinates are int32 / 16

	rmqKnownFlags = RMQShortAngle | RMQFloatAngle | RMQ24BitCoord | RMQFloatCoord | RMQInt32Coord |
		1<<5 /* entities have a scale */ | 1<<6 /* a remark about alpha */
)

// FTE's magic numbers before the protocol number. Each is followed by a long of flags.
const (
	MagicFTE  = 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24
	MagicFTE2 = 'F' | 'T'<<8 | 'E'<<16 | '2'<<24

	fteFloatCoords     = 0x00008000
	fte2PredictionInfo = 0x00000020
)

// Protocol describes how a level's messages are encoded, as determined by its serverinfo. Decoding depends on these
// values, never on the protocol number itself. The zero Protocol is not usable.
type Protocol struct {
	// Number is the protocol number in the serverinfo. Name is the usual name of the protocol.
	Number int32
	Name   string
	// Flags are the flags of protocol 999.
	Flags uint32
	// FTE and FTE2 are the flags of the extensions that precede the protocol number, or 0 if there are none.
	FTE, FTE2 uint32

	coord wire.Coord
	angle wire.Angle

	flagged    bool // serverinfo has a long of flags
	wideModels bool // model indices of updates, baselines and clientdata are shorts
	wideSounds bool // sound indices are shorts
	reasons    bool // disconnect has a reason
	// wideStaticSounds is set if sound indices of static sounds are shorts.
	wideStaticSounds bool
	timeAcks         bool // time carries an input sequence

	extendedMask bool // bits 15 and 23 of an update's mask announce further bytes of it
	tail         []tailField

	client clientLayout
	ids    family
	temps  map[Temp]tempLayout
	frames *frameLayout // layout of DarkPlaces' frames, or nil if there are none
	// entities is the layout of FTE's replacement deltas, or nil if there are none.
	entities *fte.Layout
	// exact is the coding of angles of DarkPlaces' entities that are not of low precision.
	exact wire.Angle

	// asks is the set of questions that the number leaves open.
	asks question
	// variant holds the answers that differ from the default.
	variant Variant
}

// question is a set of questions that a protocol's number leaves open and trials settle: see [Decoder].
type question uint8

const (
	askMask   question = 1 << iota // whether masks are those of id's engines, Nehahra's, or DarkPlaces'
	askItems                       // whether the items of clientdata are always sent
	askAngles                      // whether exact angles have one byte or two
	askSounds                      // whether the numbers of sounds have one byte or two
)

// family is a set of message numbers that are used in addition to id's. Each row of kinds has a bit for each family
// that includes it.
type family uint8

const (
	fitzMessages    family = 1 << iota
	openingMessages        // before the first serverinfo: what any protocol may have there
	nehahraMessages
	darkPlacesMessages // since DarkPlaces 4
	oldDarkPlacesMessages
	fteMessages // with any of FTE's second extension flags

	anyDarkPlaces = darkPlacesMessages | oldDarkPlacesMessages
	anyFamily     = fitzMessages | openingMessages | nehahraMessages | anyDarkPlaces | fteMessages
)

// clientLayout is the layout of clientdata.
type clientLayout struct {
	itemsAlways bool       // whatever the mask says
	punch       wire.Angle // of the punch angles
	punchVector wire.Coord // if the mask announces one
	floatSpeed  bool       // velocities are floats, else int8 * 16
	stats       statLayout
	fitz        bool // high bytes and the weapon's alpha follow
	viewZoom    int  // bytes of the view zoom, 0 if there is none
}

// statLayout is the width of status bar numbers in clientdata.
type statLayout uint8

const (
	byteStats  statLayout = iota
	shortStats            // DarkPlaces 5
	noStats               // DarkPlaces 6 and later send updatestat
)

// tailField is a field after the angles of an update.
type tailField struct {
	bit   uint32
	field Fields
}

var (
	fitzTail = []tailField{
		{1 << 16, HasAlpha}, {1 << 20, HasScale}, {1 << 17, HasFrame2}, {1 << 18, HasModel2}, {1 << 19, HasLerpFinish},
	}
	nehahraTail    = []tailField{{1 << 15, HasTransparency}}
	darkPlacesTail = []tailField{
		{1 << 17, HasAlpha}, {1 << 18, HasScale}, {1 << 19, HasEffects2}, {1 << 20, HasGlowSize},
		{1 << 21, HasGlowColor},
		{1 << 22, HasColorMod}, {1 << 26, HasFrame2}, {1 << 27, HasModel2},
	}
)

var quakeClient = clientLayout{itemsAlways: true, punch: wire.AngleUnit, fitz: true}

// protocols has a row for each protocol number. A row specifies only how the protocol differs from id's.
var protocols = map[int32]Protocol{
	ProtocolQuake: {Name: "Quake", ids: fitzMessages, tail: nehahraTail, client: quakeClient,
		asks: askMask | askItems},
	ProtocolNehahra: {Name: "Nehahra", tail: nehahraTail, client: quakeClient, ids: nehahraMessages,
		temps: nehahraTemps},
	ProtocolFitzQuake: {Name: "FitzQuake", ids: fitzMessages, extendedMask: true, tail: fitzTail,
		client: quakeClient},
	ProtocolRMQ: {Name: "RMQ", flagged: true, ids: fitzMessages, extendedMask: true, tail: fitzTail,
		client: quakeClient},
	ProtocolBJP1: {Name: "BJP 1", wideModels: true, tail: nehahraTail, client: quakeClient, ids: nehahraMessages,
		temps: nehahraTemps, asks: askMask | askSounds},
	ProtocolBJP2: {Name: "BJP 2", wideModels: true, wideSounds: true, tail: nehahraTail, client: quakeClient,
		ids: nehahraMessages, temps: nehahraTemps, asks: askMask},
	ProtocolBJP3: {Name: "BJP 3", wideModels: true, wideSounds: true, tail: nehahraTail, client: quakeClient,
		ids: nehahraMessages, temps: nehahraTemps, asks: askMask | askSounds},
	ProtocolDarkPlaces1: oldDarkPlaces("DarkPlaces 1", wire.CoordFloat, 2, oldDarkPlacesMessages, &frames1),
	ProtocolDarkPlaces2: oldDarkPlaces("DarkPlaces 2", wire.CoordWhole, 1, oldDarkPlacesMessages, &frames2),
	ProtocolDarkPlaces3: oldDarkPlaces("DarkPlaces 3", wire.CoordWhole, 1, oldDarkPlacesMessages, &frames1),
	ProtocolDarkPlaces4: oldDarkPlaces("DarkPlaces 4", wire.CoordWhole, 1, darkPlacesMessages, &frames4),
	ProtocolDarkPlaces5: {
		Name: "DarkPlaces 5", coord: wire.CoordFloat, angle: wire.Angle16, extendedMask: true, tail: darkPlacesTail,
		frames: &frames5, client: clientLayout{itemsAlways: true, punch: wire.Angle16, punchVector: wire.CoordFloat,
			floatSpeed: true, stats: shortStats, viewZoom: 2},
		ids: darkPlacesMessages, temps: darkPlacesTemps,
	},
	ProtocolDarkPlaces6: {
		Name: "DarkPlaces 6", coord: wire.CoordFloat, angle: wire.Angle16, extendedMask: true, tail: darkPlacesTail,
		frames: &frames5, client: clientLayout{punch: wire.Angle16, punchVector: wire.CoordFloat, floatSpeed: true,
			stats: noStats, viewZoom: 2},
		ids: darkPlacesMessages, temps: darkPlacesTemps,
	},
	ProtocolDarkPlaces7: {
		Name: "DarkPlaces 7", coord: wire.CoordFloat, angle: wire.Angle16, extendedMask: true, tail: darkPlacesTail,
		frames: &frames7, client: clientLayout{punch: wire.Angle16, punchVector: wire.CoordFloat, floatSpeed: true,
			stats: noStats, viewZoom: 2},
		ids: darkPlacesMessages, temps: darkPlacesTemps,
	},
	ProtocolDarkPlaces8: {
		Name: "DarkPlaces 8", coord: wire.CoordFloat, angle: wire.Angle16, extendedMask: true, tail: darkPlacesTail,
		frames: &frames7, reasons: true, client: clientLayout{punch: wire.Angle16, punchVector: wire.CoordFloat,
			floatSpeed: true, stats: noStats, viewZoom: 2},
		ids: darkPlacesMessages, temps: darkPlacesTemps,
	},
}

// oldDarkPlaces returns the row of DarkPlaces 1 to 4. Exact angles have one byte according to its reader and, since 24
// May 2005, two according to its writer (DarkPlaces protocol.c, EntityState_ReadFields and EntityState_WriteFields).
func oldDarkPlaces(name string, coord wire.Coord, viewZoom int, ids family, frames *frameLayout) Protocol {
	return Protocol{
		Name: name, coord: coord, extendedMask: true, tail: darkPlacesTail, ids: ids, temps: darkPlacesTemps,
		frames: frames, exact: wire.Angle8, asks: askAngles,
		client: clientLayout{itemsAlways: true, punch: wire.Angle16, punchVector: wire.CoordWhole, viewZoom: viewZoom},
	}
}

// newProtocol returns the protocol of a serverinfo. It returns false if the protocol is unknown.
func newProtocol(number int32, flags, fte1, fte2 uint32) (Protocol, bool) {
	p, ok := protocols[number]
	if !ok {
		return Protocol{}, false
	}
	if p.temps == nil {
		p.temps = quakeTemps
	}
	p.Number, p.Flags, p.FTE, p.FTE2 = number, flags, fte1, fte2
	if p.flagged {
		if flags&^rmqKnownFlags != 0 {
			return Protocol{}, false
		}
		p.coord, p.angle = rmqPrimitives(flags)
	}
	p.timeAcks = fte2&fte2PredictionInfo != 0
	if fte1&fteFloatCoords != 0 {
		p.coord, p.angle = wire.CoordFloat, max(p.angle, wire.Angle16)
	}
	if fte2 != 0 {
		p.ids |= fteMessages
	}
	if fte2&fte.ReplacementDeltas != 0 {
		p.entities = fte.NewLayout(fte2, p.coord, p.angle).WithInput()
	}
	return p, true
}

// initialProtocol returns the protocol before the first serverinfo: 15, with nothing left open. DarkPlaces sends the
// game's program there, as a download.
func initialProtocol() Protocol {
	p, _ := newProtocol(ProtocolQuake, 0, 0, 0)
	p.asks, p.ids = 0, openingMessages
	return p
}

// rmqPrimitives returns the coordinates and angles selected by the flags of protocol 999. Of several flags the most
// exact wins, as in QuakeSpasm.
func rmqPrimitives(flags uint32) (c wire.Coord, a wire.Angle) {
	switch {
	case flags&RMQFloatCoord != 0:
		c = wire.CoordFloat
	case flags&RMQInt32Coord != 0:
		c = wire.Coord32
	case flags&RMQ24BitCoord != 0:
		c = wire.Coord24
	}
	switch {
	case flags&RMQFloatAngle != 0:
		a = wire.AngleFloat
	case flags&RMQShortAngle != 0:
		a = wire.Angle16
	}
	return c, a
}

// withDarkPlacesMask returns protocol 15, or that of BJP's engine, as used by DarkPlaces servers.
func (p Protocol) withDarkPlacesMask() Protocol {
	p.extendedMask, p.tail, p.ids, p.temps = true, darkPlacesTail, darkPlacesMessages, darkPlacesTemps
	p.client.fitz, p.client.viewZoom, p.client.punchVector = false, 2, wire.CoordFloat
	p.variant.DarkPlaces = true
	return p
}

// withNehahra returns protocol 15 as used by Nehahra's engine.
func (p Protocol) withNehahra() Protocol {
	p.ids, p.temps = nehahraMessages, nehahraTemps
	p.variant.Nehahra = true
	return p
}

// ways returns the protocol with each answer to the questions that it leaves open.
func (p Protocol) ways() []Protocol {
	ways := []Protocol{p}
	if p.asks&askMask != 0 {
		ways = append(ways, p.withNehahra(), p.withDarkPlacesMask())
	}
	for _, way := range ways {
		switch {
		case p.asks&askItems != 0:
			ways = append(ways, way.withItemsByMask())
		case p.asks&askAngles != 0:
			ways = append(ways, way.withWideAngles())
		case p.asks&askSounds != 0:
			ways = append(ways, way.withNarrowSounds())
		}
	}
	return ways
}

// withItemsByMask returns protocol 15 as used by Quake 0.91 to 1.06.
func (p Protocol) withItemsByMask() Protocol {
	p.client.itemsAlways = false
	p.variant.ItemsByMask = true
	return p
}

// withWideAngles returns a protocol of DarkPlaces 1 to 4 with angles of two bytes.
func (p Protocol) withWideAngles() Protocol {
	p.exact = wire.Angle16
	p.variant.WideAngles = true
	return p
}

// withNarrowSounds returns a protocol of DarkPlaces as written by its server of 2018 (sv_send.c, SV_StartSound;
// svvm_cmds.c, VM_SV_ambientsound).
func (p Protocol) withNarrowSounds() Protocol {
	p.wideSounds, p.wideStaticSounds = false, true
	p.variant.NarrowSounds = true
	return p
}

// told returns p with the variant v found in the demo, or nil if p is nil.
func (p *Protocol) told(v *Variant) *Protocol {
	if p == nil {
		return nil
	}
	variant := p.as(*v)
	return &variant
}

// as returns p as variant v.
func (p Protocol) as(v Variant) Protocol {
	if v.Nehahra && !p.variant.Nehahra {
		p = p.withNehahra()
	}
	if v.DarkPlaces && !p.variant.DarkPlaces {
		p = p.withDarkPlacesMask()
	}
	if v.ItemsByMask && !p.variant.ItemsByMask {
		p = p.withItemsByMask()
	}
	if v.WideAngles && !p.variant.WideAngles {
		p = p.withWideAngles()
	}
	if v.NarrowSounds && !p.variant.NarrowSounds {
		p = p.withNarrowSounds()
	}
	return p
}

// Reach returns the greatest distance from the origin that a coordinate can express, in units.
func (p *Protocol) Reach() float32 { return p.coord.Reach() }

// ColorCodes reports whether text may contain colour codes, which consist of `^` and a digit. All of DarkPlaces' own
// protocols allow colour codes.
func (p *Protocol) ColorCodes() bool { return p.frames != nil }

// Opacity converts an alpha byte to an opacity from 0 (invisible) to 1 (solid).
func (p *Protocol) Opacity(alpha uint8) float32 {
	if p.client.fitz {
		if alpha == 0 {
			return 1
		}
		return float32(alpha-1) / 254
	}
	return float32(alpha) / 255
}

func coordOf(wide bool) wire.Coord {
	if wide {
		return wire.CoordFloat
	}
	return wire.Coord16
}

func angleOf(wide bool) wire.Angle {
	if wide {
		return wire.Angle16
	}
	return wire.Angle8
}
