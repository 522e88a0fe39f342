package migration

import (
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
)

// definition converts a CustomResourceDefinition from v1beta1 to v1 as the API server does, with
// its conversions and defaults (k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1 and
// v1beta1). The schema must be valid in v1.
func definition(s *form.Form) string {
	spec := s.At("spec")
	if spec == nil || spec.Kind != tree.Map {
		return "it has no spec"
	}
	if why := unknown(spec, "group", "version", "names", "scope", "validation", "subresources", "versions", "additionalPrinterColumns", "conversion", "preserveUnknownFields"); why != "" {
		return why
	}
	if absent(spec, "group") || absent(spec, "names") {
		return "it has no group or no names: it may be a patch of an object that sets these fields"
	}
	if protected().MatchString(spec.Text("group")) && s.At("metadata", "annotations", "api-approved.kubernetes.io") == nil {
		return "the new version requires the annotation api-approved.kubernetes.io of the group " + spec.Text("group")
	}
	// The default of the old version is true: unknown fields are kept.
	keep := true
	if p := spec.Take("preserveUnknownFields"); p != nil {
		keep = p.Value != "false"
	}
	if absent(spec, "scope") {
		spec.Put(form.String("scope", "Namespaced"))
	}
	if why := conversion(spec); why != "" {
		return why
	}
	if why := versions(spec); why != "" {
		return why
	}
	for _, v := range spec.Items("versions") {
		if why := versionOf(v, keep); why != "" {
			return why
		}
	}
	return ""
}

// protected matches groups that need an approval: apihelpers.IsProtectedCommunityGroup.
var protected = lazy.Regexp(`(^|\.)(k8s|kubernetes)\.io$`)

func conversion(spec *form.Form) string {
	c := spec.At("conversion")
	if c == nil {
		return ""
	}
	if why := unknown(c, "strategy", "webhookClientConfig", "conversionReviewVersions"); why != "" {
		return why
	}
	client, reviews := c.At("webhookClientConfig"), c.At("conversionReviewVersions")
	switch c.Text("strategy") {
	case "None":
		if client != nil || reviews != nil {
			return "spec.conversion has the strategy None, and a webhook"
		}
		return ""
	case "Webhook":
	default:
		return "the strategy of spec.conversion is unknown"
	}
	if client == nil {
		return "spec.conversion has no webhookClientConfig"
	}
	if absent(c, "conversionReviewVersions") {
		c.Take("conversionReviewVersions")
		c.Put(form.List("conversionReviewVersions", form.String("", "v1beta1")))
	}
	webhook := form.Map("webhook")
	var kept []*form.Form
	for _, p := range c.Parts() {
		switch p.Key {
		case "webhookClientConfig":
			p.Called("clientConfig")
		case "conversionReviewVersions":
		default:
			kept = append(kept, p)
			continue
		}
		webhook.Add(p)
	}
	c.Set(append(kept, webhook)...)
	return ""
}

// versions writes the list of versions, and moves the settings for all versions into each.
func versions(spec *form.Form) string {
	version := spec.Take("version")
	list := spec.Items("versions")
	switch {
	case len(list) == 0 && (version == nil || version.Value == ""):
		return "it has no version"
	case len(list) == 0:
		spec.Take("versions")
		only := form.Map("", version.Called("name"), form.Bool("served", true), form.Bool("storage", true))
		list = []*form.Form{only}
		spec.Put(form.List("versions", only))
	case version != nil && version.Value != list[0].Text("name"):
		return "spec.version is not the first of spec.versions"
	}
	for _, field := range []string{"subresources", "additionalPrinterColumns", "validation"} {
		common := spec.Take(field)
		if common == nil {
			continue
		}
		if field == "validation" {
			common.Called("schema")
		}
		for i, v := range list {
			if v.At(common.Key) != nil {
				return "spec." + field + " is set both in spec and in a version of spec.versions"
			}
			if i > 0 {
				common = common.Clone()
			}
			v.Take(common.Key)
			v.Put(common)
		}
	}
	return ""
}

func versionOf(v *form.Form, keep bool) string {
	if why := unknown(v, "name", "served", "storage", "deprecated", "deprecationWarning", "schema", "subresources", "additionalPrinterColumns"); why != "" {
		return why
	}
	if v.At("name") == nil || v.At("served") == nil || v.At("storage") == nil {
		return "a version lacks name, served or storage, which the new version requires"
	}
	for _, column := range v.Items("additionalPrinterColumns") {
		path := column.At("JSONPath")
		if path == nil || column.At("jsonPath") != nil {
			return "a printer column has no JSONPath"
		}
		path.Called("jsonPath")
	}
	// Without a schema the old version accepts every object, and keeps all of its fields.
	if keep && (absent(v, "schema") || absent(v.At("schema"), "openAPIV3Schema")) {
		v.Take("schema")
		v.Put(form.Map("schema", form.Map("openAPIV3Schema")))
	}
	schema := v.At("schema", "openAPIV3Schema")
	if schema == nil {
		return "the new version requires a schema of each version, and " + v.Text("name") + " has none"
	}
	// The new version requires type: object, which every custom resource is.
	if keep && absent(schema, "type") {
		schema.Put(form.String("type", "object"), "properties")
	}
	if schema.Text("type") != "object" {
		return "the schema of " + v.Text("name") + " is not structural: it has no type: object"
	}
	if why := structural(schema, keep, true); why != "" {
		return "the schema of " + v.Text("name") + " may not be valid in the new version: " + why
	}
	return ""
}
