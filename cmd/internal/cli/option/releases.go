package option

import (
	"cmp"
	"fmt"
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

// Of returns the releases of the catalog from --from to --to, oldest first.
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

// WithFields is Of for releases whose fields are known: from first on, which is the default of --from.
func (o Releases) WithFields(cat *catalog.Catalog, first discovery.Release) ([]discovery.Release, error) {
	o.From = cmp.Or(o.From, first.String())
	releases, err := o.Of(cat)
	if err == nil && releases[0].Compare(first) < 0 {
		return nil, fmt.Errorf("--from %s: fields are known from %s on", releases[0], first)
	}
	return releases, err
}

// latest is the word for the newest release of the data set in use.
const latest = "latest"

// Released replaces latest and catalog:latest with the newest release. Other text is returned
// unchanged.
func Released(text string) string {
	if text == latest || text == string(source.SchemeCatalog)+":"+latest {
		return catalog.New().Newest().String()
	}
	return text
}

// Ambiguous returns an error for latest as a source if a path has that name too: the user would not
// notice a comparison with the other one.
func Ambiguous(text string) error {
	if text != latest || !Exists(text) {
		return nil
	}
	return terminal.Usagef("%q is the newest release, and a path here; write catalog:latest or ./latest", text)
}

// CheckZero returns an error for a release such as 1.3, which can be 1.30 after YAML removed the
// last zero. what is the flag with a space, or empty.
func CheckZero(what, text string) error {
	if err := discovery.LostZero(text); err != nil {
		return terminal.Usagef("%s%w", what, err)
	}
	return nil
}

// CheckZeros is CheckZero for both sides of a comparison. Two releases before 1.10 are accepted.
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

// SelectLifecycles returns the lifecycles that the names mean, or all without names. A name that
// means none is an error with the nearest name.
func SelectLifecycles(lifecycles []discovery.ResourceLifecycle, names []string) ([]discovery.ResourceLifecycle, error) {
	if len(names) == 0 {
		return lifecycles, nil
	}
	for _, name := range names {
		if slice.Find(lifecycles, func(l *discovery.ResourceLifecycle) bool { return means(name, l) }) == nil {
			hint := DidYouMean(name, ResourceNames(lifecycles))
			if parent, _, below := strings.Cut(name, "/"); below && slice.Find(lifecycles, func(l *discovery.ResourceLifecycle) bool { return l.Matches(parent) }) != nil {
				hint = "; subresources and their kinds are not in the table"
			}
			return nil, terminal.Usagef("no release of Kubernetes has a resource %q%s", name, hint)
		}
	}
	return slice.Filter(lifecycles, func(l discovery.ResourceLifecycle) bool {
		return slices.ContainsFunc(names, func(name string) bool { return means(name, &l) })
	}), nil
}

// means reports whether a word means a lifecycle: by a name of its kind, as kubectl accepts it, or
// by its group or group-version.
func means(word string, l *discovery.ResourceLifecycle) bool {
	if l.Matches(word) || word == l.GroupVersion.String() || word == l.Group && word != "" || word == "core" && l.Group == "" {
		return true
	}
	return kind.Parse(word).Means(l.GroupVersion, &discovery.Resource{Name: l.Resource, Kind: l.Kind, Singular: strings.ToLower(l.Kind)})
}

// ResourceNames returns the names and kinds of the resources.
func ResourceNames(lifecycles []discovery.ResourceLifecycle) (names []string) {
	for i := range lifecycles {
		names = append(names, lifecycles[i].Resource, lifecycles[i].Kind)
	}
	return slice.Unique(names)
}
