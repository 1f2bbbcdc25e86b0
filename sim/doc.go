// Package sim defines what can be known of a recorded match, in terms common to all games. A [World] is the whole
// state at one moment, an [Event] something that happened, an [Effect] something brief; they are made of players,
// items, levels, texts, times and places. Package recording stores matches; package track builds them from what a
// game's adapter decodes.
package sim
