package quake2

// op is a message; the number that stands for it depends on the protocol.
type op uint8

const (
	opBad op = iota
	opMuzzleFlash
	opMuzzleFlash2
	opTempEntity
	opLayout
	opInventory
	opNop
	opDisconnect
	opReconnect
	opSound
	opPrint
	opStuffText
	opServerData
	opConfigString
	opBaseline
	opCenterPrint
	opDownload
	opPlayerInfo
	opPacketEntities
	opDeltaPacketEntities
	opFrame
	opSplitClient
	opConfigBlast
	opBaselineBlast
	opLevelRestart
	opDamage
	opLocPrint
	opFog
	opWaitingForPlayers
	opBotChat
	opPOI
	opHelpPath
	opMuzzleFlash3
	opAchievement
	opSimpleFog
	opCount
)

var opNames = [opCount]string{
	"bad", "muzzleflash", "muzzleflash2", "temp_entity", "layout", "inventory", "nop", "disconnect", "reconnect",
	"sound", "print", "stufftext", "serverdata", "configstring", "spawnbaseline", "centerprint", "download",
	"playerinfo", "packetentities", "deltapacketentities", "frame", "splitclient", "configblast",
	"spawnbaselineblast", "level_restart", "damage", "locprint", "fog", "waitingforplayers", "bot_chat", "poi",
	"help_path", "muzzleflash3", "achievement", "fog",
}

// String is the name that the decompiler LMPC uses.
func (o op) String() string { return opNames[o] }

// opRange is the messages from first to last with consecutive numbers from at on.
type opRange struct {
	at          uint8
	first, last op
}

func opTable(ranges ...opRange) (t [64]op) {
	for _, r := range ranges {
		for o := r.first; o <= r.last; o++ {
			t[r.at+uint8(o-r.first)] = o
		}
	}
	return t
}

var (
	classicOps = opTable(opRange{1, opMuzzleFlash, opFrame})
	kexOps     = opTable(opRange{1, opMuzzleFlash, opAchievement})
	kmqOps     = opTable(opRange{1, opMuzzleFlash, opFrame}, opRange{21, opSimpleFog, opSimpleFog})
)

// number is the byte that stands for o in this protocol.
func (p *protocol) number(o op) uint8 {
	for i, have := range p.ops {
		if have == o {
			return uint8(i)
		}
	}
	return 0
}

// The operations of a .mvd2 stand in the lower five bits of a byte.
const (
	mvdNop          = 1
	mvdServerData   = 4
	mvdConfigString = 5
	mvdFrame        = 6
	mvdUnicast      = 8
	mvdUnicastR     = 9
	mvdMulticast    = 10 // to all, PHS, PVS; then the same reliably
	mvdMulticastR   = 13
	mvdSound        = 16
	mvdPrint        = 17

	mvdOpBits = 5
	mvdOpMask = 1<<mvdOpBits - 1
)
