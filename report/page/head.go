package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"strings"
)

// base is the style sheet of every page.
//
//go:embed base.css
var base string

// Head is the head of a page.
type Head struct {
	// Language is the language of the page: "en", "ja".
	Language string
	// Title must be plain text (escape.Plain).
	Title string
	// Styles follow the style sheet of every page.
	Styles string
	// Script is the script at the end of the body; "" for none.
	Script string
	// Frame is the frame of a page of a site, whose style and scripts are files.
	Frame Frame
}

// HTML returns the page up to its body, and the script for the end of the body. Styles and script
// are written literally, so they must be files of this program, not data.
func (h Head) HTML() (top, script string) {
	var policy []string
	var links strings.Builder
	if h.Frame.Root != "" {
		policy = h.Frame.head(&links)
	} else {
		style := base + h.Styles
		links.WriteString("<style>" + style + "</style>\n")
		policy = []string{"default-src 'none'", "style-src " + source(style), "img-src data:", "base-uri 'none'", "form-action 'none'"}
		if h.Script != "" {
			policy = append(policy, "script-src "+source(h.Script))
			script = "<script>" + h.Script + "</script>"
		}
	}
	return "<!DOCTYPE html>\n<html lang=\"" + html.EscapeString(h.Language) + "\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"" + html.EscapeString(strings.Join(policy, "; ")) + "\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n" +
		"<title>" + html.EscapeString(h.Title) + "</title>\n" + links.String() + "</head>\n", script
}

// source is the hash of an inline style or script in a content security policy (CSP 3, 2.3.1).
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
