package checker

import (
	_ "embed"
	"slices"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// Rule is one way in which an object can fail at a target. Its texts are in data/rules.yaml; the
// code that finds it is in the file of what it looks at, such as types, fields, references or
// words. A rule has the ID of the rule of diff that means the same, if there is one.
type Rule = rule.Rule

// The IDs of the rules.
const (
	ResourceRemoved         = "resource-removed"
	NotServedByDefault      = "not-served-by-default"
	KindUnknown             = "kind-unknown"
	TargetIncomplete        = "target-incomplete"
	APIDeprecated           = "api-deprecated"
	ProjectAPIOutdated      = "project-api-outdated"
	FieldRemoved            = "field-removed"
	FieldDeprecated         = "field-deprecated"
	FieldUnknown            = "field-unknown"
	ValueDeprecated         = "value-deprecated"
	VolumeRemoved           = "volume-removed"
	ReferenceRemoved        = "reference-removed"
	ReferenceDeprecated     = "reference-deprecated"
	ReferenceUnknown        = "reference-unknown"
	LabelRemoved            = "label-removed"
	LabelDeprecated         = "label-deprecated"
	AnnotationRemoved       = "annotation-removed"
	AnnotationDeprecated    = "annotation-deprecated"
	ConfigurationRemoved    = "configuration-removed"
	ConfigurationDeprecated = "configuration-deprecated"
	ConfigurationUnknown    = "configuration-unknown"
	SettingRemoved          = "setting-removed"
	SettingDeprecated       = "setting-deprecated"
	SettingUnknown          = "setting-unknown"
	NumberLimits            = "crd-number-limits"
	AddressRejected         = "address-rejected"
	ExpressionUnsupported   = "cel-unsupported"
	ScheduleRejected        = "schedule-rejected"
)

//go:embed data/rules.yaml
var ruleData []byte

// Rules lists all rules, in the order of the documentation.
func Rules() []Rule { return slices.Clone(rules()) }

//nolint:gochecknoglobals // a constant, which is read when it is first used
var rules = sync.OnceValue(func() (all []Rule) {
	if err := yaml.Unmarshal(ruleData, &all); err != nil {
		panic(err) // the file is built in
	}
	return all
})
