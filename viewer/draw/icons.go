package draw

import "fragscope/sim"

// Icon identifies one of the program's own icons.
type Icon uint8

const (
	IconNone Icon = iota

	IconPlay
	IconReverse // play backwards
	IconPause
	IconStepForward
	IconStepBack
	IconFaster
	IconSlower
	IconToStart
	IconToEnd
	IconLoop
	IconBookmark
	IconFullscreen
	IconWindow
	IconCamera
	IconMenu
	IconFolder
	IconFile
	IconSearch
	IconClose
	IconCheck
	IconLeft
	IconRight
	IconUp
	IconDown
	IconPlus
	IconMinus
	IconGear
	IconHelp
	IconInfo
	IconWarning
	IconEye
	IconEyeOff
	IconFollow
	IconFit
	IconLayers
	IconStoreyUp   // filled triangle
	IconStoreyDown // filled triangle
	IconFlame
	IconTrail
	IconGhost
	IconTag
	IconChat
	IconClock
	IconTrophy
	IconUsers
	IconMap
	IconCopy
	IconKeyboard
	IconList
	IconFilm
	IconPalette
	IconHeart
	IconShield
	IconSkull
	IconLock
	IconFlag
	IconStar
	IconCross // a medical cross
	IconArmor // a vest
	IconShard
	IconX // a mark of death
	IconDot
	IconSound
	IconBot
	IconPen

	IconAxe
	IconPistol
	IconBullet
	IconBullets
	IconShell
	IconShells
	IconNail
	IconNails
	IconGrenade
	IconRocket
	IconBolt
	IconRail
	IconPlasma
	IconHyper
	IconBFG
	IconHook
	IconMine
	IconLaser
	IconHammer
	IconRifle
	IconSniper
	IconKnife
	IconBoot
	IconTrap
	IconNuke
	IconSphere
	IconOther

	IconWorld
	IconFall
	IconDrop
	IconCrush
	IconTelefrag
	IconMonster

	IconMega
	IconBackpack
	IconBox
	IconQuad
	IconPent
	IconEyeRing
	IconHaste
	IconRegen
	IconWing
	IconSuit
	IconKey
	IconRune
	IconTeleport
	IconKamikaze
	IconTech
	IconFreeze
	IconDouble
	IconScout

	iconCount
)

