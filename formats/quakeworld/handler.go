package quakeworld

// Handler takes what a [Decoder] finds, in the order of the demo. Arguments
// are valid during the call only: the next message uses the same memory. Byte
// slices in them are parts of the demo and stay valid as long as it does; they
// must not be changed.
type Handler interface {
	Block(*Block)
	Command(*Command)
	Set(*Set)
	Connectionless(*Connectionless)
	Hidden(*Hidden)
	Raw(*Raw)

	Nop()
	Disconnect(*Disconnect)
	UpdateStat(*UpdateStat)
	Sound(*Sound)
	Time(*Time)
	Print(*Print)
	StuffText(*Text)
	SetAngle(*SetAngle)
	// ServerData also gives the protocol of the messages that follow.
	ServerData(*ServerData, *Protocol)
	LightStyle(*LightStyle)
	UpdateFrags(*UpdateFrags)
	StopSound(*StopSound)
	Damage(*Damage)
	SpawnStatic(*SpawnStatic)
	SpawnDelta(*SpawnDelta)
	SpawnBaseline(*SpawnBaseline)
	TempEntity(*TempEntity)
	SetPause(*SetPause)
	CenterPrint(*Text)
	KilledMonster()
	FoundSecret()
	SpawnStaticSound(*SpawnStaticSound)
	Intermission(*Intermission)
	Finale(*Text)
	CDTrack(*CDTrack)
	SellScreen()
	SmallKick()
	BigKick()
	UpdatePing(*UpdatePing)
	UpdateEnterTime(*UpdateEnterTime)
	MuzzleFlash(*MuzzleFlash)
	UpdateUserInfo(*UpdateUserInfo)
	Download(*Download)
	PlayerInfo(*PlayerInfo)
	Nails(*Nails)
	ChokeCount(*ChokeCount)
	ModelList(*NameList)
	SoundList(*NameList)
	PacketEntities(*PacketEntities)
	MaxSpeed(*MaxSpeed)
	EntGravity(*EntGravity)
	SetInfo(*SetInfo)
	ServerInfo(*ServerInfo)
	UpdatePL(*UpdatePL)
	Projectiles(*Projectiles)
	Extra(*Extra)
}

// Ignore is a Handler that does nothing; embed it to handle some messages only.
type Ignore struct{}

var _ Handler = Ignore{}

func (Ignore) Block(*Block)                       {}
func (Ignore) Command(*Command)                   {}
func (Ignore) Set(*Set)                           {}
func (Ignore) Connectionless(*Connectionless)     {}
func (Ignore) Hidden(*Hidden)                     {}
func (Ignore) Raw(*Raw)                           {}
func (Ignore) Nop()                               {}
func (Ignore) Disconnect(*Disconnect)             {}
func (Ignore) UpdateStat(*UpdateStat)             {}
func (Ignore) Sound(*Sound)                       {}
func (Ignore) Time(*Time)                         {}
func (Ignore) Print(*Print)                       {}
func (Ignore) StuffText(*Text)                    {}
func (Ignore) SetAngle(*SetAngle)                 {}
func (Ignore) ServerData(*ServerData, *Protocol)  {}
func (Ignore) LightStyle(*LightStyle)             {}
func (Ignore) UpdateFrags(*UpdateFrags)           {}
func (Ignore) StopSound(*StopSound)               {}
func (Ignore) Damage(*Damage)                     {}
func (Ignore) SpawnStatic(*SpawnStatic)           {}
func (Ignore) SpawnDelta(*SpawnDelta)             {}
func (Ignore) SpawnBaseline(*SpawnBaseline)       {}
func (Ignore) TempEntity(*TempEntity)             {}
func (Ignore) SetPause(*SetPause)                 {}
func (Ignore) CenterPrint(*Text)                  {}
func (Ignore) KilledMonster()                     {}
func (Ignore) FoundSecret()                       {}
func (Ignore) SpawnStaticSound(*SpawnStaticSound) {}
func (Ignore) Intermission(*Intermission)         {}
func (Ignore) Finale(*Text)                       {}
func (Ignore) CDTrack(*CDTrack)                   {}
func (Ignore) SellScreen()                        {}
func (Ignore) SmallKick()                         {}
func (Ignore) BigKick()                           {}
func (Ignore) UpdatePing(*UpdatePing)             {}
func (Ignore) UpdateEnterTime(*UpdateEnterTime)   {}
func (Ignore) MuzzleFlash(*MuzzleFlash)           {}
func (Ignore) UpdateUserInfo(*UpdateUserInfo)     {}
func (Ignore) Download(*Download)                 {}
func (Ignore) PlayerInfo(*PlayerInfo)             {}
func (Ignore) Nails(*Nails)                       {}
func (Ignore) ChokeCount(*ChokeCount)             {}
func (Ignore) ModelList(*NameList)                {}
func (Ignore) SoundList(*NameList)                {}
func (Ignore) PacketEntities(*PacketEntities)     {}
func (Ignore) MaxSpeed(*MaxSpeed)                 {}
func (Ignore) EntGravity(*EntGravity)             {}
func (Ignore) SetInfo(*SetInfo)                   {}
func (Ignore) ServerInfo(*ServerInfo)             {}
func (Ignore) UpdatePL(*UpdatePL)                 {}
func (Ignore) Projectiles(*Projectiles)           {}
func (Ignore) Extra(*Extra)                       {}
