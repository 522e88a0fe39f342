package option

import (
	"os"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// Releases are the flags --from and --to that name releases of the catalog.
type Releases struct{ From, To string }

// Of are the releases of the catalog from --from to --to.
func (o Releases) Of(cat *catalog.Catalog) ([]discovery.Release, error) {
	all := cat.Releases()
	first, last := all[0], all[len(all)-1]
	for _, f := range []struct {
		flag, value string
		to          *discovery.Release
	}{{"--from", o.From, &first}, {"--to", o.To, &last}} {
		if f.value == "" {
			continue
		}
		if err := CheckZero(f.flag+" ", f.value); err != nil {
			return nil, err
		}
		r, err := discovery.ParseRelease(Released(f.value))
		if err != nil {
			return nil, terminal.Usagef("%s: %w", f.flag, err)
		}
		if !slices.Contains(all, r) {
			return nil, &catalog.MissingError{Release: r, Has: all}
		}
		*f.to = r
	}
	if last.Compare(first) < 0 {
		return nil, terminal.Usagef("--from %s is after --to %s", first, last)
	}
	return slices.DeleteFunc(all, func(r discovery.Release) bool { return r.Compare(first) < 0 || r.Compare(last) > 0 }), nil
}

// latest stands for the newest release of the data set in use.
const latest = "latest"

// Released gives the newest release in the place of the word latest; all else is as it was.
func Released(text string) string {
	if text == latest || text == string(source.SchemeCatalog)+":"+latest {
		return catalog.New().Newest().String()
	}
	return text
}

// Ambiguous refuses the word latest for a source where a path has that name too: a
// comparison with the other one would go unseen.
func Ambiguous(text string) error {
	if text != latest {
		return nil
	}
	if _, err := os.Stat(text); err != nil {
		return nil //nolint:nilerr // there is no such path
	}
	return terminal.Usagef("%q is the newest release, and a path here; write catalog:latest or ./latest", text)
}

// CheckZero refuses a release that can be another one, of which YAML took the last zero.
// what is the flag, with a space, or empty.
func CheckZero(what, text string) error {
	if err := discovery.LostZero(text); err != nil {
		return terminal.Usagef("%s%w", what, err)
	}
	return nil
}

// CheckZeros does the same for the two sides of a comparison. Who compares two releases
// before 1.10 means them.
func CheckZeros(old, new string) error {
	early := func(text string) bool {
		r, err := discovery.ParseRelease(text)
		return err == nil && r.Compare(discovery.Release{Major: 1, Minor: 10}) < 0
	}
	if early(old) && early(new) {
		return nil
	}
	if err := CheckZero("", old); err != nil {
		return err
	}
	return CheckZero("", new)
}

// SelectLifecycles picks what the names mean; a name that means nothing is an error
// that tells what is near.
func SelectLifecycles(lifecycles []discovery.ResourceLifecycle, names []string) ([]discovery.ResourceLifecycle, error) {
	if len(names) == 0 {
		return lifecycles, nil
	}
	keep := map[int]bool{}
	for _, name := range names {
		found := false
		for i := range lifecycles {
			if means(name, &lifecycles[i]) {
				keep[i], found = true, true
			}
		}
		if !found {
			return nil, terminal.Usagef("no release of Kubernetes has a resource %q%s", name, DidYouMean(name, ResourceNames(lifecycles)))
		}
	}
	var out []discovery.ResourceLifecycle
	for i := range lifecycles {
		if keep[i] {
			out = append(out, lifecycles[i])
		}
	}
	return out, nil
}

// means tells whether a word means a lifecycle: by the names of its kind, as kubectl takes
// them, or all of its group-version or group.
func means(word string, l *discovery.ResourceLifecycle) bool {
	if l.Matches(word) || word == l.GroupVersion.String() || word == l.Group && word != "" || word == "core" && l.Group == "" {
		return true
	}
	return kind.Parse(word).Means(l.GroupVersion, &discovery.Resource{Name: l.Resource, Kind: l.Kind, Singular: strings.ToLower(l.Kind)})
}

// ResourceNames are the names and kinds of resources.
func ResourceNames(lifecycles []discovery.ResourceLifecycle) (names []string) {
	for i := range lifecycles {
		names = append(names, lifecycles[i].Resource, lifecycles[i].Kind)
	}
	return slice.Unique(names)
}
