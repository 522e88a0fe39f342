package crd

import "github.com/kubedelta/kubedelta/discovery"

// custom is what the definition says beyond what discovery shows.
func (d *Definition) custom(v *Version) *discovery.CustomResource {
	c := &discovery.CustomResource{StoredVersions: d.StoredVersions, Conversion: d.Conversion.Strategy}
	for i := range d.Versions {
		c.Versions = append(c.Versions, d.Versions[i].Name)
		if d.Versions[i].Storage {
			c.StorageVersion = d.Versions[i].Name
		}
	}
	for _, p := range v.PrinterColumns {
		text := p.Name + " " + p.Type + " " + p.JSONPath
		if p.Priority > 0 {
			text += " (wide)" // kubectl get -o wide
		}
		c.PrinterColumns = append(c.PrinterColumns, text)
	}
	if len(v.PrinterColumns) == 0 {
		// The server prints the age where a definition names no columns.
		c.PrinterColumns = []string{"Age date .metadata.creationTimestamp"}
	}
	return c
}
