package site_test

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	surfaces "github.com/kubedelta/kubedelta/discovery/source/catalog"
	check "github.com/kubedelta/kubedelta/fixtures/site"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/site"
)

// input returns the input of a site of some minor releases.
func input(t *testing.T, minors ...int) site.Input {
	t.Helper()
	cat := surfaces.New()
	in := site.Input{
		Tool: envelope.Tool{Name: "kubedelta", Version: "test"}, Languages: []string{"en"}, Made: "2026-01-01", Set: "2026.1.1", AsOf: "2025-12-31",
		Notes: map[discovery.Release]site.Notes{}, Dates: map[discovery.Release]string{{Major: 1, Minor: 24}: "2022-05-03"},
		Surface: func(r discovery.Release) (*discovery.Surface, error) { return cat.Load(context.Background(), r) },
	}
	var err error
	if in.Lifecycles, err = cat.Lifecycles(); err != nil {
		t.Fatal(err)
	}
	if in.Types, err = history.Known(); err != nil {
		t.Fatal(err)
	}
	if in.Gates, err = gate.Known(); err != nil {
		t.Fatal(err)
	}
	for _, minor := range minors {
		r := discovery.Release{Major: 1, Minor: minor}
		in.Releases = append(in.Releases, r)
		m, _, err := catalog.Load(r)
		if err != nil {
			t.Fatal(err)
		}
		n := site.Notes{Minor: m}
		if n.Documents, err = m.Written(r); err != nil {
			t.Fatal(err)
		}
		in.Notes[r] = n
	}
	return in
}

