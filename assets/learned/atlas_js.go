package learned

// builtIn is empty: the web page fetches the atlas when needed, and a saved page includes the plans of its maps.
var builtIn []byte
