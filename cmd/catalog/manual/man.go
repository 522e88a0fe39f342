package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
)

// header is the data in the footer of a man page.
type header struct{ date, version string }

// manFiles returns the man pages, compressed as packages have them. They use the macros of man(7)
// that every formatter supports: groff, mandoc.
func manFiles(pages []*page, h header) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, p := range pages {
		packed, err := compress([]byte(man(p, h)))
		if err != nil {
			return nil, err
		}
		files[p.file()+".1.gz"] = packed
	}
	return files, nil
}

// compress omits name and time from the header, like gzip -n.
func compress(text []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func man(p *page, h header) string {
	var b strings.Builder
	title := strings.ToUpper(p.file())
	fmt.Fprintf(&b, ".TH %q 1 %q %q %q\n", title, h.date, strings.TrimSpace("kubedelta "+h.version), "kubedelta")
	b.WriteString(".nh\n.ad l\n") // flags and file names must not be hyphenated
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(p.file()), roff(p.short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR%s\n", roff(p.path), roff(strings.TrimPrefix(p.usage, p.path)))
	if len(p.text) > 0 {
		b.WriteString(".SH DESCRIPTION\n")
	}
	for i, part := range p.text {
		manBlock(&b, part, i == 0)
	}
	if len(p.children) > 0 {
		b.WriteString(".SH COMMANDS\n")
		for _, c := range p.children {
			fmt.Fprintf(&b, ".TP\n%s\n%s\n", reference(c), manProse(c.short))
		}
	}
	manOptions(&b, "OPTIONS", p.flags)
	manOptions(&b, "GLOBAL OPTIONS", p.global)
	b.WriteString(".SH EXIT STATUS\n")
	for _, s := range statuses() {
		fmt.Fprintf(&b, ".TP\n\\fB%d\\fR\n%s\n", s.code, manProse(s.meaning))
	}
	if len(p.examples) > 0 {
		b.WriteString(".SH EXAMPLES\n")
		manLines(&b, p.examples)
	}
	b.WriteString(".SH SEE ALSO\n" + seeAlso(p) + "\n")
	return b.String()
}

func manBlock(b *strings.Builder, part block, first bool) {
	switch {
	case part.terms != nil:
		for _, t := range part.terms {
			fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(t.name), manProse(t.text))
		}
	case part.literal != nil:
		b.WriteString(".PP\n")
		manLines(b, part.literal)
	case first: // a heading begins a paragraph
		b.WriteString(manProse(part.paragraph) + "\n")
	default:
		b.WriteString(".PP\n" + manProse(part.paragraph) + "\n")
	}
}

func manLines(b *strings.Builder, lines []string) {
	b.WriteString(".nf\n")
	for _, line := range lines {
		b.WriteString(atLineStart(roff(line)) + "\n")
	}
	b.WriteString(".fi\n")
}

func manOptions(b *strings.Builder, title string, list []option) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	for _, o := range list {
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR%s\n%s\n", roff(strings.Join(o.names, ", ")), italic(o), manProse(o.usage))
	}
}

func italic(o option) string {
	switch {
	case o.value == "":
		return ""
	case o.always:
		return " \\fI" + roff(o.value) + "\\fR"
	default:
		return "[=\\fI" + roff(o.value) + "\\fR]"
	}
}

// seeAlso names the related pages. Other documentation is not a man page: it is on the web, for all
// versions.
func seeAlso(p *page) string {
	var list []string
	if p.parent != nil {
		list = append(list, reference(p.parent))
		for _, c := range p.parent.children {
			if c != p {
				list = append(list, reference(c))
			}
		}
	}
	for _, c := range p.children {
		list = append(list, reference(c))
	}
	return strings.Join(list, ",\n")
}

func reference(p *page) string { return "\\fB" + roff(p.file()) + "\\fR(1)" }

// manProse writes a text on its own line with bold flags.
func manProse(text string) string {
	var b strings.Builder
	rest := text
	for m := flagWord.FindStringSubmatchIndex(rest); m != nil; m = flagWord.FindStringSubmatchIndex(rest) {
		b.WriteString(roff(rest[:m[4]]) + "\\fB" + roff(rest[m[4]:m[5]]) + "\\fR")
		rest = rest[m[5]:]
	}
	return atLineStart(b.String() + roff(rest))
}

// atLineStart escapes a text that would be a request at the start of a line.
func atLineStart(text string) string {
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, `\(aq`) {
		return `\&` + text
	}
	return text
}

//nolint:gochecknoglobals // a constant table
var roffEscaper = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// roff escapes a text for a man page, so that readers can copy it: formatters would replace dashes
// and quotes by typographic ones. Characters outside ASCII are written by name, because the
// encoding of the file is not declared.
func roff(text string) string {
	var b strings.Builder
	for _, r := range roffEscaper.Replace(text) {
		switch {
		case r < ' ' || r == 0x7f:
			b.WriteByte(' ')
		case r < 0x7f:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}
