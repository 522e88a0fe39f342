package draft

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// Map is the edit of one note by the release team. A nil field of ReleaseNote does not change the
// note.
type Map struct {
	PR          int
	ReleaseNote Change
	// CVE is the advisory that the pull request fixes, or nil.
	CVE *CVE
}

// Change is the part of a map that edits a note.
type Change struct {
	Text           *string                    `yaml:"text"`
	Author         *string                    `yaml:"author"`
	SIGs           *[]string                  `yaml:"sigs"`
	Kinds          *[]string                  `yaml:"kinds"`
	Areas          *[]string                  `yaml:"areas"`
	ActionRequired *bool                      `yaml:"action_required"`
	DoNotPublish   *bool                      `yaml:"do_not_publish"`
	Documentation  *[]changelog.Documentation `yaml:"documentation"`
}

// CVE is what is read of the data of an advisory. Source: the type CVE in pkg/cve of kubernetes/release.
type CVE struct {
	ID          string  `yaml:"id"`
	Title       string  `yaml:"title"`
	Description string  `yaml:"description"`
	Score       float64 `yaml:"score"`
	Rating      string  `yaml:"rating"`
}

// mapLimit is the maximum size of a file of maps in bytes.
const mapLimit = 16 << 20

// file is one YAML document of a file of maps.
type file struct {
	PR          int                  `yaml:"pr"`
	ReleaseNote Change               `yaml:"releasenote"`
	DataFields  map[string]yaml.Node `yaml:"datafields"`
}

// DecodeMaps parses a file of maps with one or more YAML documents. If a document cannot be read,
// the maps before it are returned with the error.
func DecodeMaps(data []byte) ([]Map, error) {
	if len(data) > mapLimit {
		return nil, fmt.Errorf("the maps are longer than %d MiB, the limit", mapLimit>>20)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var maps []Map
	for i := 1; ; i++ {
		var node yaml.Node
		err := cause.Parser(func() error { return dec.Decode(&node) })
		if errors.Is(err, io.EOF) {
			return maps, nil
		}
		if err != nil {
			return maps, mapSentence(i, err)
		}
		m, ok, err := decodeMap(&node)
		if err != nil {
			return maps, mapSentence(i, err)
		}
		if ok {
			maps = append(maps, m)
		}
	}
}

// decodeMap parses one document. ok is false for an empty document.
func decodeMap(node *yaml.Node) (m Map, ok bool, err error) {
	if len(node.Content) == 1 && node.Content[0].Tag == "!!null" {
		return m, false, nil
	}
	var f file
	if err := cause.Parser(func() error { return node.Decode(&f) }); err != nil {
		return m, false, err
	}
	m = Map{PR: f.PR, ReleaseNote: f.ReleaseNote}
	if f.PR < 0 {
		return m, false, fmt.Errorf("line %d: %d is not a pull request", node.Line, f.PR)
	}
	if field, has := f.DataFields["cve"]; has {
		m.CVE = &CVE{}
		if err := cause.Parser(func() error { return field.Decode(m.CVE) }); err != nil {
			return m, false, fmt.Errorf("the field cve: %w", err)
		}
	}
	if m.PR == 0 && m.CVE == nil {
		return m, false, fmt.Errorf("line %d: the map has no pull request (pr)", node.Line)
	}
	return m, true, nil
}

func mapSentence(document int, err error) error {
	what := strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n", " ")
	return fmt.Errorf("document %d of the release note maps cannot be read: %s", document, phrase.Clip(what, 300))
}
