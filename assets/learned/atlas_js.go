package learned

// builtIn is empty: the web page fetches its atlas when needed, and a saved page includes the plans of its own maps.
var builtIn []byte
