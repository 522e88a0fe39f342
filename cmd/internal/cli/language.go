package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/report/language"
)

// bindLanguage adds --lang.
func bindLanguage(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "lang", "en", "`language` of headings and remarks: "+strings.Join(language.Known(), ", "))
}

func checkLanguage(lang string) error {
	if !slices.Contains(language.Known(), lang) {
		return notOneOf("--lang "+lang+": unknown language", lang, language.Known())
	}
	return nil
}
