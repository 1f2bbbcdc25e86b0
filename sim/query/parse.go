package query

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"fragscope/sim/moment"
)

// Query is a parsed query. It is immutable and safe for concurrent use.
type Query struct {
	text  string // as written
	terms []Condition
	// within is the maximum time between two moments, or 0 if there is no such condition. near is the condition for the
	// second one, or nil if it is another moment of this query by the same player.
	within time.Duration
	near   *Query
}

// Condition is a term in a query.
type Condition struct {
	key    *key
	Not    bool // negated
	Victim bool // asks about the victim
	Doer   bool // asks about the doer, even if the event has a place
	Op     string
	Number float64 // seconds for a time
	Values []Value // alternatives
	Points [][2]float64
	Moment moment.Moment
}

// Key returns the condition's key, such as "by" or "item", or "" for plain words.
func (t *Condition) Key() string { return t.key.name }

// Value is one of the values in a condition. Text is in lower case.
type Value struct {
	Text  string
	Whole bool // must match the whole name
}

// maxTerms and maxText limit a query.
const (
	maxTerms = 100
	maxText  = 4096
)

// token is a term as written: the bytes of the query from index from up to to.
type token struct {
	from, to int
	text     string
}

// split splits a query at spaces outside quotes.
func split(s string) (list []token) {
	from, quoted := -1, false
	for i, r := range s {
		switch {
		case unicode.IsSpace(r) && !quoted:
			if from >= 0 {
				list = append(list, token{from, i, s[from:i]})
			}
			from = -1
			continue
		case r == '"':
			quoted = !quoted
		}
		if from < 0 {
			from = i
		}
	}
	if from >= 0 {
		list = append(list, token{from, len(s), s[from:]})
	}
	return list
}

// Parse parses the query s. If s contains a syntax error, the returned error is a [*SyntaxError]. An empty query
// matches no moments.
func Parse(s string) (*Query, error) {
	if len(s) > maxText {
		return nil, &SyntaxError{maxText, len(s), fmt.Sprintf("a query can have at most %d characters", maxText)}
	}
	tokens := split(s)
	if len(tokens) > maxTerms {
		return nil, &SyntaxError{tokens[maxTerms].from, len(s),
			fmt.Sprintf("a query can have at most %d terms", maxTerms)}
	}
	q := &Query{text: strings.TrimSpace(s)}
	for i := 0; i < len(tokens); i++ {
		if d, ok := withinAt(tokens, i); ok {
			near, err := Parse(strings.Repeat(" ", tokens[i+1].to) + s[tokens[i+1].to:])
			if err != nil {
				return nil, err
			}
			if near.within > 0 {
				return nil, &SyntaxError{tokens[i+2].from, len(s), "a query can have only one within"}
			}
			if q.within = d; len(near.terms) > 0 {
				q.near = near
			}
			if len(q.terms) == 0 {
				return nil, &SyntaxError{tokens[i].from, tokens[i].to,
					"within needs a condition before it"}
			}
			return q, nil
		}
		t, err := parseTerm(tokens[i])
		if err != nil {
			return nil, err
		}
		q.terms = append(q.terms, t)
	}
	return q, nil
}

// withinAt returns the time of the words "within 2s" at tokens[i], if they are there.
func withinAt(tokens []token, i int) (time.Duration, bool) {
	if i+1 >= len(tokens) || !strings.EqualFold(tokens[i].text, "within") {
		return 0, false
	}
	d, err := time.ParseDuration(tokens[i+1].text)
	return d, err == nil && d > 0
}

func parseTerm(tok token) (Condition, error) {
	fail := func(format string, args ...any) (Condition, error) {
		return Condition{}, &SyntaxError{tok.from, tok.to, fmt.Sprintf(format, args...)}
	}
	text, not := strings.CutPrefix(tok.text, "-")
	if text == "" || not && (text[0] >= '0' && text[0] <= '9' || text[0] == '.') {
		text, not = tok.text, false
	}
	name, op, rest := cutOperator(text)
	if op == "" {
		return word(text, not), nil
	}
	t := Condition{Not: not, Op: op}
	name = strings.ToLower(name)
	name, t.Victim = strings.CutPrefix(name, "of.")
	if !t.Victim {
		name, t.Doer = strings.CutPrefix(name, "by.")
	}
	if t.key = keyNamed(name); t.key == nil {
		return fail("there is no key %q; the keys are %s. Put text that contains %s in quotes", name+op,
			keyList(), op)
	}
	if t.Victim && !t.key.state {
		return fail("of. goes with the state of a player, as in of.health<30")
	}
	if t.Doer && !t.key.place {
		return fail("by. goes with places, as in by.area:mega")
	}
	if rest == "" {
		return fail("%s must be followed by %s", t.key.name+op, t.key.wants)
	}
	if (op == ":") != (t.key.form != formNumber) {
		return fail("%s is written as %s", t.key.name, t.key.example)
	}
	if what := t.read(rest); what != "" {
		return fail("%s", what)
	}
	return t, nil
}

