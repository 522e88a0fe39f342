package crd

import "reflect"

// key orders definitions by group, then plural.
func (d *Definition) key() string { return d.Group + "\x00" + d.Names.Plural }

// same reports whether two definitions say the same, wherever they stand.
func (d Definition) same(other Definition) bool {
	d.Origin, other.Origin = "", ""
	return reflect.DeepEqual(d, other)
}
