// Package pace makes background work yield where a single thread has to do everything, as on a web page: there a
// computing goroutine keeps the page from drawing and from handling input.
package pace
