package q3

import (
	"fragscope/sim"
)

// padman is World of Padman.
var padman = knownMod{marks: []string{"wop", "padman"}, change: func(m *mod) {
	m.key, m.name, m.game, m.modes, m.events, m.powers = "wop", "World of Padman", "World of Padman", modesPadman,
		&eventsPadman, &powersPadman
	m.eventBase, m.weapons, m.causes, m.items = 17, nil, nil, nil
	m.persistent = persistentLayout{killed: 8, excellent: 9, impressive: -1, gauntlet: -1, defend: -1, assist: -1}
}}

// eventsPadman are the events of World of Padman since 1.5 (bg_public.h, entity_event_t).
var eventsPadman = eventTable(
	eventRange{1, 5, actFootstep}, eventRange{10, 10, actLanding}, eventRange{11, 12, actFall},
	eventRange{13, 13, actJumppad}, eventRange{14, 14, actJump}, eventRange{22, 22, actChangeWeapon},
	eventRange{15, 18, actSplash}, eventRange{19, 19, actPickup}, eventRange{20, 20, actGlobalPickup},
	eventRange{23, 23, actFire}, eventRange{41, 41, actItemRespawn}, eventRange{42, 42, actItemPop},
	eventRange{43, 43, actTeleportIn}, eventRange{44, 44, actTeleportOut}, eventRange{52, 52, actSound},
	eventRange{53, 53, actGlobalSound}, eventRange{54, 54, actTeamSound}, eventRange{55, 55, actMissileHit},
	eventRange{56, 57, actMissileMiss}, eventRange{61, 61, actPain}, eventRange{62, 64, actDeath},
	eventRange{65, 65, actObituary}, eventRange{68, 68, actGib})

// powersPadman lists the powerups of World of Padman. Other games have only the lollies.
var powersPadman = [16]sim.Powerup{0: powerNone, 1: powerNone, 2: powerNone, 3: powerNone, 4: powerNone, 5: powerNone,
	6: powerNone, 7: powerNone, 8: powerRed, 9: powerBlue, 10: powerNeutral, 11: powerNone, 12: powerNone,
	13: powerNone, 14: powerNone, 15: powerNone}

var modesPadman = map[int]mode{0: {name: "Free For All", kind: modeFree}, 1: {name: "Tournament", kind: modeDuel},
	3: {name: "Spray Your Color", kind: modeFree}, 4: {name: "Last Pad Standing", kind: modeFree},
	5: {name: "Catch The KillerDuck", kind: modeFree}, 6: {name: "Free For All Team", kind: modeTeam},
	7: {name: "Freeze Tag", kind: modeTeam}, 8: {name: "Capture The Lolly", kind: modeFlags},
	9: {name: "One Lolly Capture", kind: modeFlags}, 10: {name: "Spray Your Color Team", kind: modeTeam},
	11: {name: "Big Balloon", kind: modeTeam}}
