//go:build !js

package learned

import _ "embed"

//go:embed atlas.bin
var builtIn []byte
