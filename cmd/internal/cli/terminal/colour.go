package terminal

import (
	"io"
	"os"
)

// colourModes are the values of --color.
const (
	colourAuto   = "auto"
	colourAlways = "always"
	colourNever  = "never"
)

// ColourModes are the values of --color.
func ColourModes() []string { return []string{colourAuto, colourAlways, colourNever} }

// Check tells of a value of --color that there is not.
func (d *Display) Check() error {
	for _, mode := range ColourModes() {
		if d.colour == mode {
			return nil
		}
	}
	return Usagef("--color must be auto, always or never, not %q", d.colour)
}

// Coloured decides on colour: --color, then NO_COLOR, then FORCE_COLOR and
// CLICOLOR_FORCE, then whether the output is a terminal that has colours. Only
// --color reaches the files of -o text=FILE, as with git diff --output.
func (s Streams) Coloured(out io.Writer) bool {
	switch s.Display.colour {
	case colourAlways:
		return true
	case colourNever:
		return false
	}
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	if _, file := out.(*os.File); file && !IsTerminal(out) {
		return false // a file of -o text=FILE: standard output is an outlet
	}
	for _, name := range []string{"FORCE_COLOR", "CLICOLOR_FORCE"} {
		switch os.Getenv(name) {
		case "":
		case "0", "false":
			if name == "FORCE_COLOR" {
				return false
			}
		default:
			return true
		}
	}
	return IsTerminal(out) && !dumb() && os.Getenv("CLICOLOR") != "0"
}

// dumb tells a terminal that knows no escape sequences.
func dumb() bool { return os.Getenv("TERM") == "dumb" }
