package action

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/action"
	"github.com/kubedelta/kubedelta/cmd/internal/action/comment"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
	marks "github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
)

// publish gives the report to GitHub. If one part fails, the others are still published, and the
// step ends with the exit code of the command.
func (a *step) publish(ctx context.Context, code int, failure string) error {
	r, err := a.readReport()
	if err != nil {
		return a.refuse(err)
	}
	if r == nil {
		a.failed(code, failure)
		return terminal.ExitError{Code: code}
	}
	if err := a.outputs(code, r); err != nil {
		return a.refuse(err)
	}
	a.summary(r)
	if a.in.Comment {
		a.comment(ctx, r)
	}
	list := r.Annotations
	if !a.in.Annotations {
		list.All = nil
	}
	if action.Verdict(code) == action.Error {
		list.All = append(list.All, marks.Annotation{Kind: marks.Error, Rank: -2, Title: "kubedelta " + a.in.Command, Text: failure})
	}
	for _, text := range a.remarks {
		list.All = append(list.All, marks.Annotation{Kind: marks.Warning, Rank: -2, Title: "kubedelta", Text: text})
	}
	if a.in.Annotations || len(list.All) > 0 {
		a.annotate(list)
	}
	return terminal.ExitError{Code: a.in.Step(code)}
}

// failed publishes the failure of a run without a report.
func (a *step) failed(code int, text string) {
	if err := a.write("GITHUB_OUTPUT", action.Outputs(outputsOf(code, nil, "", "", ""))); err != nil {
		text += "\n" + err.Error()
	}
	title := strings.TrimSpace("kubedelta " + a.in.Command)
	if a.in.Summary {
		said := "## " + escape.Markdown(title) + ": " + action.Error + "\n\n" + escape.Markdown(text) + "\n"
		// An error only loses this line, which the log has too.
		_ = a.write("GITHUB_STEP_SUMMARY", said)
	}
	fmt.Fprintf(a.streams.Err, "::error title=%s::%s\n", escape.WorkflowProperty(title), escape.WorkflowData(text))
}

// outputs writes the SARIF file and the outputs for later steps.
func (a *step) outputs(code int, r *action.Report) error {
	path, sarif := a.file(a.format()), ""
	if r.HasSARIF {
		var text bytes.Buffer
		if err := r.SARIF(&text); err != nil {
			return err
		}
		sarif = a.file("sarif")
		if err := os.WriteFile(sarif, text.Bytes(), 0o600); err != nil {
			return fmt.Errorf("cannot write the report for code scanning: %w", err)
		}
	}
	return a.write("GITHUB_OUTPUT", action.Outputs(outputsOf(code, r, path, a.file("json"), sarif)))
}

// outputsOf returns the outputs of action.yml. Every run sets all of them.
func outputsOf(code int, r *action.Report, path, json, sarif string) []action.Output {
	counts, changes, breaking := "{}", 0, 0
	if r != nil {
		counts, changes, breaking = r.Counts(), r.Changes(), r.Breaking()
	}
	return []action.Output{
		{Name: "verdict", Value: action.Verdict(code)}, {Name: "exit-code", Value: strconv.Itoa(code)},
		{Name: "counts", Value: counts}, {Name: "changes", Value: strconv.Itoa(changes)}, {Name: "breaking", Value: strconv.Itoa(breaking)},
		{Name: "report-path", Value: path}, {Name: "json-path", Value: json}, {Name: "sarif-path", Value: sarif},
	}
}

// write appends to the file that an environment variable of the runner names, if it is set.
func (a *step) write(variable, text string) error {
	path := os.Getenv(variable)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600) //nolint:gosec // the runner names the file
	if err != nil {
		return fmt.Errorf("the file of %s cannot be written: %w", variable, err)
	}
	_, err = f.WriteString(text)
	if err = cmp.Or(err, f.Close()); err != nil {
		return fmt.Errorf("the file of %s cannot be written: %w", variable, err)
	}
	return nil
}

// wholeInOutputs tells readers of a truncated summary where the complete report is.
const wholeInOutputs = "The files of the action's outputs `report-path` and `json-path` have all"

