package check

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// Limits of what is parsed of a ConfigMap. These documents have a few kilobytes.
const (
	settingsLimit  = 1 << 20
	documentsLimit = 20
)

// errNoDocument: a text has no document of the kind.
var errNoDocument = errors.New("it contains no such document")

// settings is a component's configuration in a ConfigMap.
type settings map[string]any

// parseSettings returns the document of a kind in a text of YAML documents, or a document without a
// kind if it comes first.
func parseSettings(text, kind string) (settings, error) {
	if len(text) > settingsLimit {
		return nil, fmt.Errorf("it is %d bytes; kubedelta reads at most %d", len(text), settingsLimit)
	}
	dec := yaml.NewDecoder(strings.NewReader(text))
	for range documentsLimit {
		var s map[string]any
		if err := cause.Parser(func() error { return dec.Decode(&s) }); errors.Is(err, io.EOF) {
			return nil, errNoDocument
		} else if err != nil {
			return nil, errors.New("it is not valid YAML")
		}
		if got := settings(s).text("kind"); got == kind || got == "" && len(s) > 0 {
			return s, nil
		}
	}
	return nil, errNoDocument
}

func (s settings) text(key string) string {
	t, _ := s[key].(string)
	return t
}

// under returns the map at a key; nil if there is none.
func (s settings) under(key string) settings { return settingsIn(s[key]) }

// settingsIn returns a map; nil for anything else.
func settingsIn(value any) settings {
	m, _ := value.(map[string]any)
	return m
}

// gates returns the entries of featureGates that are booleans, or strings with a boolean.
func (s settings) gates() map[string]bool {
	out := map[string]bool{}
	for name, value := range s.under("featureGates") {
		if on, known := truth(value); known {
			out[name] = on
		}
	}
	return out
}

// truth parses a boolean. It accepts the words of YAML 1.1, which components accept, too.
func truth(value any) (on, known bool) {
	switch strings.ToLower(fmt.Sprint(value)) {
	case "true", "yes", "y", "on":
		return true, true
	case "false", "no", "n", "off":
		return false, true
	default:
		return false, false
	}
}

// arguments returns the flags in extraArgs of a component, sorted, as a command line. extraArgs
// is a map in kubeadm's API up to v1beta3, and a list of names and values from v1beta4 on.
func (s settings) arguments(component string) (out []string) {
	extra := s.under(component)["extraArgs"]
	for name, value := range settingsIn(extra) {
		out = append(out, "--"+name+"="+fmt.Sprint(value))
	}
	list, _ := extra.([]any)
	for _, entry := range list {
		pair := settingsIn(entry)
		if name := pair.text("name"); name != "" {
			out = append(out, "--"+name+"="+fmt.Sprint(pair["value"]))
		}
	}
	slices.Sort(out)
	return out
}
