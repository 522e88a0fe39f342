// Package comment updates one comment on a pull request.
//
// It finds its comment by a hidden first line and by its author. It must not change comments of
// others, and does not depend on the content of the comment.
package comment
