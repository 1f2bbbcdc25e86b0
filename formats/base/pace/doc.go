// Package pace lets work in the background give way where one thread has to do everything, as on a web page: there a goroutine that
// computes keeps the page from drawing and from taking what its user does.
package pace
