package cli

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// selectLives picks what the names mean; a name that means nothing is an error
// that tells what is near.
func selectLives(lives []discovery.Life, names []string) ([]discovery.Life, error) {
	if len(names) == 0 {
		return lives, nil
	}
	keep := map[int]bool{}
	for _, name := range names {
		found := false
		for i := range lives {
			if means(name, &lives[i]) {
				keep[i], found = true, true
			}
		}
		if !found {
			return nil, usagef("no release of Kubernetes has a resource %q%s", name, didYouMean(name, resourceNames(lives)))
		}
	}
	var out []discovery.Life
	for i := range lives {
		if keep[i] {
			out = append(out, lives[i])
		}
	}
	return out, nil
}

// means tells whether a word means a life: by the names of its kind, as kubectl takes
// them, or all of its group-version or group.
func means(word string, l *discovery.Life) bool {
	if l.Matches(word) || word == l.GroupVersion.String() || word == l.Group && word != "" || word == "core" && l.Group == "" {
		return true
	}
	return kind.Parse(word).Means(l.GroupVersion, &discovery.Resource{Name: l.Resource, Kind: l.Kind, Singular: strings.ToLower(l.Kind)})
}

func resourceNames(lives []discovery.Life) (names []string) {
	for i := range lives {
		names = append(names, lives[i].Resource, lives[i].Kind)
	}
	return slice.Unique(names)
}
