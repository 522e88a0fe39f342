package usage_test

import (
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/auditlog"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestTruthOfSize reads a log that is generated while it is read, with truncated and unusual lines
// and bodies. KUBEDELTA_AUDIT_BYTES sets its length.
func TestTruthOfSize(t *testing.T) {
	t.Parallel()
	size := int64(thorough.Size(t, 64<<20, 1<<20))
	if text := os.Getenv("KUBEDELTA_AUDIT_BYTES"); text != "" {
		var err error
		if size, err = strconv.ParseInt(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	log, in := io.Pipe()
	done := make(chan auditlog.Made, 1)
	go func() {
		made, err := auditlog.Generate(in, auditlog.Options{Seed: 13, Bytes: size, Rare: 50, Hostile: 500, Bodies: 200, Envelope: auditlog.Envelopes()[0]})
		_ = in.CloseWithError(err) // it never fails
		done <- made
	}()
	r := examine(t, log)
	made := <-done
	if diff := cmp.Diff(made.Truth, truth(r)); diff != "" {
		t.Errorf("another truth:\n%s", diff)
	}
	a := r.Accounts[0]
	if a.Checked != made.Events || a.Unread != made.Truncated || a.PassedOver != made.Strange {
		t.Errorf("%d judged of %d, %d unread of %d, %d passed over of %d", a.Checked, made.Events, a.Unread, made.Truncated, a.PassedOver, made.Strange)
	}
	addsUp(t, r)
	t.Logf("%d bytes, %d events, %d torn, %d strange, %d callers", made.Bytes, made.Events, made.Truncated, made.Strange, len(made.Truth))
}
