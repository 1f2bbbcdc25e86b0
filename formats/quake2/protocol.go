package quake2

import "time"

// protocol describes how one protocol differs from the others. serverdata selects the protocol; nothing else depends on
// protocol numbers.
type protocol struct {
	numbering numbering
	config    *ConfigLayout
	solid     SolidCoding
	// maxEntities bounds entity numbers.
	maxEntities int
	// effects are the kinds of temporary entities, by number.
	effects *[256]Effect
	// coord passes a coordinate of sounds, effects and most entities.
	coord func(*coder, *float32)
	// reach is the largest distance of anything from the origin, in units. It is the range of int16 eighths if origins
	// of players and entities are sent so; longer ones and floats are for maps as large as compilers make them.
	reach float32

	entity *entityTable
	// entityMore has the mask bits that announce another byte of mask.
	entityMore uint64
	// entityHead, if set, passes mask and number in place of the usual code.
	entityHead       func(*coder, *EntityDelta)
	removeWithFields bool
	// coarseNonSolid: positions of entities that are not solid have 16 bits. A frame without reference starts from the
	// baselines, but q2proto goes on with what was solid before.
	coarseNonSolid bool
	// ambiguousAngles: entities' angles have 8 or 16 bits.
	ambiguousAngles bool
	// ambiguousGame: sounds and effects have the coordinates of this protocol or of 3434. Q2PRO's client writes its
	// newest protocol for all games with extensions, but copies sounds and effects as they came, with 16 bits in a game
	// of the extensions' first version (q2pro src/client/demo.c, CL_Record_f; src/client/parse.c,
	// CL_ParseServerMessage; src/server/game.c, PF_WritePos). Q2PRO itself cannot play these demos.
	ambiguousGame bool

	player     []playerField
	playerMask func(*coder, *PlayerDelta)
	// playerAreas: each player in a frame is preceded by separate areas.
	playerAreas bool
	// joined: a frame continues with its player and entities, without the numbers of these messages; it has bits of the
	// player's mask, and a distance for the reference.
	joined bool
	// namedViews: the player's state includes its slot.
	namedViews bool
	// ambiguousHeight: the view offset comes with or without a view height.
	ambiguousHeight bool
	// sizeBytes: the upper bits of a multicast's length are in a separate byte.
	sizeBytes bool
	// looseMarks: the marks of a .mvd2's sounds are in the operation's number, where they turn it into another's.
	looseMarks bool
	// removed is the mask bit of a .mvd2's player who left.
	removed uint32

	// noDelta and noSuppressed: frames lack these fields.
	noDelta, noSuppressed bool
	// emptyDownload: download messages never carry data.
	emptyDownload bool
	// splitScreen: serverdata has a tick rate, and possibly the slots of several players.
	splitScreen bool
	// serverFlags: serverdata ends with a version, a state, flags and a tick rate.
	serverFlags bool
	// streams: configstrings and baselines may come without message numbers, and messages compressed.
	streams bool
	// wideSounds: sound indices have 16 bits; soundWideIndex: those with a flag do.
	wideSounds, soundWideIndex bool
	// largeEntity: a sound's flag makes its entity 32 bits.
	largeEntity bool
	// monsterBits: bits 13-15 of the entity are the upper ones of a monster's flash.
	monsterBits bool
}

// number returns the first byte of a message.
func (p *protocol) number(row uint8) uint8 { return rows[row].numbers[p.numbering] }

