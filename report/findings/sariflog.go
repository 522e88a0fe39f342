package findings

// The objects of SARIF 2.1.0 that a report needs, with the names of the standard. R is the type of
// the results: sarifResults to write a file, and a list to read one in tests.
type (
	sarifLog[R any] struct {
		Schema  string        `json:"$schema"`
		Version string        `json:"version"`
		Runs    []sarifRun[R] `json:"runs"`
	}
	sarifRun[R any] struct {
		Tool               sarifTool                `json:"tool"`
		Invocations        []sarifInvocation        `json:"invocations"`
		OriginalURIBaseIDs map[string]sarifArtifact `json:"originalUriBaseIds"`
		ColumnKind         string                   `json:"columnKind"`
		Results            R                        `json:"results"`
	}
	// sarifResults are the first n results.
	sarifResults struct {
		of *sarif
		n  int
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
		Notifications  []sarifRule `json:"notifications"`
	}
	// sarifRule describes a rule of findings or of notifications. The latter only has a short description.
	sarifRule struct {
		ID               string               `json:"id"`
		ShortDescription sarifText            `json:"shortDescription"`
		FullDescription  sarifText            `json:"fullDescription,omitzero"`
		Help             sarifText            `json:"help,omitzero"`
		HelpURI          string               `json:"helpUri,omitempty"`
		Default          *sarifDefault        `json:"defaultConfiguration,omitempty"`
		Properties       *sarifRuleProperties `json:"properties,omitempty"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifRuleProperties struct {
		Tags []string `json:"tags"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifReference struct {
		ID string `json:"id"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications"`
		Properties          sarifAccount        `json:"properties"`
	}
	sarifAccount struct {
		Verdict string   `json:"verdict"`
		Account []string `json:"account"`
	}
	sarifNotification struct {
		Level      string          `json:"level"`
		Descriptor sarifReference  `json:"descriptor"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations,omitempty"`
	}
	sarifResult struct {
		RuleID              string             `json:"ruleId"`
		RuleIndex           int                `json:"ruleIndex"`
		Level               string             `json:"level"`
		Message             sarifText          `json:"message"`
		Locations           []sarifLocation    `json:"locations"`
		PartialFingerprints map[string]string  `json:"partialFingerprints"`
		BaselineState       string             `json:"baselineState,omitempty"`
		Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
		Properties          sarifProperties    `json:"properties"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
		Context  *sarifRegion  `json:"contextRegion,omitempty"`
	}
	sarifArtifact struct {
		URI         string    `json:"uri,omitempty"`
		BaseID      string    `json:"uriBaseId,omitempty"`
		Description sarifText `json:"description,omitzero"`
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine"`
		StartColumn int        `json:"startColumn,omitzero"`
		EndLine     int        `json:"endLine,omitzero"`
		EndColumn   int        `json:"endColumn,omitzero"`
		Snippet     *sarifText `json:"snippet,omitempty"`
	}
	sarifLogical struct {
		Name               string `json:"name,omitempty"`
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
	sarifProperties struct {
		Severity    string `json:"severity"`
		Document    int    `json:"document,omitzero"`
		APIVersion  string `json:"apiVersion,omitempty"`
		Kind        string `json:"kind,omitempty"`
		Namespace   string `json:"namespace,omitempty"`
		Name        string `json:"name,omitempty"`
		Field       string `json:"field,omitempty"`
		Deprecated  string `json:"deprecated,omitempty"`
		Removed     string `json:"removed,omitempty"`
		Replacement string `json:"replacement,omitempty"`
	}
)
