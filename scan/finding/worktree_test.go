package finding

import "testing"

// TestWorkTree checks paths in a work tree, and how they are shown in another run.
func TestWorkTree(t *testing.T) {
	root, below, elsewhere := WorkTree{".": "."}, WorkTree{".": "deploy", "/src": ".", "/link": "deploy/now"}, WorkTree{"src": "."}
	for _, c := range []struct {
		tree              WorkTree
		shown, path, from string
	}{
		{root, "deploy/a.yaml", "deploy/a.yaml", "a.yaml"},
		{root, "a.yaml", "a.yaml", "/src/a.yaml"},
		{below, "a.yaml", "deploy/a.yaml", "a.yaml"},
		{below, "../b/a.yaml", "b/a.yaml", "/src/b/a.yaml"},
		{below, "/src/b/a.yaml", "b/a.yaml", "/src/b/a.yaml"},
		{below, "/link/a.yaml", "deploy/now/a.yaml", "/link/a.yaml"},
		{below, "/other/a.yaml", "/other/a.yaml", "/other/a.yaml"},
		{elsewhere, "src/deploy/a.yaml", "deploy/a.yaml", "a.yaml"},
		{elsewhere, "other/a.yaml", "other/a.yaml", "/src/other/a.yaml"},
		{below, "-", "-", "-"},
		{below, "context:prod", "context:prod", "context:prod"},
		{below, "", "", ""},
		{nil, "a.yaml", "a.yaml", "/src/a.yaml"},
	} {
		path := c.tree.Path(c.shown)
		if shown := below.Inverse().Path(path); path != c.path || shown != c.from {
			t.Errorf("%s: got %s, shown %s; want %s, %s", c.shown, path, shown, c.path, c.from)
		}
	}
	if got := (WorkTree{".": "deploy"}).Inverse().Path("b/a.yaml"); got != "../b/a.yaml" {
		t.Errorf("shown as %s", got)
	}
}
