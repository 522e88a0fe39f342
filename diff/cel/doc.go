// Package cel parses CEL rules of custom resource definitions (x-kubernetes-validations, KEP-2876).
// It proves for some of them that they are true for every object that satisfies other rules and a
// schema.
//
// The parser keeps no positions and checks no types, because the API server did so when it accepted
// the definition. cel-go's parser would add 5 MB to the binary, for ANTLR and the protocol buffers
// of its syntax tree; tests compare with it. The package must not read schemas: it knows them as
// [Shape].
package cel
