package escape

import "strings"

// Markdown escapes text for a paragraph or a table cell, so that it is shown literally.
func Markdown(s string) string {
	return markdownEscaper.Replace(Plain(s))
}

//nolint:gochecknoglobals // a constant table.
var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "#", `\#`, "@", "@\u200b", "~", `\~`, "$", `\$`,
)

// Code returns a code span, which may be in a table cell. A backtick would end the span, so it
// becomes an apostrophe. Text without visible characters returns "".
func Code(s string) string {
	s = strings.ReplaceAll(Plain(s), "`", "'")
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}
