package cli_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// shownCommand is a command on a page, with the output on the page.
type shownCommand struct {
	page string
	line int
	// text is what a user types, without comments and prompts.
	text string
	// output is the output on the page, or "".
	output string
	// mounts are folders of a container that are elsewhere in a test.
	mounts []string
}

func (c shownCommand) String() string { return fmt.Sprintf("%s:%d: %s", c.page, c.line, c.text) }

// shown returns the commands of a page, in order.
func (p docsPage) shown() ([]shownCommand, error) {
	if !strings.HasSuffix(p.name, ".md") {
		return p.shownInYAML()
	}
	var out []shownCommand
	blocks := p.blocks()
	for i, b := range blocks {
		var next block
		if i+1 < len(blocks) {
			next = blocks[i+1]
		}
		switch {
		case b.kind == fence && strings.HasPrefix(firstLine(b), "$ "):
			out = append(out, p.console(b)...)
		case b.kind == fence && holdsCommands(b):
			list := p.commands(b)
			if len(list) == 1 && isOutput(next) {
				list[0].output = next.text()
			}
			out = append(out, list...)
		case b.kind == paragraph && isOutput(next):
			if text := announced(b); text != "" {
				out = append(out, shownCommand{page: p.name, line: b.line, text: text, output: next.text()})
			}
		case b.kind == fence && isYAML(b.info):
			// A fence can show a part of a file, or an error. Only the valid part is read.
			list, _ := docsPage{p.name, b.text()}.shownInYAML()
			for _, c := range list {
				c.line += b.line
				out = append(out, c)
			}
		}
	}
	return out, nil
}

func isYAML(info string) bool { return info == "yaml" || info == "yml" }

func firstLine(b block) string {
	for _, line := range b.lines {
		if strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}

// shells are the fences in which every line is a command.
var shells = []string{"sh", "bash", "shell", "zsh", "fish", "powershell"}

// typed matches the beginning of a typed line in a fence without a language.
var typed = regexp.MustCompile(`^(?:[A-Z_]+=\S* )*(?:kubedelta|kubectl|kubectl-api_delta|go|task|git|docker|brew|helm|curl|cosign|apt|sudo|source|export)\s`)

// holdsCommands reports whether a fence has commands.
func holdsCommands(b block) bool {
	if slices.Contains(shells, b.info) {
		return true
	}
	return b.info == "" && slices.ContainsFunc(b.lines, typed.MatchString)
}

// isOutput reports whether a block can be the output of a command.
func isOutput(b block) bool {
	return b.kind == quote || b.kind == fence && (b.info == "text" || b.info == "" || b.info == "json" || b.info == "diff") &&
		!holdsCommands(b) && !strings.HasPrefix(firstLine(b), "$ ")
}

// announcement matches a command in a sentence before its output: `kubedelta explain ingresses` …:
var announcement = regexp.MustCompile("`((?:[A-Z_]+=\\S* )*kubedelta [^`]+)`")

// announced returns the only command of a paragraph that ends with a colon.
func announced(b block) string {
	found := announcement.FindAllStringSubmatch(b.text(), -1)
	if len(found) != 1 || !strings.HasSuffix(strings.TrimSpace(b.text()), ":") {
		return ""
	}
	return found[0][1]
}

// console reads a fence with prompts and output.
func (p docsPage) console(b block) (out []shownCommand) {
	var shown []string
	finish := func() {
		if len(out) > 0 {
			out[len(out)-1].output = strings.Trim(strings.Join(shown, "\n"), "\n")
		}
		shown = nil
	}
	for i, line := range b.lines {
		text, prompt := strings.CutPrefix(line, "$ ")
		if !prompt {
			shown = append(shown, line)
			continue
		}
		finish()
		out = append(out, shownCommand{page: p.name, line: b.line + 1 + i, text: uncommented(text)})
	}
	finish()
	return out
}

// synopsis matches the usage line that cobra writes into docs/cli.
var synopsis = regexp.MustCompile(`^kubedelta.* \[(?:flags|command)\]$`)

// compound matches a line of a command with several lines.
var compound = regexp.MustCompile(`(?m)^\s*(?:for|while|until|if|case)\b|<<|[{(]$`)

// commands reads a fence in which every line is a command, without output. Lines that end in a
// backslash continue. A fence with a loop or similar is one command.
func (p docsPage) commands(b block) (out []shownCommand) {
	if compound.MatchString(b.text()) {
		return []shownCommand{{page: p.name, line: b.line + 1, text: b.text()}}
	}
	begun := ""
	for i, line := range b.lines {
		line = uncommented(line)
		if begun != "" {
			line = begun + " " + strings.TrimSpace(line)
			begun = ""
		}
		if rest, goesOn := strings.CutSuffix(line, "\\"); goesOn {
			begun = strings.TrimSpace(rest)
			continue
		}
		line = strings.TrimSpace(line)
		usage := strings.HasPrefix(p.name, "docs/cli/") && synopsis.MatchString(line)
		if line != "" && !usage {
			out = append(out, shownCommand{page: p.name, line: b.line + 1 + i, text: line})
		}
	}
	return out
}

// comment matches a comment, which begins after white space. No page has a # after a space in
// quotes; a command that is cut there would not run.
var comment = regexp.MustCompile(`(^|\s+)#(\s.*|$)`)

func uncommented(line string) string { return comment.ReplaceAllString(line, "") }

// calls matches scripts that call kubedelta.
var calls = regexp.MustCompile(`(?m)(?:^|[|&;({!]|\bif|\bthen)\s*(?:kubedelta|kubectl api-delta) `)

// shownInYAML returns the commands in manifests and workflows: the arguments of kubedelta's
// containers, and scripts that call it.
func (p docsPage) shownInYAML() (out []shownCommand, err error) {
	dec := yaml.NewDecoder(strings.NewReader(p.text))
	for {
		var n yaml.Node
		err := dec.Decode(&n)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, fmt.Errorf("%s: %w", p.name, err)
		}
		out = append(out, p.inNode(&n)...)
	}
}

