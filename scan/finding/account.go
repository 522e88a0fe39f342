package finding

// Account is what was read and what was not, which a report without findings must show.
type Account struct {
	Files     int `json:"files"`
	Documents int `json:"documents"`
	Objects   int `json:"objects"`
	// InText counts the objects that only values or the text of a template show: the template was
	// not rendered, or wrote something else with the given values.
	InText int `json:"inText,omitzero"`
	// Filtered counts the objects, among Objects, that a filter such as --namespace left out.
	Filtered int `json:"filtered,omitzero"`
	// FilteredInside counts those in documents that are no API objects.
	FilteredInside int `json:"filteredInside,omitzero"`
	// Carried counts the objects inside other objects, or in texts of others, that were checked.
	// CarriedNotRead counts what was not looked into there, by what carries it.
	Carried        int            `json:"carried,omitzero"`
	CarriedNotRead map[string]int `json:"carriedNotRead,omitempty"`
	// CarriedNotValidated counts those that were checked and not validated, or not completely, by
	// what carries them and why, if validation was requested.
	CarriedNotValidated map[string]int `json:"carriedNotValidated,omitempty"`
	// NotValidated counts the files that were checked and not validated, by reason, if validation
	// was requested.
	NotValidated map[string]int `json:"notValidated,omitempty"`
	// Empty counts documents without content, Other those that are no API objects (values files,
	// kustomizations, JSON of other tools).
	Empty int `json:"empty"`
	Other int `json:"other"`
	// Skipped counts the files that were not read on purpose, by reason: "binary", "excluded",
	// "ignored by git", "not a manifest by name".
	Skipped map[string]int `json:"skipped"`
	// Notes name some of the skipped files that a user may expect to be read: links to folders.
	Notes []Unreadable `json:"notes,omitempty"`
	// Unreadable is what should have been read and could not be.
	Unreadable []Unreadable `json:"unreadable"`
	// ByFile is the outcome of each file, if it was requested.
	ByFile []FileAccount `json:"byFile,omitempty"`
	// Clusters are the clusters whose objects were read. The objects are among Objects.
	Clusters []ClusterAccount `json:"clusters,omitempty"`
	// NotChecked counts objects by "apiVersion Kind" that the target has no data about, such as
	// custom resources that it does not know.
	NotChecked map[string]int `json:"notJudged"`
	// FieldsNotChecked counts objects by "apiVersion Kind" whose kind the target has without its
	// fields, as for a release of a project of which only the versions are known.
	FieldsNotChecked map[string]int `json:"fieldsNotChecked,omitempty"`
	// Shared: a chart was rendered with others that are also read on their own, so a finding may be
	// there twice.
	Shared bool `json:"-"`
}

// NewAccount returns an empty account.
func NewAccount() Account {
	return Account{Skipped: map[string]int{}, NotChecked: map[string]int{}, Unreadable: []Unreadable{}}
}

// ClusterAccount is what was read from a cluster.
type ClusterAccount struct {
	Name string `json:"name"`
	// Objects is the number of objects that were read, Resources that of their resources.
	Objects   int `json:"objects"`
	Resources int `json:"resources"`
	// NotListed are the resources whose objects were not read: the target changes nothing about
	// them, has no data about them, or they have only data, such as Secrets.
	NotListed []string `json:"notListed,omitempty"`
}

// FileAccount is the outcome of one file, or of a skipped folder.
type FileAccount struct {
	File    string  `json:"file"`
	Outcome Outcome `json:"outcome"`
	// Reason is why it was skipped or could not be read; otherwise "".
	Reason string `json:"reason,omitempty"`
}

// Outcome is what happened to a file.
type Outcome string

// The outcomes.
const (
	// Checked: it has objects, or objects inside documents that are none, and was read completely. The
	// objects of a template are those that it writes or that its text shows.
	Checked Outcome = "judged"
	// NoObjects: it was read completely, and has no API object.
	NoObjects Outcome = "no objects"
	// PassedOver: it was not read on purpose.
	PassedOver Outcome = "passed over"
	// Unread: it could not be read, or not completely.
	Unread Outcome = "unread"
)

// Unreadable is a file, or a document of a file, that could not be read, or an object about which a
// rehearsal has no answer.
type Unreadable struct {
	File string `json:"file"`
	// Line and Document, from 1; 0 for the whole file.
	Line     int `json:"line"`
	Document int `json:"document"`
	// Object is "apps/v1 Deployment shop/web", if only this object is meant. It "has" the Reason: "no answer: ...".
	Object string `json:"object,omitempty"`
	Reason string `json:"reason"`
}

// Add adds the content of another account.
func (a *Account) Add(b Account) {
	a.Files += b.Files
	a.Documents += b.Documents
	a.Objects += b.Objects
	a.InText += b.InText
	a.Shared = a.Shared || b.Shared
	a.Filtered += b.Filtered
	a.FilteredInside += b.FilteredInside
	a.Carried += b.Carried
	a.CarriedNotRead = sum(a.CarriedNotRead, b.CarriedNotRead)
	a.CarriedNotValidated = sum(a.CarriedNotValidated, b.CarriedNotValidated)
	a.NotValidated = sum(a.NotValidated, b.NotValidated)
	a.FieldsNotChecked = sum(a.FieldsNotChecked, b.FieldsNotChecked)
	a.Empty += b.Empty
	a.Other += b.Other
	a.Skipped, a.NotChecked = sum(a.Skipped, b.Skipped), sum(a.NotChecked, b.NotChecked)
	a.Clusters = append(a.Clusters, b.Clusters...)
	a.Notes = append(a.Notes, b.Notes...)
	a.ByFile = append(a.ByFile, b.ByFile...)
	a.Unreadable = append(a.Unreadable, b.Unreadable...)
}

// sum adds counts to others. Both may be nil.
func sum(a, b map[string]int) map[string]int {
	if a == nil && len(b) > 0 {
		a = map[string]int{}
	}
	for what, n := range b {
		a[what] += n
	}
	return a
}
