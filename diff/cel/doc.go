// Package cel parses the expressions of CEL rules in custom resource definitions
// (x-kubernetes-validations, KEP-2876), and proves of some of them that they hold for
// every object that other rules and a schema let through.
//
// The parser keeps no positions and checks no types: the API server has done that when it
// took the definition. cel-go's parser would add 5 MB to the binary, for ANTLR and the
// protocol buffers of its syntax tree; tests compare with it.
package cel
