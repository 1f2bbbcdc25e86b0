package outlet

import (
	"runtime"
	"strings"
)

// Shell is a kind of command-line shell.
type Shell uint8

// The kinds of command lines.
const (
	// POSIX is a Unix shell (sh, bash, zsh, dash).
	POSIX Shell = iota
	// PowerShell is the Windows shell, version 5.1 or later.
	PowerShell
)

// HostShell returns PowerShell on Windows and POSIX on all other systems.
func HostShell() Shell {
	if runtime.GOOS == "windows" {
		return PowerShell
	}
	return POSIX
}

// Command returns a command line for shell s that runs program with args. Each argument is quoted.
func Command(s Shell, program string, args ...string) string {
	line := []string{program}
	for _, arg := range args {
		line = append(line, Quote(s, arg))
	}
	return strings.Join(line, " ")
}

// PathArg formats path as an argument for this program, quoted for shell s. The program never mistakes the argument for
// a flag or an exact form.
func PathArg(s Shell, path string) string {
	if strings.HasPrefix(path, "-") || strings.HasPrefix(path, exactPrefix) {
		path = "./" + path
	}
	return sendable(s, path)
}

// FlagArg formats a flag and its value as a single argument for this program, quoted for shell s. The value may start
// with any character.
func FlagArg(s Shell, flag, value string) string {
	if strings.HasPrefix(value, exactPrefix) {
		return flag + "=" + Exact(value)
	}
	return flag + "=" + sendable(s, value)
}

// sendable returns text, or its exact form if a terminal acts on one of its characters when pasted or the shell does
// not pass it on.
func sendable(s Shell, text string) string {
	switch {
	case text == "" || !plain(text):
		return Exact(text)
	case s == PowerShell && (strings.ContainsAny(text, `"&|<>^%`) || strings.HasSuffix(text, `\`)):
		// Version 5.1 does not pass on a " or a final \ unchanged, and the workaround for it breaks 7.3. The other characters
		// are special in cmd, where single quotes are ordinary characters. Using the exact form keeps a line harmless if it
		// is pasted into cmd by mistake.
		return Exact(text)
	}
	return text
}

// Quote quotes arg for shell s, using single quotes if necessary. Between single quotes, every character except a
// single quote stands for itself. In a POSIX shell, a single quote must be moved outside the quotes and escaped with a
// backslash. In PowerShell it must be doubled, and typographic quotes count as single quotes too (about_Quoting_Rules).
func Quote(s Shell, arg string) string {
	marks := "/._-+:"
	if s == POSIX && strings.HasPrefix(arg, "-") {
		marks += "=" // in a flag; in other words it could set a variable
	}
	bare := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(marks, r)
	}
	// PowerShell splits unquoted flags at . and :.
	apart := s == PowerShell && strings.HasPrefix(arg, "-") && strings.ContainsAny(arg, ".:")
	switch {
	case arg != "" && !apart && strings.IndexFunc(arg, func(r rune) bool { return !bare(r) }) < 0:
		return arg
	case s == PowerShell:
		return "'" + powerShellQuotes.Replace(arg) + "'"
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// powerShellQuotes doubles the characters that PowerShell treats as single quotes.
var powerShellQuotes = strings.NewReplacer("'", "''", "\u2018", "\u2018\u2018", "\u2019", "\u2019\u2019", "\u201a",
	"\u201a\u201a", "\u201b", "\u201b\u201b")
