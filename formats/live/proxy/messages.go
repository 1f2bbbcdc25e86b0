package proxy

// messages are texts of this package that users may see, together so that they can be read aloud.
const (
	msgListening     = "listening for the game: %s"
	msgNoServer      = "the server %s cannot be found: %s"
	msgListenAddress = "%q is not an address to listen on: write 127.0.0.1:%d"
	msgOwnServer     = "the proxy cannot be its own server"
	msgBacklog       = "the recording was not written fast enough"
	msgNoPort        = "the game cannot reach port %d of the server: %v"
	msgNotConnected  = "%v cannot be connected: %v"
)
