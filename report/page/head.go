package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"html/template"
	"strings"
)

// base is the style sheet of every page.
//
//go:embed base.css
var base string

// Head is what a page needs before its body.
type Head struct {
	// Language of the page: "en", "ja".
	Language string
	// Title must be plain text: see escape.Plain.
	Title string
	// Styles stand after the style sheet of every page.
	Styles string
	// Script runs at the end of the body: see HTML's second value. "" for none.
	Script string
	// Frame is that of a page of a site, which has its style and scripts in files.
	Frame Frame
}

// Style is the style sheet of every page.
func Style() string { return base }

// HTML is the page up to its body, and the script to put at the end of the body.
// Styles and script are written as they are: they are files of this program, never
// data.
func (h Head) HTML() (top, script template.HTML) {
	if h.Frame.Root != "" {
		return h.framed(), ""
	}
	style := base + h.Styles
	policy := []string{"default-src 'none'", "style-src " + source(style), "img-src data:", "base-uri 'none'", "form-action 'none'"}
	if h.Script != "" {
		policy = append(policy, "script-src "+source(h.Script))
		script = template.HTML("<script>" + h.Script + "</script>") //nolint:gosec // a file of this program
	}
	return template.HTML(h.top(policy) + "<style>" + style + "</style>\n</head>\n"), script //nolint:gosec // the title is escaped, the style a file of this program
}

// framed is the top of a page of a site.
func (h Head) framed() template.HTML {
	var links strings.Builder
	policy := h.Frame.head(&links)
	return template.HTML(h.top(policy) + links.String() + "</head>\n") //nolint:gosec // the title and the links are escaped
}

// top is the page up to its title.
func (h Head) top(policy []string) string {
	return "<!DOCTYPE html>\n<html lang=\"" + html.EscapeString(h.Language) + "\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"" + html.EscapeString(strings.Join(policy, "; ")) + "\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n" +
		"<title>" + html.EscapeString(h.Title) + "</title>\n"
}

// source is how a content security policy names an inline style or script (CSP 3,
// 2.3.1).
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
