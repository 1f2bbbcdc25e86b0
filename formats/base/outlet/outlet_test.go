package outlet

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile are texts that do harm where they arrive as they are.
var hostile = []string{
	"", " ", "plain", "Käse – 小林", "\x1b[31mred", "\x1b]0;title\a", "a\nb", "a\r\nb", "tab\there", "\x00", "\x7f",
	"\u009b2J", "\x9b", "\xff\xfe", "caf\xe9.dem", "\u202egpj.exe", "\u2066x", "\u2028", "\ufeff", "\U000e0041", "=1+1",
	"+1", "-=KC=-", "@SUM(A1)", "  =1", "\t=1", "＝1", "'=1", "--flag", "-x.dm2", "; rm -rf ~", "$(id)", "`id`", "a'b",
	`a"b`, "a\\", "it’s", "‘’‚‛", "%PATH%", "!x", "^&|<>", "$env:x", "CON", "con.txt", "COM1", "lpt¹.x", "NUL .a", "..",
	".hidden", "~", "a/b", `a\b`, "a:b", "trailing. ", "exact:%41", "exact:", strings.Repeat("ä", 300), "\ufffd",
}

func TestTerminal(t *testing.T) {
	for _, s := range hostile {
		got := Terminal(s)
		if !utf8.ValidString(got) || strings.IndexFunc(got, unicode.IsControl) >= 0 ||
			strings.IndexFunc(got, hidden) >= 0 {
			t.Errorf("%q leaves as %q", s, got)
		}
	}
	for s, want := range map[string]string{
		"Käse – 小林 👨\u200d👩": "Käse – 小林 👨\u200d👩", "a\nb\x1b\xff": `a\nb\x1b\xff`, "\u202e": `\u202e`,
		"\u009b": `\u009b`, "\ufffd": "\ufffd", "\U000e0041": `\U000e0041`, `C:\x`: `C:\x`,
	} {
		if got := Terminal(s); got != want {
			t.Errorf("%q leaves as %q, want %q", s, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, s := range hostile {
		line, err := JSON(map[string]string{"a": s, s: "b"})
		if err != nil {
			t.Fatal(err)
		}
		inner := strings.TrimSuffix(string(line), "\n")
		if !plain(inner) {
			t.Errorf("%q leaves as %q", s, line)
		}
		var back map[string]string
		if err := json.Unmarshal(line, &back); err != nil ||
			back["a"] != strings.ToValidUTF8(s, "\ufffd") && utf8.ValidString(s) {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
	}
}

func TestCell(t *testing.T) {
	for _, s := range hostile {
		got := Cell(s)
		if !plain(got) || strings.IndexAny(strings.TrimSpace(got), "=+-@＝＋－＠") == 0 {
			t.Errorf("%q leaves as %q", s, got)
		}
	}
	for s, want := range map[string]string{"-=KC=-": "'-=KC=-", "gg": "gg", " @x": "' @x", "a=b": "a=b"} {
		if got := Cell(s); got != want {
			t.Errorf("%q leaves as %q, want %q", s, got, want)
		}
	}
}

// shows checks what a window shows of a text: characters that show, each for one of the text, and few over each other.
func shows(t *testing.T, s string) {
	t.Helper()
	last, marks, n := -1, 0, 0
	for at, r := range Shown(s) {
		if n++; at <= last || at >= len(s) || r == '\n' || r == '\t' || r == utf8.RuneError || hidden(r) {
			t.Errorf("%.80q shows %q at %d", s, r, at)
			return
		}
		if last = at; !unicode.In(r, unicode.M) {
			marks = 0
		} else if marks++; marks > maxMarks {
			t.Errorf("%.80q shows %d accents over each other", s, marks)
			return
		}
	}
	if n > MaxShown {
		t.Errorf("%.80q shows %d characters", s, n)
	}
	if got := Window(s); !plain(got) || utf8.RuneCountInString(got) != n {
		t.Errorf("%.80q leaves as %.80q", s, got)
	}
}

func TestWindow(t *testing.T) {
	for _, s := range hostile {
		shows(t, s)
	}
	for s, want := range map[string]string{
		"Käse – 小林 👨\u200d👩": "Käse – 小林 👨\u200d👩", "a\nb\tc": "a b c", "\x1b[1m\xff\u202ex\u0085": "□[1m□□x□",
		"e\u0301" + strings.Repeat("\u0300", 90) + "x": "e\u0301\u0300\u0300\u0300x",
		strings.Repeat("ä", 1<<20):                     strings.Repeat("ä", MaxShown-1) + "…",
	} {
		if got := Window(s); got != want {
			t.Errorf("%.80q leaves as %.80q, want %.80q", s, got, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for _, s := range hostile {
		got := FileName(s)
		stem, _, _ := strings.Cut(strings.ToUpper(got), ".")
		switch {
		case got == "" || !plain(got) || len(got) > 170 || strings.ContainsAny(got, `<>:"/\|?*`):
			t.Errorf("%q leaves as %q", s, got)
		case strings.HasPrefix(got, "-") || strings.HasPrefix(got, ".") || strings.HasSuffix(got, ".") ||
			strings.HasSuffix(got, " ") || device(stem):
			t.Errorf("%q leaves as %q", s, got)
		}
	}
	if got := FileName("Käse vs 小林-dm3"); got != "Käse vs 小林-dm3" {
		t.Errorf("a good name became %q", got)
	}
}

func TestExact(t *testing.T) {
	for _, s := range hostile {
		e := Exact(s)
		if back, err := FromExact(e); err != nil || back != s {
			t.Errorf("%q comes back from %q as %q, %v", s, e, back, err)
		}
		if bare := strings.NewReplacer("%", "", ":", "").Replace(e); bare != "" && Quote(POSIX, bare) != bare {
			t.Errorf("%q is not for every shell", e)
		}
		if (ExactUnlessPlain(s) == "") != utf8.ValidString(s) {
			t.Errorf("%q: %q", s, ExactUnlessPlain(s))
		}
	}
	for _, s := range []string{"exact:%", "exact:%4", "exact:%zz", "exact:a%g1", "exact:%+1", "exact:% 1"} {
		if got, err := FromExact(s); err == nil {
			t.Errorf("%q is read as %q", s, got)
		}
	}
}

// arguments are what a program gets for texts as a path and as the value of a flag.
func arguments(s Shell, text string) []string {
	return []string{PathArg(s, text), FlagArg(s, "--follow", text)}
}

// received checks that what arrived means the text.
func received(t *testing.T, shell, text string, got []string) {
	t.Helper()
	if len(got) != 2 {
		t.Errorf("%s: of %q came %q", shell, text, got)
		return
	}
	path, err1 := FromExact(got[0])
	value, ok := strings.CutPrefix(got[1], "--follow=")
	value, err2 := FromExact(value)
	if path != text && path != "./"+text || !ok || value != text || err1 != nil || err2 != nil ||
		strings.HasPrefix(got[0], "-") {
		t.Errorf("%s: of %q came %q", shell, text, got)
	}
	if path == "./"+text && !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, exactPrefix) {
		t.Errorf("%s: of %q came %q", shell, text, got)
	}
}

// Every POSIX shell that is here reads the line as it is meant.
func TestPOSIX(t *testing.T) {
	for _, name := range []string{"sh", "bash", "dash", "zsh", "ksh"} {
		shell, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		var script strings.Builder
		for _, text := range hostile {
			script.WriteString(Command(POSIX, `printf '%s\0'`, arguments(POSIX, text)...) + "\n")
		}
		out, err := exec.Command(shell, "-c", script.String()).Output()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		all := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		if len(all) != 2*len(hostile) {
			t.Errorf("%s gives %d arguments of %d texts", name, len(all), len(hostile))
			continue
		}
		for i, text := range hostile {
			received(t, name, text, all[2*i:2*i+2])
		}
	}
}

// PowerShell reads the line as it is meant, by its rules (about_Quoting_Rules, about_Parsing), and so does the program
// that gets it, by those of Windows' C library, as version 5.1 passes arguments on, and as 7.3 does.
func TestPowerShell(t *testing.T) {
	for _, text := range hostile {
		line := Command(PowerShell, "fragscope", arguments(PowerShell, text)...)
		if !plain(line) {
			t.Errorf("%q is in the line %q", text, line)
		}
		inert(t, line)
		words, ok := powerShellWords(line)
		if !ok || words[0] != "fragscope" {
			t.Errorf("%q is in the line %q", text, line)
			continue
		}
		received(t, "PowerShell 7.3", text, words[1:])
		var passed []string
		for _, w := range words[1:] {
			if strings.ContainsAny(w, " \t") { // 5.1 does no more than that
				w = `"` + w + `"`
			}
			passed = append(passed, w)
		}
		received(t, "PowerShell 5.1", text, windowsWords(strings.Join(passed, " ")))
	}
}

// inert checks that a line for PowerShell is one command to cmd, too, whose program gets words: nothing in it joins
// commands, redirects them, escapes or quotes. A variable's name cannot stand between two % of an exact form, as two
// hexadecimal digits follow the first.
func inert(t *testing.T, line string) {
	t.Helper()
	if strings.ContainsAny(line, "\"&|<>^\r\n") {
		t.Errorf("cmd takes %q apart", line)
	}
	for i, part := range strings.Split(line, "%")[1:] {
		if len(part) < 2 || strings.Trim(part[:2], "0123456789ABCDEF") != "" {
			t.Errorf("cmd may look up variable %d in %q", i, line)
		}
	}
}

// powerShellWords takes a command apart; it is not ok where anything but a plain word or one verbatim string is an
// argument.
func powerShellWords(line string) (words []string, ok bool) {
	isQuote := func(r rune) bool { return strings.ContainsRune("'‘’‚‛", r) }
	runes := []rune(line)
	for i := 0; i < len(runes); {
		var word []rune
		if isQuote(runes[i]) {
			for i++; ; i++ {
				if i == len(runes) {
					return nil, false // not closed
				}
				if isQuote(runes[i]) {
					if i+1 == len(runes) || !isQuote(runes[i+1]) {
						i++
						break
					}
					i++
				}
				word = append(word, runes[i])
			}
		} else {
			for ; i < len(runes) && runes[i] != ' '; i++ {
				if !strings.ContainsRune("./_-+:", runes[i]) && !unicode.IsLetter(runes[i]) &&
					!unicode.IsDigit(runes[i]) {
					return nil, false // it may mean something
				}
				word = append(word, runes[i])
			}
			if word[0] == '-' && strings.ContainsAny(string(word), ".:") {
				return nil, false // a parameter, which is taken apart there
			}
		}
		words = append(words, string(word))
		if i < len(runes) && runes[i] != ' ' {
			return nil, false
		}
		i++
	}
	return words, true
}

// windowsWords takes a command line apart as CommandLineToArgvW does behind the program's name.
func windowsWords(line string) (words []string) {
	var word []byte
	quoted, begun := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			n := 0
			for i+n < len(line) && line[i+n] == '\\' {
				n++
			}
			i += n - 1
			begun = true
			if i+1 < len(line) && line[i+1] == '"' {
				word = append(word, strings.Repeat(`\`, n/2)...)
				if n%2 == 1 {
					word = append(word, '"')
					i++
				}
				continue
			}
			word = append(word, strings.Repeat(`\`, n)...)
		case c == '"':
			quoted, begun = !quoted, true
		case (c == ' ' || c == '\t') && !quoted:
			if begun {
				words, word, begun = append(words, string(word)), nil, false
			}
		default:
			word, begun = append(word, c), true
		}
	}
	if begun {
		words = append(words, string(word))
	}
	return words
}

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		shell Shell
		want  string
	}{
		{POSIX, `fragscope ./-x.dm2 --at 3:12.5 --follow=-=KC=-`},
		{PowerShell, `fragscope ./-x.dm2 --at 3:12.5 '--follow=-=KC=-'`},
	} {
		if got := Command(c.shell, "fragscope", PathArg(c.shell, "-x.dm2"), "--at", "3:12.5",
			FlagArg(c.shell, "--follow", "-=KC=-")); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if s := HostShell(); !slices.Contains([]Shell{POSIX, PowerShell}, s) {
		t.Error(s)
	}
}
