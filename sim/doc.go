// Package sim defines the facts that can be known about a recorded match, in terms common to all games. A [World] is
// the complete state at one moment, an [Event] is something that happened, and an [Effect] is something brief; they
// consist of players, items, levels, texts, times and places. Package recording stores matches. Package track builds
// them from the data that a game's adapter decodes.
package sim
