package rehearsal

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/rehearse/local"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
	"github.com/kubedelta/kubedelta/scan/secret"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// questions are the objects that were read, in the form in which they are sent. They are kept in a
// file, so that the objects of a large cluster do not use memory. Values of Secrets are not kept.
type questions struct {
	checker   *checker.Checker
	validator *validate.Validator
	sending   rehearse.Sending
	// custom and customs check against the definitions that the local server serves; nil before
	// that.
	custom  *checker.Checker
	customs *validate.Validator
	// deprecations are the deprecation warnings of these definitions.
	deprecations map[discovery.GroupVersionKind]string

	mu   sync.Mutex
	file *os.File
	out  *bufio.Writer
	err  error
	// n is the number of questions. seen has the objects of clusters, which can be read twice if a
	// list is restarted.
	n    int
	seen map[string]bool
	// namespaces are the namespaces of the objects. built are the kustomizations that built
	// objects.
	namespaces map[string]bool
	built      map[string]bool
	members    *kustomize.Members
	// expected are the files with the state that tests expect, which is never applied.
	expected scan.Expected
	// needed are objects that are created in a local server but not asked about.
	needed []rehearse.Question
}

func newQuestions(dir string, target checker.Target, sending rehearse.Sending) (*questions, error) {
	target.Strict = true
	j, err := checker.New(target)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, "questions"), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return &questions{
		checker: j, validator: validate.New(target.To, validate.Options{Elsewhere: true}), sending: sending, file: file, out: bufio.NewWriterSize(file, 1<<20),
		seen: map[string]bool{}, namespaces: map[string]bool{}, built: map[string]bool{},
	}, nil
}

func (qs *questions) take(o *tree.Object, cluster string, picked bool) {
	if !picked {
		if qs.sending.OwnNetwork && o.File == evidence.LiveFile && local.Needed(discovery.ParseGroupVersion(o.APIVersion), o.Kind) {
			qs.need(o)
		}
		return
	}
	if files := scan.ExpectedBy(o, ""); files != nil {
		qs.mu.Lock()
		qs.expected = append(qs.expected, files...)
		qs.mu.Unlock()
	}
	q := rehearse.Question{File: o.File, Form: rehearse.Written}
	switch {
	case cluster != "" && o.File == evidence.LiveFile:
		q.File, q.Form = cluster, rehearse.Stored
	case cluster != "":
		q.File, q.Form = cluster+": "+o.File, rehearse.Released
	}
	if q.Form == rehearse.Stored {
		qs.applied(o, q.File)
	} else {
		q.Line, q.Document = lineOf(o), o.Document
	}
	qs.add(o, q)
}

// applied adds the object that kubectl apply last sent, from its annotation.
func (qs *questions) applied(o *tree.Object, file string) {
	annotations := o.Tree.Child(o.Tree.Child(o.Root, "metadata"), "annotations")
	at := o.Tree.Child(annotations, secret.LastApplied)
	if at < 0 {
		return
	}
	text, found := o.Tree.Nodes[at].Value, false
	var r reader.Reader
	r.Read(file, []byte(text), func(applied *tree.Object) {
		found = true
		qs.add(applied, rehearse.Question{File: file, Form: rehearse.Applied})
	})
	if !found && text != "" {
		qs.add(o, rehearse.Question{File: file, Form: rehearse.Applied, Unfit: "its annotation kubectl.kubernetes.io/last-applied-configuration is not an object: it may be truncated"})
	}
}

func lineOf(o *tree.Object) int {
	node := o.Root
	if o.APIVersionNode >= 0 {
		node = o.APIVersionNode
	}
	line, column := int(o.Tree.Nodes[node].Line), int(o.Tree.Nodes[node].Column)
	if o.Place != nil {
		line, _ = o.Place(line, column)
	}
	return line
}

