
(() => {
  "use strict";
  const body = document.body;
  // A line such as "Required before this hop:" is a heading, too.
  const level = (el) => Number(/^H([1-5])$/.exec(el.tagName)?.[1] || (el.tagName === "P" ? 6 : 0));
  const plain = (el) => el.textContent.toLowerCase().replace(/\s+/g, " ");

  // The cards and rows, with the headings that they are below. The label of a card is its severity;
  // that of a step of a plan is its urgency.
  const urgencies = { must: "required", should: "recommended", "can-wait": "can wait" };
  const heads = [], items = [];
  let above = [];
  for (const el of body.querySelectorAll("h1, h2, h3, h4, h5, main p.soft, article, tbody tr")) {
    if (el.parentElement.closest("article, tr") || el.tagName === "P" && !el.textContent.endsWith(":")) continue;
    if (level(el)) {
      const head = { el, level: level(el), own: 0, shown: 0, text: plain(el) + " " };
      above = [...above.filter((one) => one.level < head.level), head];
      heads.push(head);
      continue;
    }
    const mark = el.querySelector(":scope > p .severity");
    // A row of something that is not known stays when cards are picked by their label.
    const unknown = el.tagName === "TR" && [...el.cells].some((cell) => cell.textContent.trim() === "unknown");
    items.push({ el, above, unknown, label: mark ? mark.textContent : urgencies[el.classList[0]] || "", kind: mark ? mark.classList[1] || "" : "", text: "" });
    for (const head of above) head.own++;
  }
  const order = ["breaking", "risky", "deprecation", "possible", "unknown", "addition", "info", ...Object.values(urgencies)];
  const cards = items.filter((item) => item.label);
  if (cards.length < 2) return;

  const labels = new Map();
  for (const card of cards) labels.set(card.label, { n: (labels.get(card.label)?.n || 0) + 1, kind: card.kind });
  const form = document.createElement("form");
  form.className = "filter";
  form.setAttribute("role", "search");
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "Search";
  search.setAttribute("aria-label", "Search");
  const count = document.createElement("p");
  count.setAttribute("role", "status");
  const ordered = [...labels].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const buttons = ordered.map(([label, { n, kind }]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    button.textContent = `${label} ${n}`;
    button.addEventListener("click", () => { picked[picked.has(label) ? "delete" : "add"](label); change(); });
    return [label, button];
  });
  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = "Show all";
  reset.addEventListener("click", () => { clear(); change(); search.focus(); });
  form.append(search, ...buttons.map(([, button]) => button), reset, count);
  document.querySelector("main").prepend(form);

  // The state is in the address: #q=words&show=breaking,risky.
  let picked = new Set();
  const clear = () => { search.value = ""; picked = new Set(); };

  function apply() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const on = words.length > 0 || picked.size > 0;
    let shown = 0;
    for (const head of heads) head.shown = 0;
    for (const item of items) {
      if (words.length && !item.text) item.text = item.above.map((head) => head.text).join("") + plain(item.el);
      const show = words.every((word) => item.text.includes(word)) && (!picked.size || picked.has(item.label) || item.unknown);
      if (item.el.hidden === show) item.el.hidden = !show;
      if (!show) continue;
      if (item.label) shown++;
      for (const head of item.above) head.shown++;
    }
    // A heading without anything below it is hidden, with its section; the title of the page stays.
    for (const head of heads) {
      const section = head.el.parentElement.matches("section") && head.el.parentElement.firstElementChild === head.el ? head.el.parentElement : head.el;
      section.hidden = head.own > 0 && head.shown === 0 && !head.el.closest("header");
    }
    for (const [label, button] of buttons) button.setAttribute("aria-pressed", String(picked.has(label)));
    reset.hidden = !on;
    form.classList.toggle("on", on);
    count.textContent = on ? `${shown} of ${cards.length} entries: ${[...picked, ...words].join(", ")}` : "";
  }

  function change() {
    apply();
    const parts = [];
    if (search.value.trim()) parts.push("q=" + encodeURIComponent(search.value.trim()));
    if (picked.size) parts.push("show=" + [...picked].map(encodeURIComponent).join(","));
    // A page in a frame without an origin may not write its address.
    try { history.replaceState(null, "", parts.length ? "#" + parts.join("&") : location.pathname + location.search); } catch (e) { /* the filter works nevertheless */ }
  }

  function restore() {
    const state = new URLSearchParams(location.hash.slice(1));
    const target = document.getElementById(location.hash.slice(1));
    if (target) {
      if (target.closest("[hidden]")) { clear(); apply(); target.scrollIntoView(); }
      return;
    }
    clear();
    search.value = state.get("q") || "";
    for (const label of (state.get("show") || "").split(",")) if (labels.has(label)) picked.add(label);
    apply();
  }

  search.addEventListener("input", change);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === search) return;
    event.preventDefault();
    search.focus();
  });
  addEventListener("hashchange", restore);
  restore();
})();
