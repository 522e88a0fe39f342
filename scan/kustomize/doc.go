// Package kustomize builds kustomizations in process, with kustomize's own library,
// and tells of each object which resource file it comes from.
//
// It owns the guard around that library. Kustomize fetches what is remote by
// itself: by http, and by starting git; it runs programs as plugins, and helm. None
// of that happens here. Kustomize reads every file through the guard, which looks
// at a kustomization before kustomize does and refuses what would leave the machine.
// Only files are read, of bounded size, and nothing is written.
package kustomize
