package comment

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
)

// marker returns the hidden first line of a comment. Command and key consist of letters and digits.
func marker(command, key string) string {
	return fmt.Sprintf("<!-- kubedelta-action: %s %s -->", command, key)
}

// Room returns how many bytes the text of a comment can have.
func Room(command, key string) int { return budget.CommentCharacters - len(marker(command, key)) - 1 }

// marked reports whether a comment begins with the marker. GitHub can return line breaks as \r\n.
func marked(body, marker string) bool {
	line, _, _ := strings.Cut(body, "\n")
	return strings.TrimRight(line, "\r") == marker
}
