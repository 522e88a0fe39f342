package life

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

func gateName(g *history.GateLife) string {
	if g.Of == gate.Kubeadm {
		return "kubeadm " + g.Name
	}
	return g.Name
}

func flagName(f *history.NameLife) string { return strings.TrimSpace(f.Component + " " + f.Name) }

// gate shows the life of a feature gate.
func (b *builder) gate(g *history.GateLife) {
	b.name(gateName(g))
	last := g.Steps[len(g.Steps)-1]
	b.said(language.LifeNow, b.state(last))
	b.said(language.PageIntroduced, b.since(g.Steps[0].From, g.Steps[0].From == b.e.GateReleases.First))
	of := []string{"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy"}
	if g.Of == gate.Kubeadm {
		of = []string{"kubeadm"}
	}
	b.coded(language.LifeOf, of...)
	b.coded(language.LifeFields, g.Fields...)
	b.keps(g.KEPs)
	address := "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates"
	if last.Stage == gate.Gone {
		address += "-removed"
	}
	if g.Of == gate.Components {
		b.fact(language.LifeDocumentation, page.Run{Text: address + "/#" + g.Name, To: address + "/#" + g.Name})
	}
	b.section(language.LifeStages)
	var rows [][]page.Line
	for _, s := range g.Steps {
		rows = append(rows, []page.Line{page.Plain(s.From.String()), page.Plain(b.state(s)), b.notes(s.Notes)})
	}
	b.table([]language.Key{language.LifeRelease, language.ColumnStability, language.ColumnReleaseNote}, rows)
	b.mentions(g.Mentions)
	var lines []string
	if g.Steps[0].From == b.e.GateReleases.First {
		lines = append(lines, b.say(language.LifeUnknownBefore, b.e.GateReleases.First.String()))
	}
	if len(g.KEPs) == 0 {
		lines = append(lines, b.say(language.LifeUnknownKEP))
	}
	if len(g.Mentions) == 0 {
		lines = append(lines, b.say(language.LifeUnknownNotes))
	}
	b.unknown(lines)
}

// mentions are the entries of release notes that name something.
func (b *builder) mentions(all []history.Mention) {
	if len(all) == 0 {
		return
	}
	b.section(language.LifeMentions)
	var rows [][]page.Line
	for _, m := range all {
		var says []string
		for _, word := range m.Says {
			says = append(says, b.says(word))
		}
		rows = append(rows, []page.Line{page.Plain(strings.TrimPrefix(m.Release, "v")), {pull(m.PR)}, page.Plain(strings.Join(says, b.say(language.LifeComma)))})
	}
	b.table([]language.Key{language.LifeRelease, language.ColumnReleaseNote, language.LifeSays}, rows)
}

// says is what an entry says of a name.
func (b *builder) says(word string) string {
	if old, is := strings.CutPrefix(word, "renamed:"); is {
		return b.say(language.LifeRenamed, old)
	}
	switch word {
	case "on":
		return b.say(language.OnByDefault)
	case "deprecates":
		return b.say(language.LifeSaysDeprecated)
	case "removes":
		return b.say(language.LifeSaysRemoved)
	case "locks":
		return b.say(language.LifeLocked)
	default:
		return b.stageName(gate.Stage(word))
	}
}

// named shows what is known of a flag or a metric.
func (b *builder) named(n *history.NameLife, sort history.Sort) {
	b.name(flagName(n))
	open := b.say(language.CellOpen)
	for _, end := range []struct {
		key   language.Key
		known bool
		at    string
	}{{language.LifeDeprecated, n.Deprecated.Known(), n.Deprecated.String()}, {language.LifeRemoved, n.Removed.Known(), n.Removed.String()}} {
		text := open
		if end.known {
			text = end.at
			if end.key == language.LifeDeprecated || !n.ByTable {
				text = b.say(language.LifeByNotes, end.at)
			}
		}
		b.said(end.key, text)
	}
	address := "https://kubernetes.io/docs/reference/instrumentation/metrics/"
	if sort == history.Flag {
		address = "https://kubernetes.io/docs/reference/command-line-tools-reference/" + n.Component + "/"
	}
	if sort == history.Metric || n.Component != "" && !strings.HasPrefix(n.Component, "kubeadm") && !strings.HasPrefix(n.Component, "kubectl") && !strings.HasPrefix(n.Component, "cloud") {
		b.fact(language.LifeDocumentation, page.Run{Text: address, To: address})
	}
	b.mentions(n.Mentions)
	lines := []string{b.say(map[history.Sort]language.Key{history.Flag: language.LifeUnknownFlag, history.Metric: language.LifeUnknownMetric}[sort])}
	if len(n.Mentions) == 0 {
		lines = append(lines, b.say(language.LifeUnknownNotes))
	}
	b.unknown(lines)
}
