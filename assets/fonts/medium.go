//go:build !page

package fonts

import _ "embed"

// Medium is the font with a weight between those of Regular and SemiBold. It must not be modified.
//
//go:embed Inter-Medium.otf
var Medium []byte
