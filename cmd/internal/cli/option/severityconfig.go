package option

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/report/decision"
)

type levelsFile struct {
	Version    int         `yaml:"version"`
	Severities rule.Levels `yaml:"severities"`
}

// readLevels reads the severities that the user sets for rules of diff and scan. An unknown rule is
// an error: the rule that was meant would keep its severity, and nobody would notice.
func readLevels(path string) (rule.Levels, error) {
	data, err := ReadSmall("--severity-config", path)
	if err != nil || path == "" {
		return nil, err
	}
	var file levelsFile
	if err := decision.Read(data, &file); err != nil {
		return nil, fmt.Errorf("--severity-config %s is not valid: %w", path, err)
	}
	if file.Version != 1 {
		return nil, fmt.Errorf("--severity-config %s must begin with version: 1", path)
	}
	ids := ruleset.Shared()
	allowed := append(rule.Severities(), rule.None)
	for _, id := range slices.Sorted(maps.Keys(file.Severities)) {
		switch set := file.Severities[id]; {
		case !slices.Contains(ids, id):
			return nil, fmt.Errorf("--severity-config %s: unknown rule %q%s; see kubedelta rules", path, id, DidYouMean(id, ids))
		case !slices.Contains(allowed, set):
			return nil, fmt.Errorf("--severity-config %s: rule %s: unknown severity %q; use one of %s", path, id, set, Listed(allowed))
		}
	}
	return file.Severities, nil
}

// maxSmall is the largest size of a file that a person writes.
const maxSmall = 1 << 20

// ReadSmall reads a file that a person writes. It returns nothing if path is empty.
func ReadSmall(flag, path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	data, err := cause.ReadFile(path, maxSmall)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, cause.Reading(path, err))
	}
	if len(data) > maxSmall {
		return nil, fmt.Errorf("%s: %s is larger than 1 MiB: is it the right file?", flag, path)
	}
	return data, nil
}
