// Package library shows the user's demos as a table over the window: typing filters it, clicking a column sorts it,
// Enter opens a demo.
package library
