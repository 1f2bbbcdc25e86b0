package desktop

import (
	"fmt"
	"strings"
)

// MIMEInfo is the file that tells a freedesktop.org desktop the types of demos
// (shared-mime-info: globs, and magic where the name says nothing).
func MIMEInfo() []byte {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n")
	for _, k := range Kinds() {
		fmt.Fprintf(&b, "  <mime-type type=%q>\n    <comment>%s</comment>\n    <icon name=%q/>\n", k.MIME(), k.Name, ID)
		for _, ext := range k.Extensions {
			fmt.Fprintf(&b, "    <glob pattern=\"*.%s\"/>\n", ext)
		}
		if len(k.magic) > 0 {
			b.WriteString("    <magic priority=\"60\">\n")
			for i := range k.magic {
				k.magic[i].xml(&b, "      ")
			}
			b.WriteString("    </magic>\n")
		}
		b.WriteString("  </mime-type>\n")

		fmt.Fprintf(&b, "  <mime-type type=%q>\n    <comment>%s (gzip)</comment>\n    <sub-class-of type=\"application/gzip\"/>\n    <icon name=%q/>\n", k.GzipMIME(), k.Name, ID)
		for _, ext := range k.Extensions {
			fmt.Fprintf(&b, "    <glob pattern=\"*.%s.gz\"/>\n", ext)
		}
		b.WriteString("  </mime-type>\n")
	}
	b.WriteString("</mime-info>\n")
	return []byte(b.String())
}

// Entry is the desktop entry that starts the program at the path.
func Entry(program string) []byte {
	run := quoteExec(program)
	lines := []string{
		"[Desktop Entry]",
		"Type=Application",
		"Version=1.4",
		"Name=" + Title,
		"GenericName=" + Generic,
		"Comment=" + Summary,
		"Exec=" + run + " %F",
		"TryExec=" + escapeValue(program),
		"Icon=" + ID,
		"Terminal=false",
		"Categories=Game;",
		"Keywords=quake;quakeworld;demo;replay;match;mvd;",
		"StartupNotify=false",
		"StartupWMClass=" + ID,
		"MimeType=" + strings.Join(MIMETypes(), ";") + ";",
		"Actions=new-window;",
		"",
		"[Desktop Action new-window]",
		"Name=New window",
		"Exec=" + run + " --new-window",
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// quoteExec is a path as the Exec key wants it: in quotes where it has characters that
// mean something there, then escaped as every string of a desktop entry.
func quoteExec(path string) string {
	path = strings.ReplaceAll(path, "%", "%%")
	if strings.ContainsAny(path, " \t\n\"'\\><~|&;$*?#()`") {
		path = `"` + strings.NewReplacer(`"`, `\"`, "`", "\\`", `$`, `\$`, `\`, `\\`).Replace(path) + `"`
	}
	return escapeValue(path)
}

func escapeValue(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s)
}
