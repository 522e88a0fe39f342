package history

import (
	"bytes"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
)

// Encode writes the header, and then one line for each type, sorted by name.
func (b *Builder) Encode() ([]byte, error) {
	head := b.head
	for _, key := range slices.Sorted(maps.Keys(b.kinds)) {
		head.Kinds = append(head.Kinds, *b.kinds[key])
	}
	var out bytes.Buffer
	write := func(v any) error {
		line, err := json.Marshal(v, json.Deterministic(true), json.OmitZeroStructFields(true))
		out.Write(line)
		out.WriteByte('\n')
		return err
	}
	if err := write(head); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(b.types)) {
		settleGates(b.types[name], b.gates)
		if err := write(b.types[name]); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
