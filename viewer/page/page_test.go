package page

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/assets/sample"
)

const program = "<head>" + Sign + Title + "</head><body>" + Content + "<script>run()</script></body>"

// hostile are names that would do harm if they were written to a page unescaped.
var hostile = []string{
	`</script><script>alert(1)</script>`, `</title><img src=x onerror=alert(1)>`, `<!--<script>`,
	`"'><svg onload=alert(1)>`, "a\x00b\r\nc", "\u202egnp.\u2028\u2029",
	`&lt;/script&gt;`, "\xff\xfe</SCRIPT >", `${alert(1)}`, "`", strings.Repeat("<", 300),
}

func TestNothingBreaksOut(t *testing.T) {
	tags := regexp.MustCompile(`<[^>]*>`)
	for _, name := range hostile {
		s := &Show{Name: name, Demo: []byte(strings.Repeat(name, 20)), Plans: map[string]*plan.Plan{}, At: time.Second}
		var out bytes.Buffer
		if err := s.Write(&out, []byte(program)); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if got, want := strings.Join(tags.FindAllString(text, -1), ""), strings.Join(tags.FindAllString(program, -1),
			""); got != want {
			t.Errorf("%q: the page's tags are %s", name, got)
		}
		if strings.ContainsAny(text, "\x00\r\u202e\u2028\u2029") {
			t.Errorf("%q: the page has characters that do not show", name)
		}
		_, content, _ := strings.Cut(text, `type="text/plain">`)
		content, _, _ = strings.Cut(content, "</script>")
		back, err := Read(content)
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if back.Name != strings.ToValidUTF8(name, "\ufffd\ufffd") && back.Name != strings.ToValidUTF8(name, "\ufffd") ||
			!bytes.Equal(back.Demo, s.Demo) || back.At != s.At {
			t.Errorf("%q came back as %q", name, back.Name)
		}
	}
}

// TestPagesAreReproducible checks that a page with several maps has the same bytes when it is written twice.
func TestPagesAreReproducible(t *testing.T) {
	s := &Show{Name: "x.dm_68", Plans: map[string]*plan.Plan{}}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		s.Plans[name] = new(plan.Grower).Plan()
	}
	var first, second bytes.Buffer
	if err := errors.Join(s.Write(&first, []byte(program)), s.Write(&second, []byte(program))); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same page has other bytes")
	}
}

func TestPlansComeBack(t *testing.T) {
	m, err := bsp.Decode(sample.Map())
	if err != nil {
		t.Fatal(err)
	}
	s := &Show{Name: "x.dm_68", Demo: sample.Demo(), Plans: map[string]*plan.Plan{"glasshouse": plan.FromBSP(m, nil)}}
	var out bytes.Buffer
	if err := s.Write(&out, []byte(program)); err != nil {
		t.Fatal(err)
	}
	_, content, _ := strings.Cut(out.String(), `type="text/plain">`)
	content, _, _ = strings.Cut(content, "</script>")
	back, err := Read(content)
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := s.Plans["glasshouse"].Bounds()
	if p := back.Plans["glasshouse"]; p == nil || !bytes.Equal(back.Demo, sample.Demo()) {
		t.Fatal("the plan did not come back")
	} else if a, b := p.Bounds(); a != lo || b != hi {
		t.Errorf("the plan is from %v to %v, not from %v to %v", a, b, lo, hi)
	}
	for _, damaged := range []string{content[1:], content[:len(content)/2], "~", "zzzz"} {
		if _, err := Read(damaged); err == nil {
			t.Errorf("%.20s is read", damaged)
		}
	}
	if s, err := Read(" \n"); s != nil || err != nil {
		t.Error(s, err)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for _, other := range []string{"", "<html>", program + Content, strings.Replace(program, "page 1", "page 2", 1)} {
		if err := (&Show{}).Write(new(bytes.Buffer), []byte(other)); err == nil {
			t.Errorf("%q is taken", other)
		}
	}
}
