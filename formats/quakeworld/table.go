package quakeworld

// Numbers of messages that have several layouts.
const (
	idUpdateStat          = 3
	idSound               = 6
	idSpawnStatic2        = 21
	idUpdateStatLong      = 38
	idNails               = 43
	idModelList           = 45
	idSoundList           = 46
	idPacketEntities      = 47
	idDeltaPacketEntities = 48
	idNails2              = 54
	idSoundExtended       = 55
	idSoundListShort      = 56
	idModelListShort      = 60
	idSpawnBaseline2      = 66
	idProjectiles         = 100
	idDeltaProjectiles    = 101
)

// messages holds one message of each kind, which reading uses again and again.
type messages struct {
	disconnect       Disconnect
	updateStat       UpdateStat
	sound            Sound
	time             Time
	print            Print
	text             Text
	setAngle         SetAngle
	serverData       ServerData
	lightStyle       LightStyle
	updateFrags      UpdateFrags
	stopSound        StopSound
	damage           Damage
	spawnStatic      SpawnStatic
	spawnDelta       SpawnDelta
	spawnBaseline    SpawnBaseline
	tempEntity       TempEntity
	setPause         SetPause
	spawnStaticSound SpawnStaticSound
	intermission     Intermission
	cdTrack          CDTrack
	updatePing       UpdatePing
	updateEnterTime  UpdateEnterTime
	muzzleFlash      MuzzleFlash
	updateUserInfo   UpdateUserInfo
	download         Download
	playerInfo       PlayerInfo
	nails            Nails
	chokeCount       ChokeCount
	nameList         NameList
	packetEntities   PacketEntities
	maxSpeed         MaxSpeed
	entGravity       EntGravity
	setInfo          SetInfo
	serverInfo       ServerInfo
	updatePL         UpdatePL
	projectiles      Projectiles
	extra            Extra
}

// layouter is a message: its layout passes it in either direction.
type layouter interface{ layout(*codec) }

// reads makes the entry of a message in the table: read it into m and, if that
// succeeded, give it away.
func reads[M layouter](c *codec, m M, give func(Handler, M)) func(Handler) {
	return func(h Handler) {
		m.layout(c)
		if c.Err() == nil {
			give(h, m)
		}
	}
}

// bind fills the decoder's table.
func (m *messages) bind(d *Decoder) {
	c := &d.c
	t := &d.table
	t[1] = Handler.Nop
	t[2] = reads(c, &m.disconnect, Handler.Disconnect)
	t[idUpdateStat] = reads(c, &m.updateStat, Handler.UpdateStat)
	t[idUpdateStatLong] = reads(c, &m.updateStat, Handler.UpdateStat)
	t[idSound] = reads(c, &m.sound, Handler.Sound)
	t[idSoundExtended] = reads(c, &m.sound, Handler.Sound)
	t[7] = reads(c, &m.time, Handler.Time)
	t[8] = reads(c, &m.print, Handler.Print)
	t[9] = reads(c, &m.text, Handler.StuffText)
	t[10] = reads(c, &m.setAngle, Handler.SetAngle)
	t[11] = reads(c, &m.serverData, d.newLevel)
	t[12] = reads(c, &m.lightStyle, Handler.LightStyle)
	t[14] = reads(c, &m.updateFrags, Handler.UpdateFrags)
	t[16] = reads(c, &m.stopSound, Handler.StopSound)
	t[19] = reads(c, &m.damage, Handler.Damage)
	t[20] = reads(c, &m.spawnStatic, Handler.SpawnStatic)
	t[idSpawnBaseline2] = reads(c, &m.spawnDelta, Handler.SpawnDelta)
	t[idSpawnStatic2] = reads(c, &m.spawnDelta, Handler.SpawnDelta)
	t[22] = reads(c, &m.spawnBaseline, Handler.SpawnBaseline)
	t[23] = reads(c, &m.tempEntity, Handler.TempEntity)
	t[24] = reads(c, &m.setPause, Handler.SetPause)
	t[26] = reads(c, &m.text, Handler.CenterPrint)
	t[27] = Handler.KilledMonster
	t[28] = Handler.FoundSecret
	t[29] = reads(c, &m.spawnStaticSound, Handler.SpawnStaticSound)
	t[30] = reads(c, &m.intermission, Handler.Intermission)
	t[31] = reads(c, &m.text, Handler.Finale)
	t[32] = reads(c, &m.cdTrack, Handler.CDTrack)
	t[33] = Handler.SellScreen
	t[34] = Handler.SmallKick
	t[35] = Handler.BigKick
	t[36] = reads(c, &m.updatePing, Handler.UpdatePing)
	t[37] = reads(c, &m.updateEnterTime, Handler.UpdateEnterTime)
	t[39] = reads(c, &m.muzzleFlash, Handler.MuzzleFlash)
	t[40] = reads(c, &m.updateUserInfo, Handler.UpdateUserInfo)
	t[41] = reads(c, &m.download, Handler.Download)
	t[42] = reads(c, &m.playerInfo, Handler.PlayerInfo)
	t[idNails] = reads(c, &m.nails, Handler.Nails)
	t[idNails2] = reads(c, &m.nails, Handler.Nails)
	t[44] = reads(c, &m.chokeCount, Handler.ChokeCount)
	t[idModelList] = reads(c, &m.nameList, Handler.ModelList)
	t[idModelListShort] = reads(c, &m.nameList, Handler.ModelList)
	t[idSoundList] = reads(c, &m.nameList, Handler.SoundList)
	t[idSoundListShort] = reads(c, &m.nameList, Handler.SoundList)
	t[idPacketEntities] = reads(c, &m.packetEntities, Handler.PacketEntities)
	t[idDeltaPacketEntities] = reads(c, &m.packetEntities, Handler.PacketEntities)
	t[49] = reads(c, &m.maxSpeed, Handler.MaxSpeed)
	t[50] = reads(c, &m.entGravity, Handler.EntGravity)
	t[51] = reads(c, &m.setInfo, Handler.SetInfo)
	t[52] = reads(c, &m.serverInfo, Handler.ServerInfo)
	t[53] = reads(c, &m.updatePL, Handler.UpdatePL)
	t[idProjectiles] = reads(c, &m.projectiles, Handler.Projectiles)
	t[idDeltaProjectiles] = reads(c, &m.projectiles, Handler.Projectiles)
	for id := range extras {
		t[id] = reads(c, &m.extra, Handler.Extra)
	}
}

func (d *Decoder) newLevel(h Handler, m *ServerData) {
	p, _ := m.protocol(d.multiView)
	d.use(&p)
	h.ServerData(m, d.proto)
}
