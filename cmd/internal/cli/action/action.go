// Package action is the command action. It runs another command as a step of GitHub Actions, and
// publishes its report. It checks nothing itself.
package action

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/action"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/reports"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
)

// New makes the command action, which action.yml runs. It is hidden and has no flags: its inputs
// are environment variables.
func New(streams terminal.Streams, p Program) *cobra.Command {
	return &cobra.Command{
		Use:    "action",
		Short:  "Run a command as a step of GitHub Actions",
		Hidden: true,
		Args:   option.Exactly(0, "no arguments; its inputs are the variables that action.yml sets"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return run(cmd.Context(), streams, p)
		},
	}
}

// Program has the main function and the command tree of kubedelta.
type Program struct {
	Main func(ctx context.Context, args []string, streams terminal.Streams) int
	Tree func(name string, streams terminal.Streams) *cobra.Command
}

type step struct {
	program Program
	in      action.Inputs
	// streams are the streams of the step. Text written to them unchanged can be a workflow command
	// of GitHub. guarded is stdout for all other text.
	streams terminal.Streams
	guarded *escape.LogWriter
	// folder has the reports of this step, and is kept for later steps.
	folder string
	// remarks are printed as warnings at the end.
	remarks []string
}

func run(ctx context.Context, streams terminal.Streams, p Program) error {
	a := &step{program: p, streams: streams, guarded: escape.NewLogWriter(streams.Out)}
	err := a.prepare()
	if err != nil {
		return a.refuse(err)
	}
	kubeconfig, remove, err := a.kubeconfig()
	if err != nil {
		return a.refuse(err)
	}
	defer remove()
	defer streams.Ending.First(remove)()
	args, err := a.arguments(kubeconfig)
	if err != nil {
		return a.refuse(err)
	}
	base, err := a.base(ctx)
	if err != nil {
		return a.refuse(terminal.Usage(err))
	}
	said := &beginning{}
	guarded := escape.NewLogWriter(io.MultiWriter(streams.Err, said))
	code := a.program.Main(ctx, append([]string{"kubedelta"}, args...), terminal.Streams{
		In: strings.NewReader(""), Out: a.guarded, Err: guarded, Ending: streams.Ending, Token: a.token(), Base: base, Configuration: &terminal.Configuration{Refused: !a.in.AllowConfig},
	})
	return a.publish(ctx, code, said.failure())
}

// prepare reads the inputs, changes to the working directory and makes the folder.
func (a *step) prepare() (err error) {
	if a.in, err = action.ReadInputs(os.Getenv); err != nil {
		return terminal.Usage(err)
	}
	// The login plugins of a kubeconfig are programs that inherit this environment.
	if err := os.Unsetenv(action.Variable("token")); err != nil {
		return err
	}
	if dir := a.in.WorkingDirectory; dir != "" {
		if err := os.Chdir(dir); err != nil {
			return terminal.Usagef("the input working-directory: %s is not a folder that can be opened", dir)
		}
	}
	a.folder, err = os.MkdirTemp(os.Getenv("RUNNER_TEMP"), "kubedelta-report-")
	return err
}

// arguments returns the arguments of the command, with the outputs that the action reads.
func (a *step) arguments(kubeconfig string) ([]string, error) {
	in := a.in
	in.Kubeconfig = kubeconfig
	nowhere := terminal.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	cmd, _, err := a.program.Tree("kubedelta", nowhere).Find([]string{in.Command})
	if err != nil {
		return nil, err
	}
	args, err := action.Arguments(in, func(name string) (takesValue, known bool) {
		flag := cmp.Or(cmd.Flags().Lookup(name), cmd.InheritedFlags().Lookup(name))
		return flag != nil && flag.NoOptDefVal == "", flag != nil
	})
	if err != nil {
		return nil, terminal.Usage(err)
	}
	if formats := cmd.Flags().Lookup("output").Annotations[option.FormatsOf]; !slices.Contains(formats, a.format()) {
		return nil, terminal.Usagef("the input format: %s has no format %q; use one of %s", in.Command, in.Format, strings.Join(formats, ", "))
	}
	outputs := []string{"--output=json=" + a.file("json")}
	// The action itself writes the SARIF of scan and preflight, with paths from the root of the
	// repository.
	if f := a.format(); f != format.JSON && (f != format.SARIF || in.Command == action.Diff) {
		outputs = append(outputs, "--output="+f+"="+a.file(f))
	}
	return slices.Insert(args, 1, outputs...), nil
}

