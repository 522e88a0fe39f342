package validate

import "github.com/kubedelta/kubedelta/scan/secret"

// secret reports whether the value of a node must not be quoted. What must not be quoted is
// determined for the first error of an object.
func (x *check) secret(node int) bool {
	if x.confidential != nil && x.confidential() {
		return true
	}
	if x.hidden == nil {
		x.hidden = &secret.Hidden{}
		x.hidden.Look(x.o.Tree, x.o.Root, x.o.Kind == "Secret")
	}
	return x.hidden.Node(node)
}

// secretBelow is secret for a node and everything in it.
func (x *check) secretBelow(node int) bool {
	return x.secret(node) || x.hidden.Any() && x.hidden.Within(node, int(x.o.Tree.Nodes[node].After))
}
