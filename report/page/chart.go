package page

import (
	"strconv"
)

// Bar is a bar of a chart, with a part for each class.
type Bar struct {
	Label string
	Parts []Part
}

// Part is the part of a bar that counts things of a class.
type Part struct {
	Class string
	N     int
}

func (b Bar) total() (n int) {
	for _, p := range b.Parts {
		n += p.N
	}
	return n
}

// barHeight is the height of a bar with its label.
const barHeight = 26

// Widths are in percent of the page, so that bars are sharp on all devices and texts are not scaled.
func (h *htmlPage) chart(b Block) {
	most, id, title := 1, htmlText(b.ID), htmlLine(b.Line)
	for _, bar := range b.Bars {
		most = max(most, bar.total())
	}
	percent := func(n int) string { return strconv.FormatFloat(100*float64(n)/float64(most), 'f', 2, 64) + "%" }
	rect := func(class, x string, y int, width string) string {
		return `<rect class="` + htmlText(class) + `" x="` + x + `" y="` + strconv.Itoa(y) + `" width="` + width + `" height="4"/>`
	}
	h.WriteString("<figure class=\"chart\">\n<figcaption>" + title + "</figcaption>\n<svg width=\"100%\" height=\"" + strconv.Itoa(barHeight*len(b.Bars)) +
		`" role="img" aria-labelledby="` + id + "-title " + id + `-text"><title id="` + id + `-title">` + title + `</title><desc id="` + id + `-text">` + htmlText(b.Text) + "</desc>\n")
	for i, bar := range b.Bars {
		y, done := strconv.Itoa(i*barHeight+13), 0
		h.WriteString(`<text x="0" y="` + y + `">` + htmlText(bar.Label) + `</text><text class="n" x="100%" y="` + y + `">` + strconv.Itoa(bar.total()) + "</text>")
		h.WriteString(rect("rail", "0", i*barHeight+18, "100%"))
		for _, p := range bar.Parts {
			h.WriteString(rect(p.Class, percent(done), i*barHeight+18, percent(p.N)))
			done += p.N
		}
		h.WriteString("\n")
	}
	h.WriteString("</svg>\n")
	if tag := b.tag(); tag.Filled() {
		h.element("p", "soft", htmlLine(tag))
	}
	h.WriteString("</figure>\n")
}
