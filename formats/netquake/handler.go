package netquake

// Handler takes what a [Decoder] finds, in the order of the demo. Arguments
// are valid during the call only: the next message uses the same memory. Byte
// slices in them are parts of the demo and stay valid as long as it does; they
// must not be changed.
type Handler interface {
	Track(*Track)
	Block(*Block)
	Raw(*Raw)

	Nop()
	Disconnect()
	UpdateStat(*UpdateStat)
	Version(*Version)
	SetView(*SetView)
	Sound(*Sound)
	Time(*Time)
	Print(*Text)
	StuffText(*Text)
	SetAngle(*SetAngle)
	// ServerInfo also gives the protocol of the messages that follow; it stays
	// valid until the next ServerInfo.
	ServerInfo(*ServerInfo, *Protocol)
	LightStyle(*LightStyle)
	UpdateName(*UpdateName)
	UpdateFrags(*UpdateFrags)
	ClientData(*ClientData)
	StopSound(*StopSound)
	UpdateColors(*UpdateColors)
	Particle(*Particle)
	Damage(*Damage)
	SpawnStatic(*SpawnStatic)
	SpawnBaseline(*SpawnBaseline)
	TempEntity(*TempEntity)
	SetPause(*SetPause)
	SignonNum(*SignonNum)
	CenterPrint(*Text)
	KilledMonster()
	FoundSecret()
	SpawnStaticSound(*SpawnStaticSound)
	Intermission()
	Finale(*Text)
	CDTrack(*CDTrack)
	SellScreen()
	CutScene(*Text)
	UpdateEntity(*UpdateEntity)

	// Later engines.
	ShowLMP(*ShowLMP)
	HideLMP(*Text)
	SkyBox(*Text)
	BonusFlash()
	Fog(*Fog)
	SkyboxSize(*SkyboxSize)
	NehahraFog(*NehahraFog)
	Achievement(*Text)
	LocalSound(*LocalSound)
	Download(*Download)
	Effect(*Effect)
	Precache(*Precache)
	Entities(*Entities)
	CSQCEntities(*CSQCEntities)
	TrailParticles(*TrailParticles)
	PointParticles(*PointParticles)
}

// Ignore is a Handler that does nothing; embed it to handle some messages only.
type Ignore struct{}

var _ Handler = Ignore{}

func (Ignore) Track(*Track)                       {}
func (Ignore) Block(*Block)                       {}
func (Ignore) Raw(*Raw)                           {}
func (Ignore) Nop()                               {}
func (Ignore) Disconnect()                        {}
func (Ignore) UpdateStat(*UpdateStat)             {}
func (Ignore) Version(*Version)                   {}
func (Ignore) SetView(*SetView)                   {}
func (Ignore) Sound(*Sound)                       {}
func (Ignore) Time(*Time)                         {}
func (Ignore) Print(*Text)                        {}
func (Ignore) StuffText(*Text)                    {}
func (Ignore) SetAngle(*SetAngle)                 {}
func (Ignore) ServerInfo(*ServerInfo, *Protocol)  {}
func (Ignore) LightStyle(*LightStyle)             {}
func (Ignore) UpdateName(*UpdateName)             {}
func (Ignore) UpdateFrags(*UpdateFrags)           {}
func (Ignore) ClientData(*ClientData)             {}
func (Ignore) StopSound(*StopSound)               {}
func (Ignore) UpdateColors(*UpdateColors)         {}
func (Ignore) Particle(*Particle)                 {}
func (Ignore) Damage(*Damage)                     {}
func (Ignore) SpawnStatic(*SpawnStatic)           {}
func (Ignore) SpawnBaseline(*SpawnBaseline)       {}
func (Ignore) TempEntity(*TempEntity)             {}
func (Ignore) SetPause(*SetPause)                 {}
func (Ignore) SignonNum(*SignonNum)               {}
func (Ignore) CenterPrint(*Text)                  {}
func (Ignore) KilledMonster()                     {}
func (Ignore) FoundSecret()                       {}
func (Ignore) SpawnStaticSound(*SpawnStaticSound) {}
func (Ignore) Intermission()                      {}
func (Ignore) Finale(*Text)                       {}
func (Ignore) CDTrack(*CDTrack)                   {}
func (Ignore) SellScreen()                        {}
func (Ignore) CutScene(*Text)                     {}
func (Ignore) UpdateEntity(*UpdateEntity)         {}
func (Ignore) ShowLMP(*ShowLMP)                   {}
func (Ignore) HideLMP(*Text)                      {}
func (Ignore) SkyBox(*Text)                       {}
func (Ignore) BonusFlash()                        {}
func (Ignore) Fog(*Fog)                           {}
func (Ignore) SkyboxSize(*SkyboxSize)             {}
func (Ignore) NehahraFog(*NehahraFog)             {}
func (Ignore) Achievement(*Text)                  {}
func (Ignore) LocalSound(*LocalSound)             {}
func (Ignore) Download(*Download)                 {}
func (Ignore) Effect(*Effect)                     {}
func (Ignore) Precache(*Precache)                 {}
func (Ignore) Entities(*Entities)                 {}
func (Ignore) CSQCEntities(*CSQCEntities)         {}
func (Ignore) TrailParticles(*TrailParticles)     {}
func (Ignore) PointParticles(*PointParticles)     {}
