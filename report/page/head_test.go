package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/kubedelta/kubedelta/report/page"
)

// TestHead tests that the policy allows the style and the script of the page, and nothing that data
// could add.
func TestHead(t *testing.T) {
	top, script := page.Head{Language: "ja", Title: `</title><script>alert(1)</script>`, Styles: "b { color: red }", Script: "let a = 1 < 2;"}.HTML()
	content := elements(t, top+script)
	if content["title"] != `</title><script>alert(1)</script>` {
		t.Errorf("the title is %q", content["title"])
	}
	policy := content["policy"]
	for element, directive := range map[string]string{"style": "style-src", "script": "script-src"} {
		sum := sha256.Sum256([]byte(content[element]))
		if want := directive + " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("%s is not in %q", want, policy)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "frame-ancestors") {
		t.Errorf("the policy is %q", policy)
	}
	if !strings.HasSuffix(content["style"], "b { color: red }") || content["script"] != "let a = 1 < 2;" || content["lang"] != "ja" {
		t.Errorf("got %q", content)
	}
	top, script = page.Head{}.HTML()
	if policy := elements(t, top)["policy"]; script != "" || strings.Contains(policy, "script") {
		t.Errorf("a page without a script has %q and the policy %q", script, policy)
	}
}

// elements returns the texts of the elements of a head, its policy and its language.
func elements(t *testing.T, top string) map[string]string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(top))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode && n.FirstChild != nil && n.FirstChild.Type == html.TextNode {
			out[n.Data] += n.FirstChild.Data
		}
		for _, a := range n.Attr {
			if a.Key == "lang" {
				out["lang"] = a.Val
			}
			if a.Key == "content" && strings.HasPrefix(a.Val, "default-src") {
				out["policy"] = a.Val
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(doc)
	return out
}
