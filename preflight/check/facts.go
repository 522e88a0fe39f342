package check

import (
	_ "embed"
	"fmt"
	"sync"

	"gopkg.in/yaml.v3"
)

// factsText has the facts that were read by hand, with their sources.
//
//go:embed facts.yaml
var factsText []byte

// facts returns what is in factsText.
var facts = sync.OnceValue(func() (f struct { //nolint:gochecknoglobals // a constant that is parsed
	Files        []fileChange
	Corefile     []corefileEnd
	Systems      []systemImage
	StartWrites  []written `yaml:"startWrites"`
	SteadyWrites []written `yaml:"steadyWrites"`
}) {
	if err := yaml.Unmarshal(factsText, &f); err != nil {
		panic(fmt.Errorf("facts.yaml: %w", err)) // it is built in
	}
	return f
})
