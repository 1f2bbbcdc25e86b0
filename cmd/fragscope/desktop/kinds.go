// Package desktop describes Fragscope and its files to desktop environments. The descriptions consist of the demo file
// types (MIME types with globs and magic), the desktop entry, the entry for software catalogues, the property list of
// the macOS bundle and the keys of the Windows registry. Register installs them for the user running the program, and
// Unregister removes them.
//
// The descriptions only determine which program a desktop starts. The program itself determines the actual kind of a
// file. The extension .dem, for example, is also used for the demos of games unrelated to Quake.
package desktop

import (
	"fragscope/formats"
	"fragscope/formats/codec"
)

// ID is the program's short name. It is the name of the command and of the window class, and part of file names inside
// the distribution packages.
const ID = "fragscope"

// Strings that desktop environments show.
const (
	Title   = "Fragscope"
	Generic = "Demo viewer"
	Summary = "Watch recorded matches of Quake games from above"
	// Network is a statement about the program's use of the network. It appears in the help, README, manual and
	// packages.
	Network = "Fragscope goes online only when you ask it to. It contacts only the addresses that you open or name " +
		"and, if one of them is a master server, the game servers that it lists. Nothing else is ever sent, fetched or looked up."
)

// Kind is a type of demo file with its own MIME type.
type Kind struct{ codec.Kind }

// MIME returns the MIME type of k.
func (k Kind) MIME() string { return "application/x-" + k.ID }

// UTI returns the uniform type identifier of k, for use on macOS.
func (k Kind) UTI() string { return "org.fragscope." + k.ID }

// GzipMIME returns the MIME type of gzipped files of kind k.
func (k Kind) GzipMIME() string { return k.MIME() + "-gzip" }

// Kinds returns all kinds of demo files.
func Kinds() []Kind {
	var out []Kind
	for _, c := range formats.Codecs() {
		for _, k := range c.Kinds {
			out = append(out, Kind{k})
		}
	}
	return out
}

// MIMETypes returns the MIME types of all kinds of demo files.
func MIMETypes() []string {
	var out []string
	for _, k := range Kinds() {
		out = append(out, k.MIME(), k.GzipMIME())
	}
	return out
}

// otherDEM returns the kind for everything called ".dem" that is no known demo. If several kinds have a file's name
// and no magic matches, GIO takes the one declared first, and Qt the one whose name comes first alphabetically.
func otherDEM() Kind {
	return Kind{codec.Kind{ID: "any-dem", Name: "DEM file", Extensions: []string{"dem"}}}
}

// foreignKinds returns the kinds of other games' demos that have the extension of Quake's demos or similar
// contents. File managers look at the contents only if a name belongs to several kinds, so those called ".dem" are
// declared with that name.
func foreignKinds() []Kind {
	var out []Kind
	for _, g := range formats.ForeignGames() {
		k := Kind{codec.Kind{ID: g.ID, Name: "Demo of " + g.Name, Extensions: g.Extensions}}
		for _, mark := range g.Marks {
			k.Magic = append(k.Magic, codec.At(0, mark))
		}
		if len(k.Magic) > 0 {
			k.Extensions = append(k.Extensions, "dem")
		}
		out = append(out, k)
	}
	return append(out, Kind{codec.Kind{
		ID: "darkplaces-demo", Name: "Demo of a DarkPlaces game (Xonotic, Nexuiz)", Extensions: []string{"dem"},
		Magic: magicDarkPlaces(),
	}})
}

// registeredTypes returns all types that are registered on desktops.
func registeredTypes() []string {
	out := append(MIMETypes(), otherDEM().MIME())
	for _, k := range foreignKinds() {
		out = append(out, k.MIME())
	}
	return out
}
