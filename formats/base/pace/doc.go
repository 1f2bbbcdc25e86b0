// Package pace makes background work yield on systems with only one thread, such as a web page, where a long
// computation would keep the page from drawing and from handling input.
package pace
