package markdown

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
)

// lastGroup parses backwards the group at the end of a text: a parenthesis with only references,
// authors and SIGs. It does not match parentheses, because notes have missing and double ones
// ("([#1](…)), [@a](…))", "(([#1](…)"). It takes everything that can be part of a group up to the
// opening parenthesis, which is at start.
func lastGroup(s string) (g tail, start int, ok bool) {
	if !strings.HasSuffix(s, ")") {
		return g, len(s), false
	}
	if g, start, ok = groupBefore(s, len(s)-1); ok || strings.HasSuffix(s, "))") {
		return g, start, ok
	}
	// "([#1](…), [@a](…)": the parenthesis is that of the last link.
	if unclosed, at, ok := groupBefore(s, len(s)); ok {
		return unclosed, at, true
	}
	return g, start, false
}

// groupBefore parses the group that ends at i.
func groupBefore(s string, i int) (g tail, start int, ok bool) {
	const mostStrays = 2
	strays := 0
	for i > 0 {
		taken := true
		switch c := s[i-1]; {
		case strings.IndexByte(" \t\r\n,;.&*_`", c) >= 0:
			i--
		case c == '(' && i > 1 && s[i-2] == ']': // of a link
			taken = false
		case c == '(':
			start = len(strings.TrimRight(s[:i], "("))
			return g.reversed(), start, len(g.refs)+len(g.authors) > 0
		case c == ')':
			if start, ok := g.link(s[:i]); ok {
				i = start
			} else {
				i--
				strays++
				taken = strays <= mostStrays
			}
		case c == ']':
			i, taken = g.bracket(s[:i])
		default:
			i, taken = g.word(s[:i])
		}
		if !taken {
			return tail{}, len(s), false
		}
	}
	return g.reversed(), 0, false
}

// reversed puts the lists into the order of the text.
func (t tail) reversed() tail {
	slices.Reverse(t.refs)
	slices.Reverse(t.authors)
	return t
}

// link takes "[#1](https://…)", "[@a](https://…)", and the broken "[#1],(https://…)".
func (t *tail) link(s string) (start int, ok bool) {
	open := opening(s, '(', ')')
	if open <= 0 {
		return 0, false
	}
	url := s[open+1 : len(s)-1]
	text := strings.TrimRight(s[:open], ", ")
	if !strings.HasSuffix(text, "]") || !strings.Contains(url, "://") {
		return 0, false
	}
	from := opening(text, '[', ']')
	if from < 0 {
		return 0, false
	}
	return from, t.named(text[from+1:len(text)-1], url)
}

func (t *tail) named(text, url string) bool {
	text = strings.Trim(text, " \t`*_")
	if user, ok := strings.CutPrefix(text, "@"); ok {
		return t.author(user)
	}
	if ref, ok := changelog.PullRequestOf(url); ok {
		t.refs = append(t.refs, ref)
		return true
	}
	if digits, ok := strings.CutPrefix(text, "#"); ok && changelog.ParseNumber(digits) > 0 && !strings.Contains(url, "/issues/") {
		t.refs = append(t.refs, changelog.PullRequest{Number: changelog.ParseNumber(digits)})
		return true
	}
	return profile(url) && t.author(text)
}

// bracket takes "[SIG Node]", "[#1]" and "[@a]", which are not links.
func (t *tail) bracket(s string) (start int, ok bool) {
	open := opening(s, '[', ']')
	if open < 0 {
		return 0, false
	}
	inner := strings.TrimSpace(s[open+1 : len(s)-1])
	if sigs := tagged(inner); sigs != nil {
		t.sigs = sigs
		return open, true
	}
	_, ok = t.word(inner)
	return open, ok && inner != ""
}

// word takes "#1", "owner/name#1", "@a", a bare URL, and short words between them.
func (t *tail) word(s string) (start int, ok bool) {
	start = strings.LastIndexAny(s, " \t\r\n,;()[]&") + 1
	w := strings.Trim(s[start:], "`*_:")
	switch w {
	case "and", "by", "PR", "PRs", "pr":
		return start, true
	}
	if user, is := strings.CutPrefix(w, "@"); is {
		return start, t.author(user)
	}
	if strings.Contains(w, "://") {
		ref, ok := changelog.PullRequestOf(w)
		if ok {
			t.refs = append(t.refs, ref)
		}
		return start, ok
	}
	repository, digits, is := strings.Cut(w, "#")
	n := changelog.ParseNumber(digits)
	if !is || n == 0 {
		return 0, false
	}
	if repository == "kubernetes/kubernetes" || repository == "kubernetes" {
		repository = ""
	}
	t.refs = append(t.refs, changelog.PullRequest{Repository: repository, Number: n})
	return start, repository == "" || strings.Count(repository, "/") == 1
}

func (t *tail) author(name string) bool {
	const longest = 60
	name = strings.TrimSpace(name)
	if name == "" || len(name) > longest || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_[].") != "" {
		return false
	}
	t.authors = append(t.authors, name)
	return true
}

// profile reports whether the URL is that of a user or an app.
func profile(url string) bool {
	_, path, ok := strings.Cut(url, "github.com/")
	path = strings.TrimSuffix(strings.TrimPrefix(path, "apps/"), "/")
	return ok && path != "" && !strings.Contains(path, "/")
}
