package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/report/escape"
)

// made marks the pages, so that one whose command is gone can be told from a page
// that a person wrote.
const made = "<!-- Made by `go run ./cmd/internal/manual -markdown docs/cli`; a test says when it is stale. -->"

func markdownFiles(pages []*page) map[string][]byte {
	files := map[string][]byte{}
	for _, p := range pages {
		files[p.file()+".md"] = []byte(markdown(p))
	}
	return files
}

func markdown(p *page) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n%s.\n\nUsage: %s\n", p.path, made, prose(p.short), span(p.usage))
	for _, part := range p.text {
		b.WriteString("\n" + markdownBlock(part))
	}
	if len(p.examples) > 0 {
		fmt.Fprintf(&b, "\n## Examples\n\n```sh\n%s\n```\n", strings.Join(p.examples, "\n"))
	}
	if len(p.children) > 0 {
		b.WriteString("\n## Commands\n\n| command | what it does |\n| --- | --- |\n")
		for _, c := range p.children {
			fmt.Fprintf(&b, "| [`%s`](%s.md) | %s |\n", c.path, c.file(), prose(c.short))
		}
	}
	markdownOptions(&b, "Flags", p.flags)
	markdownOptions(&b, "Global flags", p.global)
	if p.parent == nil {
		b.WriteString("\n## Exit codes\n\n| code | meaning |\n| --: | --- |\n")
		for _, s := range cli.Statuses() {
			fmt.Fprintf(&b, "| %d | %s |\n", s.Code, prose(s.Meaning))
		}
		return b.String()
	}
	fmt.Fprintf(&b, "\n## See also\n\n- [`%s`](%s.md): %s; the exit codes\n", p.parent.path, p.parent.file(), prose(p.parent.short))
	return b.String()
}

func markdownBlock(part block) string {
	switch {
	case part.terms != nil:
		var b strings.Builder
		for _, t := range part.terms {
			fmt.Fprintf(&b, "- %s: %s\n", span(t.name), prose(t.text))
		}
		return b.String()
	case part.literal != nil:
		return "```text\n" + strings.Join(part.literal, "\n") + "\n```\n"
	default:
		return prose(part.paragraph) + "\n"
	}
}

func markdownOptions(b *strings.Builder, title string, list []option) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| flag | meaning |\n| --- | --- |\n", title)
	for _, o := range list {
		fmt.Fprintf(b, "| %s | %s |\n", escape.Code(strings.Join(o.names, ", ")+o.argument()), prose(o.usage))
	}
}

// argument is what follows a flag's name.
func (o option) argument() string {
	switch {
	case o.value == "":
		return ""
	case o.always:
		return " " + o.value
	default:
		return "[=" + o.value + "]"
	}
}

// span is a code span outside of tables, where a bar is a bar.
func span(s string) string { return "`" + s + "`" }

var flagWord = regexp.MustCompile(`(^|[\s(,;:])(--?[a-z][a-z-]*[a-z]|-[a-z])\b`)

// prose is a text whose flags are code spans and whose rest means nothing to
// markdown.
func prose(text string) string {
	var b strings.Builder
	rest := text
	for m := flagWord.FindStringSubmatchIndex(rest); m != nil; m = flagWord.FindStringSubmatchIndex(rest) {
		b.WriteString(escape.Markdown(rest[:m[4]]) + escape.Code(rest[m[4]:m[5]]))
		rest = rest[m[5]:]
	}
	return b.String() + escape.Markdown(rest)
}
