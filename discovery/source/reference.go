package source

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/source/git"
)

// Scheme is the kind of a reference.
type Scheme string

// The schemes. A reference can begin with the scheme and a colon, except for servers and projects.
const (
	SchemeCatalog Scheme = "catalog" // 1.30, v1.30.2
	SchemeContext Scheme = "context" // context:prod, context:
	SchemeServer  Scheme = "https"   // https://host:6443
	SchemeFile    Scheme = "file"    // a folder, an archive, a document
	SchemeGitHub  Scheme = "github"  // github:v1.36.0
	SchemeGit     Scheme = "git"     // git:main:crds, git:main...HEAD:crds
	SchemeProject Scheme = "project" // cert-manager:1.19; the value is the complete reference
)

// Reference is a parsed reference to a source.
type Reference struct {
	// Text is the reference as the user gave it.
	Text   string
	Scheme Scheme
	// Value is the text after the prefix: the version, the context's name, the URL, the path, the
	// tag.
	Value string
}

// catalogForm matches a version. The patch release selects the release notes.
var catalogForm = regexp.MustCompile(`^v?\d+\.\d+(?:\.\d+(?:[-+][0-9A-Za-z.+-]+)?)?$`)

// projectForm matches a project and a release of it.
var projectForm = regexp.MustCompile(`^[a-z][a-z0-9-]+:v?\d+\.\d+(?:\.\d+)?$`)

// Parse parses a reference. exists reports whether a path exists: a single word is a file only if
// it exists. Any other word is an [UnknownError].
func Parse(text string, exists func(path string) bool) (Reference, error) {
	ref := Reference{Text: text}
	for _, s := range []Scheme{SchemeContext, SchemeGitHub, SchemeGit, SchemeCatalog, SchemeFile} {
		if value, ok := strings.CutPrefix(text, string(s)+":"); ok {
			ref.Scheme, ref.Value = s, value
			return ref, ref.check()
		}
	}
	switch {
	case projectForm.MatchString(text) && !exists(text):
		ref.Scheme, ref.Value = SchemeProject, text
	case strings.HasPrefix(text, "https://"), strings.HasPrefix(text, "http://"):
		ref.Scheme, ref.Value = SchemeServer, text
	case catalogForm.MatchString(text):
		ref.Scheme, ref.Value = SchemeCatalog, text
	case looksLikePath(text) || exists(text):
		ref.Scheme, ref.Value = SchemeFile, text
	default:
		return ref, &UnknownError{Text: text}
	}
	return ref, ref.check()
}

func (r Reference) check() error {
	switch {
	case r.Scheme == SchemeGit:
		_, err := git.ParsePlace(r.Value)
		return err
	case r.Scheme == SchemeCatalog && !catalogForm.MatchString(r.Value):
		return fmt.Errorf("%q is not a Kubernetes version like 1.30 or v1.30.2", r.Value)
	case r.Scheme == SchemeGitHub && r.Value == "":
		return fmt.Errorf("%q has no tag: write github:v1.36.0", r.Text)
	case r.Scheme == SchemeFile && r.Value == "":
		return fmt.Errorf("%q has no path", r.Text)
	default:
		return nil
	}
}

// looksLikePath reports whether a text contains a separator, or ends like a manifest or an archive.
func looksLikePath(text string) bool {
	if strings.ContainsRune(text, '/') || strings.ContainsRune(text, filepath.Separator) || text == "." || text == ".." {
		return true
	}
	return slices.ContainsFunc([]string{".json", ".yaml", ".yml", ".tgz", ".tar", ".gz", ".zst", ".zip", ".bz2", ".xz"}, func(end string) bool { return strings.HasSuffix(text, end) })
}

// UnknownError reports a word that is not a reference.
type UnknownError struct {
	Text string
	// Near is a similar reference; "" if there is none.
	Near string
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("%q is not a version, path or prefixed source", e.Text)
	if e.Near != "" {
		text += "; did you mean " + e.Near + "?"
	}
	return text + "\n  a version is 1.30, a cluster context:NAME or https://HOST:6443, a file ./PATH, a tag github:v1.36.0, a commit git:REVISION:PATH, a project's release cert-manager:1.19"
}
