package netquake

// messages holds one message of each kind, which reading uses again and again.
type messages struct {
	updateStat     UpdateStat
	version        Version
	setView        SetView
	sound          Sound
	time           Time
	text           Text
	setAngle       SetAngle
	serverInfo     ServerInfo
	lightStyle     LightStyle
	updateName     UpdateName
	updateFrags    UpdateFrags
	clientData     ClientData
	stopSound      StopSound
	updateColors   UpdateColors
	particle       Particle
	damage         Damage
	spawnStatic    SpawnStatic
	spawnBaseline  SpawnBaseline
	tempEntity     TempEntity
	setPause       SetPause
	signonNum      SignonNum
	staticSound    SpawnStaticSound
	cdTrack        CDTrack
	updateEntity   UpdateEntity
	showLMP        ShowLMP
	fog            Fog
	skyboxSize     SkyboxSize
	nehahraFog     NehahraFog
	localSound     LocalSound
	download       Download
	effect         Effect
	precache       Precache
	entities       Entities
	csqc           CSQCEntities
	trailParticles TrailParticles
	pointParticles PointParticles
}

// layouter is a message: its layout passes it in either direction.
type layouter interface{ layout(*codec) }

// reads makes the entry of a message in the table: read it into m and, if that
// succeeded, give it away.
func reads[M layouter](c *codec, m M, give func(Handler, M)) func(Handler) {
	return func(h Handler) {
		m.layout(c)
		if c.asked == nil && c.Err() == nil {
			give(h, m)
		}
	}
}

// bind fills the decoder's table for the messages that all protocols share.
func (m *messages) bind(d *Decoder) {
	c := &d.c
	t := &d.table
	t[1] = Handler.Nop
	t[2] = Handler.Disconnect
	t[3] = reads(c, &m.updateStat, Handler.UpdateStat)
	t[4] = reads(c, &m.version, Handler.Version)
	t[5] = reads(c, &m.setView, Handler.SetView)
	t[6] = reads(c, &m.sound, Handler.Sound)
	t[7] = reads(c, &m.time, d.tick)
	t[8] = reads(c, &m.text, Handler.Print)
	t[9] = reads(c, &m.text, Handler.StuffText)
	t[10] = reads(c, &m.setAngle, Handler.SetAngle)
	t[11] = reads(c, &m.serverInfo, d.newLevel)
	t[12] = reads(c, &m.lightStyle, Handler.LightStyle)
	t[13] = reads(c, &m.updateName, Handler.UpdateName)
	t[14] = reads(c, &m.updateFrags, Handler.UpdateFrags)
	t[15] = reads(c, &m.clientData, Handler.ClientData)
	t[16] = reads(c, &m.stopSound, Handler.StopSound)
	t[17] = reads(c, &m.updateColors, Handler.UpdateColors)
	t[18] = reads(c, &m.particle, Handler.Particle)
	t[19] = reads(c, &m.damage, Handler.Damage)
	t[20] = reads(c, &m.spawnStatic, Handler.SpawnStatic)
	t[22] = reads(c, &m.spawnBaseline, Handler.SpawnBaseline)
	t[23] = reads(c, &m.tempEntity, Handler.TempEntity)
	t[24] = reads(c, &m.setPause, Handler.SetPause)
	t[25] = reads(c, &m.signonNum, Handler.SignonNum)
	t[26] = reads(c, &m.text, Handler.CenterPrint)
	t[27] = Handler.KilledMonster
	t[28] = Handler.FoundSecret
	t[29] = reads(c, &m.staticSound, Handler.SpawnStaticSound)
	t[30] = Handler.Intermission
	t[31] = reads(c, &m.text, Handler.Finale)
	t[32] = reads(c, &m.cdTrack, Handler.CDTrack)
	t[33] = Handler.SellScreen
	t[34] = reads(c, &m.text, Handler.CutScene)
	t[35] = reads(c, &m.showLMP, Handler.ShowLMP)
	t[36] = reads(c, &m.text, Handler.HideLMP)
	t[37] = reads(c, &m.text, Handler.SkyBox)
	update := reads(c, &m.updateEntity, Handler.UpdateEntity)
	for id := maskSignal; id < len(t); id++ {
		t[id] = update
	}
}

// bindFamily fills the decoder's table for the messages that engines gave
// different meanings.
func (m *messages) bindFamily(d *Decoder) {
	c := &d.c
	t := d.table[38:maskSignal]
	clear(t)
	set := func(id uint8, read func(Handler)) { d.table[id] = read }
	switch d.proto.ids {
	case fitzMessages, openingMessages:
		set(40, Handler.BonusFlash)
		set(41, reads(c, &m.fog, Handler.Fog))
		set(42, reads(c, &m.spawnBaseline, Handler.SpawnBaseline))
		set(43, reads(c, &m.spawnStatic, Handler.SpawnStatic))
		set(44, reads(c, &m.staticSound, Handler.SpawnStaticSound))
		set(52, reads(c, &m.text, Handler.Achievement))
		set(56, reads(c, &m.localSound, Handler.LocalSound))
		if d.proto.ids == openingMessages {
			set(50, reads(c, &m.download, Handler.Download))
		}
	case nehahraMessages:
		set(50, reads(c, &m.skyboxSize, Handler.SkyboxSize))
		set(51, reads(c, &m.nehahraFog, Handler.NehahraFog))
	case darkPlacesMessages:
		set(50, reads(c, &m.download, Handler.Download))
		set(51, reads(c, &m.updateStat, Handler.UpdateStat))
		set(52, reads(c, &m.effect, Handler.Effect))
		set(53, reads(c, &m.effect, Handler.Effect))
		set(54, reads(c, &m.precache, Handler.Precache))
		set(55, reads(c, &m.spawnBaseline, Handler.SpawnBaseline))
		set(56, reads(c, &m.spawnStatic, Handler.SpawnStatic))
		set(57, reads(c, &m.entities, Handler.Entities))
		set(58, reads(c, &m.csqc, Handler.CSQCEntities))
		set(59, reads(c, &m.staticSound, Handler.SpawnStaticSound))
		set(60, reads(c, &m.trailParticles, Handler.TrailParticles))
		set(61, reads(c, &m.pointParticles, Handler.PointParticles))
		set(62, reads(c, &m.pointParticles, Handler.PointParticles))
	}
}

func (d *Decoder) tick(h Handler, m *Time) {
	before := d.clock.now
	d.clock.tick(m.Seconds)
	if d.skipped {
		d.skipped = false
		d.damage.Lost(d.clock.now - before)
	}
	h.Time(m)
}

func (d *Decoder) newLevel(h Handler, m *ServerInfo) {
	p, _ := newProtocol(m.Protocol, m.Flags, m.extension(MagicFTE), m.extension(MagicFTE2))
	d.use(&p)
	d.clock.newLevel()
	d.skipped = false
	h.ServerInfo(m, d.proto)
}
