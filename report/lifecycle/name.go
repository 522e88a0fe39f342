package lifecycle

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

func gateName(g *history.GateLifecycle) string {
	if g.Of == gate.Kubeadm {
		return "kubeadm " + g.Name
	}
	return g.Name
}

func flagName(f *history.NameLifecycle) string { return strings.TrimSpace(f.Component + " " + f.Name) }

func (b *builder) gate(g *history.GateLifecycle) {
	b.name(gateName(g))
	last := g.Steps[len(g.Steps)-1]
	b.said("life-now", b.state(last))
	b.said("page-introduced", b.since(g.Steps[0].From, g.Steps[0].From == b.e.GateReleases.First))
	of := []string{"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy"}
	if g.Of == gate.Kubeadm {
		of = []string{"kubeadm"}
	}
	b.coded("life-of", of...)
	b.coded("life-fields", g.Fields...)
	b.keps(g.KEPs)
	address := "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates"
	if last.Stage == gate.Gone {
		address += "-removed"
	}
	if g.Of == gate.Components {
		b.fact("life-documentation", page.Run{Text: address + "/#" + g.Name, To: address + "/#" + g.Name})
	}
	section(b, "life-stages", []language.Key{"life-release", "column-stability", "column-release-note"}, g.Steps, func(s history.Step) []page.Line {
		return []page.Line{page.Plain(s.From.String()), page.Plain(b.state(s)), b.notes(s.Notes)}
	})
	b.mentions(g.Mentions)
	var lines phrase.Parts
	lines.Add(g.Steps[0].From == b.e.GateReleases.First, b.say("life-unknown-before", b.e.GateReleases.First.String()))
	lines.Add(len(g.KEPs) == 0, b.say("life-unknown-kep"))
	lines.Add(len(g.Mentions) == 0, b.say("life-unknown-notes"))
	b.unknown(lines)
}

func (b *builder) mentions(all []history.Mention) {
	section(b, "life-mentions", []language.Key{"life-release", "column-release-note", "life-says"}, all, func(m history.Mention) []page.Line {
		says := slice.Map(m.Says, b.says)
		return []page.Line{page.Plain(strings.TrimPrefix(m.Release, "v")), {report.Pull("", m.PR)}, page.Plain(strings.Join(says, b.say("life-comma")))}
	})
}

func (b *builder) says(word string) string {
	if old, is := strings.CutPrefix(word, "renamed:"); is {
		return b.say("life-renamed", old)
	}
	key, known := map[string]language.Key{
		"on": "on-by-default", "off": "off-by-default", "deprecates": "life-says-deprecated", "removes": "life-says-removed", "locks": "life-locked",
	}[word]
	if !known {
		return b.stageName(gate.Stage(word))
	}
	return b.say(key)
}

func (b *builder) named(n *history.NameLifecycle, sort history.Sort) {
	b.name(flagName(n))
	b.declared(n.Declared)
	open := b.say("cell-open")
	if len(n.Declared) > 0 {
		open = b.say("life-no")
	}
	for _, end := range []struct {
		key   language.Key
		known bool
		at    string
	}{{"life-deprecated", n.Deprecated.Known(), n.Deprecated.String()}, {"life-removed", n.Removed.Known(), n.Removed.String()}} {
		text := open
		if end.known {
			text = end.at
			if len(n.Declared) == 0 && (end.key == "life-deprecated" || !n.ByTable) {
				text = b.say("life-by-notes", end.at)
			}
		}
		b.said(end.key, text)
	}
	address := "https://kubernetes.io/docs/reference/instrumentation/metrics/"
	if sort == history.Flag {
		address = "https://kubernetes.io/docs/reference/command-line-tools-reference/" + n.Component + "/"
	}
	if sort == history.Metric || n.Component != "" && !strings.HasPrefix(n.Component, "kubeadm") && !strings.HasPrefix(n.Component, "kubectl") && !strings.HasPrefix(n.Component, "cloud") {
		b.fact("life-documentation", page.Run{Text: address, To: address})
	}
	b.declarations(n.Declared)
	b.mentions(n.Mentions)
	lines := phrase.Parts{b.say(map[history.Sort]language.Key{history.Flag: "life-unknown-flag", history.Metric: "life-unknown-metric"}[sort])}
	if len(n.Declared) > 0 {
		lines = phrase.Parts{b.say("life-unknown-exposed")}
		lines.Add(n.Declared[0].First == b.e.MetricReleases.First, b.say("life-unknown-before", n.Declared[0].First.String()))
	}
	lines.Add(len(n.Mentions) == 0, b.say("life-unknown-notes"))
	b.unknown(lines)
}

func (b *builder) declared(all []history.Declaration) {
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1]
	b.said("life-type", last.Type)
	b.said("page-introduced", b.since(all[0].First, all[0].First == b.e.MetricReleases.First))
	b.said("life-stability", b.stability(last))
	if len(last.Labels) == 0 {
		b.said("life-labels", b.say("none"))
	}
	b.coded("life-labels", last.Labels...)
}

func (b *builder) declarations(all []history.Declaration) {
	if len(all) < 2 {
		return
	}
	section(b, "life-stages", []language.Key{"life-release", "life-type", "column-stability", "life-labels"}, all, func(d history.Declaration) []page.Line {
		span := d.First.String()
		if d.Last != d.First {
			span = b.say("life-span", span, d.Last.String())
		}
		return []page.Line{page.Plain(span), page.Plain(d.Type), page.Plain(b.stability(d)), page.Plain(strings.Join(d.Labels, ", "))}
	})
}

func (b *builder) stability(d history.Declaration) string {
	said := d.Stability
	if said != "internal" {
		said = b.stageName(gate.Stage(d.Stability))
	}
	if d.Deprecated.Known() {
		said += b.say("life-comma") + b.say("deprecated-since", d.Deprecated.String())
	}
	return said
}
