package crd

import "github.com/go-json-experiment/json/jsontext"

// object is a CustomResourceDefinition on the wire, v1 and v1beta1 in one: the
// fields that only v1beta1 has stand beside the others and stay empty in v1.
type object struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec struct {
		Group                 string           `json:"group"`
		Names                 Names            `json:"names"`
		Scope                 string           `json:"scope"`
		Versions              []objectVersion  `json:"versions"`
		Conversion            objectConversion `json:"conversion"`
		PreserveUnknownFields *bool            `json:"preserveUnknownFields"`

		// Only in v1beta1: one version, and what holds for all versions.
		Version                  string            `json:"version"`
		Validation               *validation       `json:"validation"`
		Subresources             *subresources     `json:"subresources"`
		AdditionalPrinterColumns []column          `json:"additionalPrinterColumns"`
		SelectableFields         []selectableField `json:"selectableFields"`
	} `json:"spec"`
	Status struct {
		StoredVersions []string `json:"storedVersions"`
	} `json:"status"`
}

type objectVersion struct {
	Name                     string            `json:"name"`
	Served                   bool              `json:"served"`
	Storage                  bool              `json:"storage"`
	Deprecated               bool              `json:"deprecated"`
	DeprecationWarning       string            `json:"deprecationWarning"`
	Schema                   *validation       `json:"schema"`
	Subresources             *subresources     `json:"subresources"`
	AdditionalPrinterColumns []column          `json:"additionalPrinterColumns"`
	SelectableFields         []selectableField `json:"selectableFields"`
}

type objectConversion struct {
	Strategy string `json:"strategy,omitempty"`
	// Webhook is v1's place of the client's configuration and the review versions.
	Webhook struct {
		ClientConfig             clientConfig `json:"clientConfig,omitzero"`
		ConversionReviewVersions []string     `json:"conversionReviewVersions,omitempty"`
	} `json:"webhook,omitzero"`

	// Only in v1beta1.
	WebhookClientConfig      clientConfig `json:"webhookClientConfig,omitzero"`
	ConversionReviewVersions []string     `json:"conversionReviewVersions,omitempty"`
}

type clientConfig struct {
	URL      string   `json:"url,omitempty"`
	Service  *Service `json:"service,omitempty"`
	CABundle string   `json:"caBundle,omitempty"`
}

type validation struct {
	OpenAPIV3Schema jsontext.Value `json:"openAPIV3Schema"`
}

type subresources struct {
	// Status is there or not; it says nothing more.
	Status *struct{} `json:"status"`
	Scale  *Scale    `json:"scale"`
}

type column struct {
	PrinterColumn `json:",inline"`
	// JSONPathBeta is how v1beta1 wrote it.
	JSONPathBeta string `json:"JSONPath"`
}

type selectableField struct {
	JSONPath string `json:"jsonPath"`
}
