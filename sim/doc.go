// Package sim defines the facts that can be known about a recorded match, in terms common to all games. A [World] is
// the complete state at one moment, an [Event] something that happened, an [Effect] something brief; they consist of
// players, items, levels, texts, times and places. Package recording stores matches; package track builds them from
// what a game's adapter decodes.
package sim
