package comment

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
)

// marker is the hidden line that a comment begins with. Command and key are of
// letters and digits.
func marker(command, key string) string {
	return fmt.Sprintf("<!-- kubedelta-action: %s %s -->", command, key)
}

// Room is how many bytes a text may have to be a comment.
func Room(command, key string) int { return budget.CommentCharacters - len(marker(command, key)) - 1 }

// Body is the comment of a text.
func Body(command, key, text string) string { return marker(command, key) + "\n" + text }

// marked reports whether a comment begins with the marker. GitHub may give line
// breaks back as \r\n.
func marked(body, marker string) bool {
	line, _, _ := strings.Cut(body, "\n")
	return strings.TrimRight(line, "\r") == marker
}
