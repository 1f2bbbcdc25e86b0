package desktop

import (
	"embed"
	"fmt"
	"html"
	"strings"
	"text/template"
	"time"
)

// BundleID identifies the macOS application. On other systems, the files that contain the desktop entry, icons, MIME
// types and catalogue entry are named after it, so that their names do not clash with those of other programs.
const BundleID = "org.fragscope.Fragscope"

// Homepage is the project's home page.
const Homepage = "https://github.com/fragscope/fragscope"

// Release describes a release: its version, such as "1.2.0", its date and its user-visible changes.
type Release struct {
	Version string
	Date    time.Time
	Changes []string // one or more sentences each
}

//go:embed templates
var templateFiles embed.FS

// facts are the data of the templates; each uses some of them.
type facts struct {
	ID, BundleID, Title, Generic, Summary, Network string
	Kinds, Foreign                                 []Kind
	Other                                          Kind
	MIMETypes                                      []string
	Exec, TryExec                                  string // of the desktop entry
	Version, Homepage                              string
	Releases                                       []Release // latest first
}

// render executes a template. Everything in it is fixed when the program is built except for the path and the
// releases, whose texts the templates escape; render panics if the template is wrong.
func render(name string, f facts) []byte {
	f.ID, f.BundleID, f.Title, f.Generic, f.Summary, f.Network, f.Homepage = ID, BundleID, Title, Generic, Summary,
		Network, Homepage
	f.Kinds, f.Foreign, f.Other, f.MIMETypes = Kinds(), foreignKinds(), otherDEM(), MIMETypes()
	var b strings.Builder
	t := template.New(name + ".tmpl").Funcs(template.FuncMap{"xml": html.EscapeString, "indented": indented})
	if err := template.Must(t.ParseFS(templateFiles, "templates/"+name+".tmpl")).Execute(&b, f); err != nil {
		panic(fmt.Sprintf("desktop: %v", err))
	}
	return []byte(b.String())
}

// MIMEInfo returns the shared-mime-info file that describes the MIME types of demos to freedesktop.org desktops. It
// contains globs and, where file names are ambiguous, magic.
func MIMEInfo() []byte { return render("mime.xml", facts{}) }

// Metainfo returns the program's AppStream description, which software catalogues use. It lists releases from the
// latest to the earliest.
func Metainfo(releases []Release) []byte { return render("metainfo.xml", facts{Releases: releases}) }

// InfoPlist returns the property list of the program's macOS bundle, including the types of demo files. version has the
// form "1.2.0".
func InfoPlist(version string) []byte { return render("Info.plist", facts{Version: version}) }

// Entry returns the desktop entry for the program at the given path.
func Entry(program string) []byte {
	return render("fragscope.desktop", facts{Exec: quoteExec(program), TryExec: escapeValue(program)})
}

// needQuotes are the characters with a meaning in the Exec key.
const needQuotes = " \t\n\"'\\><~|&;$*?#()`"

// quoteExec returns a path in the form required for the Exec key: quoted if it has characters with a meaning there,
// then escaped like every string in a desktop entry.
func quoteExec(path string) string {
	path = strings.ReplaceAll(path, "%", "%%")
	if strings.ContainsAny(path, needQuotes) {
		path = `"` + strings.NewReplacer(`"`, `\"`, "`", "\\`", `$`, `\$`, `\`, `\\`).Replace(path) + `"`
	}
	return escapeValue(path)
}

func escapeValue(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s)
}