func (a *step) format() string { return cmp.Or(a.in.Format, format.Markdown) }

func (a *step) file(name string) string {
	extension := format.Of(name).Extension
	if name == format.GitLab {
		extension = "gitlab.json" // .json is the report itself
	}
	return filepath.Join(a.folder, a.in.Command+"."+extension)
}

// token returns the token for requests of the command. Release notes and tags are read from the
// public GitHub, and a token of another GitHub must not be sent there.
func (a *step) token() string {
	if url := strings.TrimSuffix(os.Getenv("GITHUB_API_URL"), "/"); url != "" && url != "https://api.github.com" {
		return ""
	}
	return a.in.Token
}

// kubeconfig returns the path of the input kubeconfig, "" without one. If the input is the content of
// the file, remove removes the file that was made of it. Errors do not repeat the input, because it
// can be a secret.
func (a *step) kubeconfig() (path string, remove func(), err error) {
	text := a.in.Kubeconfig
	if text == "" {
		return "", func() {}, nil
	}
	if !strings.Contains(text, "\n") && !strings.HasPrefix(text, "{") {
		path, err := filepath.Abs(text)
		if _, statErr := os.Stat(path); err != nil || statErr != nil {
			return "", nil, terminal.Usagef("the input kubeconfig: it is neither the path of a file nor the content of a kubeconfig; if it is encoded in base64, decode it first")
		}
		return path, func() {}, nil
	}
	// CreateTemp creates files that only their owner can read.
	f, err := os.CreateTemp(a.folder, "kubeconfig-*")
	if err != nil {
		return "", nil, errors.New("the input kubeconfig: it cannot be written to a private file")
	}
	remove = func() { _ = os.Remove(f.Name()) }
	_, err = f.WriteString(text + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		remove()
		return "", nil, errors.New("the input kubeconfig: it cannot be written to a private file")
	}
	return f.Name(), remove, nil
}

// refuse ends a step whose command was not run. Main writes the error to the log, so it is escaped:
// no line may be a workflow command.
func (a *step) refuse(err error) error {
	a.failed(terminal.ExitCode(err), err.Error())
	lines := strings.Split(escape.Lines(err.Error()), "\n")
	for i := range lines {
		lines[i] = escape.Log(lines[i])
	}
	safe := errors.New(strings.Join(lines, "\n"))
	if terminal.ExitCode(err) == terminal.ExitUsage {
		return terminal.Usage(safe)
	}
	return safe
}

// beginning keeps the first part of what is written, for the summary of a failed run.
type beginning struct{ bytes.Buffer }

func (b *beginning) Write(p []byte) (int, error) {
	const enough = 16 << 10
	if room := enough - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// failure returns the lines that are not warnings.
func (b *beginning) failure() string {
	var lines []string
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, "\n")
		if !strings.HasPrefix(line, "kubedelta: warning: ") {
			lines = append(lines, strings.TrimPrefix(line, "kubedelta: "))
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// readReport reads the report of the command, or returns nil if there is none.
func (a *step) readReport() (*action.Report, error) {
	text, err := os.ReadFile(a.file("json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the report cannot be read: %w", err)
	}
	r, err := reports.Read(text)
	if err != nil {
		return nil, err
	}
	return action.Of(r.Report, r.Rules, action.Place(option.RealPath(os.Getenv("GITHUB_WORKSPACE")), option.RealPath(".")))
}
