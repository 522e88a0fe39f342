package github

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// fileAbout is GitHub's JSON description of a file.
type fileAbout struct {
	Type     string `json:"type"`
	Encoding string `json:"encoding"`
	Content  string `json:"content"`
	SHA      string `json:"sha"`
	Size     int64  `json:"size"`
}

// aboutFile reports whether a response is a description of a file, and not a file that is JSON
// itself. Notes are an object of pull requests.
func aboutFile(answer []byte) (about fileAbout, ok bool) {
	ok = bytes.HasPrefix(answer, []byte("{")) && json.Unmarshal(answer, &about) == nil
	return about, ok && about.Type == "file" && client.ValidSHA(about.SHA)
}

// content returns the bytes of a file. A server that does not support the raw media type returns a
// JSON description, which has the content of files up to one megabyte, or else the SHA of a blob.
func (s *Source) content(ctx context.Context, d document, answer []byte) ([]byte, error) {
	if d.accept != mediaRaw {
		return answer, nil
	}
	if bytes.HasPrefix(answer, []byte("[")) && jsontext.Value(answer).IsValid() {
		return nil, errors.New("it is a folder")
	}
	about, ok := aboutFile(answer)
	if !ok {
		return answer, nil
	}
	wrong := &client.BrokenError{Says: "the response is not the file of this name in git"}
	if about.Encoding == "base64" {
		data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(about.Content, "\n", ""))
		if err != nil || client.BlobName(data) != about.SHA {
			return nil, wrong
		}
		return data, nil
	}
	if about.Size > client.MaxBody {
		return nil, client.ErrTooLarge
	}
	owner, repo, _ := strings.Cut(d.repository, "/")
	data, _, err := s.client.API.Git.GetBlobRaw(ctx, owner, repo, about.SHA)
	if err == nil && client.BlobName(data) != about.SHA {
		return nil, wrong
	}
	return data, err
}
