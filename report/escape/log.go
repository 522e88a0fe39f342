package escape

import (
	"bytes"
	"io"
	"strings"
)

// Log makes a line safe for the log of a CI system, in which output can be a command: "::error" at
// the beginning of a line and "##[error]" anywhere for GitHub Actions, "##vso[" for Azure
// Pipelines, "##teamcity[" for TeamCity. It replaces a character with one of similar shape and
// equal width, so that the layout does not change.
func Log(line string) string {
	if strings.Contains(line, "##") {
		line = commands.Replace(line)
	}
	rest := strings.TrimLeft(line, " \t")
	if strings.HasPrefix(rest, "::") {
		return line[:len(line)-len(rest)] + "ː" + rest[1:]
	}
	return line
}

// LogLines applies Log to each line of a text.
func LogLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(Log(line))
	}
	return b.String()
}

//nolint:gochecknoglobals // a constant table.
var commands = strings.NewReplacer("##[", "#♯[", "##vso[", "#♯vso[", "##teamcity[", "#♯teamcity[")

// LogWriter writes each line through Log.
type LogWriter struct {
	w    io.Writer
	line []byte
}

// NewLogWriter returns a writer to w. A last line without a line break is not written.
func NewLogWriter(w io.Writer) *LogWriter { return &LogWriter{w: w} }

// Write implements io.Writer.
func (l *LogWriter) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			l.line = append(l.line, p...)
			return n, nil
		}
		l.line = append(l.line, p[:i+1]...)
		p = p[i+1:]
		if _, err := io.WriteString(l.w, Log(string(l.line))); err != nil {
			return 0, err
		}
		l.line = l.line[:0]
	}
}
