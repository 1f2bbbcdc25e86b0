//go:build page

package learned

// builtIn is empty: a saved page brings the plans of its own maps.
var builtIn []byte
