package outlet

import (
	"testing"
	"unicode/utf8"
)

// FuzzOutlets holds what each outlet promises of any text.
func FuzzOutlets(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := Terminal(s); !plain(got) || plain(s) && got != s {
			t.Errorf("terminal: %q", got)
		}
		if got := Cell(s); !plain(got) {
			t.Errorf("cell: %q", got)
		}
		if got := FileName(s); !plain(got) || got == "" || len(got) > 161 {
			t.Errorf("file name: %q", got)
		}
		shows(t, s)
		if line, err := JSON(s); err != nil || !plain(string(line[:len(line)-1])) {
			t.Errorf("JSON: %q, %v", line, err)
		}
		if back, err := FromExact(Exact(s)); err != nil || back != s || !utf8.ValidString(Exact(s)) {
			t.Errorf("exact: %q", Exact(s))
		}
		for _, shell := range []Shell{POSIX, PowerShell} {
			if line := Command(shell, "x", arguments(shell, s)...); !plain(line) {
				t.Errorf("command: %q", line)
			}
		}
		words, ok := powerShellWords(Command(PowerShell, "x", arguments(PowerShell, s)...))
		if !ok {
			t.Errorf("%q is taken apart", s)
			return
		}
		received(t, "PowerShell", s, words[1:])
	})
}
