package crd

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// custom returns what the definition says beyond what discovery shows.
func (d *Definition) custom(v *Version) *discovery.CustomResource {
	c := &discovery.CustomResource{
		StoredVersions: d.StoredVersions, Conversion: d.Conversion.Strategy, Webhook: d.Conversion.webhook(), ListKind: d.Names.ListKind,
	}
	if v.Scale != nil {
		c.Scale = &discovery.Scale{SpecReplicas: v.Scale.SpecReplicasPath, StatusReplicas: v.Scale.StatusReplicasPath, LabelSelector: v.Scale.LabelSelectorPath}
	}
	for i := range d.Versions {
		c.Versions = append(c.Versions, d.Versions[i].Name)
		if d.Versions[i].Storage {
			c.StorageVersion = d.Versions[i].Name
		}
	}
	c.PrinterColumns = slice.Map(v.PrinterColumns, PrinterColumn.text)
	if len(v.PrinterColumns) == 0 {
		// The server prints the age if a definition has no columns.
		c.PrinterColumns = []string{"Age date .metadata.creationTimestamp"}
	}
	return c
}

func (p PrinterColumn) text() string {
	wide := ""
	if p.Priority > 0 {
		wide = " (wide)" // kubectl get -o wide
	}
	return p.Name + " " + p.Type + phrase.With(" (", p.Format, ")") + " " + p.JSONPath + wide
}

// webhook returns nil if there is no webhook, or if the definition has no address of it.
func (c Conversion) webhook() *discovery.ConversionWebhook {
	w := &discovery.ConversionWebhook{Address: c.URL, CABundle: fingerprint(c.CABundle), ReviewVersions: c.ReviewVersions}
	switch {
	case c.Strategy != "Webhook":
		return nil
	case c.Service != nil:
		w.Address = fmt.Sprintf("service %s/%s, port %d, path %s", c.Service.Namespace, c.Service.Name, c.Service.Port, cmp.Or(c.Service.Path, "/"))
	case c.URL == "":
		return nil
	}
	return w
}

// fingerprint hashes the decoded bytes, because white space in base64 text has no meaning.
func fingerprint(bundle string) string {
	if bundle == "" {
		return ""
	}
	data, err := base64.StdEncoding.DecodeString(bundle)
	if err != nil {
		data = []byte(bundle)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}
