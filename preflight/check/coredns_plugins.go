package check

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkCoreDNS(in preflight.Input) (f found) {
	if in.Settings.Corefile == "" {
		return doesNotApply("there is no Corefile in kube-system")
	}
	plugins, imports, ok := parseCorefile(in.Settings.Corefile)
	if !ok {
		f.gap("configmaps/coredns", "the Corefile cannot be read: its braces do not match")
		return f
	}
	if imports {
		f.gap("configmaps/coredns", "the Corefile imports files that kubedelta cannot read")
	}
	brings, known := coreDNS().of[in.To.String()]
	if !known {
		f.gap("CoreDNS of "+in.To.String(), "the CoreDNS version that kubeadm installs with "+in.To.String()+" is unknown; the table ends with "+coreDNS().newest)
		return f
	}
	runs := runningCoreDNS(in)
	for _, p := range plugins {
		f.plugin(in, p, runs, brings)
	}
	if runs == "" && len(f.items) > 0 {
		f.gap("coredns", "the version of the running CoreDNS is not visible")
	}
	return f
}

// runningCoreDNS returns the oldest version of CoreDNS that runs; "" if it cannot be seen.
func runningCoreDNS(in preflight.Input) (oldest string) {
	for _, c := range component(in, "coredns") {
		v := strings.TrimPrefix(c.Version, "v")
		if numbers, _ := leadingNumbers(v); len(numbers) > 1 && (oldest == "" || compareDotted(v, oldest) < 0) {
			oldest = v
		}
	}
	return oldest
}

func (f *found) plugin(in preflight.Input, p directive, runs, brings string) {
	for _, e := range facts().Corefile {
		if e.Plugin != p.plugin || e.Option != "" && !slices.Contains(p.options, e.Option) {
			continue
		}
		gone := compareDotted(e.Removed, brings) <= 0
		switch {
		case gone && runs != "" && compareDotted(e.Removed, runs) <= 0:
			continue // CoreDNS would not run now
		case !gone && compareDotted(e.Deprecated, brings) > 0:
			continue
		}
		what := phrase.With("the option ", e.Option, " of ") + "the plugin " + p.plugin
		it := f.add(configMap("coredns"))
		it.Severity, it.Message = rule.Deprecation, fmt.Sprintf("%s is deprecated in CoreDNS from %s on; %s installs %s or later", what, e.Deprecated, in.To, brings)
		if gone {
			it.Severity, it.Before = rule.Risky, hop(in.To)
			it.Message = fmt.Sprintf("%s was removed in CoreDNS %s, and %s installs %s or later, which exits if the Corefile contains it", what, e.Removed, in.To, brings)
		}
		it.Message += phrase.With("; write ", e.Instead)
		it.Field, it.Value, it.Word = "data.Corefile", p.plugin+phrase.With(" ", e.Option), true
		it.Likely = in.Settings.ClusterConfiguration == ""
	}
}

// corefileEnd is a plugin, or an option of one, that CoreDNS removed.
type corefileEnd struct{ Plugin, Option, Deprecated, Removed, Instead string }

//go:embed coredns.tsv
var coreDNSTable string

// coreDNS has the oldest CoreDNS that kubeadm of each release installs, and newest is the last
// release of the table. Patch releases may install a later one (CoreDNSVersion in
// cmd/kubeadm/app/constants; until 1.18, the notes of each release and k8sReleases of
// corefile-migration).
var coreDNS = sync.OnceValue(func() (table struct { //nolint:gochecknoglobals // a constant that is parsed
	of     map[string]string
	newest string
}) {
	table.of = map[string]string{}
	for line := range strings.Lines(coreDNSTable) {
		release, version, _ := strings.Cut(strings.TrimSpace(line), "\t")
		table.of[release], table.newest = version, release
	}
	return table
})

// compareDotted compares versions like 1.10.1 by their numbers. A part that is not a number counts
// as 0.
func compareDotted(a, b string) int {
	x, _ := leadingNumbers(a)
	y, _ := leadingNumbers(b)
	for range 3 { // 1.10 is 1.10.0
		x, y = append(x, 0), append(y, 0)
	}
	return slices.Compare(x[:3], y[:3])
}

// directive is a plugin of a Corefile, with the names of its options.
type directive struct {
	plugin  string
	options []string
}

// corefileLimit is the largest Corefile that is read, in bytes.
const corefileLimit = 1 << 20

// parseCorefile reads the plugins of all server blocks of a Corefile, and the options in their
// blocks (https://coredns.io/manual/configuration/). It supports comments, quotes and snippets.
// imports is true if the Corefile imports files, which are not read. ok is false if the braces do
// not match.
func parseCorefile(text string) (plugins []directive, imports bool, ok bool) {
	if len(text) > corefileLimit {
		return nil, false, false
	}
	var c corefile
	addressed, snippets := false, map[string]bool{}
	for line := range strings.Lines(text) {
		words := corefileWords(line)
		if len(words) == 0 {
			continue
		}
		if addressed && words[0] != "{" {
			c.depth, c.bottom = 1, 1 // the only server block of a file needs no braces
		}
		imported := words[0] == "import"
		imports = imports || imported && (len(words) == 1 || !snippets["("+words[1]+")"])
		snippets[words[0]] = true
		addressed = c.depth == 0 && !imported && words[0] != "}" && !slices.Contains(words, "{") && !strings.HasSuffix(words[len(words)-1], ",")
		if !c.line(words) {
			return nil, false, false
		}
	}
	return c.plugins, imports, c.depth == c.bottom
}

// corefile has the plugins that were read of a Corefile, and the number of open blocks. bottom is 1
// in a file without braces around its server block, else 0.
type corefile struct {
	plugins       []directive
	depth, bottom int
}

// line reads a line. It returns false if a closing brace has no opening one.
func (c *corefile) line(words []string) bool {
	begins := true
	for _, word := range words {
		switch {
		case word == "{":
			c.depth++
		case word == "}":
			c.depth--
		case begins && c.depth == 1:
			c.plugins = append(c.plugins, directive{plugin: word})
		case begins && c.depth == 2 && len(c.plugins) > 0:
			last := &c.plugins[len(c.plugins)-1]
			last.options = append(last.options, word)
		}
		if begins = word == "{" || word == "}"; c.depth < c.bottom {
			return false
		}
	}
	return true
}

// corefileWord matches a word of a line, or a text in quotes.
var corefileWord = lazy.Regexp(`"([^"]*)"?|([^\s"]\S*)`)

// corefileWords splits a line into words. A # at the start of a word begins a comment.
func corefileWords(line string) (words []string) {
	for _, word := range corefileWord().FindAllStringSubmatch(strings.TrimSpace(line), -1) {
		if word[0][0] == '#' {
			break
		}
		words = append(words, word[1]+word[2])
	}
	return words
}