// summary writes the report to the summary of the step, as far as there is room.
func (a *step) summary(r *action.Report) {
	path := os.Getenv("GITHUB_STEP_SUMMARY")
	if !a.in.Summary || path == "" {
		return
	}
	held := 0
	if info, err := os.Stat(path); err == nil { //nolint:gosec // the runner names the file
		held = int(min(info.Size(), budget.SummaryBytes))
	}
	before := ""
	if held > 0 {
		before = "\n"
	}
	room := budget.SummaryBytes - held - len(before)
	text := ""
	if room > 0 {
		var err error
		if text, err = r.Markdown(room, wholeInOutputs); err != nil {
			a.remark("the summary could not be written: %v", err)
			return
		}
	}
	if text == "" {
		a.remark("the summary of the step is full: GitHub accepts at most %d KiB", budget.SummaryBytes>>10)
		return
	}
	if err := a.write("GITHUB_STEP_SUMMARY", before+text); err != nil {
		a.remark("%v", err)
	}
}

func (a *step) remark(format string, args ...any) {
	a.remarks = append(a.remarks, fmt.Sprintf(format, args...))
}

// comment writes the report to the comment on the pull request. An error is only a warning, because
// the summary has the report too.
func (a *step) comment(ctx context.Context, r *action.Report) {
	number, err := a.pullRequest()
	switch {
	case err != nil:
		a.remark("no comment was written: %v", err)
		return
	case number == 0:
		a.remark("no comment was written: the event %q does not belong to a pull request", os.Getenv("GITHUB_EVENT_NAME"))
		return
	case a.in.Token == "":
		a.remark("no comment was written: the input token is empty")
		return
	}
	t := comment.Target{Repository: os.Getenv("GITHUB_REPOSITORY"), Number: number, Command: a.in.Command, Key: a.in.Key()}
	whole := "The summary of the run contains more"
	if url := action.RunURL(os.Getenv); url != "" {
		whole = "[The summary of the run](" + url + ") contains more"
	}
	text, err := r.Markdown(comment.Room(t.Command, t.Key), whole)
	if err != nil {
		a.remark("no comment was written: %v", err)
		return
	}
	c, err := client.New(client.Options{Token: a.in.Token, BaseURL: os.Getenv("GITHUB_API_URL")})
	if err != nil {
		a.remark("no comment was written: %v", err)
		return
	}
	done, err := comment.Put(ctx, c, t, text)
	if err != nil {
		a.remark("the comment on #%d could not be written: %v", number, err)
		return
	}
	fmt.Fprintf(a.streams.Err, "kubedelta: the comment on #%d is %s\n", number, done)
}

func (a *step) pullRequest() (int, error) {
	path := os.Getenv("GITHUB_EVENT_PATH")
	if path == "" {
		return 0, nil
	}
	payload, err := os.ReadFile(path) //nolint:gosec // the runner names the file
	if err != nil {
		return 0, fmt.Errorf("the event cannot be read: %w", err)
	}
	return action.PullRequest(payload)
}

// annotate writes the annotations that the job still has room for. The steps of a job share the
// limit, and count in a file in the temporary folder of the job.
func (a *step) annotate(list marks.List) {
	counter := ""
	room := marks.Step()
	if dir := os.Getenv("RUNNER_TEMP"); dir != "" {
		counter = filepath.Join(dir, "kubedelta-annotations")
		if text, err := os.ReadFile(counter); err == nil { //nolint:gosec // the runner names the folder
			used, _ := strconv.Atoi(strings.TrimSpace(string(text)))
			room.Total = max(0, room.Total-max(0, used))
		}
	}
	if room.Total <= len(a.remarks) {
		// GitHub shows no more annotations of this job, but the log shows these lines.
		for _, text := range a.remarks {
			fmt.Fprintln(a.streams.Err, "kubedelta: warning:", escape.Plain(escape.Log(text)))
		}
	}
	n, err := list.Write(a.streams.Out, room)
	if err == nil && counter != "" {
		used := budget.AnnotationsPerJob - room.Total + n
		_ = os.WriteFile(counter, []byte(strconv.Itoa(used)+"\n"), 0o600) //nolint:gosec // see above
	}
}
