package desktop

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/corpus"
)

// holds reports whether the bytes fulfil the condition, as a desktop would find.
func holds(m *codec.Match, data []byte) bool {
	for i := m.First; i <= m.Last && i+len(m.Value) <= len(data); i++ {
		if equal(m, data[i:]) {
			return len(m.And) == 0 || anyHolds(m.And, data)
		}
	}
	return false
}

func equal(m *codec.Match, data []byte) bool {
	if m.Mask == nil {
		return bytes.HasPrefix(data, m.Value)
	}
	for i, v := range m.Value {
		if data[i]&m.Mask[i] != v {
			return false
		}
	}
	return true
}

func anyHolds(list []codec.Match, data []byte) bool {
	return slices.ContainsFunc(list, func(m codec.Match) bool { return holds(&m, data) })
}

// kindOf is the kind whose magic the bytes have; more than one is a failure.
func kindOf(t *testing.T, name string, data []byte) string {
	t.Helper()
	var found []string
	for _, k := range foreignKinds() { // their magic goes before that of ours
		if anyHolds(k.Magic, data) {
			return k.ID
		}
	}
	for _, k := range Kinds() {
		if anyHolds(k.Magic, data) {
			found = append(found, k.ID)
		}
	}
	if len(found) > 1 {
		t.Errorf("%s is taken for all of %v", name, found)
	}
	return strings.Join(found, " ")
}

func TestMagicOfTheSample(t *testing.T) {
	if got := kindOf(t, "the sample", sample.Demo()); got != "quake3-demo" {
		t.Errorf("the sample is taken for %q", got)
	}
	if got := kindOf(t, "the sample's map", sample.Map()); got != "" {
		t.Errorf("a map is taken for %q", got)
	}
}

func TestMagic(t *testing.T) {
	tests := []struct {
		name, data, want string
	}{
		{"NetQuake", "-1\n" + "\xf0\x0d\x00\x00" + strings.Repeat("\x00",
			12) + "\x08\x02\nVERSION 1.09 SERVER (22264 CRC)", "quake-demo"},
		{"QuakeWorld", "\x00\x00\x00\x00\x01" + "\xd5\x01\x00\x00" + "\x01\x00\x00\x00\x01\x00\x00\x00" +
			"\x0b\x1c\x00\x00\x00", "quakeworld-demo"},
		{"QuakeWorld, extended", "\x67\xad\x80\x45\x01" + "\x30\x01\x00\x00" + "\x01\x00\x00\x00\x01\x00\x00\x00" +
			"\x0bFTEX\x08\x70\x48\x20", "quakeworld-demo"},
		{"multi-view", "\x00\x06" + "\xa0\x01\x00\x00" + "\x0b\x1c\x00\x00\x00", "quakeworld-mvd"},
		{"Quake II", "\x53\x05\x00\x00" + "\x0c\x22\x00\x00\x00", "quake2-demo"},
		{"Quake II test release", "\x41\x05\x00\x00" + "\x07\x19\x00\x00\x00", "quake2-demo"},
		{"Q2PRO multi-view", "MVD2" + "\xd1\x1b" + "\x24\x25\x00\x00\x00", "quake2-mvd"},
		{"protocol 43", "\xa2\x44\x01\x00\x0d\x0e\x00\x00" + "\x02\xfd\x16\x00\x00" + "\x03\x00\x00\\g_",
			"quake3-demo"},
		{"protocol 48", "\x21\x45\x00\x00\xbb\x0d\x00\x00" + "\x11\x00\x00\x00\x02\xa4\x00\x00\x00" +
			"\x03\x00\x00\\g_", "quake3-demo"},
		{"a mod's greeting", "-1\n" + "\x63\x07\x00\x00" + strings.Repeat("\x00", 12) + "\x08\nWelcome to a mod\n",
			"quake-demo"},
		{"DarkPlaces", "-1\n" + "\x63\x07\x00\x00" + strings.Repeat("\x00",
			12) + "\x08\nServer: DarkPlaces-Quake build 20:17 (progs 5927 crc)", "quake-demo"},
		{"Xonotic", "-1\n" + "\x63\x07\x00\x00" + strings.Repeat("\x00",
			12) + "\x08\nServer: Xonotic build 20:17 (progs 5927 crc)", "darkplaces-demo"},
		{"GoldSrc", "HLDEMO\x00\x00" + strings.Repeat("\x05\x00\x00\x00", 40), "goldsrc-demo"},
		{"Source 2", "PBDEMS2\x00" + strings.Repeat("\x03\x00\x00\x00", 40), "source2-demo"},
		{"zeroes", strings.Repeat("\x00", 200), ""},
		{"ones", strings.Repeat("\xff", 200), ""},
		{"text", strings.Repeat("a demo of another game ", 9), ""},
		{"Source", "HL2DEMO\x00" + strings.Repeat("\x03\x00\x00\x00", 40), "source-demo"},
	}
	for _, test := range tests {
		if got := kindOf(t, test.name, []byte(test.data)); got != test.want {
			t.Errorf("%s is taken for %q, want %q", test.name, got, test.want)
		}
	}
}

