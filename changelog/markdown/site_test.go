package markdown

import "testing"

// TestAbsolute checks that links within the site get its host.
func TestAbsolute(t *testing.T) {
	for text, want := range map[string]string{
		"see [this](/blog/2022/03/31/x/).":      "see [this](https://kubernetes.io/blog/2022/03/31/x/).",
		"[a](/docs/#b), [c](https://d.io/e)":    "[a](https://kubernetes.io/docs/#b), [c](https://d.io/e)",
		"[x]: /docs/x\n[y]: //other.io":         "[x]: https://kubernetes.io/docs/x\n[y]: //other.io",
		"[evil](//evil.io) and `a](b)` [h](#h)": "[evil](//evil.io) and `a](b)` [h](#h)",
	} {
		if got := absolute(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
