package lifecycle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/discovery"
)

const register = `package v1beta1

const GroupName = "example.io"

var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1beta1"}
`

// module writes a package of a module of one release.
func module(t *testing.T, methods string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write(t, filepath.Join(dir, "example", "v1beta1", "register.go"), register)
	write(t, filepath.Join(dir, "example", "v1beta1", "zz_generated.prerelease-lifecycle.go"), "package v1beta1\n\n"+methods)
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestUnionOfReleases(t *testing.T) {
	older := module(t, `
func (in *Kept) APILifecycleIntroduced() (major, minor int) { return 1, 18 }
func (in *Kept) APILifecycleRemoved() (major, minor int) { return 1, 24 }
func (in *Vanished) APILifecycleIntroduced() (major, minor int) { return 1, 19 }
func (in *VanishedList) APILifecycleIntroduced() (major, minor int) { return 1, 19 }
func (in *AllowList) APILifecycleIntroduced() (major, minor int) { return 1, 19 }
`)
	newer := module(t, `
func (in *Kept) APILifecycleIntroduced() (major, minor int) { return 1, 18 }
func (in *Kept) APILifecycleDeprecated() (major, minor int) { return 1, 22 }
func (in *Kept) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "KeptList"}
}
`)
	union := plans.Plans{}
	for _, dir := range []string{older, newer} {
		if err := readModule(dir, union); err != nil {
			t.Fatal(err)
		}
	}
	dropLists(union)
	want := plans.Plans{
		gvk("Kept"): {
			Introduced: minor(18), Deprecated: minor(22),
			Replacement: &discovery.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Kept"},
		},
		gvk("Vanished"):  {Introduced: minor(19)},
		gvk("AllowList"): {Introduced: minor(19)},
	}
	if got, want := string(plans.Format(union)), string(plans.Format(want)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func gvk(kind string) discovery.GroupVersionKind {
	return discovery.GroupVersionKind{Group: "example.io", Version: "v1beta1", Kind: kind}
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// TestUnknownSourceIsRefused: source that the reader does not understand is an error. Otherwise a
// method would be missing without notice.
func TestUnknownSourceIsRefused(t *testing.T) {
	for name, methods := range map[string]string{
		"it returns something else than two constants": `func (in *A) APILifecycleRemoved() (major, minor int) { return 1, latest }`,
		"its body is more than a return":               `func (in *A) APILifecycleRemoved() (major, minor int) { x := 1; return x, 2 }`,
		"its body is not a return":                     `func (in *A) APILifecycleRemoved() (major, minor int) { panic("x") }`,
		"its receiver is not a pointer":                `func (in A) APILifecycleRemoved() (major, minor int) { return 1, 22 }`,
		"the method is not known":                      `func (in *A) APILifecycleForbidden() (major, minor int) { return 1, 22 }`,
		"it is not a literal of a struct":              `func (in *A) APILifecycleReplacement() schema.GroupVersionKind { return kind }`,
		"its fields have no names":                     `func (in *A) APILifecycleReplacement() schema.GroupVersionKind { return schema.GroupVersionKind{"g", "v", "k"} }`,
		"Kind of the replacement":                      `func (in *A) APILifecycleReplacement() schema.GroupVersionKind { return schema.GroupVersionKind{Group: "g", Version: "v"} }`,
	} {
		err := readModule(module(t, methods), plans.Plans{})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s\ngot the error %v, want %q", methods, err, name)
		}
	}
}
