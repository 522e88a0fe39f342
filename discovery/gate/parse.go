package gate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// Parse parses the output of Format. Any other text is an error.
func Parse(text string) (t Table, err error) {
	t.Gates = map[Set]map[string][]Step{}
	for _, set := range Sets() {
		t.Gates[set] = map[string][]Step{}
	}
	err = tsv.Rows(text, "feature gates", 3, func(column []string) error {
		if !t.Oldest.Known() {
			if column[0] != "releases" {
				return fmt.Errorf("%q does not name the releases", column[0])
			}
			return tsv.Releases(column[1:], &t.Oldest, &t.Newest)
		}
		return t.parseGate(column)
	})
	if err != nil {
		return t, err
	}
	if string(Format(t)) != text {
		return t, errors.New("the table of feature gates is not in order, or not as it is written")
	}
	return t, nil
}

func (t *Table) parseGate(column []string) error {
	of, known := t.Gates[Set(column[0])]
	if !known {
		return fmt.Errorf("there is no set of gates %q", column[0])
	}
	for part := range strings.SplitSeq(column[2], ", ") {
		s, err := parseStep(strings.Fields(part))
		if err != nil {
			return fmt.Errorf("%s: %q: %w", column[1], part, err)
		}
		of[column[1]] = append(of[column[1]], s)
	}
	return nil
}

func parseStep(words []string) (s Step, err error) {
	if len(words) < 2 || len(words) > 5 {
		return s, errors.New("it is not a release and a stage")
	}
	if s.From, err = discovery.ParseRelease(words[0]); err != nil {
		return s, err
	}
	switch s.Stage = Stage(words[1]); s.Stage {
	case Alpha, Beta, Stable, Deprecated, Gone:
	default:
		return s, errors.New("the stage is not known")
	}
	if s.Stage == Gone && len(words) > 2 {
		return s, errors.New("a removed gate has no value")
	}
	for _, word := range words[2:] {
		switch word {
		case "on":
			s.Default = true
		case "off":
		case "locked":
			s.Locked = true
		case "either":
			s.Either = true
		default:
			s.Needs = strings.TrimPrefix(word, needs)
		}
	}
	return s, nil
}