// The magic never takes a demo for one of another kind, and finds nearly all.
func TestMagicOfRealDemos(t *testing.T) {
	found, missed := 0, 0
	err := filepath.WalkDir(corpus.Path(t, "demos"), func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data := head(path)
		demo, err := formats.Open(path)
		if err != nil {
			return nil
		}
		switch got := kindOf(t, path, data); {
		case slices.ContainsFunc(demo.Format.Kinds, func(k codec.Kind) bool { return k.ID == got }):
			found++
		case got != "":
			t.Errorf("%s is taken for %q", path, got)
		case !strings.Contains(path, "broken") && demo.Container != formats.Zip:
			missed++
			t.Logf("%s has no magic", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d found, %d missed", found, missed)
	if missed*20 > found {
		t.Errorf("%d of %d demos are not found by their magic", missed, found+missed)
	}
}

// head is the start of a file, unpacked.
func head(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil
		}
	}
	data, _ := io.ReadAll(io.LimitReader(r, 4096))
	return data
}

func TestMIMEInfo(t *testing.T) {
	var info struct {
		Types []struct {
			Type    string `xml:"type,attr"`
			Comment string `xml:"comment"`
			Globs   []struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"glob"`
		} `xml:"mime-type"`
	}
	if err := xml.Unmarshal(MIMEInfo(), &info); err != nil {
		t.Fatal(err)
	}
	globs := map[string]string{}
	var dem []string // the types of what is called .dem: the bytes decide
	for _, m := range info.Types {
		if m.Comment == "" {
			t.Errorf("%s has no name", m.Type)
		}
		for _, g := range m.Globs {
			if g.Pattern == "*.dem" {
				dem = append(dem, m.Type)
				if m.Type != "application/x-quake-demo" {
					continue
				}
			}
			if globs[g.Pattern] != "" {
				t.Errorf("%s is of two types", g.Pattern)
			}
			globs[g.Pattern] = m.Type
		}
	}
	for _, ext := range formats.Extensions() {
		plain, packed := globs["*."+ext], globs["*."+ext+".gz"]
		if plain == "" || packed != plain+"-gzip" {
			t.Errorf(".%s is %q, compressed %q", ext, plain, packed)
		}
	}
	if len(info.Types) != len(registeredTypes()) {
		t.Errorf("%d types", len(info.Types))
	}
	if len(dem) < 7 || dem[0] != otherDEM().MIME() || dem[0] != slices.Min(dem) {
		t.Errorf("what is called .dem and is nothing known has the first of the types %q", dem)
	}
	for _, forbidden := range []string{"*.gz\"", "*.zip", "*.pk3"} {
		if strings.Contains(string(MIMEInfo()), `pattern="`+forbidden) {
			t.Errorf("%s is not only ours", forbidden)
		}
	}
}

// The kinds have the extensions that the program knows, each once, and no others.
func TestKindsHaveAllExtensions(t *testing.T) {
	var got []string
	for _, k := range Kinds() {
		got = append(got, k.Extensions...)
	}
	want := formats.Extensions()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the kinds have %q, the formats %q", got, want)
	}
}

