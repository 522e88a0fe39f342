package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

func (v *view) resourceJobs() []func() error {
	jobs := []func() error{v.kindList}
	for _, k := range v.kinds {
		jobs = append(jobs, func() error { return v.kind(k) })
	}
	return append(jobs, inShares(v.schemas(), v.schema)...)
}

// inShares returns jobs that each make a share of many small pages.
func inShares(names []string, write func(name string) error) (jobs []func() error) {
	const share = 50
	for some := range slices.Chunk(names, share) {
		jobs = append(jobs, func() error {
			for _, name := range some {
				if err := write(name); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return jobs
}

// kindData is the JSON of the page of a resource.
type kindData struct {
	header            `json:",inline"`
	ResourceLifecycle discovery.ResourceLifecycle `json:"life"`
	Schema            string                      `json:"schema,omitempty"`
	Types             []typePath                  `json:"types"`
	Changes           []changed                   `json:"changes"`
	// Examples are manifests with the fields that were added or removed, by release.
	Examples map[string]string `json:"examples,omitempty"`
}

// typePath is a type below a resource.
type typePath struct {
	Type string `json:"type"`
	Path string `json:"path"`
}

// changed is a change with the path of what it is about.
type changed struct {
	Release  discovery.Release `json:"release"`
	Rule     string            `json:"rule"`
	Severity string            `json:"severity"`
	Path     string            `json:"path,omitempty"`
	Message  string            `json:"message"`
	Notes    []history.Note    `json:"notes,omitempty"`
}

func (v *view) kind(k *kindFacts) error {
	at, title := kindPage(k.GroupVersion, k.Resource), k.GroupVersion.String()+" "+k.Kind
	data := kindData{header: header{report.APIVersion, "Resource"}, ResourceLifecycle: *k.ResourceLifecycle}
	var own []history.Event
	var short []string
	if k.known != nil {
		own, short, data.Schema = k.known.Events, k.known.ShortNames, k.known.Schema
	}
	data.Types = slice.Map(k.types, func(p place) typePath { return typePath{p.schema, p.path} })
	events := v.events(own, k.types)
	data.Changes = slice.Map(events, func(e event) changed {
		return changed{e.Release, e.Change.Rule, string(e.Change.Severity), e.path, e.Change.Message, e.Notes}
	})
	data.Examples = v.examples(k, events)
	v.searchable(doc{Kind: kindResource, Title: title, Words: strings.Join(append(short, k.Resource), " "), Detail: k.Introduced.String(), To: at})
	feed := v.newFeed(feedOf(at), title, at)
	feed.changes(events)
	return v.putWithFeed(leaf{at: at, title: title, data: data, blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Verdict, Line: page.Plain(v.verdict(k.ResourceLifecycle))})
		v.lifecycle(add, at, k, short)
		add.Heading(2, page.Text(v.w.Text("site-served-in")))
		v.matrixOf(add, kindsPage, []*kindFacts{k}, v.Releases, false)
		v.fieldsOf(add, at, k)
		v.whatChanged(add, at, events, data.Examples)
		v.others(add, at, k)
	}}, feed)
}

func (v *view) verdict(l *discovery.ResourceLifecycle) string {
	said, newest := v.w.Text("site-served-since", l.Introduced), v.newest()
	switch {
	case l.Removed.AtOrBefore(newest):
		said = v.w.Text("site-removed-in", l.Removed)
	case l.DeprecatedIn(newest) && l.Removed.Known():
		said = v.w.Text("site-goes-in", l.Deprecated, l.Removed)
	case l.DeprecatedIn(newest):
		said = v.w.Text("site-still-served", l.Deprecated, newest)
	case !l.Enabled:
		said = v.w.Text("site-off-since", l.Introduced)
	}
	if r, gone := report.Replacement(l, v.Lifecycles, newest); r != nil && !gone.Known() {
		said += v.w.Text("site-use", r.GroupVersion().String()+" "+r.Kind)
	}
	return said
}

func (v *view) lifecycle(add page.Adder, at string, k *kindFacts, short []string) {
	fact := func(name language.Key, line ...page.Run) {
		if page.Line(line).Filled() {
			add(page.Block{Kind: page.Fact, Mark: page.Text(v.w.Text(name)), Line: line})
		}
	}
	fact("column-resource", page.Code(k.Resource))
	fact("site-short-names", page.Text(strings.Join(short, ", ")))
	fact("column-stability", page.Text(report.StageName(string(discovery.StabilityOf(k.Version)), v.w)))
	fact("site-introduced", page.Text(k.Introduced.String()))
	fact("column-deprecated-since", page.Text(k.Deprecated.String()))
	removed := k.Removed.String()
	if k.Removed.Compare(v.newest()) > 0 {
		removed = v.w.Text("planned-removal", removed)
	}
	fact("column-removed-in", page.Text(removed))
	if r, gone := report.Replacement(k.ResourceLifecycle, v.Lifecycles, v.newest()); r != nil {
		run := page.Text(r.GroupVersion().String() + " " + r.Kind)
		if gone.Known() {
			run = page.Text(v.w.Text("life-gone-in", run.Text, gone))
		}
		for _, other := range v.kinds {
			if other.GroupVersion == r.GroupVersion() && other.ResourceLifecycle.Kind == r.Kind {
				run = linked(run, at, kindPage(other.GroupVersion, other.Resource), "")
			}
		}
		fact("column-use-instead", run)
	}
}

func (v *view) fieldsOf(add page.Adder, at string, k *kindFacts) {
	add(page.Block{Kind: page.Heading, Level: 2, ID: "fields", Line: page.Plain(v.w.Text("site-fields"))})
	if len(k.types) == 0 {
		add.Paragraphs(budget.Keep, v.w.Text("site-no-schema", v.Types.First))
		return
	}
	add.Lead(v.w.Text("site-fields-lead"))
	for _, p := range k.types {
		if p.path != "" && p.path != "spec" && p.path != "status" {
			continue
		}
		t, _ := v.Types.Type(p.schema)
		add.Heading(3, linked(page.Text(history.Short(p.schema)), at, typePage(p.schema), ""))
		v.fields(add, at, p.path, t)
	}
}

func (v *view) others(add page.Adder, at string, k *kindFacts) {
	add.Heading(2, page.Text(v.w.Text("site-other-versions")))
	for _, other := range v.kinds {
		if other != k && other.Resource == k.Resource && strings.EqualFold(other.ResourceLifecycle.Kind, k.ResourceLifecycle.Kind) {
			add.Item(budget.Keep, linked(page.Text(other.GroupVersion.String()+" "+other.ResourceLifecycle.Kind), at, kindPage(other.GroupVersion, other.Resource), ""))
		}
	}
}

func (v *view) kindList() error {
	title := v.w.Text("site-resources")
	data := listOf("ResourceList", slice.Map(v.kinds, func(k *kindFacts) kindItem {
		return kindItem{*k.ResourceLifecycle, address(kindPage(k.GroupVersion, k.Resource))}
	})...)
	return v.put(leaf{at: kindsPage, title: title, data: data, blocks: func(add page.Adder) {
		group := "-"
		for _, k := range v.kinds {
			if k.Group != group {
				group = k.Group
				add.Heading(2, page.Text(cmp.Or(group, "core")))
			}
			line := page.Line{linked(page.Text(k.Version+" "+k.ResourceLifecycle.Kind), kindsPage, kindPage(k.GroupVersion, k.Resource), ""), page.Text(" ")}
			add(page.Block{Kind: page.Item, Line: line, Tags: []page.Line{page.Plain(v.lifecycleInShort(k.ResourceLifecycle))}})
		}
	}})
}

func (v *view) lifecycleInShort(l *discovery.ResourceLifecycle) string {
	if l.Removed.AtOrBefore(v.newest()) {
		last := discovery.Release{Major: l.Removed.Major, Minor: l.Removed.Minor - 1}
		return v.w.Text("site-span", l.Introduced, last)
	}
	return v.w.Text("site-span-since", l.Introduced)
}

// newest returns the newest known release, which can be later than those of the site.
func (b *builder) newest() discovery.Release { return b.Types.Last }