func (qs *questions) add(o *tree.Object, q rehearse.Question) {
	q.APIVersion, q.Kind, q.Namespace, q.Name, q.Kustomization = o.APIVersion, o.Kind, o.Namespace, o.Name, o.Origin.Kustomization
	q.Foreign = qs.foreign(o)
	switch {
	case q.Unfit != "":
	case o.Guess:
		q.Unfit = "the template was not rendered, so only a part of the object is known"
	case o.Possible != "":
		q.Unfit = "it exists only " + o.Possible
	case q.Form == rehearse.Written && carried.Sops(o.Tree) >= 0:
		q.Unfit = "SOPS encrypted values of it: decrypt it and rehearse the result"
	case !q.Foreign:
		sending := qs.sending
		sending.Form = q.Form
		body, err := rehearse.Body(o, sending)
		if err != nil {
			q.Unfit = err.Error()
		}
		q.Body = body
		q.Namespace, q.Name = namesIn(body, q.Namespace, q.Name)
		if q.Form == rehearse.Written && (carried.Filled(q.Name) || carried.Filled(q.Namespace)) {
			q.Unfit = "its name or namespace has a variable that is not filled in: fill it in and rehearse the result"
		}
	}
	if !q.Foreign && q.Unfit == "" {
		q.Said, q.Unchecked = saidBy(qs.checker, qs.validator, o, q.Form), !qs.checker.SpeaksOf(o)
	}
	line, err := json.Marshal(&q, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	key := strings.Join([]string{q.File, string(q.Form), q.APIVersion, q.Kind, q.Namespace, q.Name}, "\x00")
	qs.mu.Lock()
	defer qs.mu.Unlock()
	if q.Form != rehearse.Written {
		if qs.seen[key] {
			return
		}
		qs.seen[key] = true
	}
	qs.n++
	if q.Namespace != "" && !qs.namespaces[q.Namespace] {
		qs.namespaces[strings.Clone(q.Namespace)] = true
	}
	if q.Kustomization != "" && !qs.built[q.Kustomization] {
		qs.built[strings.Clone(q.Kustomization)] = true
	}
	if err == nil {
		_, err = qs.out.Write(append(line, '\n'))
	}
	qs.err = errors.Join(qs.err, err)
}

// namesIn returns the namespace and name in the body of a request. The name differs from that in the
// object if the API server is to generate it; both differ if a kustomization sets them.
func namesIn(body []byte, namespace, name string) (string, string) {
	var object struct {
		Metadata struct {
			Namespace string `json:"namespace"`
			Name      string `json:"name"`
		} `json:"metadata"`
	}
	if json.Unmarshal(body, &object, jsontext.AllowDuplicateNames(true)) != nil {
		return namespace, name
	}
	return cmp.Or(object.Metadata.Namespace, namespace), cmp.Or(object.Metadata.Name, name)
}

// foreign reports whether an object is a file of a component or tool, which is not sent to an API
// server.
func (qs *questions) foreign(o *tree.Object) bool {
	group := discovery.ParseGroupVersion(o.APIVersion).Group
	switch group {
	case "builtin", "kustomize.config.k8s.io", "audit.k8s.io", "apiserver.k8s.io", "kubeadm.k8s.io", "admission.k8s.io", "chainsaw.kyverno.io", "cli.kyverno.io", "kuttl.dev":
		return true
	default:
		return qs.checker.Configures(o) || qs.checker.Foreign(o) || strings.HasSuffix(group, ".config.k8s.io") ||
			o.APIVersion == "v1" && slices.Contains([]string{"Config", "EncryptionConfig", "Policy"}, o.Kind)
	}
}

// saidBy returns what scan reports about an object. It leaves out findings about objects within it,
// which a server does not check, and about the list that has it, which is not sent.
func saidBy(j *checker.Checker, v *validate.Validator, o *tree.Object, form rehearse.Form) (list []rehearse.Said) {
	emit := func(f finding.Finding) {
		if f.Inside == nil && f.Kind == o.Kind && (form != rehearse.Stored || !strings.HasPrefix(f.Field, "status")) {
			list = append(list, rehearse.Said{Rule: f.Rule, Severity: f.Severity, Field: f.Field, Message: f.Message})
		}
	}
	j.Object(o, emit)
	v.Object(o, nil, emit)
	return list
}

// pass iterates over the selected questions, in the order in which they were added. It ends at the
// first error.
func (qs *questions) pass(picked func(*rehearse.Question) bool) iter.Seq2[*rehearse.Question, error] {
	return func(yield func(*rehearse.Question, error) bool) {
		if err := errors.Join(qs.err, qs.out.Flush()); err != nil {
			yield(nil, fmt.Errorf("the objects could not be kept: %w", err))
			return
		}
		if _, err := qs.file.Seek(0, io.SeekStart); err != nil {
			yield(nil, err)
			return
		}
		tests, commented := scan.Steps{}, scan.Commented{}
		in := jsontext.NewDecoder(bufio.NewReaderSize(qs.file, 1<<20), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
		for {
			q := &rehearse.Question{}
			err := json.UnmarshalDecode(in, q)
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(nil, fmt.Errorf("the objects that were kept cannot be read: %w", unjson.Sentence(err)))
				return
			case !picked(q) || qs.elsewhere(q):
				continue
			}
			q.Foreign = q.Foreign || q.Form == rehearse.Written && (qs.expected.Has(q.File) || tests.ChangeEarlier(q.File) || commented.Has(q.File))
			if qs.again(q); !yield(q, nil) {
				return
			}
		}
	}
}

// all returns the questions about objects of these kinds ("apps/v1 Deployment") that the server
// needs a copy of.
func (qs *questions) all(kinds map[string]bool) (list []rehearse.Question, err error) {
	if len(kinds) == 0 {
		return nil, nil
	}
	for q, err := range qs.pass(func(q *rehearse.Question) bool {
		return kinds[q.APIVersion+" "+q.Kind] && q.Form != rehearse.Applied && q.Unfit == "" && !q.Foreign
	}) {
		if err != nil {
			return nil, err
		}
		list = append(list, *q)
	}
	return list, nil
}

// elsewhere reports whether a file is part of a kustomization. Its objects are asked about as the
// kustomization builds them; patches are not complete objects.
func (qs *questions) elsewhere(q *rehearse.Question) bool {
	if q.Form != rehearse.Written || q.Kustomization != "" || q.File == "-" {
		return false
	}
	if qs.members == nil {
		qs.members = kustomize.NewMembers(slices.Sorted(maps.Keys(qs.built))...)
	}
	return qs.members.Has(q.File)
}
