
(() => {
  "use strict";
  const form = document.getElementById("filters");
  if (!form) return;
  const search = form.elements.q;
  const count = document.getElementById("count");
  const chips = document.getElementById("chips");
  const reset = document.getElementById("reset");
  const unfold = document.getElementById("unfold");
  const all = (selector, within) => [...(within || document).querySelectorAll(selector)];

  // The facets in the order of data-f: their values in the order of its numbers.
  const names = ["severity", "sig", "group", "kind", "stability", "note"];
  const facets = names.map((name) => {
    const box = form.querySelector(`[data-facet="${name}"]`);
    const inputs = box ? all("input", box) : [];
    return { name, box, inputs, label: box ? box.querySelector("summary").firstChild.data : name, numbers: new Map(inputs.map((input, i) => [input.value, i])) };
  });

  // What can be hidden, with the sections that it stands in. A section stays if it says what could
  // not be read.
  const groups = new Map(all("main section").map((el) => [el, { el, shown: 0, own: 0, stays: Boolean(el.querySelector(".tally")), number: el.querySelector(":scope > :is(h2, h3, h4) > .n") }]));
  const items = all("[data-f]").map((el) => {
    const parts = el.dataset.f.split("|");
    const within = [];
    for (let up = el.parentElement; up; up = up.parentElement) {
      const group = groups.get(up);
      if (group) { group.own++; within.push(group); }
    }
    return {
      el, within, text: "",
      values: names.map((_, i) => new Set((parts[i] || "").split(" ").filter(Boolean).map(Number))),
      change: el.classList.contains("change") && !el.classList.contains("aside"),
      entry: el.classList.contains("entry") && !("again" in el.dataset),
    };
  });
  for (const group of groups.values()) group.counts = group.number && Number(group.number.textContent) === group.own;
  const totals = { change: items.filter((item) => item.change).length, entry: items.filter((item) => item.entry).length };
  const textOf = (item) => item.text || (item.text = item.el.textContent.toLowerCase().replace(/\s+/g, " ") + " ");

  // The state is what the address says: #FINGERPRINT&severity=…&q=…
  const empty = () => ({ q: "", picked: names.map(() => new Set()), anchor: "" });
  let state = empty();
  let written = null;

  const decode = (s) => { try { return decodeURIComponent(s); } catch (e) { return s; } };
  const encode = (s) => encodeURIComponent(s).replace(/%20/g, "+").replace(/%2F/g, "/").replace(/%3A/g, ":");

  function read(hash) {
    const next = empty();
    for (const part of hash.replace(/^#/, "").split("&")) {
      const cut = part.indexOf("=");
      if (cut < 0) { if (part) next.anchor = decode(part); continue; }
      const name = part.slice(0, cut);
      const value = part.slice(cut + 1).replace(/\+/g, " ");
      const facet = names.indexOf(name);
      if (name === "q") next.q = decode(value);
      else if (facet >= 0) for (const one of value.split(",")) if (one) next.picked[facet].add(decode(one));
    }
    return next;
  }

  function write() {
    const parts = state.anchor ? [encode(state.anchor)] : [];
    names.forEach((name, i) => {
      if (state.picked[i].size) parts.push(name + "=" + [...state.picked[i]].map(encode).join(","));
    });
    if (state.q) parts.push("q=" + encode(state.q));
    return parts.length ? "#" + parts.join("&") : "";
  }

  // A page in a frame without an origin may not write its address: it filters all
  // the same.
  function remember(replace) {
    written = write();
    if (written === location.hash) return;
    const to = written || location.pathname + location.search;
    try { history[replace ? "replaceState" : "pushState"](null, "", to); } catch (e) { /* nothing to do */ }
  }

  const filtered = () => Boolean(state.q.trim()) || state.picked.some((set) => set.size);

  function apply() {
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const picked = state.picked.map((set, i) => set.size ? [...set].map((value) => facets[i].numbers.has(value) ? facets[i].numbers.get(value) : -1) : null);
    const on = filtered();
    const shown = { change: 0, entry: 0 };
    for (const group of groups.values()) group.shown = 0;
    for (const item of items) {
      let show = true;
      if (on) {
        for (let i = 0; show && i < picked.length; i++) if (picked[i]) show = picked[i].some((n) => item.values[i].has(n));
        for (let i = 0; show && i < words.length; i++) show = textOf(item).includes(words[i]);
      }
      if (item.el.hidden === show) item.el.hidden = !show;
      if (!show) continue;
      if (item.change) shown.change++;
      if (item.entry) shown.entry++;
      for (const group of item.within) group.shown++;
    }
    for (const group of groups.values()) {
      const hide = group.own > 0 && group.shown === 0 && !group.stays;
      if (group.el.hidden !== hide) group.el.hidden = hide;
      // The number of a heading is that of its changes: of how many, some. Another number is that of
      // the whole section.
      if (group.counts) group.number.textContent = group.shown === group.own ? group.own : `${group.shown} / ${group.own}`;
      else if (group.number) group.number.hidden = group.shown !== group.own;
    }
    tell(shown, on);
  }

  // tell says what is shown, and by which filters.
  let kept = "";
  function tell(shown, on) {
    const say = (pattern, n, of) => pattern.replace("{n}", n).replace("{all}", of);
    const parts = [];
    if (totals.change) parts.push(say(form.dataset.changes, shown.change, totals.change));
    if (totals.entry) parts.push(say(form.dataset.entries, shown.entry, totals.entry));
    let text = parts.join(" · ");
    if (on && !shown.change && !shown.entry) text += " · " + form.dataset.none;
    if (kept) text += " · " + kept;
    if (count.textContent !== text) count.textContent = text;
    form.classList.toggle("on", on);
    reset.hidden = !on;
    chips.replaceChildren();
    state.picked.forEach((set, i) => {
      const facet = facets[i];
      for (const input of facet.inputs) input.checked = set.has(input.value);
      if (facet.box) {
        facet.box.classList.toggle("on", set.size > 0);
        facet.box.querySelector(".picked").textContent = set.size ? String(set.size) : "";
      }
      for (const value of set) chip(facet, i, value);
    });
    if (search.value !== state.q) search.value = state.q;
  }

  function chip(facet, i, value) {
    const number = facet.numbers.get(value);
    const text = number === undefined ? value : facet.inputs[number].nextElementSibling.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = facet.label + ": " + text;
    button.title = form.dataset.drop;
    button.addEventListener("click", () => { state.picked[i].delete(value); change(); search.focus(); });
    const li = document.createElement("li");
    li.append(button);
    chips.append(li);
  }

  // show brings what an anchor names into sight, whatever hides it.
  function show(anchor, scroll) {
    for (const el of all(".target")) el.classList.remove("target");
    kept = "";
    const el = anchor && document.getElementById(anchor);
    if (anchor && !el) kept = form.dataset.gone;
    if (!el) return apply();
    apply();
    // Of a part that has nothing left, the head alone would say nothing: the filter
    // goes.
    if (!el.closest("[data-f]") && el.closest("[hidden]")) {
      state = { ...empty(), anchor };
      apply();
      kept = form.dataset.kept;
      count.textContent += " · " + kept;
    }
    for (let up = el; up; up = up.parentElement) {
      if (up.hidden && up !== form) { up.hidden = false; kept = form.dataset.kept; }
    }
    if (kept && filtered()) {
      for (const head of groups.keys()) if (head.contains(el)) head.hidden = false;
      count.textContent += " · " + kept;
    }
    el.classList.add("target");
    const details = el.querySelector(":scope > details");
    if (details) details.open = true;
    if (!scroll) return;
    const focus = details ? details.firstElementChild : el;
    if (!focus.hasAttribute("tabindex") && !details) focus.setAttribute("tabindex", "-1");
    focus.focus({ preventScroll: true });
    el.scrollIntoView({ block: "start" });
  }

  // change is called after the reader changed the filter: a link to something is
  // no longer what the address is about.
  function change(replace) {
    state.anchor = "";
    show("", false);
    remember(replace);
  }

  function restore() {
    if (location.hash === written) return;
    written = location.hash;
    state = read(location.hash);
    show(state.anchor, Boolean(state.anchor));
    if (state.anchor && !filtered()) remember(true);
  }

  let timer = 0;
  let typing = false;
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      state.q = search.value;
      change(typing);
      typing = true;
    }, 120);
  });
  search.addEventListener("change", () => { typing = false; });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    const i = names.indexOf(event.target.name);
    if (i < 0) return;
    state.picked[i][event.target.checked ? "add" : "delete"](event.target.value);
    change();
  });
  reset.addEventListener("click", () => {
    state = empty();
    change();
    search.focus();
  });

  // One list of values is open at a time; a click elsewhere or Escape closes it.
  const boxes = facets.map((facet) => facet.box).filter(Boolean);
  for (const box of boxes) box.addEventListener("toggle", () => { if (box.open) for (const other of boxes) if (other !== box) other.open = false; });
  document.addEventListener("click", (event) => {
    for (const box of boxes) if (box.open && !box.contains(event.target)) box.open = false;
    const link = event.target.closest ? event.target.closest('a[href^="#"]') : null;
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.classList.contains("skip")) return;
    event.preventDefault();
    state.anchor = decode(link.getAttribute("href").slice(1));
    show(state.anchor, true);
    remember();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      for (const box of boxes) if (box.open) { box.open = false; box.firstElementChild.focus(); }
    } else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      search.focus();
    }
  });

  // Details are open without a script; with one the reader opens what she needs.
  const details = all("details.full");
  for (const one of details) one.open = false;
  if (unfold) {
    unfold.addEventListener("click", () => {
      const open = unfold.textContent === form.dataset.open;
      for (const one of details) if (!open || !one.closest("[hidden]")) one.open = open;
      unfold.textContent = open ? form.dataset.close : form.dataset.open;
    });
  }
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details").filter((one) => !one.open && !boxes.includes(one));
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of folded) one.open = false; folded = []; });

  form.hidden = false;
  addEventListener("popstate", restore);
  addEventListener("hashchange", restore);
  restore();
})();