// built returns the files of a site.
func built(t *testing.T, in site.Input) map[string][]byte {
	t.Helper()
	files, folded := map[string][]byte{}, map[string]string{}
	err := site.Build(t.Context(), in, func(f site.File) error {
		if files[f.Path] != nil {
			t.Errorf("%s is written twice", f.Path)
		}
		if other := folded[strings.ToLower(f.Path)]; other != "" && other != f.Path {
			t.Errorf("%s and %s are one file where letter case does not count", other, f.Path)
		}
		folded[strings.ToLower(f.Path)] = f.Path
		files[f.Path] = f.Text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// small returns a site of three minor releases and one SIG in two languages.
func small(t *testing.T) site.Input {
	in := input(t, 23, 24, 25)
	in.Languages, in.SIGs, in.BaseURL = []string{"en", "ja"}, []string{"network"}, "https://example.com/k8s/"
	// The tables of a few kinds are enough.
	in.Lifecycles = slices.DeleteFunc(slices.Clone(in.Lifecycles), func(l discovery.ResourceLifecycle) bool {
		return !slices.Contains([]string{"services", "ingresses", "networkpolicies", "podsecuritypolicies", "cronjobs", "endpointslices", "flowschemas", "events", "horizontalpodautoscalers"}, l.Resource)
	})
	for set, all := range in.Gates.Gates {
		in.Gates.Gates = maps.Clone(in.Gates.Gates)
		in.Gates.Gates[set] = maps.Clone(all)
		maps.DeleteFunc(in.Gates.Gates[set], func(name string, _ []gate.Step) bool {
			return !strings.HasPrefix(name, "Service") && name != "NetworkPolicyEndPort" && name != "APIResponseCompression" && name != "ShardedListAndWatch"
		})
	}
	return in
}

// TestSite checks that each link leads to a page, in both languages, that the same data gives the
// same bytes, and that the first page is small.
func TestSite(t *testing.T) {
	in := small(t)
	files := built(t, in)
	faults, followed := check.Check(files, in.BaseURL)
	for _, f := range faults[:min(len(faults), 20)] {
		t.Error(f)
	}
	if followed < 5000 {
		t.Errorf("only %d links were followed", followed)
	}
	again := built(t, in)
	if len(again) != len(files) {
		t.Errorf("%d files, then %d", len(files), len(again))
	}
	for path, text := range files {
		if !bytes.Equal(text, again[path]) {
			t.Errorf("%s has other bytes the second time", path)
		}
	}
	if n := len(files["index.html"]) + len(files["assets/site.css"]); n == 0 || n > 60_000 {
		t.Errorf("the first page takes %d bytes", n)
	}
	for _, want := range []string{
		"releases/1.24/index.html", "releases/1.24/api.html", "releases/1.24/api.json", "releases/1.24/notes.html", "releases/1.24/sig-network.html", "releases/1.24/sig-network.json",
		"resources/policy/v1beta1/podsecuritypolicies.html", "resources/core/v1/services.json", "resources/core/v1/services.atom", "types/io.k8s.api.core.v1.ServiceSpec.html",
		"gates/NetworkPolicyEndPort.html", "sigs/network.html", "sigs/network.atom", "matrix.html", "matrix.json", "search.html", "search/index.json", "compare.html", "compare/1.23-1.25.json",
		"compare/1.23-1.24.json", "about.html", "feed.atom", "sitemap.xml", "ja/index.html", "ja/releases/1.24/api.html", "ja/compare/1.23-1.25.json", "ja/feed.atom",
	} {
		if files[want] == nil {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestData checks that each page but the search has a JSON file with a kind.
func TestData(t *testing.T) {
	files := built(t, small(t))
	kinds := map[string]bool{}
	for path := range files {
		at, is := strings.CutSuffix(path, ".html")
		if !is || strings.HasSuffix(at, "search") {
			continue
		}
		var data struct{ APIVersion, Kind string }
		if err := json.Unmarshal(files[at+".json"], &data, json.MatchCaseInsensitiveNames(true)); err != nil || data.APIVersion == "" || data.Kind == "" {
			t.Errorf("%s.json: %+v, %v", at, data, err)
		}
		kinds[data.Kind] = true
	}
	if len(kinds) < 10 {
		t.Errorf("only the kinds %v", kinds)
	}
}

// TestVerdicts checks that a page begins with a summary, and that changes have examples.
func TestVerdicts(t *testing.T) {
	files := built(t, small(t))
	for path, want := range map[string]string{
		"resources/policy/v1beta1/podsecuritypolicies.html": "Removed in 1.25.", "resources/networking.k8s.io/v1/ingresses.html": "Served since 1.19.",
		"resources/batch/v1beta1/cronjobs.html": "Removed in 1.25. Use batch/v1 CronJob instead.", "gates/NetworkPolicyEndPort.html": "Removed in 1.27.",
		// The states of gates are known from 1.19 on.
		"gates/ServiceNodeExclusion.html": "Removed in 1.22.", "gates/ServiceTopology.html": "Removed in 1.22.", "gates/APIResponseCompression.html": "In " + discovery.Newest().String() + ": beta, on, since 1.19 or earlier.",
		// The recorded replacement, v1beta3, was removed in 1.32. v1beta3 has none for v1.
		"resources/flowcontrol.apiserver.k8s.io/v1beta1/flowschemas.html": "Removed in 1.26. Use flowcontrol.apiserver.k8s.io/v1 FlowSchema instead.",
		"resources/events.k8s.io/v1beta1/events.html":                     "Removed in 1.25. Use events.k8s.io/v1 Event instead.",
		"ja/resources/batch/v1beta1/cronjobs.html":                        "1.25 で削除されました。代わりに batch/v1 CronJob を使ってください。",
	} {
		if text := string(files[path]); !strings.Contains(text, `<p class="verdict">`+want+"</p>") {
			t.Errorf("%s does not say %q", path, want)
		}
	}
	page := string(files["resources/batch/v1/cronjobs.html"])
	for _, want := range []string{`<p class="doc manifest">apiVersion: batch/v1` + "\nkind: CronJob\nspec:\n", "\n  timeZone: &lt;string&gt;  # is new (alpha)\n", "\n          containers:\n          - "} {
		if !strings.Contains(page, want) {
			t.Errorf("no example has %q", want)
		}
	}
}

// TestLife checks that the page of a resource has no change of a release that does not serve it, or
// that serves it for the first time, as in history. Other resources had the types before.
func TestLife(t *testing.T) {
	in := small(t)
	files := built(t, in)
	seen := 0
	for i := range in.Lifecycles {
		l := &in.Lifecycles[i]
		path := "resources/" + cmp.Or(l.Group, "core") + "/" + l.Version + "/" + l.Resource
		var data struct {
			Changes []struct{ Release, Rule, Path string }
		}
		if files[path+".json"] == nil {
			continue
		}
		if err := json.Unmarshal(files[path+".json"], &data, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		for _, c := range data.Changes {
			seen++
			r, err := discovery.ParseRelease(c.Release)
			if err != nil {
				t.Fatal(err)
			}
			if c.Path != "" && (!l.In(r) || r == l.Introduced) {
				t.Errorf("%s, of %s to %s: %s %s in %s", path, l.Introduced, l.Removed, c.Rule, c.Path, c.Release)
			}
		}
		if text := string(files[path+".html"]); !l.In(discovery.Release{Major: 1, Minor: 25}) && strings.Contains(text, "is removed (it was deprecated)") {
			t.Errorf("%s shows a field that was removed after the resource", path)
		}
	}
	if seen < 20 {
		t.Errorf("only %d changes", seen)
	}
}

// TestUsedBy checks that a type is used only by resources that were served at the same time.
func TestUsedBy(t *testing.T) {
	files := built(t, small(t))
	for path, want := range map[string]bool{
		"types/io.k8s.api.core.v1.PodSpec.json": true, "types/io.k8s.api.core.v1.PodResourceClaim.json": false, // from 1.26 on
	} {
		text := string(files[path])
		if !strings.Contains(text, `"batch/v1"`) || strings.Contains(text, `"batch/v1beta1"`) != want {
			t.Errorf("%s has other resources than those that use the type", path)
		}
	}
}

// TestReverted checks that a note on the page of a gate says that it was reverted, as in the notes.
func TestReverted(t *testing.T) {
	in := small(t)
	r := discovery.Release{Major: 1, Minor: 24}
	n := in.Notes[r]
	n.Documents = slices.Clone(n.Documents)
	n.Documents[0].Notes = slices.Clone(n.Documents[0].Notes)
	note := &n.Documents[0].Notes[0]
	note.Gates, note.RevertedBy, note.NotInRelease = []string{"NetworkPolicyEndPort"}, 4242, true
	in.Notes[r] = n
	page := string(built(t, in)["gates/NetworkPolicyEndPort.html"])
	if !strings.Contains(page, ">#"+strconv.Itoa(note.PR)+"<") || !strings.Contains(page, ">#4242<") || !strings.Contains(page, "so not in "+note.Release) {
		t.Errorf("the page does not say that #%d was reverted", note.PR)
	}
}

// TestHome checks that the first page has each resource that the last release serves once, in its most
// stable version.
func TestHome(t *testing.T) {
	in := small(t)
	home := string(built(t, in)["index.html"])
	best := map[string]*discovery.ResourceLifecycle{}
	for i := range in.Lifecycles {
		l := &in.Lifecycles[i]
		if !l.ServedByDefaultIn(discovery.Release{Major: 1, Minor: 25}) {
			continue
		}
		if b := best[l.Group+"/"+l.Resource]; b == nil || discovery.CompareVersion(l.Version, b.Version) < 0 {
			best[l.Group+"/"+l.Resource] = l
		}
	}
	links := 0
	for _, l := range best {
		link := `href="./resources/` + cmp.Or(l.Group, "core") + "/" + l.Version + "/" + l.Resource + `.html"`
		if strings.Count(home, link) != 1 {
			t.Errorf("%d links to %s %s", strings.Count(home, link), l.GroupVersion, l.Kind)
		}
		links++
	}
	if n := strings.Count(home, `href="./resources/`); links < 7 || n != links+1 { // one is in the menu
		t.Errorf("%d links to resources, and %d resources", n, links)
	}
}

// TestOldestGates checks that the list of gates does not say that a state began in the oldest release
// that is known.
func TestOldestGates(t *testing.T) {
	if list := string(built(t, small(t))["gates/index.html"]); !strings.Contains(list, ">1.19 or earlier<") || strings.Contains(list, ">1.19<") {
		t.Error("a gate is in its state from 1.19 on")
	}
	if page := string(built(t, input(t, 36, discovery.NewestMinor))["types/io.k8s.api.core.v1.PodSpec.html"]); !strings.Contains(page, ": beta 1.19 or earlier (on), stable 1.24") {
		t.Error("a field has its stage from 1.19 on")
	}
}

// TestOptions checks that the page of a gate has the fields of types that no resource has, such as
// options and lists, as explain has them.
func TestOptions(t *testing.T) {
	files := built(t, small(t))
	if page := string(files["gates/ShardedListAndWatch.html"]); !strings.Contains(page, "<code>ListMeta.shardInfo</code>") {
		t.Error("the page lacks the field of a list")
	}
	if data := string(files["gates/ShardedListAndWatch.json"]); !strings.Contains(data, `"io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta.shardInfo"`) {
		t.Errorf("the data lacks the field of a list: %s", data)
	}
}

// TestTitles checks that no two pages of a language have the same title: that of a type has its full
// name, because versions of it have the same short name.
func TestTitles(t *testing.T) {
	title := regexp.MustCompile(`<title>([^<]*)</title>`)
	for _, language := range []string{"", "ja/"} {
		seen := map[string]string{}
		for path, text := range built(t, small(t)) {
			if !strings.HasSuffix(path, ".html") || strings.HasPrefix(path, "ja/") != (language != "") {
				continue
			}
			found := title.FindSubmatch(text)
			if found == nil {
				t.Errorf("%s has no title", path)
				continue
			}
			if other := seen[string(found[1])]; other != "" {
				t.Errorf("%s and %s have the title %s", path, other, found[1])
			}
			seen[string(found[1])] = path
		}
	}
}

// TestNoNotes checks that a gate without a release note is one without a note of the releases of the
// site: older notes are not read.
func TestNoNotes(t *testing.T) {
	files := built(t, small(t))
	for path, want := range map[string]string{
		"gates/ServiceTopology.html": "No release note of 1.24 to 1.25 mentions it.", "ja/gates/ServiceTopology.html": "この名前を挙げたリリースノートはありません (対象: 1.24 から 1.25 まで)。",
	} {
		if !strings.Contains(string(files[path]), want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
}

// TestWholeSite checks that each link of the complete site leads to a page. Without
// KUBEDELTA_THOROUGH, the site has two minor releases.
func TestWholeSite(t *testing.T) {
	minors := []int{36, discovery.NewestMinor}
	if thorough.On() {
		for minors = nil; len(minors) <= discovery.NewestMinor-23; {
			minors = append(minors, 23+len(minors))
		}
	}
	in := input(t, minors...)
	in.BaseURL = "https://example.com/k8s/"
	files := built(t, in)
	faults, followed := check.Check(files, in.BaseURL)
	for _, f := range faults[:min(len(faults), 20)] {
		t.Error(f)
	}
	if len(files) < 3000 || followed < 30_000 {
		t.Errorf("%d files, %d links", len(files), followed)
	}
	// The description says alpha up to 1.35. The gate was added in 1.28 and is beta from 1.30 on.
	if page := string(files["types/io.k8s.api.core.v1.PodSpec.html"]); thorough.On() && !strings.Contains(page, "alpha 1.25 to 1.27 · ") {
		t.Error("hostUsers is not alpha from 1.25 to 1.27")
	}
}

// TestNoWordsLeft checks that a page in Japanese has no fixed text in English.
func TestNoWordsLeft(t *testing.T) {
	files := built(t, small(t))
	for _, page := range []string{"index", "about", "compare", "search", "matrix", "gates/NetworkPolicyEndPort", "resources/core/v1/services", "sigs/network", "releases/1.24/index"} {
		text := string(files["ja/"+page+".html"])
		for _, word := range []string{">Releases<", ">Search<", ">About<", ">Compare<", ">Fields<", "What changed", "not known", "Feature gates", " to 1.2", "this page as"} {
			if strings.Contains(text, word) {
				t.Errorf("ja/%s.html has %q", page, word)
			}
		}
		if !strings.Contains(text, `<html lang="ja">`) || !strings.Contains(text, `hreflang="en"`) {
			t.Errorf("ja/%s.html is not marked as Japanese", page)
		}
	}
}

// TestComparison checks that the comparison in the browser is that of diff, for each pair.
func TestComparison(t *testing.T) {
	in := small(t)
	files := built(t, in)
	for i, old := range in.Releases {
		for _, new := range in.Releases[i+1:] {
			a, _ := in.Surface(old)
			b, _ := in.Surface(new)
			want := 0
			for _, c := range diff.Compare(a, b, diff.Options{}).Changes {
				if c.Rule == "resource-removed" {
					want++
				}
			}
			blocks := resolved(t, files, old.String()+"-"+new.String())
			removed, got := false, 0
			for _, b := range blocks {
				if name := b[0].(string); strings.HasPrefix(name, "h") {
					removed = strings.Contains(text(b[3]), "Removed")
				} else if removed && name == "card" && strings.Contains(text(b[3]), "no longer served") {
					got++
				}
			}
			if want == 0 && old.Minor == 24 || got != want {
				t.Errorf("%s to %s: %d resources are removed, the comparison shows %d", old, new, want, got)
			}
		}
	}
}

// resolved returns the blocks of a comparison, combined as the script of the page does.
func resolved(t *testing.T, files map[string][]byte, name string) (out [][]any) {
	t.Helper()
	var pair struct {
		Blocks [][]any  `json:"blocks"`
		Files  []string `json:"files"`
	}
	if err := json.Unmarshal(files["compare/"+name+".json"], &pair); err != nil {
		t.Fatal(name, err)
	}
	for _, b := range pair.Blocks {
		if file, shared := b[0].(float64); shared {
			out = append(out, resolved(t, files, pair.Files[int(file)])[int(b[1].(float64))])
			continue
		}
		out = append(out, b)
	}
	return out
}

// text returns the text of a line.
func text(line any) (out string) {
	for _, run := range line.([]any) {
		if list, set := run.([]any); set {
			run = list[0]
		}
		out += run.(string)
	}
	return out
}

// TestSearch checks that a field, a gate and a pull request are found in the parts that a browser
// loads for them.
func TestSearch(t *testing.T) {
	files := built(t, small(t))
	for query, want := range map[string]string{
		"internaltrafficpolicy": "types/io.k8s.api.core.v1.ServiceSpec.html#internalTrafficPolicy",
		"networkpolicyendport":  "gates/NetworkPolicyEndPort.html",
		"107235":                "releases/1.24/notes.html#note-107235",
		"svc":                   "resources/core/v1/services.html",
		"network":               "sigs/network.html",
	} {
		if found := search(t, files, query); !slices.Contains(found, want) {
			t.Errorf("%s finds %q, not %s", query, found[:min(len(found), 5)], want)
		}
	}
	for path, text := range files {
		if strings.HasPrefix(path, "search/") && len(text) > 150_000 {
			t.Errorf("%s has %d bytes", path, len(text))
		}
	}
}

// search searches for a word.
func search(t *testing.T, files map[string][]byte, word string) (found []string) {
	t.Helper()
	var head struct {
		Share int      `json:"share"`
		Parts []string `json:"parts"`
	}
	if err := json.Unmarshal(files["search/index.json"], &head); err != nil {
		t.Fatal(err)
	}
	for _, part := range head.Parts {
		if !strings.HasPrefix(word, part) {
			continue
		}
		var terms map[string][]int
		if err := json.Unmarshal(files["search/terms/"+part+".json"], &terms); err != nil {
			t.Fatal(err)
		}
		for _, n := range terms[word] {
			var docs [][]any
			name := "search/docs/" + strconv.Itoa(n/head.Share) + ".json"
			if err := json.Unmarshal(files[name], &docs); err != nil {
				t.Fatal(name, err)
			}
			found = append(found, docs[n%head.Share][3].(string))
		}
	}
	return found
}

// TestHostile checks that markup in notes and in names of kinds and fields is shown as text.
func TestHostile(t *testing.T) {
	in := small(t)
	const evil = `<script>window.hit=1</script>"><img src=x onerror=window.hit=1>' onfocus='x [a](javascript:window.hit=1) ]]></summary>`
	r := discovery.Release{Major: 1, Minor: 24}
	n := in.Notes[r]
	n.Documents = slices.Clone(n.Documents)
	n.Documents[0].Notes = slices.Clone(n.Documents[0].Notes)
	for i := range n.Documents[0].Notes {
		note := &n.Documents[0].Notes[i]
		note.Text, note.Authors, note.Gates = evil, []string{evil}, append(slices.Clone(note.Gates), "NetworkPolicyEndPort")
		note.Documentation = []changelog.Documentation{{Description: evil, URL: "javascript:window.hit=1"}}
	}
	in.Notes[r] = n
	in.Set, in.Tool.Version = evil, evil
	in.Custom = []site.Custom{hostileCustom(evil)}
	files := built(t, in)
	faults, _ := check.Check(files, in.BaseURL)
	for _, f := range faults[:min(len(faults), 20)] {
		t.Error(f)
	}
	if !bytes.Contains(files["releases/1.24/sig-network.html"], []byte("&lt;script&gt;")) {
		t.Error("the hostile text is not shown")
	}
	for path, text := range files {
		if strings.HasSuffix(path, ".atom") && bytes.Contains(text, []byte("<script")) {
			t.Errorf("%s has an element of the text", path)
		}
	}
}

// hostileCustom returns a comparison of definitions with hostile names.
func hostileCustom(evil string) site.Custom {
	surface := func(field string) *discovery.Surface {
		s := &discovery.Surface{Name: evil, Source: discovery.SourceCRD, Schemas: map[string]*discovery.Schema{
			"x": {Type: "object", Description: evil, Properties: []discovery.Field{{Name: field, Schema: &discovery.Schema{Type: "string", Description: evil}}}},
		}}
		v := s.AddGroupVersion(discovery.GroupVersion{Group: "example.com", Version: "v1"})
		v.Enforcement = discovery.BySchema
		v.Resources = []discovery.Resource{{Name: "xs", Kind: evil, Schema: "x"}}
		return s
	}
	return site.Custom{Old: surface(evil), New: surface("b" + evil)}
}
