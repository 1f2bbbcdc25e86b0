// Package quake has what the simulators of Quake and of QuakeWorld share:
// which item, weapon or monster a model stands for, the bits of what a player
// owns, the wordings of obituaries, texts with Quake's glyphs, and the [Stage]
// that turns what a demo shows at a moment into a frame of a recording.
//
// Both games tell little in numbers and much in words: who killed whom is a
// line of text, what lies around is the name of a model. The tables here are
// the games' own: id's programs, the mission packs, Capture the Flag, Rocket
// Arena, KTX and Team Fortress.
package quake
