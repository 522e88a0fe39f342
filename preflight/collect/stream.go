package collect

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/source/paging"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// maxItem is the largest object, in bytes. The default limit of etcd is 1.5 MiB, and it can be
// configured.
const maxItem = 16 << 20

var (
	errItemTooLarge = errors.New("an object in the list is larger than 16 MiB, the limit of kubedelta")
	errNoList       = errors.New("the response is not a list of objects: is there a proxy in front of the API server?")
	// errNoItems: Go writes a nil slice as null. API servers return an empty list instead, except
	// for PartialObjectMetadataList (k8s.io/apiserver/pkg/endpoints/handlers/response.go).
	errNoItems = errors.New("the list has null instead of objects: is there a proxy in front of the API server?")
	// errCut: the body ended before the JSON did.
	errCut      = errors.New("the list is incomplete")
	errNoObject = errors.New("it is not an API object")
)

type listType struct{ apiVersion, kind string }

// readList passes each item of a list to item, as bytes that are valid only during the call, and
// returns the page without its objects. It calls of before the first item and at the end, to check
// the type of the list.
func readList(body io.Reader, of func(listType) error, item func([]byte)) (page paging.Page, err error) {
	m := &meter{from: body, left: maxItem}
	// A name twice hides one of the values. Looking for that takes a third of the time of the decoder.
	d := jsontext.NewDecoder(m, jsontext.AllowInvalidUTF8(true))
	if d.PeekKind() != '{' {
		_, err := d.ReadToken()
		return page, listError(err)
	}
	says, seen := listType{}, map[string]bool{}
	err = unjson.Members(d, func(name string) (err error) {
		if seen[name] {
			return errNoList // it is not clear which of them counts
		}
		seen[name] = true
		switch name {
		case "items":
			if says.kind != "" && says.apiVersion != "" {
				err = of(says)
			}
			if err == nil {
				err = readItems(d, m, item)
			}
		case "metadata":
			var value jsontext.Value
			if value, err = d.ReadValue(); err == nil && json.Unmarshal(value, &page) != nil {
				err = errNoList
			}
		case "kind":
			says.kind, err = readText(d)
		case "apiVersion":
			says.apiVersion, err = readText(d)
		default:
			err = d.SkipValue()
		}
		return err
	})
	if err != nil {
		return page, listError(err)
	}
	page.Bytes = d.InputOffset()
	if !seen["items"] && !says.mayOmitItems() {
		return page, errNoList
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return page, listError(err)
	}
	return page, of(says)
}

// mayOmitItems reports whether an empty list of the type has no items. Up to 1.27 the Go types of
// these two lists have omitempty (k8s.io/api/admissionregistration/v1alpha1). All other lists of
// 1.24 to 1.37 have [].
func (l listType) mayOmitItems() bool {
	return l.apiVersion == "admissionregistration.k8s.io/v1alpha1" && (l.kind == "ValidatingAdmissionPolicyList" || l.kind == "ValidatingAdmissionPolicyBindingList")
}

func readItems(d *jsontext.Decoder, m *meter, item func([]byte)) error {
	switch d.PeekKind() {
	case 'n':
		return errNoItems
	case '[':
	default:
		return errNoList
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		m.left = maxItem
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		item(value)
	}
	m.left = maxItem
	_, err := d.ReadToken()
	return err
}

// readText reads a string. A list whose type is not a string is no list.
func readText(d *jsontext.Decoder) (string, error) {
	if d.PeekKind() != '"' {
		return "", errNoList
	}
	t, err := d.ReadToken()
	if err != nil {
		return "", err
	}
	return t.String(), nil
}

// listError converts a decoder's error to one that does not repeat the body.
func listError(err error) error {
	_, mistyped := errors.AsType[mistypedError](err)
	syntax, broken := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case err == nil:
		return errNoList
	case errors.Is(err, errNoList), errors.Is(err, errNoItems), mistyped:
		return err
	case errors.Is(err, errItemTooLarge):
		return errItemTooLarge
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errCut
	case broken:
		return fmt.Errorf("the response is not valid JSON, at byte %d", syntax.ByteOffset)
	default:
		return errCut // the caller reports the error of the network
	}
}

// lenient accepts what servers send. The caller has looked for duplicate names.
func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// meter limits how much is read for one item.
type meter struct {
	from io.Reader
	left int
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, errItemTooLarge
	}
	n, err := m.from.Read(p)
	m.left -= n
	return n, err
}

// decode decodes an object. Its error does not repeat the content of the object.
func decode(raw []byte, into any) error {
	err := json.Unmarshal(raw, into, lenient())
	if err == nil {
		return nil
	}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok && semantic.JSONPointer != "" {
		return fmt.Errorf("%s does not have the type that the API defines", printable(strings.ReplaceAll(strings.TrimPrefix(string(semantic.JSONPointer), "/"), "/", ".")))
	}
	return errNoObject
}