// The protocols. Each of them specifies only how it differs from protocol 34, that of the last release.
var (
	protocol34 = protocol{
		config: classicConfig, solid: SolidClassic, maxEntities: 1024,
		effects: effects34, coord: coord16, reach: 4096,
		entity: classicEntity, entityMore: 0x808080,
		player: classicPlayer, playerMask: mask16,
	}
	protocol31 = with(protocol34, func(p *protocol) { p.effects, p.emptyDownload = effects31, true })
	protocol26 = with(protocol31, func(p *protocol) { p.noSuppressed = true })

	// Protocol 25 is that of the test release of October 1997. No description of it is known; this and its tables were
	// worked out from the only demo that exists, the release's demo1.dm2, and account for every byte of it. The meaning
	// of numbers that do not occur there is unknown.
	//
	// A frame has no reference: entities are always relative to their baselines. The player's origin is at the eyes.
	protocol25 = with(protocol26, func(p *protocol) {
		p.numbering, p.effects = testNumbers, effects25
		p.entityHead = testEntityHead
		p.player, p.playerMask = testPlayer, testPlayerMask
		p.noDelta = true
	})

	// Protocol 56 is KMQuake2's: 24-bit coordinates, 16-bit models and sounds, more of each, and 256 stats after a mask
	// of 32 bits, where bit n stands for the stats n, n+32, n+64 and so on. One branch of the engine sends entities'
	// angles with 16 bits under the same number; the branch is the one that makes a block readable.
	protocol56 = with(protocol34, func(p *protocol) {
		p.numbering, p.config, p.maxEntities = kmqNumbers, kmqConfig, maxEdictsEx
		p.effects, p.coord, p.reach = effectsKMQ, coord24, 1<<16
		p.entity, p.ambiguousAngles = kmqEntity, true
		p.player, p.playerMask = kmqPlayer, mask32
		p.wideSounds = true
	})

	protocol3434 = with(protocol34, func(p *protocol) {
		p.config, p.solid, p.maxEntities = extendedConfig, SolidBox, maxEdictsEx
		p.effects = effectsExtended
		p.entity, p.entityMore = extendedEntity1, 0x80808080
		p.player = extendedPlayer1
		p.soundWideIndex, p.monsterBits = true, true
	})
	protocol3435 = with(protocol3434, func(p *protocol) {
		p.coord, p.reach, p.entity, p.player = coord23, 1<<17, extendedEntity2, extendedPlayer2
		p.ambiguousGame = true
	})
	protocol3436 = with(protocol3435, func(p *protocol) {
		p.player, p.playerMask = extendedPlayer3, mask16and8
	})

	protocol2023 = with(protocol34, func(p *protocol) {
		p.numbering, p.config, p.solid, p.maxEntities = kexNumbers, kexConfig, SolidBox, maxEdictsEx
		p.effects, p.coord, p.reach = effectsKex, coordFloat, 1<<17
		p.entity, p.entityMore = kexEntity, 0x80808080
		p.player, p.playerMask, p.playerAreas = kexPlayer, mask16and16, true
		p.splitScreen, p.wideSounds, p.largeEntity = true, true, true
	})
	protocol2022 = with(protocol2023, func(p *protocol) {
		p.coord, p.coarseNonSolid, p.ambiguousHeight = coord16, true, true
	})

	// Protocol 1038 is Q2REPRO's, used to record the rerelease's game: the rerelease's messages and configstrings, sent
	// Q2PRO's way.
	protocol1038 = with(protocol3435, func(p *protocol) {
		p.ambiguousGame = false
		p.numbering, p.config = kexNumbers, kexConfig
		p.effects, p.coord = effectsKex, coordFloat
		p.entity = extendedEntity(originFloat)
		p.player, p.playerMask, p.joined, p.namedViews = reproPlayer, maskJoined, true, true
		p.serverFlags, p.streams = true, true
	})

	protocolMVD     = multiView(protocol34, mvdPlayer)
	protocolMVDExt  = multiView(protocol3434, mvdPlayer1)
	protocolMVDExt2 = multiView(protocol3435, mvdPlayer2)
	protocolMVDFog  = with(multiView(protocol3436, mvdPlayer3), func(p *protocol) { p.removed = removedWithFog })
	protocolMVDKex  = with(multiView(protocol1038, mvdPlayerKex),
		func(p *protocol) { p.sizeBytes, p.looseMarks = true, true })
)

func with(p protocol, change func(*protocol)) protocol {
	change(&p)
	return p
}

// multiView returns the .mvd2 version of a protocol.
func multiView(p protocol, player []playerField) protocol {
	p.player, p.playerMask, p.removed, p.removeWithFields = player, mvdMask(&p), removed, true
	p.ambiguousGame = false // servers and GTV say which game it is
	return p
}

// mvdMask returns the coding of players' masks in a .mvd2.
func mvdMask(p *protocol) func(*coder, *PlayerDelta) {
	if p.joined {
		return mask16
	}
	return p.playerMask
}

