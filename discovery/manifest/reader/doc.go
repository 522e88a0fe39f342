// Package reader reads manifests: it splits the bytes of a file into documents, and calls a
// function with each API object in them, including the items of lists.
//
// It owns what is a document, an object, an empty document and an unreadable one, and the places in
// the text. An unreadable document does not hide the others: a [Result] counts every document.
//
// There are two parsers of YAML. The fast one (type fast) supports the subset that manifests use:
// block maps and lists, plain and quoted scalars, block scalars, flow collections. If a document
// has anything else, or anything that a full parser might read differently, it stops, and the slow
// one, yaml.v3, reads that document. Both make the same tree; a fuzz test compares them. Every
// document is parsed completely.
//
// Scalars have the same meaning as in kubectl, which reads YAML 1.1: an unquoted yes, no, on or off
// is a boolean.
//
// It must not open files, and must not panic, hang or use unlimited memory for any bytes.
package reader
