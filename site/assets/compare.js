// The comparison of any two releases: it loads the file of the pair, and the files that
// this one takes blocks from, and shows the blocks as text.
(() => {
  "use strict";
  const words = document.body.dataset;
  const releases = words.releases.split(" ");
  const main = document.querySelector("main");
  const form = document.createElement("form");
  form.className = "pair";
  const pick = (name, label, value) => {
    const select = document.createElement("select");
    select.name = name;
    for (const r of releases) select.add(new Option(r, r, false, r === value));
    const around = document.createElement("label");
    around.append(label + " ", select);
    form.append(around);
    return select;
  };
  const asked = new URLSearchParams(location.search);
  const old = pick("from", words.old, asked.get("from") || releases[releases.length - 2]);
  const now = pick("to", words.new, asked.get("to") || releases[releases.length - 1]);
  const button = document.createElement("button");
  button.textContent = words.go;
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const result = document.createElement("div");
  result.id = "comparison";
  form.append(button);
  for (const p of document.querySelectorAll("p.soft")) if (!p.closest("footer")) p.remove();
  main.prepend(form, status, result);

  const loaded = new Map();
  function load(name) {
    if (!loaded.has(name)) {
      loaded.set(name, fetch("./compare/" + name + ".json").then((answer) => {
        if (!answer.ok) throw new Error(name + ": " + answer.status);
        return answer.json();
      }).catch((err) => { loaded.delete(name); throw err; }));
    }
    return loaded.get(name);
  }

  // line sets the runs of a line. A text is never markup.
  function line(runs, into) {
    for (const run of runs || []) {
      if (typeof run === "string") { into.append(run); continue; }
      const [text, set, severity, to] = run;
      let el = document.createElement(set === "code" ? "code" : "span");
      el.textContent = text;
      if (/^[a-z]+$/.test(severity || "")) el.className = severity;
      if (/^https:\/\//.test(to || "")) {
        const link = document.createElement("a");
        link.href = to;
        link.append(el);
        el = link;
      }
      into.append(el);
    }
    return into;
  }

  const make = (name, of) => { const el = document.createElement(name); if (of) el.className = of; return el; };

  function show(blocks) {
    const out = document.createDocumentFragment();
    let list = null;
    for (const [name, severity, mark, runs, tags] of blocks) {
      if (name !== "item") list = null;
      if (name === "card") {
        const card = make("article", /^[a-z]+$/.test(severity) ? severity : "");
        const p = make("p");
        if (mark) { const b = make("span", "severity " + card.className); b.textContent = mark; p.append(b, " "); }
        line(runs, p);
        card.append(p);
        const tag = make("p", "tag");
        (tags || []).forEach((t, i) => { if (i) tag.append(" · "); line(t, tag); });
        if (tag.hasChildNodes()) card.append(tag);
        out.append(card);
      } else if (name === "item") {
        if (!list) { list = make("ul"); out.append(list); }
        list.append(line(runs, make("li")));
      } else if (/^h[1-6]$/.test(name)) {
        out.append(line(runs, make(name === "h1" ? "h2" : "h3")));
      } else {
        out.append(line(runs, make("p", name === "soft" ? "soft" : "")));
      }
    }
    result.replaceChildren(out);
  }

  let turn = 0;
  async function compare() {
    const mine = ++turn;
    // The older release is always the first.
    let [from, to] = [releases.indexOf(old.value), releases.indexOf(now.value)];
    if (from > to) [from, to] = [to, from];
    if (from === to) { if (to + 1 < releases.length) to++; else from--; }
    old.value = releases[from];
    now.value = releases[to];
    status.textContent = words.loading;
    try {
      const pair = await load(releases[from] + "-" + releases[to]);
      const files = await Promise.all(pair.files.map(load));
      if (mine !== turn) return;
      show(pair.blocks.map((b) => typeof b[0] === "number" ? files[b[0]].blocks[b[1]] : b));
      status.textContent = "";
    } catch (err) {
      if (mine === turn) { status.textContent = words.failed; result.replaceChildren(); }
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    compare().then(() => { try { history.replaceState(null, "", "?from=" + old.value + "&to=" + now.value); } catch (e) { /* a page from a folder */ } });
  });
  if (asked.get("from")) compare();
})();
