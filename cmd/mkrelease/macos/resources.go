package macos

import (
	"crypto/sha1"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"slices"
	"strings"
	"text/template"
)

//go:embed CodeResources.tmpl
var templates embed.FS

// Resources returns the contents of _CodeSignature/CodeResources, which lists the files of a bundle and their hashes.
// The names in files are relative to Contents. The list omits PkgInfo. It also omits Info.plist and the program, which
// are covered by the program's own signature.
func Resources(files map[string][]byte) ([]byte, error) {
	type entry struct{ Name, SHA1, SHA256 string }
	var list []entry
	for name, data := range files {
		if strings.HasPrefix(name, "Resources/") {
			old, sum := sha1.Sum(data), sha256.Sum256(data)
			list = append(list, entry{name, base64.StdEncoding.EncodeToString(old[:]),
				base64.StdEncoding.EncodeToString(sum[:])})
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	t, err := template.ParseFS(templates, "CodeResources.tmpl")
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = t.Execute(&b, list)
	return []byte(b.String()), err
}
