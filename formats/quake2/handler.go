package quake2

// Handler receives the messages of a demo. Pointers, and slices in what they
// point to, are valid only during the call.
type Handler interface {
	Header(*Header)
	Block(*Block)
	EndBlock(*Block)
	Raw(*Raw)
	Unicast(*Unicast)

	MuzzleFlash(*MuzzleFlash)
	MuzzleFlash2(*MuzzleFlash)
	TempEntity(*TempEntity)
	Layout(*Layout)
	Inventory(*Inventory)
	Nop()
	Disconnect()
	Reconnect()
	Sound(*Sound)
	Print(*Print)
	StuffText(*StuffText)
	ServerData(*ServerData)
	ConfigString(*ConfigString)
	Baseline(*Baseline)
	CenterPrint(*CenterPrint)
	Download(*Download)
	PlayerInfo(*PlayerDelta)
	PacketEntities(*PacketEntities)
	Frame(*Frame)

	SplitClient(*SplitClient)
	Blast(*Blast)
	EndBlast(*Blast)
	LevelRestart(*LevelRestart)
	DamageTaken(*DamageTaken)
	LocPrint(*LocPrint)
	Fog(*Fog)
	SimpleFog(*SimpleFog)
	WaitingForPlayers(*WaitingForPlayers)
	BotChat(*BotChat)
	POI(*POI)
	HelpPath(*HelpPath)
	Achievement(*Achievement)

	Cast(*Cast)
	EndCast(*Cast)
	MVDFrame(*MVDFrame)
}

// Ignore is a [Handler] that does nothing. Embed it to handle only some messages.
type Ignore struct{}

func (Ignore) Header(*Header)                       {}
func (Ignore) Block(*Block)                         {}
func (Ignore) EndBlock(*Block)                      {}
func (Ignore) Raw(*Raw)                             {}
func (Ignore) Unicast(*Unicast)                     {}
func (Ignore) MuzzleFlash(*MuzzleFlash)             {}
func (Ignore) MuzzleFlash2(*MuzzleFlash)            {}
func (Ignore) TempEntity(*TempEntity)               {}
func (Ignore) Layout(*Layout)                       {}
func (Ignore) Inventory(*Inventory)                 {}
func (Ignore) Nop()                                 {}
func (Ignore) Disconnect()                          {}
func (Ignore) Reconnect()                           {}
func (Ignore) Sound(*Sound)                         {}
func (Ignore) Print(*Print)                         {}
func (Ignore) StuffText(*StuffText)                 {}
func (Ignore) ServerData(*ServerData)               {}
func (Ignore) ConfigString(*ConfigString)           {}
func (Ignore) Baseline(*Baseline)                   {}
func (Ignore) CenterPrint(*CenterPrint)             {}
func (Ignore) Download(*Download)                   {}
func (Ignore) PlayerInfo(*PlayerDelta)              {}
func (Ignore) PacketEntities(*PacketEntities)       {}
func (Ignore) Frame(*Frame)                         {}
func (Ignore) SplitClient(*SplitClient)             {}
func (Ignore) Blast(*Blast)                         {}
func (Ignore) EndBlast(*Blast)                      {}
func (Ignore) LevelRestart(*LevelRestart)           {}
func (Ignore) DamageTaken(*DamageTaken)             {}
func (Ignore) LocPrint(*LocPrint)                   {}
func (Ignore) Fog(*Fog)                             {}
func (Ignore) SimpleFog(*SimpleFog)                 {}
func (Ignore) WaitingForPlayers(*WaitingForPlayers) {}
func (Ignore) BotChat(*BotChat)                     {}
func (Ignore) POI(*POI)                             {}
func (Ignore) HelpPath(*HelpPath)                   {}
func (Ignore) Achievement(*Achievement)             {}
func (Ignore) Cast(*Cast)                           {}
func (Ignore) EndCast(*Cast)                        {}
func (Ignore) MVDFrame(*MVDFrame)                   {}
