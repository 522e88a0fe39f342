package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/findings"
)

// waiversFile is the file of --waivers, as diff and scan read it. It can have waivers of
// preflight, too.
type waiversFile struct {
	Version int           `yaml:"version"`
	Waivers []writtenDown `yaml:"waivers"`
	// AllowBlockers is a key of preflight.
	AllowBlockers bool `yaml:"allowBlockers"`
}

// writtenDown is a waiver of diff and scan, or of preflight, whose waivers have an owner.
type writtenDown struct {
	findings.Waiver `yaml:",inline"`
	Owner           string `yaml:"owner"`
	Check           string `yaml:"check"`
	Object          string `yaml:"object"`
	Target          string `yaml:"target"`
}

func (w writtenDown) ofPreflight() bool {
	return w.Check+w.Object+w.Target != "" || w.Owner != "" && w.Fingerprint != ""
}

// readWaivers reads the waivers of diff, scan and usage; a mistake in any of them is an
// error, because a waiver that does not mean what it says is worse than none.
func readWaivers(path string) ([]findings.Waiver, error) {
	if path == "" {
		return nil, nil
	}
	data, err := readSmall("--waivers", path)
	if err != nil {
		return nil, err
	}
	var file waiversFile
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the waiver file %s is invalid: %s", path, yamlProblem(err))
	}
	if file.Version != 1 {
		return nil, fmt.Errorf("%s must begin with version: 1", path)
	}
	var list []findings.Waiver
	for _, w := range file.Waivers {
		if w.ofPreflight() {
			continue
		}
		if err := w.Waiver.Check(knownRule); err != nil {
			return nil, fmt.Errorf("the waiver file %s is invalid: %w", path, err)
		}
		list = append(list, w.Waiver)
	}
	return list, nil
}

// unknownKey is how the YAML library tells of a key that a type does not have.
var unknownKey = regexp.MustCompile(`field (\S+) not found in type \S+`)

// yamlProblem is the first problem of a YAML text, without the names of types.
func yamlProblem(err error) string {
	var typed *yaml.TypeError
	text := err.Error()
	if errors.As(err, &typed) && len(typed.Errors) > 0 {
		text = typed.Errors[0]
		if more := len(typed.Errors) - 1; more > 0 {
			text += fmt.Sprintf(" (and %s more)", rule.Count(more, "error"))
		}
	}
	return unknownKey.ReplaceAllString(strings.TrimPrefix(text, "yaml: "), "unknown key $1")
}
