// Package completion knows what a shell offers on Tab: releases, contexts, groups,
// kinds, SIGs, rules, formats and their files.
//
// It owns the candidates, and not which flag takes which: that is the command
// line's. It reads the built-in catalogs, the names in a kubeconfig and folders;
// it must not ask a server, run a program or take long, because a person waits
// with the finger on the key.
package completion
