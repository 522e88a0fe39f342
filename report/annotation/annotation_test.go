package annotation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/annotation"
)

func write(t *testing.T, l annotation.List, room annotation.Room) string {
	t.Helper()
	var b strings.Builder
	n, err := l.Write(&b, room)
	if err != nil || n != strings.Count(b.String(), "\n") {
		t.Errorf("%d written, %v: %s", n, err, b.String())
	}
	return b.String()
}

func TestForm(t *testing.T) {
	t.Parallel()
	l := annotation.List{Title: "t: 1,2", Closing: []string{"all", "of it"}, All: []annotation.Annotation{
		{Kind: annotation.Notice, Rank: 9, Title: "last", Text: "x"},
		{Kind: annotation.Error, File: "a,b:c\n::error::d.yaml", Line: 3, Column: 2, EndColumn: 5, Title: "100%", Text: "one\r\n::set-output name=x::y"},
		{Kind: annotation.Warning, File: "f", Column: 3, Rank: 1, Title: "no line", Text: "y"},
		{Kind: annotation.Warning, File: "-", Line: 3, Rank: 1, Title: "stdin", Text: "z\u2028::error::"},
	}}
	want := `::error file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ad.yaml,line=3,col=2,endColumn=5,title=100%25::one%0A::set-output name=x::y
::warning file=f,line=1,title=no line::y
::warning title=stdin::z%0A::error::
::notice title=last::x
::notice title=t%3A 1%2C2::all%0Aof it
`
	if got := write(t, l, annotation.Step()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRoom tests that the annotations with the lowest rank are shown, and that the last notice
// counts the rest.
func TestRoom(t *testing.T) {
	t.Parallel()
	l := annotation.List{Title: "t", Closing: []string{"verdict"}}
	for i := range 30 {
		for _, s := range rule.Severities() {
			l.All = append(l.All, annotation.Annotation{Kind: annotation.KindOf(s), Rank: s.Rank(), Title: string(s), Text: fmt.Sprint(i)})
		}
	}
	for _, c := range []struct {
		room                    annotation.Room
		errors, warnings, lines int
		more                    string
	}{
		{annotation.Step(), 10, 10, 30, "verdict%0Aand 20 more errors, which GitHub does not show here%0Aand 50 more warnings, which GitHub does not show here%0Aand 81 more notices, which GitHub does not show here"},
		{annotation.Room{PerType: 10, Total: 13}, 10, 2, 13, "and 58 more warnings"},
		{annotation.Room{PerType: 10, Total: 1}, 0, 0, 1, "and 30 more errors"},
		{annotation.Room{PerType: 10}, 0, 0, 0, ""},
	} {
		got := write(t, l, c.room)
		if strings.Count(got, "::error ") != c.errors || strings.Count(got, "::warning ") != c.warnings || strings.Count(got, "\n") != c.lines || !strings.Contains(got, c.more) {
			t.Errorf("%+v:\n%s", c.room, got)
		}
		if strings.Contains(got, "title=deprecation") {
			t.Errorf("%+v: a weak one has the place of a strong one", c.room)
		}
	}
}
