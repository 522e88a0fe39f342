package escape

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Width is the number of columns of a character in a terminal, for text from Plain: two for wide
// East Asian characters and emoji, none for combining marks.
func Width(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide(), r):
		return 2
	}
	return 1
}

// wideBlocks are the blocks of wide characters (Unicode, UAX #11). Narrow or unassigned characters
// within a block are ignored.
const wideBlocks = `
1100-115F 231A-231B 2329-232A 23E9-23EC 23F0 23F3 25FD-25FE 2614-2615 2648-2653 267F 2693 26A1 26AA 26AB
26BD-26BE 26C4-26C5 26CE 26D4 26EA 26F2-26F3 26F5 26FA 26FD 2705 270A-270B 2728 274C 274E 2753-2755 2757
2795-2797 27B0 27BF 2B1B-2B1C 2B50 2B55 2E80-303E 3041-4DBF 4E00-A4CF A960-A97F AC00-D7A3 F900-FAFF FE10-FE19
FE30-FE6B FF01-FF60 FFE0-FFE6 16FE0-18CFF 1AFF0-1B2FF 1F004 1F0CF 1F18E 1F191-1F19A 1F200-1F320 1F32D-1F335
1F337-1F37C 1F37E-1F393 1F3A0-1F3CA 1F3CF-1F3D3 1F3E0-1F3F0 1F3F4 1F3F8-1F43E 1F440 1F442-1F4FC 1F4FF-1F53D
1F54B-1F54E 1F550-1F567 1F57A 1F595-1F596 1F5A4 1F5FB-1F64F 1F680-1F6C5 1F6CC 1F6D0-1F6D2 1F6D5-1F6DF
1F6EB-1F6EF 1F6F4-1F6FF 1F7E0-1F7EB 1F90C-1F93A 1F93C-1F945 1F947-1F9FF 1FA70-1FAFF 20000-3FFFD
`

//nolint:gochecknoglobals // a table that is parsed at most once.
var wide = sync.OnceValue(func() *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for block := range strings.FieldsSeq(wideBlocks) {
		first, last, several := strings.Cut(block, "-")
		if !several {
			last = first
		}
		lo, _ := strconv.ParseUint(first, 16, 32)
		hi, _ := strconv.ParseUint(last, 16, 32)
		if hi <= math.MaxUint16 {
			t.R16 = append(t.R16, unicode.Range16{Lo: uint16(lo), Hi: uint16(hi), Stride: 1})
		} else {
			t.R32 = append(t.R32, unicode.Range32{Lo: uint32(lo), Hi: uint32(hi), Stride: 1})
		}
	}
	return t
})
