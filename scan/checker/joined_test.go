package checker_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestJoined: of two documents without a separator, a server reads the last value of each key. The fields of
// the first kind are not those of the second. It is not a case, because the reader reports the
// repeated keys.
func TestJoined(t *testing.T) {
	strict := target(t, "", "1.35")
	strict.Strict = true
	j := compile(t, strict)
	for text, want := range map[string][]int{
		"apiVersion: v1\nkind: PersistentVolume\nspec:\n  mountOptions: [ro]\napiVersion: v1\nkind: PersistentVolumeClaim\nspec:\n  accessMode: [ReadWriteOnce]\n": {8},
		"apiVersion: v1\nkind: ConfigMap\ndat: {a: b}\ndat: {a: c}\n": {3, 4},
	} {
		var lines []int
		(&reader.Reader{}).Read("in.yaml", []byte(text), func(o *tree.Object) {
			j.Object(o, func(f finding.Finding) { lines = append(lines, f.Line) })
		})
		if !slices.Equal(lines, want) {
			t.Errorf("findings in lines %v, want %v:\n%s", lines, want, text)
		}
	}
}