var iconPaths = [iconCount]string{
	IconPlay:        "f M7 4.2 L19.5 12 L7 19.8 Z; s 1.6 M7 4.6 L19 12 L7 19.4 Z",
	IconReverse:     "f M17 4.2 L4.5 12 L17 19.8 Z; s 1.6 M17 4.6 L5 12 L17 19.4 Z",
	IconPause:       "s 4 M8 6 V18; s 4 M16 6 V18",
	IconStepForward: "s 2.6 M6 5.5 V18.5; f M10.5 5 L20 12 L10.5 19 Z; s 1.4 M10.8 5.4 L19.6 12 L10.8 18.6 Z",
	IconStepBack:    "s 2.6 M18 5.5 V18.5; f M13.5 5 L4 12 L13.5 19 Z; s 1.4 M13.2 5.4 L4.4 12 L13.2 18.6 Z",
	IconFaster:      "f M3 6 L12 12 L3 18 Z M12 6 L21 12 L12 18 Z; s 1.4 M3.4 6.4 L11.6 12 L3.4 17.6 Z; s 1.4 M12.4 6.4 L20.6 12 L12.4 17.6 Z",
	IconSlower:      "f M21 6 L12 12 L21 18 Z M12 6 L3 12 L12 18 Z; s 1.4 M20.6 6.4 L12.4 12 L20.6 17.6 Z; s 1.4 M11.6 6.4 L3.4 12 L11.6 17.6 Z",
	IconToStart:     "s 2.4 M5 5.5 V18.5; f M19 5.5 L8.5 12 L19 18.5 Z; s 1.4 M18.6 6 L9 12 L18.6 18 Z",
	IconToEnd:       "s 2.4 M19 5.5 V18.5; f M5 5.5 L15.5 12 L5 18.5 Z; s 1.4 M5.4 6 L15 12 L5.4 18 Z",
	IconLoop:        "s 2 M5 12 C5 8 8 6 11 6 H18; s 2 M15 2.8 L18.4 6 L15 9.2; s 2 M19 12 C19 16 16 18 13 18 H6; s 2 M9 14.8 L5.6 18 L9 21.2",
	IconBookmark:    "f M6 3 H18 V21 L12 16.5 L6 21 Z; s 1.4 M6.4 3.4 H17.6 V20 L12 15.9 L6.4 20 Z",
	IconFullscreen:  "s 2.2 M4 9 V4 H9; s 2.2 M15 4 H20 V9; s 2.2 M20 15 V20 H15; s 2.2 M9 20 H4 V15",
	IconWindow:      "s 2.2 M9 4 V9 H4; s 2.2 M20 9 H15 V4; s 2.2 M15 20 V15 H20; s 2.2 M4 15 H9 V20",
	IconCamera:      "f M3 7 H7.5 L9 4.5 H15 L16.5 7 H21 V19 H3 Z; s 1.4 M3.6 7.6 H8 L9.4 5.2 H14.6 L16 7.6 H20.4 V18.4 H3.6 Z; -o 12 13 4.2; o 12 13 2.5",
	IconMenu:        "s 2.4 M4.5 6.5 H19.5; s 2.4 M4.5 12 H19.5; s 2.4 M4.5 17.5 H19.5",
	IconFolder:      "f M3 5.5 H9.5 L11.5 8 H21 V19 H3 Z; s 1.4 M3.4 6 H9.3 L11.3 8.4 H20.6 V18.6 H3.4 Z; -s 1.4 M3.5 10.8 H20.5",
	IconFile:        "f M5.5 2.5 H14 L19 7.5 V21.5 H5.5 Z; -f M13 3 V8.5 H18.5 Z; f M14.2 3.4 V7.3 H18 Z",
	IconSearch:      "s 2.4 M10.5 4.2 C14 4.2 16.8 7 16.8 10.5 C16.8 14 14 16.8 10.5 16.8 C7 16.8 4.2 14 4.2 10.5 C4.2 7 7 4.2 10.5 4.2 Z; s 2.8 M15.6 15.6 L20.2 20.2",
	IconClose:       "s 2.3 M5.5 5.5 L18.5 18.5; s 2.3 M18.5 5.5 L5.5 18.5",
	IconCheck:       "s 2.6 M4.5 12.5 L10 18 L19.5 6.5",
	IconLeft:        "s 2.4 M15 5 L8 12 L15 19",
	IconRight:       "s 2.4 M9 5 L16 12 L9 19",
	IconUp:          "s 2.4 M5 15 L12 8 L19 15",
	IconDown:        "s 2.4 M5 9 L12 16 L19 9",
	IconPlus:        "s 2.4 M12 4.5 V19.5; s 2.4 M4.5 12 H19.5",
	IconMinus:       "s 2.4 M4.5 12 H19.5",
	IconGear:        "o 12 12 7; s 3.4 M12 3.6 V20.4; s 3.4 M3.6 12 H20.4; s 3.4 M6.1 6.1 L17.9 17.9; s 3.4 M17.9 6.1 L6.1 17.9; -o 12 12 3.2",
	IconHelp:        "s 2.2 M12 2.8 C17 2.8 21.2 7 21.2 12 C21.2 17 17 21.2 12 21.2 C7 21.2 2.8 17 2.8 12 C2.8 7 7 2.8 12 2.8 Z; s 2 M9 9.6 C9 6.2 15 6.2 15 9.6 C15 11.8 12 11.6 12 14; o 12 17 1.3",
	IconInfo:        "s 2.2 M12 2.8 C17 2.8 21.2 7 21.2 12 C21.2 17 17 21.2 12 21.2 C7 21.2 2.8 17 2.8 12 C2.8 7 7 2.8 12 2.8 Z; s 2.2 M12 11 V16.5; o 12 7.4 1.4",
	IconWarning:     "f M12 2.5 L22 20.5 H2 Z; s 1.6 M12 3.6 L21 20 H3 Z; -s 2.2 M12 9.5 V14; -o 12 17.3 1.3",
	IconEye:         "s 2 M2.5 12 C7 4.6 17 4.6 21.5 12 C17 19.4 7 19.4 2.5 12 Z; o 12 12 3.2",
	IconEyeOff:      "s 2 M2.5 12 C7 4.6 17 4.6 21.5 12 C17 19.4 7 19.4 2.5 12 Z; o 12 12 3.2; -s 4.6 M4 20 L20 4; s 2 M4 20 L20 4",
	IconFollow:      "s 2 M12 5 C16 5 19 8 19 12 C19 16 16 19 12 19 C8 19 5 16 5 12 C5 8 8 5 12 5 Z; s 2 M12 2 V6; s 2 M12 18 V22; s 2 M2 12 H6; s 2 M18 12 H22; o 12 12 2.2",
	IconFit:         "s 2 M4 4 H20 V20 H4 Z; f M8 8 H16 V16 H8 Z",
	IconLayers:      "f M12 3 L21.5 8 L12 13 L2.5 8 Z; s 2 M3.5 12.4 L12 16.8 L20.5 12.4; s 2 M3.5 16.6 L12 21 L20.5 16.6",
	IconStoreyUp:    "f M12 5 L20.5 19 H3.5 Z",
	IconStoreyDown:  "f M12 19 L20.5 5 H3.5 Z",
	IconFlame:       "f M12.5 2 C13 6 18.5 9 18.5 14.5 C18.5 19 15.5 21.8 12 21.8 C8.5 21.8 5.5 19 5.5 15 C5.5 11.5 8 10 8.5 7 C10 8 10.5 9.4 10.6 10.6 C12 8.6 12.6 5 12.5 2 Z; -f M12 20 C10 20 9.2 18.4 9.4 16.8 C9.7 15 11.6 14.4 12 12.4 C13.6 14 14.8 15.4 14.7 17.2 C14.6 19 13.4 20 12 20 Z",
	IconTrail:       "s 2.2 M3.5 18.5 C8 6 12 20 16 10; f M13.2 10.4 L19.5 4 L20.2 13 Z",
	IconGhost:       "f M12 2.5 C7.5 2.5 5 6 5 10 V21 L7.5 18.8 L9.8 21 L12 18.8 L14.2 21 L16.5 18.8 L19 21 V10 C19 6 16.5 2.5 12 2.5 Z; -o 9.4 10.2 1.6; -o 14.6 10.2 1.6",
	IconTag:         "f M3 5 H14 L21.5 12 L14 19 H3 Z; s 1.4 M3.4 5.4 H13.8 L20.8 12 L13.8 18.6 H3.4 Z; -o 7.5 12 1.8",
	IconChat:        "f M3 4.5 H21 V17 H11 L6.5 21 V17 H3 Z; s 1.4 M3.6 5 H20.4 V16.4 H10.8 L7 19.8 V16.4 H3.6 Z",
	IconClock:       "s 2.2 M12 2.8 C17 2.8 21.2 7 21.2 12 C21.2 17 17 21.2 12 21.2 C7 21.2 2.8 17 2.8 12 C2.8 7 7 2.8 12 2.8 Z; s 2.2 M12 7 V12 L15.6 14.4",
	IconTrophy:      "f M7 3 H17 V9 C17 12.5 14.8 14.6 13.2 15 V18 H16 V21 H8 V18 H10.8 V15 C9.2 14.6 7 12.5 7 9 Z; s 1.8 M7 5 H3.5 C3.5 8.5 5 10.4 7.4 10.6; s 1.8 M17 5 H20.5 C20.5 8.5 19 10.4 16.6 10.6",
	IconUsers:       "o 9 7.5 3.8; f M1.8 20 C1.8 15.5 5 13 9 13 C13 13 16.2 15.5 16.2 20 Z; o 16.8 8.5 2.9; f M17.8 20 C17.8 16.6 16.8 14.6 15.2 13.2 C19.2 12.4 22.2 15 22.2 20 Z",
	IconMap:         "s 2 M3 6 L9 3.5 L15 6 L21 3.5 V18 L15 20.5 L9 18 L3 20.5 Z; s 1.8 M9 4 V18; s 1.8 M15 6 V20",
	IconCopy:        "s 2 M8.5 8.5 H20 V20 H8.5 Z; s 2 M5 15.5 H4 V4 H15.5 V5",
	IconKeyboard:    "s 2 M2.5 5.5 H21.5 V18.5 H2.5 Z; o 6.5 9.6 1.2; o 10.2 9.6 1.2; o 13.8 9.6 1.2; o 17.5 9.6 1.2; s 2 M8 14.6 H16",
	IconList:        "o 4.5 6 1.7; o 4.5 12 1.7; o 4.5 18 1.7; s 2.2 M9.5 6 H20; s 2.2 M9.5 12 H20; s 2.2 M9.5 18 H20",
	IconFilm:        "s 2 M3 4.5 H21 V19.5 H3 Z; s 1.8 M7.5 5 V19; s 1.8 M16.5 5 V19; s 1.6 M3 9.5 H7; s 1.6 M3 14.5 H7; s 1.6 M17 9.5 H21; s 1.6 M17 14.5 H21",
	IconPalette:     "f M12 2.8 C6.4 2.8 2.6 7 2.6 12 C2.6 17 6.6 21.2 12 21.2 C14 21.2 14 19.6 13.4 18.4 C12.8 17 13.6 15.6 15.2 15.6 H18 C20.2 15.6 21.4 13.8 21.4 11.4 C21.2 6.4 17 2.8 12 2.8 Z; -o 7 12 1.6; -o 9.4 7.6 1.6; -o 14.4 7.2 1.6; -o 17.6 10.8 1.5",
	IconHeart:       "f M12 21 C5 16 2.2 12.6 2.2 8.6 C2.2 5.4 4.6 3.4 7.2 3.4 C9.2 3.4 11 4.4 12 6.4 C13 4.4 14.8 3.4 16.8 3.4 C19.4 3.4 21.8 5.4 21.8 8.6 C21.8 12.6 19 16 12 21 Z",
	IconShield:      "f M12 2.2 L20.5 5 V11 C20.5 16.5 17 20 12 22 C7 20 3.5 16.5 3.5 11 V5 Z",
	IconSkull:       "f M12 2.5 C6.6 2.5 3.2 6 3.2 10.6 C3.2 13.4 4.6 15.6 6.8 16.8 V20.5 H17.2 V16.8 C19.4 15.6 20.8 13.4 20.8 10.6 C20.8 6 17.4 2.5 12 2.5 Z; -o 8.4 11 2.2; -o 15.6 11 2.2; -f M12 13.6 L13.4 16.2 H10.6 Z; -s 1 M10.2 18.2 V20.5; -s 1 M13.8 18.2 V20.5",
	IconLock:        "f M4.5 10.5 H19.5 V21 H4.5 Z; s 2.4 M7.8 10.5 V7.5 C7.8 2.4 16.2 2.4 16.2 7.5 V10.5; -o 12 15 1.8; -s 1.6 M12 15 V18",
	IconFlag:        "s 2.2 M5.5 3 V21.5; f M6 3.6 C9.5 1.8 13 6.2 19.8 3.8 L17.4 9 L19.8 14 C13 16.4 9.5 12 6 13.8 Z",
	IconStar:        "f M12 2 L15 8.8 L22.2 9.5 L16.8 14.3 L18.4 21.5 L12 17.7 L5.6 21.5 L7.2 14.3 L1.8 9.5 L9 8.8 Z",
	IconCross:       "s 5.6 M12 6 V18; s 5.6 M6 12 H18",
	IconArmor:       "f M7.4 2.8 L9.6 4.6 C10.6 6 13.4 6 14.4 4.6 L16.6 2.8 L21 5.4 L19.4 10.6 L17.6 10 C17.2 13.6 17.6 17 18.4 19.6 C14.6 21.6 9.4 21.6 5.6 19.6 C6.4 17 6.8 13.6 6.4 10 L4.6 10.6 L3 5.4 Z",
	IconShard:       "f M13.5 3 L19.5 9 L14 21 L6 16.5 L4.5 8.5 Z; -s 1.3 M13.4 3.4 L11.5 11.5 L5 9; -s 1.3 M11.5 11.5 L13.9 20.6",
	IconX:           "s 3.4 M5 5 L19 19; s 3.4 M19 5 L5 19",
	IconDot:         "o 12 12 5",
	IconSound:       "f M3 9 H7.5 L13 4.5 V19.5 L7.5 15 H3 Z; s 2 M16.2 9 C17.6 10.8 17.6 13.2 16.2 15; s 2 M19 6.5 C22 9.6 22 14.4 19 17.5",
	IconPen:         "f M4 20 L5.4 14.6 L15.6 4.4 L19.6 8.4 L9.4 18.6 Z; -s 1.2 M13.4 6.6 L17.4 10.6",
	IconBot:         "f M4.5 8 H19.5 V20 H4.5 Z; s 1.6 M5 8.4 H19 V19.6 H5 Z; s 1.8 M12 3.5 V8; o 12 3.4 1.7; -o 9 13 1.7; -o 15 13 1.7; -s 1.4 M9.4 17 H14.6",

	IconAxe:     "s 2.4 M5 20.5 L15.5 6; f M10.5 4.6 C14 1.8 19.6 4.6 20.8 11.6 C17.8 12.6 16.6 12.4 15 11.4 Z",
	IconPistol:  "f M3 6 H21 V11 H13.5 L12.6 14.6 H9.4 L8.4 20 H3.6 L5.4 11 H3 Z; -s 1.2 M10.4 11.4 V13.2",
	IconBullet:  "f M12 2 C15 5 16 8 16 11 V17.4 H8 V11 C8 8 9 5 12 2 Z; f M8 18.8 H16 V21.6 H8 Z",
	IconBullets: "f M6 4 C8 6 8.6 8 8.6 10 V20.5 H3.4 V10 C3.4 8 4 6 6 4 Z; f M12 2.5 C14 4.5 14.6 6.5 14.6 8.5 V20.5 H9.4 V8.5 C9.4 6.5 10 4.5 12 2.5 Z; f M18 4 C20 6 20.6 8 20.6 10 V20.5 H15.4 V10 C15.4 8 16 6 18 4 Z; -s 1 M9 4 V21; -s 1 M15 4 V21",
	IconShell:   "f M7.6 3 H16.4 V16 H7.6 Z; f M6.8 17.4 H17.2 V21.4 H6.8 Z; -s 1.1 M10.2 5.4 V14; -s 1.1 M13.8 5.4 V14",
	IconShells:  "f M3.6 3 H10.4 V16 H3.6 Z; f M3 17.4 H11 V21.4 H3 Z; f M13.6 3 H20.4 V16 H13.6 Z; f M13 17.4 H21 V21.4 H13 Z",
	IconNail:    "s 2.6 M6.4 17.6 L17 7; f M15.6 5.4 L18.6 8.4 L21.6 2.4 Z; s 2.6 M3.8 15 L9 20.2",
	IconNails:   "s 2 M4.4 13.6 L11 7; f M9.8 5.8 L12.2 8.2 L14.6 3.4 Z; s 2 M2.6 11.8 L6.2 15.4; s 2 M11.4 19.6 L18 13; f M16.8 11.8 L19.2 14.2 L21.6 9.4 Z; s 2 M9.6 17.8 L13.2 21.4",
	IconGrenade: "o 11 14.4 7.2; f M8.4 3.6 H14 V8 H8.4 Z; s 1.8 M13.6 5 C17.4 4.4 19.6 6.6 19.6 10; -s 1.2 M4.4 14.4 H17.6; -s 1.2 M11 8.4 V21",
	IconRocket:  "f M21.8 2.2 C15.8 2.2 11.6 5 8.6 9.4 L14.6 15.4 C19 12.4 21.8 8.2 21.8 2.2 Z; f M8 9.6 L3 10.8 L6.4 14 L7.6 12.8 Z; f M14.4 16 L13.2 21 L10 17.6 L11.2 16.4 Z; -o 16 8 1.9; s 2.2 M3.6 20.4 L7.4 16.6",
	IconBolt:    "f M14.5 1.5 L4.5 13.6 H10.6 L8.8 22.5 L19.5 9.8 H13 Z",
	IconRail:    "s 2 M2.5 12 H21.5; s 1.8 M3 12 C5 4 7 4 9 12 C11 20 13 20 15 12 C17 4 19 4 21 12",
	IconPlasma:  "o 15.5 9 6; -o 15.5 9 2.4; s 2.2 M8.4 13 L3 17.6; s 2.2 M11.6 16 L7 21; s 2.2 M8.6 16.6 L5.2 20",
	IconHyper:   "s 3 M3.5 7 H9; s 3 M14 7 H20.5; s 3 M7.5 12 H17; s 3 M3.5 17 H9; s 3 M14 17 H20.5",
	IconBFG:     "o 12 12 5.2; s 2 M12 1.8 V4.4; s 2 M12 19.6 V22.2; s 2 M1.8 12 H4.4; s 2 M19.6 12 H22.2; s 2 M4.8 4.8 L6.6 6.6; s 2 M17.4 17.4 L19.2 19.2; s 2 M19.2 4.8 L17.4 6.6; s 2 M6.6 17.4 L4.8 19.2; -o 12 12 2",
	IconHook:    "s 2.2 M12 3 V17; s 2.4 M4.6 12.6 C4.6 22.6 19.4 22.6 19.4 12.6; f M1.8 14 L5.6 8.4 L8 14.4 Z; f M22.2 14 L18.4 8.4 L16 14.4 Z; s 2 M8 5 H16",
	IconMine:    "o 12 13 6.6; s 2.2 M12 3 V7; s 2.2 M4 7.5 L7 10; s 2.2 M20 7.5 L17 10; s 2.2 M3 16.5 L6 15.5; s 2.2 M21 16.5 L18 15.5; -o 12 13 2.2",
	IconLaser:   "s 2.8 M4 20 L15 9; s 2 M15.6 3 V6; s 2 M21 8.4 H18; s 2 M20.4 3.6 L17.4 6.6; o 16.2 7.8 2.4",
	IconHammer:  "f M5.5 4 H18.5 V11.5 H5.5 Z; s 2.8 M12 11 V21",
	IconRifle:   "f M1.5 10 H8 V8 H15 V9.6 H22.5 V12 H15 L14 13.6 H11.4 L12.4 19 H9.2 L8 13.8 L1.5 16.6 Z",
	IconSniper:  "f M1.5 11 H8 L9 10 H22.5 V12.2 H12.4 L11.2 15.8 H8.6 L8 13.6 L1.5 16.8 Z; f M8 6 H16 V8.2 H13.4 V10 H11 V8.2 H8 Z",
	IconKnife:   "f M21.5 2.5 L8.6 12.8 L11.2 15.4 C16 12.6 20 8.6 21.5 2.5 Z; s 3.2 M4 20 L8 16; s 2 M6.6 12.6 L11.4 17.4",
	IconBoot:    "f M6 3 H13 V12.5 C16 14 21 14 21 18 V20.5 H6 Z",
	IconTrap:    "s 2.2 M3 17 H21; f M3.4 16 L6 8.4 L8.6 16 Z M9.4 16 L12 8.4 L14.6 16 Z M15.4 16 L18 8.4 L20.6 16 Z",
	IconNuke:    "f M12 12 L7 3.6 C10 1.8 14 1.8 17 3.6 Z; f M12 12 L21.7 12 C21.7 15.4 19.8 18.8 17 20.4 Z; f M12 12 L7 20.4 C4.2 18.8 2.3 15.4 2.3 12 Z; -o 12 12 3.8; o 12 12 2.2",
	IconSphere:  "o 12 12 6.4; -o 9.8 9.8 1.9; s 1.9 M12 2 C17.5 2 22 6.5 22 12; s 1.9 M12 22 C6.5 22 2 17.5 2 12",
	IconOther:   "s 2.4 M8 9 C8 4 16 4 16 9 C16 12 12 12 12 15.4; o 12 19.4 1.7",

	IconWorld:    "s 2 M12 2.8 C17 2.8 21.2 7 21.2 12 C21.2 17 17 21.2 12 21.2 C7 21.2 2.8 17 2.8 12 C2.8 7 7 2.8 12 2.8 Z; s 1.6 M12 3 C8 7 8 17 12 21 C16 17 16 7 12 3 Z; s 1.6 M3 12 H21",
	IconFall:     "s 2.6 M12 2.5 V13; f M6 11.5 H18 L12 18.4 Z; s 2.2 M4.5 21 H19.5",
	IconDrop:     "f M12 2 C15.5 7.5 18.6 11 18.6 15 C18.6 19 15.6 21.8 12 21.8 C8.4 21.8 5.4 19 5.4 15 C5.4 11 8.5 7.5 12 2 Z",
	IconCrush:    "f M3 2.5 H21 V6 H3 Z M3 18 H21 V21.5 H3 Z; s 2 M12 7 V10; s 2 M12 14 V17; f M8.6 9 H15.4 L12 12 Z M8.6 15 H15.4 L12 12 Z",
	IconTelefrag: "s 2 M12 3 C17 3 21 7 21 12; s 2 M12 21 C7 21 3 17 3 12; s 2 M12 7.4 C14.6 7.4 16.6 9.4 16.6 12; s 2 M12 16.6 C9.4 16.6 7.4 14.6 7.4 12; o 12 12 2",
	IconMonster:  "f M4 3 L8.5 6.5 H15.5 L20 3 V13 C20 18 16.5 21 12 21 C7.5 21 4 18 4 13 Z; -f M7 10 L11 12.4 L7.4 13.6 Z; -f M17 10 L13 12.4 L16.6 13.6 Z; -s 1.4 M8.6 17 H15.4",

	IconMega:     "o 12 12 10; -s 4.6 M12 7 V17; -s 4.6 M7 12 H17",
	IconBackpack: "f M5 9 C5 5.5 8 4.5 12 4.5 C16 4.5 19 5.5 19 9 V21 H5 Z; s 2 M9 5 V3.4 H15 V5; -s 1.4 M5 13.4 H19; -f M9.6 12 H14.4 V15.6 H9.6 Z",
	IconBox:      "s 2 M4 5 H20 V20 H4 Z; s 2 M4 10 H20; s 2 M10 10 V13 H14 V10",
	IconQuad:     "f M12 1.8 L16.4 6.2 L12 10.6 L7.6 6.2 Z M17.8 7.6 L22.2 12 L17.8 16.4 L13.4 12 Z M12 13.4 L16.4 17.8 L12 22.2 L7.6 17.8 Z M6.2 7.6 L10.6 12 L6.2 16.4 L1.8 12 Z",
	IconPent:     "s 1.7 M12 2 L17.9 20.1 L2.5 8.9 H21.5 L6.1 20.1 Z; s 1.5 M12 2 C17.5 2 22 6.5 22 12 C22 17.5 17.5 22 12 22 C6.5 22 2 17.5 2 12 C2 6.5 6.5 2 12 2 Z",
	IconEyeRing:  "s 2 M3 12 C7.4 5.6 16.6 5.6 21 12; s 2 M6 16.4 C9.6 19 14.4 19 18 16.4; s 2 M12 9 C14 9 15.4 10.4 15.4 12.2 C15.4 14 14 15.4 12 15.4 C10 15.4 8.6 14 8.6 12.2 C8.6 10.4 10 9 12 9 Z",
	IconHaste:    "s 3 M4 5 L11 12 L4 19; s 3 M12.5 5 L19.5 12 L12.5 19",
	IconRegen:    "f M12 21 C5 16 2.2 12.6 2.2 8.6 C2.2 5.4 4.6 3.4 7.2 3.4 C9.2 3.4 11 4.4 12 6.4 C13 4.4 14.8 3.4 16.8 3.4 C19.4 3.4 21.8 5.4 21.8 8.6 C21.8 12.6 19 16 12 21 Z; -s 2.4 M12 8.4 V15.4; -s 2.4 M8.5 11.9 H15.5",
	IconWing:     "f M2 17.5 C3 8 11 4 22 4 C21 8 19 10 16.5 11 C17 11.6 17 12.4 16.6 13.4 C14.6 14.4 13 14.6 12 14.6 C12 16 11.6 16.6 11 17.6 C8 18.8 5 18.8 2 17.5 Z",
	IconSuit:     "s 2.2 M12 3 C17 3 20 6.6 20 11 C20 14 18.4 16.4 16 17.6 V20.5 H8 V17.6 C5.6 16.4 4 14 4 11 C4 6.6 7 3 12 3 Z; f M7 8.5 H17 V13 C14 14.4 10 14.4 7 13 Z",
	IconKey:      "o 7.4 12 5.2; -o 7.4 12 2.2; s 2.6 M12 12 H21; s 2.4 M17 12.6 V16; s 2.4 M20.6 12.6 V15.6",
	IconRune:     "f M12 1.8 L20 6.5 V17.5 L12 22.2 L4 17.5 V6.5 Z; -s 1.8 M12 6 V18; -s 1.8 M12 9 L16 6.8; -s 1.8 M12 13 L8 10.8",
	IconTeleport: "s 1.9 M12 2.5 C17.2 2.5 21.5 6.8 21.5 12 C21.5 17.2 17.2 21.5 12 21.5 C6.8 21.5 2.5 17.2 2.5 12; s 1.9 M12 7 C14.8 7 17 9.2 17 12 C17 14.8 14.8 17 12 17 C9.2 17 7 14.8 7 12; o 12 12 2; s 1.9 M2.5 12 L5.6 8.4",
	IconKamikaze: "f M12 1.5 L14.4 7.2 L20 4 L16.8 9.6 L22.5 12 L16.8 14.4 L20 20 L14.4 16.8 L12 22.5 L9.6 16.8 L4 20 L7.2 14.4 L1.5 12 L7.2 9.6 L4 4 L9.6 7.2 Z; -o 12 12 2.4",
	IconTech:     "f M12 2 L20.7 7 V17 L12 22 L3.3 17 V7 Z; -o 12 12 4.4; o 12 12 2.2",
	IconFreeze:   "s 2 M12 2 V22; s 2 M3.3 7 L20.7 17; s 2 M20.7 7 L3.3 17; s 1.8 M9.4 3.6 L12 6 L14.6 3.6; s 1.8 M9.4 20.4 L12 18 L14.6 20.4",
	IconDouble:   "f M12 3 L17 8 L12 13 L7 8 Z M12 11 L17 16 L12 21 L7 16 Z",
	IconScout:    "f M3 12 L12 3 L21 12 H16 V21 H8 V12 Z",
}

