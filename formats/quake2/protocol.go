package quake2

import "time"

// Recording is where and how a demo was recorded.
type Recording uint8

// The values of [Recording].
const (
	// RecordNetwork is what went over the wire, caught by a proxy.
	RecordNetwork Recording = 0
	// RecordClient is made by a client and holds what its player could know.
	RecordClient Recording = 1
	// RecordServer is made by the server and holds all entities, without a player's view.
	RecordServer Recording = 2
	// RecordRelay is made by the Relay modification on a server.
	RecordRelay Recording = 0x80
)

// ConfigLayout says where each kind of configstring starts.
type ConfigLayout struct {
	AirAccel, MaxClients, MapChecksum     int
	Models, Sounds, Images, Lights, Items int
	PlayerSkins, General                  int
	// End is one more than the highest index.
	End int
	// ShadowLights, WheelWeapons, WheelAmmo, WheelPowerups, CDLoopCount and GameStyle exist in the
	// rerelease only and are 0 elsewhere.
	ShadowLights                           int
	WheelWeapons, WheelAmmo, WheelPowerups int
	CDLoopCount, GameStyle                 int
	// Length is how long a configstring can be that does not go on in the next.
	Length int
	// PlayerModel is the index that means the player's own model and skin, or its visible weapon.
	PlayerModel uint16
}

// StatusBar is the program of the status bar. It may be one long text, or may go on in
// the following configstrings while each is as long as it can be.
func (c *ConfigLayout) StatusBar(config func(index int) string) string {
	text := config(ConfigStatusBar)
	for i := ConfigStatusBar + 1; i < c.AirAccel && len(text) == (i-ConfigStatusBar)*c.Length; i++ {
		text += config(i)
	}
	return text
}

// The configstrings whose place never changes.
const (
	ConfigName      = 0
	ConfigCDTrack   = 1
	ConfigSky       = 2
	ConfigSkyAxis   = 3
	ConfigSkyRotate = 4
	ConfigStatusBar = 5 // see [ConfigLayout.StatusBar]
)

const (
	maxClients  = 256
	maxItems    = 256
	maxLights   = 256
	maxGeneral  = 2 * maxClients
	maxWheel    = 32
	oldPlayer   = 255
	frame10Hz   = 100 * time.Millisecond
	maxSplit    = 16
	maxEdicts   = 1024
	maxEdictsEx = 8192
)

