package terminal

import (
	"io"
	"os"
	"slices"
)

// The values of --color.
const (
	colourAuto   = "auto"
	colourAlways = "always"
	colourNever  = "never"
)

// ColourModes returns the values of --color.
func ColourModes() []string { return []string{colourAuto, colourAlways, colourNever} }

// Check returns an error for an unknown value of --color.
func (d *Display) Check() error {
	if slices.Contains(ColourModes(), d.colour) {
		return nil
	}
	return Usagef("--color must be auto, always or never, not %q", d.colour)
}

// Coloured reports whether to write colours: --color, then NO_COLOR, then FORCE_COLOR and
// CLICOLOR_FORCE, then whether the output is a terminal with colours. Only --color applies to the
// files of -o text=FILE, as with git diff --output.
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
		return false // a file of -o text=FILE; stdout is an outlet
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

// dumb reports whether the terminal does not support escape sequences.
func dumb() bool { return os.Getenv("TERM") == "dumb" }