func (p docsPage) inNode(n *yaml.Node) (out []shownCommand) {
	if n.Kind == yaml.MappingNode {
		if c, ok := p.container(n); ok {
			out = append(out, c)
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if key, value := n.Content[i], n.Content[i+1]; key.Value == "run" && value.Kind == yaml.ScalarNode && calls.MatchString(value.Value) {
				out = append(out, shownCommand{page: p.name, line: value.Line, text: strings.TrimSpace(value.Value)})
			}
		}
	}
	for _, child := range n.Content {
		out = append(out, p.inNode(child)...)
	}
	return out
}

// container returns the command of a container with kubedelta's image.
func (p docsPage) container(n *yaml.Node) (shownCommand, bool) {
	var c struct {
		Image        string           `yaml:"image"`
		Args         []string         `yaml:"args"`
		Env          []map[string]any `yaml:"env"`
		VolumeMounts []map[string]any `yaml:"volumeMounts"`
		Rest         map[string]any   `yaml:",inline"`
	}
	if n.Decode(&c) != nil || len(c.Args) == 0 || !strings.Contains(c.Image, "kubedelta") {
		return shownCommand{}, false
	}
	env := map[string]string{}
	for _, e := range c.Env {
		if value, plain := e["value"].(string); plain {
			env[fmt.Sprint(e["name"])] = value
		}
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		words = append(words, name+"="+env[name])
	}
	out := shownCommand{page: p.name, line: n.Line, text: strings.Join(append(append(words, "kubedelta"), c.Args...), " ")}
	for _, m := range c.VolumeMounts {
		out.mounts = append(out.mounts, fmt.Sprint(m["mountPath"]))
	}
	return out, true
}
