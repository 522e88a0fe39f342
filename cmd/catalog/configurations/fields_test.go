package configurations

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
)

// TestFormatFields: a field that was removed with its parent is not listed, and the table can be
// read again.
func TestFormatFields(t *testing.T) {
	of := discovery.GroupVersionKind{Group: "kubescheduler.config.k8s.io", Version: "v1", Kind: "KubeSchedulerConfiguration"}
	lost := map[componentconfig.FieldKey]discovery.Release{}
	for path, gone := range map[string]int{"profiles[].plugins": 30, "profiles[].plugins.score": 30, "profiles[].plugins.bind": 29, "parallelism": 31} {
		lost[componentconfig.FieldKey{GroupVersionKind: of, Path: path}] = discovery.Release{Major: 1, Minor: gone}
	}
	text := string(formatFields(lost))
	want := strings.ReplaceAll(`parallelism 1.31
profiles[].plugins 1.30
profiles[].plugins.bind 1.29
`, " ", "\t")
	want = strings.ReplaceAll("\n"+strings.TrimSuffix(want, "\n"), "\n", "\nkubescheduler.config.k8s.io\tv1\tKubeSchedulerConfiguration\t")[1:] + "\n"
	if text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	read, err := componentconfig.ParseFields(text)
	if err != nil || len(read[of]) != 3 || read[of][0] != (componentconfig.LostField{Path: "parallelism", Gone: discovery.Release{Major: 1, Minor: 31}}) {
		t.Errorf("read is %v, %v", read, err)
	}
	for _, damaged := range []string{"a\tv1\tB\tc\n", "a\tv1\tB\tc\tnever\n"} {
		if got, err := componentconfig.ParseFields(damaged); err == nil {
			t.Errorf("%q is read as %v", damaged, got)
		}
	}
}
