// Package library shows the user's demos in a table over the window. Typing filters the table, clicking a column sorts
// it, and pressing Enter opens a demo.
package library
