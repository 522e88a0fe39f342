package rehearse

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/page"
)

const (
	weightDiffer  budget.Weight = 130
	weightChanges budget.Weight = 80
	// mostRows is the most objects in a list; JSON contains all.
	mostRows = 500
)

func (r *Report) say() {
	r.Say(findings.Said{Title: "Rehearsal on Kubernetes " + r.Rehearsal.Server.Version, Verdict: r.verdict(), Account: r.account(), More: r.more})
}

func (r *Report) verdict() string {
	o := r.Rehearsal.Outcomes
	answered := o[rehearse.Taken] + o[rehearse.Warned] + o[rehearse.Refused]
	unread := ""
	if !r.Complete() {
		unread = "; " + rule.Count(r.Unread(), "part") + " could not be read, or had no answer"
	}
	switch {
	case answered == 0:
		return "Nothing was rehearsed: the API server returned no answer for any object" + unread
	case o[rehearse.Refused] == answered && answered > 1:
		return fmt.Sprintf("The API server refuses all %d objects: is it healthy, and is it the right server?", answered) + unread
	case o[rehearse.Refused] > 0:
		return fmt.Sprintf("The API server refuses %d of %s", o[rehearse.Refused], rule.Count(answered, "object")) + unread
	case o[rehearse.Warned] > 0:
		return fmt.Sprintf("The API server accepts %s, %d with warnings", rule.Count(answered, "object"), o[rehearse.Warned]) + unread
	case answered == 1:
		return "The API server accepts the object" + unread
	default:
		return fmt.Sprintf("The API server accepts all %d objects", answered) + unread
	}
}

func (r *Report) account() []string {
	var lines phrase.Parts
	s, a := &r.Rehearsal.Server, r.Account
	who := "API server: " + r.Target.Name + ", " + s.Version
	if s.Local {
		who = "API server: kube-apiserver " + s.Version + " from " + s.Assets + ", started on this machine and stopped"
	}
	lines = append(lines, who)
	for _, c := range a.Clusters {
		lines = append(lines, fmt.Sprintf("Read from %s: %s of %s", c.Name, rule.Count(c.Objects, "object"), rule.Count(c.Resources, "resource")))
		lines.Add(len(c.NotListed) > 0, fmt.Sprintf("Not read from %s: %s", c.Name, strings.Join(c.NotListed, ", ")))
		lines = append(lines, "Of the Secrets and ConfigMaps of "+c.Name+", only those of Helm releases were read; objects that controllers of Kubernetes create and manage were not sent")
	}
	lines.Add(a.Files > 0 || len(a.Clusters) == 0, fmt.Sprintf("Read: %s, %s", rule.Count(a.Files, "file"), rule.Count(a.Documents, "document")))
	lines = append(lines, "Objects: "+rehearse.Outcomes(r.Rehearsal.Outcomes))
	lines = append(lines, "Compared with scan: "+rehearse.Counts(r.Rehearsal.Agreements, rehearse.Agreed, rehearse.ServerOnly, rehearse.ScanOnly, rehearse.NotCompared))
	lines.Add(a.Filtered > 0, "Not sent, because of the filters: "+rule.Count(a.Filtered, "object"))
	lines.Add(len(s.Made) > 0, "Created in the local server first: "+rehearse.Counts(s.Made, slices.Sorted(maps.Keys(s.Made))...))
	lines = append(lines, slice.Map(s.Left, func(left string) string { return "Not created in the local server: " + left })...)
	lines = append(lines, slice.Map(s.Webhooks, func(hook string) string {
		return "Webhook with side effects, so objects that it matches were not sent: " + hook
	})...)
	lines.Add(s.Stopped != "", "Stopped before the end: "+rehearse.FirstLine(s.Stopped))
	lines.Add(r.Complete(), "Could not be read, or had no answer: none")
	lines.Add(!r.Complete(), fmt.Sprintf("Could not be read, or had no answer: %d", r.Unread()))
	return lines
}

func (r *Report) more(add page.Adder) {
	r.section(add, "Where scan and the API server differ", weightDiffer, func(o *rehearse.Result) (lines []string) {
		if o.Differ != "" && o.Agreement != rehearse.Agreed {
			lines = append(lines, string(o.Agreement)+": "+o.Differ)
		}
		return lines
	})
	r.section(add, "What the API server changes", weightChanges, func(o *rehearse.Result) []string {
		return slice.Map(o.Changes, func(c rehearse.Change) string { return c.String() })
	})
}

func (r *Report) section(add page.Adder, title string, w budget.Weight, of func(*rehearse.Result) []string) {
	add.Heading(2, page.Text(title))
	rows := 0
	for o := range slice.Each(r.Rehearsal.Objects) {
		lines := of(o)
		if len(lines) == 0 {
			continue
		}
		if rows++; rows > mostRows {
			continue
		}
		below := slice.Map(lines, func(text string) page.Block { return page.Block{Kind: page.Item, Line: page.Line{page.Code(text)}} })
		add(page.Block{Kind: page.Item, Weight: w, Line: page.Line{page.Code(o.Named()), page.Text(" in "), page.Code(o.File), page.Text(o.In())}, Below: below})
	}
	if rows > mostRows {
		add.Paragraphs(w, rule.Count(rows-mostRows, "more object")+" in -o json")
	}
}
