package prose

import (
	"net/url"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// targetPattern matches what follows the text of a link: the URL, with or without angle brackets,
// and an optional title, which is dropped.
var targetPattern = lazy.Regexp(`^\(\s*(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\.|\([^\s()<>]*\))*))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`)

var escapePattern = lazy.Regexp("\\\\([!-/:-@\\[-`{-~])")

// link writes a link that begins at i, if one does. A link to anything but the web or mail is
// written as text with its address.
func (w *inliner) link(i, to int, inLink bool) (next int, ok bool) {
	end, closed := w.brackets[i]
	if !closed || inLink || end+1 >= to || w.s[end+1] != '(' {
		return i, false
	}
	m := targetPattern().FindStringSubmatch(w.s[end+1 : min(to, end+farthest)])
	if m == nil {
		return i, false
	}
	address := unescape(escapePattern().ReplaceAllString(m[1]+m[2], "$1"))
	safe, web := destination(address)
	if !web {
		w.run(i+1, end, true)
		if address != "" {
			w.out.WriteString(" (" + codeSpan(strings.Join(strings.Fields(clean(address)), " ")) + ")")
		}
		return end + 1 + len(m[0]), true
	}
	w.out.WriteByte('[')
	switch strings.TrimSpace(w.s[i+1 : end]) {
	case "":
		w.out.WriteString("link")
	case "x", "X":
		w.out.WriteString(noWidth) // some renderers read it as a checkbox
	}
	w.run(i+1, end, true)
	w.out.WriteString("](" + safe + ")")
	return end + 1 + len(m[0]), true
}

// destination returns an address for a link; false for anything but the web and mail.
func destination(address string) (string, bool) {
	address = strings.TrimSpace(clean(address))
	u, err := url.Parse(address)
	if err != nil {
		return "", false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" {
			return "", false
		}
	case "mailto":
		if u.Opaque == "" {
			return "", false
		}
	default:
		return "", false
	}
	return addressEscaper.Replace(address), true
}

//nolint:gochecknoglobals // a constant table.
var addressEscaper = strings.NewReplacer(" ", "%20", "\n", "%20", "<", "%3C", ">", "%3E", "(", "%28", ")", "%29", `\`, "%5C", `"`, "%22", "'", "%27",
	"`", "%60", "[", "%5B", "]", "%5D", "{", "%7B", "}", "%7D", "|", "%7C", "&", "&amp;", "*", "%2A")
