package localization

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fragscope/assets/gamedata"
)

const english = "\ufeff// a comment\n" + `g_entered_game = "{0} entered"
g_two = "a \"b\"\nc \\ d"
m_button <xbox> = "A"
m_button <ps4 switch> = "cross"
m_button = "E"
m_button = "twice"
`

func TestParse(t *testing.T) {
	got := Parse([]byte(english))
	for key, want := range map[string]string{"g_entered_game": "{0} entered", "g_two": "a \"b\"\nc \\ d",
		"m_button": "E"} {
		if text, ok := got.Text(key); !ok || text != want {
			t.Errorf("%s is %q, want %q", key, text, want)
		}
	}
	if len(got) != 3 {
		t.Errorf("%d entries: %q", len(got), got)
	}
	for _, broken := range []string{"a", "a =", "a b c", `a = "open`, `a <x = "b"`, "= = =", `a <`, "//"} {
		if got := Parse([]byte(broken)); len(got) > 1 {
			t.Errorf("%q gives %q", broken, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(english))
	f.Fuzz(func(_ *testing.T, data []byte) { Parse(data) })
}

func TestLanguage(t *testing.T) {
	for want, env := range map[string]map[string]string{
		"german": {"LANG": "de_DE.UTF-8"}, "french": {"LC_ALL": "fr", "LANG": "de_DE"}, "english": {"LANG": "C.UTF-8"},
		"italian": {"LC_MESSAGES": "it.UTF-8"},
	} {
		if got := Language(func(name string) string { return env[name] }); got != want {
			t.Errorf("%v is %s, want %s", env, got, want)
		}
	}
}

// The texts are found in folders and in the archives of the rerelease, in the user's language or else in English.
func TestFind(t *testing.T) {
	var kpf bytes.Buffer
	z := zip.NewWriter(&kpf)
	w, _ := z.Create("localization/loc_german.txt")
	w.Write([]byte(`key = "Schlüssel"`))
	z.Close()
	dir := t.TempDir()
	for name, data := range map[string]string{"rerelease/Q2Game.kpf": kpf.String(),
		"rerelease/baseq2/localization/loc_english.txt": `key = "a key"`} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(file), 0o755)
		if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := gamedata.New(gamedata.Options{Dirs: []string{dir}, NoInstalls: true})
	for language, want := range map[string]string{"german": "Schlüssel", "english": "a key", "polish": "a key"} {
		if got, _ := Find(p, language).Text("key"); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
	if got := Find(gamedata.New(gamedata.Options{NoInstalls: true, Dirs: []string{t.TempDir()}}),
		"german"); got != nil {
		t.Errorf("nothing gives %q", got)
	}
}