// configLayout lays out configstrings from the index of the air acceleration and the
// numbers of models, sounds, images and shadow lights.
func configLayout(air, models, sounds, images, shadows int) *ConfigLayout {
	c := &ConfigLayout{AirAccel: air, MaxClients: air + 1, MapChecksum: air + 2, PlayerModel: oldPlayer, Length: 64}
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

// protocol is what differs from one protocol to the next. It is chosen by
// serverdata; nothing else looks at protocol numbers.
type protocol struct {
	// ops gives the message for each number, opBad where there is none.
	ops    [64]op
	config *ConfigLayout
	solid  SolidCoding
	// maxEntities bounds the numbers of entities.
	maxEntities int
	// effects gives kind and layout of temporary entities.
	effects []effectInfo
	// coord moves one coordinate of sounds and effects.
	coord func(*stream, *float32)

	entity []entityField
	// entityMore has the mask bits that say that another byte of mask follows.
	entityMore uint64
	// entityHead replaces the usual mask and number.
	entityHead       func(*stream, *EntityDelta)
	removeWithFields bool
	// coarseNonSolid: positions of entities that are not solid have 16 bits.
	coarseNonSolid bool

	player     []playerField
	playerMask func(*stream, *PlayerDelta)
	// playerAreas: each player of a frame has its own areas before it.
	playerAreas bool
	// heightUnsure: the view offset comes with or without a view height.
	heightUnsure bool
	// anglesUnsure: entities' angles have 8 or 16 bits.
	anglesUnsure bool
	// mvdMore: bit 15 of a .mvd2 player's mask means more bits, not removal.
	mvdMore bool

	// noDelta and noSuppressed: frames lack these fields.
	noDelta, noSuppressed bool
	// emptyDownload: download messages never carry data.
	emptyDownload bool
	// tickRate and split: serverdata has these fields.
	tickRate, split bool
	// soundIndex moves the index of a sound; largeEntity: a flag makes its entity 32 bits.
	soundIndex  func(*stream, *Sound)
	largeEntity bool
	// monsterBits: bits 13-15 of the entity are the upper ones of a monster's flash.
	monsterBits bool
}

// The protocols. What is not named is as in the last release, 34.
var (
	protocol34 = protocol{
		ops: classicOps, config: classicConfig, solid: SolidClassic, maxEntities: maxEdicts,
		effects: effects34, coord: coord16,
		entity: classicEntity, entityMore: 0x808080,
		player: classicPlayer, playerMask: mask16,
		soundIndex: soundIndex8,
	}
	protocol32 = protocol34
	protocol31 = with(protocol34, func(p *protocol) { p.effects, p.emptyDownload = effects31, true })
	protocol26 = with(protocol31, func(p *protocol) { p.noSuppressed = true })

	protocol3434 = with(protocol34, func(p *protocol) {
		p.config, p.solid, p.maxEntities = extendedConfig, SolidPacked, maxEdictsEx
		p.effects = effectsExtended
		p.entity, p.entityMore = extendedEntity1, 0x80808080
		p.player = extendedPlayer1
		p.soundIndex, p.monsterBits = soundIndexFlag, true
	})
	protocol3435 = with(protocol3434, func(p *protocol) {
		p.coord, p.entity, p.player, p.solid = coordExt, extendedEntity2, extendedPlayer2, SolidBox
	})
	protocol3436 = with(protocol3435, func(p *protocol) {
		p.player, p.playerMask = extendedPlayer3, mask16and8
	})

	protocol2023 = with(protocol34, func(p *protocol) {
		p.ops, p.config, p.solid, p.maxEntities = kexOps, kexConfig, SolidBox, maxEdictsEx
		p.effects, p.coord = effectsKex, f32
		p.entity, p.entityMore = kexEntity, 0x80808080
		p.player, p.playerMask, p.playerAreas = kexPlayer, mask16and16, true
		p.tickRate, p.split = true, true
		p.soundIndex, p.largeEntity = soundIndex16, true
	})
	protocol2022 = with(protocol2023, func(p *protocol) {
		p.coord, p.coarseNonSolid, p.heightUnsure = coord16, true, true
	})

	protocolMVD = with(protocol34, func(p *protocol) {
		p.player, p.removeWithFields = mvdPlayer, true
	})
	protocolMVDExt = with(protocol3434, func(p *protocol) {
		p.player, p.removeWithFields = mvdPlayer1, true
	})
	protocolMVDExt2 = with(protocol3435, func(p *protocol) {
		p.player, p.removeWithFields = mvdPlayer2, true
	})
	protocolMVDFog = with(protocolMVDExt2, func(p *protocol) {
		p.player, p.mvdMore = mvdPlayer3, true
	})
)

func with(p protocol, change func(*protocol)) protocol {
	change(&p)
	return p
}

var protocols = map[int32]*protocol{
	25: &protocol25, 26: &protocol26, 27: &protocol31, 28: &protocol31, 29: &protocol31, 30: &protocol31, 31: &protocol31,
	32: &protocol32, 33: &protocol34, 34: &protocol34,
	56:   &protocol56,
	2022: &protocol2022, 2023: &protocol2023,
	3434: &protocol3434, 3435: &protocol3435, 3436: &protocol3436,
}

// The number in a .mvd2's serverdata, its minor versions and its flags.
const (
	protocolMVD2 = 37

	mvdMinVersion   = 2009
	mvdExtended     = 2011
	mvdExtended2    = 2012
	mvdFog          = 2013
	mvdMaxVersion   = 2013
	mvdFlagExtended = 1 << 2
	mvdFlagExt2     = 1 << 3
)

// mvdProtocol is the protocol of a .mvd2 with this minor version and flags, or nil.
func mvdProtocol(minor, flags uint16) *protocol {
	switch {
	case minor < mvdMinVersion || minor > mvdMaxVersion:
		return nil
	case minor < mvdExtended || flags&mvdFlagExtended == 0:
		return &protocolMVD
	case minor < mvdExtended2 || flags&mvdFlagExt2 == 0:
		return &protocolMVDExt
	case minor < mvdFog:
		return &protocolMVDExt2
	}
	return &protocolMVDFog
}

// session is the state that decoding and encoding need beyond the bytes at hand.
type session struct {
	p *protocol
	// recording is what serverdata says.
	recording Recording
	// players is how many players each frame has.
	players int
	// noHeight is the last answer to protocol.heightUnsure.
	noHeight bool
	// wideAngles is the last answer to protocol.anglesUnsure.
	wideAngles bool
	// solid and solidBase are what protocol.coarseNonSolid needs: which entities are solid
	// now and in their baselines.
	solid, solidBase entitySet
	// scratch is the end of the list being written.
	scratch EntityDelta
}

func (x *session) start(p *protocol) {
	*x = session{p: p, players: 1, wideAngles: x.wideAngles}
}