// pictures maps each [sim.Picture] to its icon.
var pictures = map[sim.Picture]Icon{
	"armor": IconArmor, "axe": IconAxe, "bfg": IconBFG, "backpack": IconBackpack, "bolt": IconBolt, "boot": IconBoot,
	"box": IconBox, "bullet": IconBullet, "bullets": IconBullets, "cross": IconCross, "crush": IconCrush,
	"double": IconDouble, "drop": IconDrop, "eye": IconEye, "eyering": IconEyeRing, "fall": IconFall, "flag": IconFlag,
	"flame": IconFlame, "freeze": IconFreeze, "ghost": IconGhost, "grenade": IconGrenade, "hammer": IconHammer,
	"haste": IconHaste, "hook": IconHook, "hyper": IconHyper, "kamikaze": IconKamikaze, "key": IconKey,
	"knife": IconKnife, "laser": IconLaser, "mega": IconMega, "mine": IconMine, "monster": IconMonster,
	"nail": IconNail, "nails": IconNails, "nuke": IconNuke, "other": IconOther, "pent": IconPent,
	"pistol": IconPistol, "plasma": IconPlasma, "quad": IconQuad, "rail": IconRail, "regen": IconRegen,
	"rifle": IconRifle, "rocket": IconRocket, "rune": IconRune, "scout": IconScout, "shard": IconShard,
	"shell": IconShell, "shells": IconShells, "shield": IconShield, "skull": IconSkull, "sniper": IconSniper,
	"sphere": IconSphere, "star": IconStar, "suit": IconSuit, "tech": IconTech, "telefrag": IconTelefrag,
	"teleport": IconTeleport, "trap": IconTrap, "users": IconUsers, "wing": IconWing, "world": IconWorld,
}

var (
	weaponIcons  = iconsOf(sim.WeaponCount, func(w sim.Weapon) sim.Picture { return w.Info().Picture })
	itemIcons    = iconsOf(sim.ItemCount, func(i sim.Item) sim.Picture { return i.Info().Picture })
	powerupIcons = iconsOf(sim.PowerupCount, func(p sim.Powerup) sim.Picture { return p.Info().Picture })
)

// iconsOf returns the icons of all kinds below count, indexed by kind.
func iconsOf[K ~uint8](count K, picture func(K) sim.Picture) []Icon {
	list := make([]Icon, count)
	for k := range count {
		list[k] = pictures[picture(k)]
	}
	return list
}
