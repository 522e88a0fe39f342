package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/findings"
)

// ignoreFile is the file of --ignore-file.
type ignoreFile struct {
	Version int               `yaml:"version"`
	Waivers []findings.Waiver `yaml:"waivers"`
}

// maxIgnoreFile bounds what is read: a file of waivers is written by hand.
const maxIgnoreFile = 1 << 20

// readWaivers reads the waivers; a mistake in any of them is an error, because
// a waiver that does not mean what it says is worse than none.
func readWaivers(path string) ([]report.Waiver, error) {
	waivers, err := readFindingWaivers(path)
	var out []report.Waiver
	for _, w := range waivers {
		out = append(out, report.Waiver(w))
	}
	return out, err
}

// readFindingWaivers reads the same file for findings: scan and diff share it.
func readFindingWaivers(path string) ([]findings.Waiver, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the ignore file cannot be read: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxIgnoreFile+1))
	if err != nil {
		return nil, fmt.Errorf("the ignore file cannot be read: %w", err)
	}
	if len(data) > maxIgnoreFile {
		return nil, fmt.Errorf("the ignore file %s is larger than 1 MiB: is it the right file?", path)
	}
	var file ignoreFile
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the ignore file %s is not right: %s", path, yamlProblem(err))
	}
	if file.Version != 1 {
		return nil, fmt.Errorf("the ignore file %s must begin with version: 1", path)
	}
	for _, w := range file.Waivers {
		if err := w.Check(knownRule); err != nil {
			return nil, fmt.Errorf("the ignore file %s is not right: %w", path, err)
		}
	}
	return file.Waivers, nil
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
			text += fmt.Sprintf(" (and %s more)", rule.Count(more, "mistake"))
		}
	}
	return unknownKey.ReplaceAllString(strings.TrimPrefix(text, "yaml: "), "there is no key $1 here")
}
