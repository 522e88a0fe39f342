// Package completion returns the values that a shell offers on Tab: releases, contexts, groups,
// kinds, SIGs, rules, formats and files.
//
// It owns the values; package cli decides which flag has which. It reads the built-in data, the
// names in a kubeconfig, and folders. It must not send requests, run programs or take long, because
// the user waits for it.
package completion
