package proxy

// Messages of this package to the user, collected here to be read side by side.
const (
	msgListening     = "listening for the game: %s"
	msgNoServer      = "the server %s cannot be found: %s"
	msgListenAddress = "%q is not an address to listen on, such as 127.0.0.1:%d"
	msgOwnServer     = "the proxy cannot be its own server"
	msgBacklog       = "the recording was stopped, because it could not be written fast enough"
	msgNoPort        = "the game cannot reach port %d of the server: %v"
	msgNotConnected  = "the connection from %v to the server could not be made: %v"
)
