// The search. It loads the parts of the index that the words need, and shows what has
// all of them: exact words before beginnings of words, then in the index's order.
(() => {
  "use strict";
  const words = document.body.dataset;
  const kinds = words.kinds.split("|");
  const input = document.querySelector(".find input");
  const status = document.createElement("p");
  const list = document.createElement("ol");
  const most = 50;
  status.setAttribute("role", "status");
  list.id = "results";
  const main = document.querySelector("main");
  for (const p of document.querySelectorAll("p.soft")) if (!p.closest("footer")) p.remove();
  main.append(status, list);

  const loaded = new Map();
  function load(path) {
    if (!loaded.has(path)) {
      loaded.set(path, fetch(words.site + "search/" + path + ".json").then((answer) => {
        if (!answer.ok) throw new Error(path + ": " + answer.status);
        return answer.json();
      }).catch((err) => { loaded.delete(path); throw err; }));
    }
    return loaded.get(path);
  }

  const split = (text) => [...new Set(text.toLowerCase().split(/[^a-z0-9]+/).filter((w) => w.length > 1))];

  // match gives the things that a word finds, each with how well.
  async function match(word, head) {
    const near = head.parts.filter((p) => word.startsWith(p) || p.startsWith(word)).sort((a, b) => a.length - b.length).slice(0, 12);
    const found = new Map();
    for (const part of await Promise.all(near.map((p) => load("terms/" + p)))) {
      for (const [term, docs] of Object.entries(part)) {
        if (!term.startsWith(word)) continue;
        const score = term === word ? 2 : 1;
        for (const n of docs) if (!(found.get(n) >= score)) found.set(n, score);
      }
    }
    return found;
  }

  async function find(text) {
    const wanted = split(text);
    if (!wanted.length) return { all: 0, shown: [] };
    const head = await load("index");
    const [first, ...others] = await Promise.all(wanted.map((w) => match(w, head)));
    let all = [...first].map(([n, score]) => ({ n, score }));
    for (const other of others) all = all.filter((hit) => other.has(hit.n)).map(({ n, score }) => ({ n, score: score + other.get(n) }));
    all.sort((a, b) => b.score - a.score || a.n - b.n);
    const best = all.slice(0, most);
    const shown = await Promise.all(best.map(async (hit) => ({ ...hit, doc: (await load("docs/" + Math.floor(hit.n / head.share)))[hit.n % head.share] })));
    // The thing that is called so comes first.
    const name = text.trim().toLowerCase();
    const called = ({ doc }) => { const title = doc[1].toLowerCase(); return title === name || title.endsWith(" " + name) || title.endsWith("." + name) ? 1 : 0; };
    shown.sort((a, b) => called(b) - called(a));
    return { all: all.length, shown };
  }

  let asked = 0;
  async function search() {
    const number = ++asked;
    const text = input.value;
    status.textContent = text.trim() ? words.loading : "";
    try {
      const { all, shown } = await find(text);
      if (number !== asked) return;
      list.replaceChildren(...shown.map(({ doc: [kind, title, detail, to] }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = "./" + to;
        link.textContent = title;
        const tag = document.createElement("span");
        tag.className = "tag";
        tag.textContent = kinds[kind] + (detail ? " · " + detail : "");
        item.append(link, " ", tag);
        return item;
      }));
      const say = all === 0 ? words.none : all > shown.length ? words.more : words.found;
      status.textContent = text.trim() ? say.replace("{n}", all).replace("{shown}", shown.length) : "";
    } catch (err) {
      if (number === asked) status.textContent = words.failed;
    }
  }

  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try { history.replaceState(null, "", input.value ? "?q=" + encodeURIComponent(input.value) : location.pathname); } catch (e) { /* a page from a folder */ }
      search();
    }, 80);
  });
  input.form.addEventListener("submit", (event) => { event.preventDefault(); search(); });
  input.value = new URLSearchParams(location.search).get("q") || "";
  if (input.value) search(); else load("index").catch(() => { status.textContent = words.failed; });
  input.focus();
})();
