// Package sim defines the data model of recorded matches, in terms common to all games. A [World] is the complete state
// at one moment, an [Event] is something that happened, and an [Effect] is something short-lived. They refer to
// players, items, levels, text, times and places. Package recording stores matches. Package track builds them from the
// data decoded by a game's adapter.
package sim
