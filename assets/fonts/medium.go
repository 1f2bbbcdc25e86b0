//go:build !page

package fonts

import _ "embed"

// Medium is a font whose weight is between Regular and SemiBold. It must not be modified.
//
//go:embed Inter-Medium.otf
var Medium []byte