// protocols lists the protocols of .dm2 files. R1Q2's 35 and Q2PRO's 36 exist only on the network.
var protocols = map[int32]*protocol{
	25: &protocol25, 26: &protocol26, 27: &protocol31, 28: &protocol31, 29: &protocol31, 30: &protocol31,
	31: &protocol31, 32: &protocol34, 33: &protocol34, 34: &protocol34, 35: nil, 36: nil,
	56:   &protocol56,
	1038: &protocol1038,
	2022: &protocol2022, 2023: &protocol2023,
	3434: &protocol3434, 3435: &protocol3435, 3436: &protocol3436,
}

const (
	maxClients  = 256
	maxItems    = 256
	maxLights   = 256
	maxGeneral  = 2 * maxClients
	maxWheel    = 32
	frame10Hz   = 100 * time.Millisecond
	frame40Hz   = 25 * time.Millisecond
	maxSplit    = 16
	maxEdictsEx = 8192
)

// ConfigLayout holds the first index of each kind of configstring.
type ConfigLayout struct {
	AirAccel, MaxClients, MapChecksum     int
	Models, Sounds, Images, Lights, Items int
	PlayerSkins, General                  int
	// End is one more than the highest index.
	End int
	// ShadowLights, WheelWeapons, WheelAmmo, WheelPowerups, CDLoopCount and GameStyle exist only in the rerelease.
	// Otherwise they are 0.
	ShadowLights                           int
	WheelWeapons, WheelAmmo, WheelPowerups int
	CDLoopCount, GameStyle                 int
	// Length is the maximum length of a configstring. Longer text is continued in the next configstring.
	Length int
	// PlayerModel is the model index that stands for the player's own model and skin, or its visible weapon.
	PlayerModel uint16
}

// StatusBar returns the program that draws the status bar. It calls config to look up the configstring with a given
// index. A long program is split into consecutive configstrings, all of which except the last have the maximum length.
func (c *ConfigLayout) StatusBar(config func(index int) string) string {
	text := config(ConfigStatusBar)
	for i := ConfigStatusBar + 1; i < c.AirAccel && len(text) == (i-ConfigStatusBar)*c.Length; i++ {
		text += config(i)
	}
	return text
}

// Configstrings that have the same index in all protocols.
const (
	ConfigName      = 0
	ConfigCDTrack   = 1
	ConfigSky       = 2
	ConfigSkyAxis   = 3
	ConfigSkyRotate = 4
	ConfigStatusBar = 5 // see [ConfigLayout.StatusBar]
)

// configLayout returns the layout of configstrings given the index of the air acceleration and the numbers of models,
// sounds, images and shadow lights.
func configLayout(air, models, sounds, images, shadows int) *ConfigLayout {
	c := &ConfigLayout{AirAccel: air, MaxClients: air + 1, MapChecksum: air + 2, PlayerModel: 255, Length: 64}
	c.Models = air + 3
	c.Sounds = c.Models + models
	c.Images = c.Sounds + sounds
	c.Lights = c.Images + images
	c.Items = c.Lights + maxLights
	if shadows > 0 {
		c.ShadowLights = c.Items
		c.Items += shadows
	}
	c.PlayerSkins = c.Items + maxItems
	c.General = c.PlayerSkins + maxClients
	c.End = c.General + maxGeneral
	return c
}

func kexConfigLayout() *ConfigLayout {
	c := configLayout(59, 8192, 2048, 512, 256)
	c.Length = 96
	c.WheelWeapons = c.End
	c.WheelAmmo = c.WheelWeapons + maxWheel
	c.WheelPowerups = c.WheelAmmo + maxWheel
	c.CDLoopCount = c.WheelPowerups + maxWheel
	c.GameStyle = c.CDLoopCount + 1
	c.End = c.GameStyle + 1
	return c
}

func kmqConfigLayout() *ConfigLayout {
	c := configLayout(29, 8192, 8192, 2048, 0)
	c.PlayerModel = 8192 - 1
	c.End++ // the name of the pak file
	return c
}

var (
	classicConfig  = configLayout(29, 256, 256, 256, 0)
	extendedConfig = configLayout(59, 8192, 2048, 2048, 0)
	kexConfig      = kexConfigLayout()
	kmqConfig      = kmqConfigLayout()
)
