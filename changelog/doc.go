// Package changelog is the model of Kubernetes' release notes: entries with
// their pull requests, SIGs, kinds and the facts that their texts state, and the
// ways in which notes of several releases and forms are joined.
//
// It owns plain values and pure functions over them: [Join] makes one document
// of a release's forms, [Library] keeps documents by release, [Range] picks the
// entries between two versions. Reading is the work of its sub-packages:
// markdown and draft parse, fact draws facts from texts, github and files fetch,
// catalog holds what is built in, link scores entries against API changes. It
// must not do I/O, and knows nothing of rendering.
package changelog
