package checker_test

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestWidth checks that a finding ends where the value does, counted in characters, in UTF-16 too.
func TestWidth(t *testing.T) {
	t.Parallel()
	j := compile(t, target(t, "", "1.25"))
	wide := func(text string) (data []byte) {
		for _, c := range utf16.Encode([]rune("\ufeff" + text)) {
			data = binary.LittleEndian.AppendUint16(data, c)
		}
		return data
	}
	for text, want := range map[string]int{
		"apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n":                      27,
		"apiVersion: \"policy/v1beta1\" # ä\nkind: PodDisruptionBudget\n":              29,
		"{ä: ö, apiVersion: 'policy/v1beta1', kind: PodDisruptionBudget}\n":            36,
		"kind: PodDisruptionBudget\napiVersion: policy/v1beta1\nmetadata: {name: ü}\n": 27,
	} {
		for name, data := range map[string][]byte{"UTF-8": []byte(text), "UTF-16": wide(text)} {
			var r reader.Reader
			ends := 0
			r.Read("", data, func(o *tree.Object) {
				j.Object(o, func(f finding.Finding) { ends = f.EndColumn })
			})
			if ends != want {
				t.Errorf("%s: %q ends at %d, want %d", name, text, ends, want)
			}
		}
	}
}
