//go:build !page

package learned

import _ "embed"

//go:embed atlas.bin
var builtIn []byte
