package finding

// Account tells what was read and what was not, so that nobody takes silence for
// a clean result.
type Account struct {
	Files     int `json:"files"`
	Documents int `json:"documents"`
	Objects   int `json:"objects"`
	// InText counts the objects that only values, or the text of a template, tell of: it was not
	// rendered, or wrote something else with the values that there are.
	InText int `json:"inText,omitzero"`
	// Filtered counts the objects that were not looked at because of a filter such as
	// --namespace. They are among Objects.
	Filtered int `json:"filtered,omitzero"`
	// FilteredInside counts those that stand in documents that are no API objects.
	FilteredInside int `json:"filteredInside,omitzero"`
	// Carried counts the objects that stand in others, or in texts of others, and were
	// checked; CarriedNotRead what of such was not looked into, by what carries it.
	Carried        int            `json:"carried,omitzero"`
	CarriedNotRead map[string]int `json:"carriedNotRead,omitempty"`
	// CarriedNotValidated counts those that were checked and not validated, or not all of
	// them, by what carries them and why, where validation was asked for.
	CarriedNotValidated map[string]int `json:"carriedNotValidated,omitempty"`
	// Empty counts documents without content, Other those that are no API objects
	// (values files, kustomizations, JSON of other tools).
	Empty int `json:"empty"`
	Other int `json:"other"`
	// Skipped are files that were not looked at on purpose, by reason: "binary",
	// "excluded", "ignored by git", "not a manifest by name".
	Skipped map[string]int `json:"skipped"`
	// Notes name some of the skipped that a user may expect to have been read:
	// links to folders.
	Notes []Unreadable `json:"notes,omitempty"`
	// Unreadable is what should have been read and could not be.
	Unreadable []Unreadable `json:"unreadable"`
	// ByFile tells what became of each file, where that was asked for.
	ByFile []FileAccount `json:"byFile,omitempty"`
	// Clusters are those whose objects were read. These are among Objects.
	Clusters []ClusterAccount `json:"clusters,omitempty"`
	// NotChecked counts objects by "apiVersion Kind" that the target says nothing
	// of: custom resources, where it does not know them.
	NotChecked map[string]int `json:"notJudged"`
	// FieldsNotChecked counts objects by "apiVersion Kind" whose kind the target has without
	// its fields: a release of a project of which only the versions are known.
	FieldsNotChecked map[string]int `json:"fieldsNotChecked,omitempty"`
	// Shared: a chart was rendered with others that are read by themselves, too, so that
	// one finding may be there twice.
	Shared bool `json:"-"`
}

// NewAccount is an account of nothing, to be added to.
func NewAccount() Account {
	return Account{Skipped: map[string]int{}, NotChecked: map[string]int{}, Unreadable: []Unreadable{}}
}

// ClusterAccount is what was read of a cluster.
type ClusterAccount struct {
	Name string `json:"name"`
	// Objects were read of so many Resources.
	Objects   int `json:"objects"`
	Resources int `json:"resources"`
	// NotListed are the resources whose objects were not read, for the target changes
	// nothing of them or says nothing of them, or they hold data only: Secrets, Events.
	NotListed []string `json:"notListed,omitempty"`
}

// FileAccount is what became of one file, or of a folder that was passed over.
type FileAccount struct {
	File    string  `json:"file"`
	Outcome Outcome `json:"outcome"`
	// Reason tells why it was passed over, or could not be read; "" else.
	Reason string `json:"reason,omitempty"`
}

// Outcome is what became of a file.
type Outcome string

// The outcomes.
const (
	// Checked: there are objects in it, and all of it could be read. Those of a template
	// are the ones that it writes, or that its text tells of.
	Checked Outcome = "judged"
	// NoObjects: all of it was read, and there is no API object in it.
	NoObjects Outcome = "no objects"
	// PassedOver: it was not looked at on purpose.
	PassedOver Outcome = "passed over"
	// Unread: it could not be read, or not all of it.
	Unread Outcome = "unread"
)

// Unreadable is a file, or a document of one, that could not be read.
type Unreadable struct {
	File string `json:"file"`
	// Line and Document, from 1; 0 for the file as a whole.
	Line     int    `json:"line"`
	Document int    `json:"document"`
	Reason   string `json:"reason"`
}

// Add adds what another account holds.
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
	a.FieldsNotChecked = sum(a.FieldsNotChecked, b.FieldsNotChecked)
	a.Empty += b.Empty
	a.Other += b.Other
	a.Skipped, a.NotChecked = sum(a.Skipped, b.Skipped), sum(a.NotChecked, b.NotChecked)
	a.Clusters = append(a.Clusters, b.Clusters...)
	a.Notes = append(a.Notes, b.Notes...)
	a.ByFile = append(a.ByFile, b.ByFile...)
	a.Unreadable = append(a.Unreadable, b.Unreadable...)
}

// sum adds counts to others; nil are none.
func sum(a, b map[string]int) map[string]int {
	if a == nil && len(b) > 0 {
		a = map[string]int{}
	}
	for what, n := range b {
		a[what] += n
	}
	return a
}
