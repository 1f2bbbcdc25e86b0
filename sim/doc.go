// Package sim defines the data model of recorded matches, which is the same for all games. A [World] is the complete
// state at one moment, an [Event] is something that happened, and an [Effect] is something short-lived. Other types
// describe players, items, levels, text, times and places. Package recording stores matches. Package track builds them
// from the data decoded by a game's adapter.
package sim
