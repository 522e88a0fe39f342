package crd

import "github.com/go-json-experiment/json/jsontext"

// object is the JSON of a CustomResourceDefinition. It has the fields of v1 and of v1beta1.
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

		// Only in v1beta1: a single version, and fields that apply to all versions.
		Version                  string            `json:"version"`
		Validation               *validation       `json:"validation"`
		Subresources             *subresources     `json:"subresources"`
		AdditionalPrinterColumns []column          `json:"additionalPrinterColumns"`
		SelectableFields         []selectableField `json:"selectableFields"`
	} `json:"spec"`
	Status struct {
		StoredVersions []string        `json:"storedVersions"`
		Conditions     []keptCondition `json:"conditions"`
	} `json:"status"`
}

type objectVersion struct {
	State

	Schema                   *validation       `json:"schema"`
	Subresources             *subresources     `json:"subresources"`
	AdditionalPrinterColumns []column          `json:"additionalPrinterColumns"`
	SelectableFields         []selectableField `json:"selectableFields"`
}

type objectConversion struct {
	Strategy string `json:"strategy,omitempty"`
	// Webhook is only in v1.
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
	// Status is an empty object.
	Status *struct{} `json:"status"`
	Scale  *Scale    `json:"scale"`
}

type column struct {
	PrinterColumn `json:",inline"`
	// JSONPathBeta is the name of the field in v1beta1.
	JSONPathBeta string `json:"JSONPath"`
}

type selectableField struct {
	JSONPath string `json:"jsonPath"`
}
