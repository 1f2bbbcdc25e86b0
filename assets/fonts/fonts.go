// Package fonts holds the program's typeface: Inter, by Rasmus Andersson and the Inter Project Authors, under the SIL
// Open Font License 1.1 (see OFL.txt). The font files are unmodified copies of those in Debian's fonts-inter.
package fonts

import _ "embed"

// The weights that the program uses, as OpenType fonts with CFF outlines. They must not be modified.
var (
	//go:embed Inter-Regular.otf
	Regular []byte
	//go:embed Inter-SemiBold.otf
	SemiBold []byte
	// License is the licence text that must accompany every copy of the fonts.
	//go:embed OFL.txt
	License string
)
