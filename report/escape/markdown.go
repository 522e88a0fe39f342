package escape

import "strings"

// Markdown makes a text safe for a paragraph or a table cell in markdown: what
// it holds is shown, never interpreted.
func Markdown(s string) string {
	return markdownEscaper.Replace(Plain(s))
}

//nolint:gochecknoglobals // a constant table.
var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "#", `\#`, "@", "@\u200b", "~", `\~`, "$", `\$`,
)

// Code makes a text a code span that may stand in a table cell. A backtick would
// end the span, so it becomes an apostrophe; a text without anything to see has
// no span.
func Code(s string) string {
	s = strings.ReplaceAll(Plain(s), "`", "'")
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}
