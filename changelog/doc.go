// Package changelog is the model of Kubernetes' release notes: notes with their pull requests,
// SIGs, kinds and facts, and versions and sections.
//
// It owns plain values and pure functions over them. The sub-packages do the work: markdown and
// draft parse notes, fact reads facts from texts, github and files fetch notes, history joins the
// notes of several releases and forms, catalog has the built-in notes, gather collects notes from
// all of these, link links notes to API changes, and annotate adds them to a comparison. The
// package must not do I/O, and must not know about rendering.
package changelog
