package validate

import (
	"encoding/json"

	"github.com/kubedelta/kubedelta/discovery"
)

// schema is what a value is held against: the keywords of OpenAPI 3.0 that the API
// server knows. Its JSON is that of the keywords. A field of the zero value claims
// nothing.
type schema struct {
	Type     typeNames `json:"type"`
	Format   string    `json:"format"`
	Nullable bool      `json:"nullable"`
	Enum     []any     `json:"enum"`

	Required             []string           `json:"required"`
	Properties           map[string]*schema `json:"properties"`
	AdditionalProperties *schema            `json:"additionalProperties"`
	MinProperties        int                `json:"minProperties"`
	MaxProperties        *int               `json:"maxProperties"`

	Items       *schema `json:"items"`
	MinItems    int     `json:"minItems"`
	MaxItems    *int    `json:"maxItems"`
	UniqueItems bool    `json:"uniqueItems"`

	Minimum          *float64 `json:"minimum"`
	Maximum          *float64 `json:"maximum"`
	ExclusiveMinimum bound    `json:"exclusiveMinimum"`
	ExclusiveMaximum bound    `json:"exclusiveMaximum"`
	MultipleOf       float64  `json:"multipleOf"`

	MinLength int    `json:"minLength"`
	MaxLength *int   `json:"maxLength"`
	Pattern   string `json:"pattern"`

	Not   *schema   `json:"not"`
	AllOf []*schema `json:"allOf"`
	AnyOf []*schema `json:"anyOf"`
	OneOf []*schema `json:"oneOf"`

	// never: false in the place of a schema, which takes no value.
	never bool
}

// UnmarshalJSON takes true and false too, which stand for any value and for none.
func (s *schema) UnmarshalJSON(data []byte) error {
	var takes bool
	if json.Unmarshal(data, &takes) == nil {
		s.never = !takes
		return nil
	}
	type plain schema
	return json.Unmarshal(data, (*plain)(s))
}

// typeNames are the types that a value may have; none stands for all.
type typeNames []string

// UnmarshalJSON takes one name or a list.
func (t *typeNames) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = typeNames{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// bound is an exclusive bound: true makes the inclusive one exclusive, as of OpenAPI
// 3.0; a number is a bound of its own, as of 3.1.
type bound struct {
	flag  bool
	value *float64
}

// UnmarshalJSON takes both forms.
func (b *bound) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &b.flag) == nil {
		return nil
	}
	return json.Unmarshal(data, &b.value)
}

// of is the exclusive bound, if there is one.
func (b bound) of(inclusive *float64) *float64 {
	if b.flag {
		return inclusive
	}
	return b.value
}

// keywords reads validation keywords. One that makes no sense is left out, not all.
func keywords(list []discovery.Keyword) *schema {
	s := &schema{}
	for _, k := range list {
		text, err := json.Marshal(map[string]json.RawMessage{k.Name: json.RawMessage(k.Value)})
		if err == nil && json.Unmarshal(text, &schema{}) == nil {
			_ = json.Unmarshal(text, s) // it has just been read
		}
	}
	s.Format = ""
	return s
}
