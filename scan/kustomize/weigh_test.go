package kustomize

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/growth"
)

// configMaps returns n ConfigMaps.
func configMaps(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c%06d}\n", i)
	}
	return b.String()
}

func TestWorkOf(t *testing.T) {
	t.Parallel()
	const list = "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A}\n- {apiVersion: v1, kind: B}\n"
	ten := configMaps(10)
	bytes := Work(len(ten) / bytesAStep)
	pass := func(objects, lines int) Work { return Work(objects)*Work(objects+lines) + bytes }
	for name, c := range map[string]struct {
		files map[string]string
		want  Work
	}{
		"a file":                        {map[string]string{"kustomization.yaml": "resources: [x.yaml]", "x.yaml": ten}, pass(10, 1)},
		"nothing":                       {map[string]string{"x.yaml": ten}, 0},
		"a list":                        {map[string]string{"kustomization.yaml": "resources: [x.yaml]", "x.yaml": list}, 2*3 + Work(len(list)/bytesAStep)},
		"what it asks for":              {map[string]string{"kustomization.yaml": "resources: [x.yaml]\nnamePrefix: a\n", "x.yaml": ten}, pass(10, 3)},
		"a file of what it asks for":    {map[string]string{"kustomization.yaml": "resources: [x.yaml]\npatches: [{path: p.yaml}]", "x.yaml": ten, "p.yaml": "a\nb\nc"}, pass(10, 5)},
		"data asks for nothing":         {map[string]string{"kustomization.yaml": "resources: [x.yaml]\nopenapi: {path: p.yaml}", "x.yaml": ten, "p.yaml": "a\nb\nc"}, pass(10, 2)},
		"a generated object":            {map[string]string{"kustomization.yaml": "resources: [x.yaml]\nconfigMapGenerator: [{name: a, files: [p.yaml]}]", "x.yaml": ten, "p.yaml": "a\nb\nc"}, pass(11, 2)},
		"each kustomization on the way": {map[string]string{"kustomization.yaml": "resources: [a]", "a/kustomization.yaml": "resources: [b]", "a/b/kustomization.yaml": "resources: [x.yaml]", "a/b/x.yaml": ten}, 3 * pass(10, 1)},
		"a component":                   {map[string]string{"kustomization.yaml": "resources: [x.yaml]\ncomponents: [a]", "a/kustomization.yaml": "namePrefix: a", "x.yaml": ten}, 2 * pass(10, 2)},
		"files of others":               {map[string]string{"a/kustomization.yaml": "resources: [../x.yaml, /etc/hostname, .]", "kustomization.yaml": "resources: [a]", "x.yaml": ten}, 0},
		"a loop":                        {map[string]string{"kustomization.yaml": "resources: [a, x.yaml]", "a/kustomization.yaml": "resources: [..]", "x.yaml": ten}, pass(10, 1)},
	} {
		if got := WorkOf(t.Context(), folder(t, c.files)); got != c.want {
			t.Errorf("%s: %d steps, want %d", name, got, c.want)
		}
	}
}

// TestTooMuchWork checks that a build that is too large is refused before it starts.
func TestTooMuchWork(t *testing.T) {
	t.Parallel()
	tower := map[string]string{"0/kustomization.yaml": "resources: [x.yaml]", "0/x.yaml": configMaps(1)}
	for i := 1; i < 40; i++ {
		tower[fmt.Sprintf("%d/kustomization.yaml", i)] = fmt.Sprintf("resources: [../%d, ../%d/.]", i-1, i-1)
	}
	for name, c := range map[string]struct {
		files map[string]string
		dir   string
	}{
		"objects": {map[string]string{"kustomization.yaml": "resources: [x.yaml]", "x.yaml": configMaps(5001)}, ""},
		"patches": {map[string]string{"kustomization.yaml": "resources: [x.yaml]\npatches:\n" + strings.Repeat("- {path: p.yaml}\n", 30_000), "x.yaml": configMaps(1000), "p.yaml": "a"}, ""},
		"a tower": {tower, "39"},
	} {
		dir := filepath.Join(folder(t, c.files), c.dir)
		var err error
		growth.Bounded(t, name, 10_000, func() { _, err = build(dir) })
		if !errors.Is(err, errTooMuch) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTake(t *testing.T) {
	t.Parallel()
	left := Work(10)
	for i, want := range []bool{true, true, false, true, false} {
		if work := []Work{4, 5, 2, 1, 1}[i]; left.Take(work) != want {
			t.Errorf("%d: taking %d is not %v; %d are left", i, work, want, left)
		}
	}
}
