//go:build !js

package pace

// New returns what work in the background calls now and then: here it does nothing, as there are threads.
func New() func() { return func() {} }
