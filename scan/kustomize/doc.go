// Package kustomize builds kustomizations in process with kustomize's library, and finds the
// resource file of each object.
//
// It owns the guard around that library. Kustomize fetches remote paths by HTTP and with git, and
// runs plugins and helm; this package must do none of that. Kustomize reads every file through the
// guard, which checks a kustomization first and refuses those that would access the network or run
// a program. Only regular files of limited size are read, and nothing is written.
package kustomize
