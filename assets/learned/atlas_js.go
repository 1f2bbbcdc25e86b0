package learned

// builtIn is empty: the web page fetches its atlas when it is wanted, and a saved page brings the plans of its own maps.
var builtIn []byte