func TestEntry(t *testing.T) {
	entry := string(Entry("/opt/frag scope/100%/frag$cope"))
	for _, line := range []string{
		`Exec="/opt/frag scope/100%%/frag\\$cope" %F`,
		`TryExec=/opt/frag scope/100%/frag$cope`,
		"StartupWMClass=fragscope",
		"Icon=" + BundleID,
		"MimeType=" + strings.Join(MIMETypes(), ";") + ";",
	} {
		if !strings.Contains(entry, "\n"+line+"\n") {
			t.Errorf("no line %q in\n%s", line, entry)
		}
	}
	if !strings.Contains(string(Entry("/usr/bin/fragscope")), "\nExec=/usr/bin/fragscope %F\n") {
		t.Error("a plain path is not left plain")
	}
}

func TestMetainfo(t *testing.T) {
	var info struct {
		ID         string   `xml:"id"`
		Name       string   `xml:"name"`
		Launchable string   `xml:"launchable"`
		Types      []string `xml:"provides>mediatype"`
		Release    struct {
			Version string `xml:"version,attr"`
			Date    string `xml:"date,attr"`
		} `xml:"releases>release"`
	}
	if err := xml.Unmarshal(Metainfo([]Release{{"1.2.3", time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
		[]string{"Less < more & better."}}}), &info); err != nil {
		t.Fatal(err)
	}
	if info.ID != BundleID || info.Name != Title || info.Launchable != BundleID+".desktop" ||
		!slices.Equal(info.Types, MIMETypes()) ||
		info.Release.Version != "1.2.3" || info.Release.Date != "2026-03-04" {
		t.Errorf("got %+v", info)
	}
}

func TestInfoPlist(t *testing.T) {
	text := string(InfoPlist("1.2.3"))
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"<key>CFBundleShortVersionString</key>\n\t<string>1.2.3</string>",
		"<string>dm_68</string>", "<string>mvd</string>", "UTExportedTypeDeclarations", "CFBundleDocumentTypes"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if n := strings.Count(text, "<key>UTTypeIdentifier</key>"); n != len(Kinds()) {
		t.Errorf("%d types", n)
	}
}

// Whatever is written into a key that others use, too, is a value of ours alone.
func TestRegistryValues(t *testing.T) {
	ours := regexp.MustCompile(`^(Fragscope\.|Applications\\fragscope\.exe)`)
	keys := registryKeys()
	commands := 0
	for _, v := range registryValues(`C:\Program Files\Fragscope\fragscope.exe`) {
		if ours.MatchString(v.key) == v.shared {
			t.Errorf("%s: shared is %v", v.key, v.shared)
		}
		if !v.shared && !slices.ContainsFunc(keys, func(k string) bool {
			return v.key == k ||
				strings.HasPrefix(v.key, k+`\`)
		}) {
			t.Errorf("%s is not taken back", v.key)
		}
		if v.shared && v.name == "" && !v.polite {
			t.Errorf("%s takes over documents of other programs", v.key)
		}
		if strings.HasSuffix(v.key, "command") {
			commands++
			if v.data != `"C:\Program Files\Fragscope\fragscope.exe" "%1"` {
				t.Errorf("%s: %s", v.key, v.data)
			}
		}
	}
	if commands != len(Kinds())+1 {
		t.Errorf("%d commands", commands)
	}
	if got := parents(`a\b\c`); !slices.Equal(got, []string{`a\b\c`, `a\b`, `a`}) {
		t.Errorf("parents are %q", got)
	}
}
