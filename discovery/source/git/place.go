package git

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// Place is a path in a commit.
type Place struct {
	// Revision names a commit. If Base is set, the commit is the merge base of both.
	Revision, Base string
	// Path is a folder or file, relative to the root of the repository, or to the current folder if
	// it begins with "./"; "" is the root.
	Path string
}

// ParsePlace parses REVISION:PATH. The commit of A...B:PATH is the merge base of A and B.
func ParsePlace(text string) (p Place, err error) {
	p.Revision, p.Path, _ = strings.Cut(text, ":")
	if a, b, ok := strings.Cut(p.Revision, "..."); ok {
		p.Revision, p.Base = a, b
		p.Base = cmp.Or(p.Base, "HEAD")
	}
	for _, revision := range []string{p.Revision, p.Base} {
		switch {
		case strings.HasPrefix(revision, "-"):
			return p, fmt.Errorf("%q is not a revision: it begins with a dash", revision)
		case strings.Contains(revision, ".."):
			return p, fmt.Errorf("%q is a range, not a commit; use it as the only source of diff: git:A..B:PATH or git:A...B:PATH", revision)
		}
	}
	if p.Revision == "" {
		return p, errors.New("the revision is missing: write git:REVISION:PATH, such as git:main:crds")
	}
	return p, nil
}

// Range splits A..B:PATH or A...B:PATH into the places of both sides.
func Range(text string) (old, new string, ok bool) {
	revisions, path, _ := strings.Cut(text, ":")
	a, b, dots := strings.Cut(revisions, "..")
	if !dots {
		return "", "", false
	}
	old = a
	if rest, three := strings.CutPrefix(b, "."); three {
		old, b = revisions, rest
	}
	b = cmp.Or(b, "HEAD")
	return old + ":" + path, b + ":" + path, true
}