// cutOperator cuts a term at its first operator outside quotes. op is empty if there is none.
func cutOperator(s string) (name, op, rest string) {
	at := strings.IndexAny(s, ":<>=\"")
	if at <= 0 || s[at] == '"' {
		return s, "", ""
	}
	op = s[at : at+1]
	if op != ":" && strings.HasPrefix(s[at+1:], "=") {
		op = s[at : at+2]
	}
	return s[:at], op, s[at+len(op):]
}

// word returns a term without a key: a flag such as airborne, or a text.
func word(text string, not bool) Condition {
	t := Condition{Not: not}
	name, victim := strings.CutPrefix(strings.ToLower(text), "of.")
	if k := keyNamed(name); k != nil && k.form == formFlag {
		t.key, t.Victim = k, victim
		return t
	}
	t.key = &keys[0]
	v := unquote(text)
	t.Values = []Value{v}
	return t
}

// unquote returns the value as written.
func unquote(s string) Value {
	whole := strings.HasPrefix(s, `"`)
	return Value{strings.ToLower(strings.ReplaceAll(s, `"`, "")), whole}
}

// read reads the text after the operator. It returns a description of the error in it, or "".
func (t *Condition) read(s string) string {
	switch t.key.form {
	case formNumber:
		n, ok := parseNumber(s, t.key.seconds)
		if !ok {
			return fmt.Sprintf("%q is not a number", s)
		}
		t.Number = n
	case formTime:
		m, err := moment.Parse(s)
		if err != nil {
			return err.Error()
		}
		t.Moment = m
	case formShape:
		return t.readShape(s)
	default:
		for _, part := range splitValues(s) {
			if v := unquote(part); v.Text != "" {
				t.Values = append(t.Values, v)
			}
		}
		if len(t.Values) == 0 {
			return fmt.Sprintf("%s: must be followed by %s", t.key.name, t.key.wants)
		}
	}
	return ""
}

// splitValues splits at commas outside quotes.
func splitValues(s string) []string {
	quoted := false
	return strings.FieldsFunc(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ',' && !quoted
	})
}

func parseNumber(s string, seconds bool) (float64, bool) {
	if seconds {
		if d, err := time.ParseDuration(s); err == nil {
			return d.Seconds(), true
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// readShape reads the corners of a rectangle or the points of a lasso.
func (t *Condition) readShape(s string) string {
	var list []float64
	for _, part := range strings.Split(s, ",") {
		n, ok := parseNumber(strings.TrimSpace(part), false)
		if !ok {
			return fmt.Sprintf("%q is not a number", part)
		}
		list = append(list, n)
	}
	switch {
	case len(list) < 4 || len(list)%2 != 0:
		return "in: must be followed by two corners x1,y1,x2,y2, or by three or more points x,y"
	case len(list) == 4:
		x1, y1, x2, y2 := list[0], list[1], list[2], list[3]
		t.Points = [][2]float64{{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}}
		return ""
	}
	for i := 0; i < len(list); i += 2 {
		t.Points = append(t.Points, [2]float64{list[i], list[i+1]})
	}
	return ""
}

// Words returns the text of a query that consists only of plain words. Such a query may be just a player's name. For
// any other query, only is false.
func (q *Query) Words() (text string, only bool) {
	var list []string
	for i := range q.terms {
		if t := &q.terms[i]; t.key != &keys[0] || t.Not {
			return "", false
		}
		list = append(list, q.terms[i].Values[0].Text)
	}
	return strings.Join(list, " "), q.within == 0 && len(list) > 0
}

// String returns the query as written, without leading and trailing spaces.
func (q *Query) String() string { return q.text }

// Empty reports whether the query has no conditions.
func (q *Query) Empty() bool { return len(q.terms) == 0 }

// Quote returns s in quotes. In a query, quoted text matches only complete names.
func Quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, "") + `"` }

// Between returns the query terms that select the section of a demo between from and to. c is the demo's clock.
func Between(c *moment.Clock, from, to time.Duration) string {
	return fmt.Sprintf("from:%v to:%v", c.Exact(from), c.Exact(to))
}

// In returns the query term that selects the area of the map with the given corners. The corners are rounded to whole
// units. For an axis-aligned rectangle, the term has only two corners.
func In(corners [][2]float64) string {
	if len(corners) == 4 && corners[0][1] == corners[1][1] && corners[1][0] == corners[2][0] &&
		corners[2][1] == corners[3][1] && corners[3][0] == corners[0][0] ||
		len(corners) == 4 && corners[0][0] == corners[1][0] && corners[1][1] == corners[2][1] &&
			corners[2][0] == corners[3][0] && corners[3][1] == corners[0][1] {
		corners = [][2]float64{corners[0], corners[2]}
	}
	var list []string
	for _, c := range corners {
		list = append(list, strconv.Itoa(int(math.Round(c[0]))), strconv.Itoa(int(math.Round(c[1]))))
	}
	return "in:" + strings.Join(list, ",")
}
