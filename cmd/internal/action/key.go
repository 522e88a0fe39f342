package action

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Key tells the comments of the uses of the action apart: the command with all that
// it is asked for, or the key that the workflow gives it.
func (in *Inputs) Key() string {
	parts := []string{in.Command, "key", in.CommentKey}
	if in.CommentKey == "" {
		parts = []string{in.Command, in.WorkingDirectory, in.Old, in.New}
		for _, list := range [][]string{in.Paths, in.SIGs, in.Contexts, in.Args} {
			parts = append(parts, strings.Join(list, "\x00"))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x01")))
	return hex.EncodeToString(sum[:6])
}
