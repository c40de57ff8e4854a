// The page of a tournament: it draws what the data says, and knows no rules of any game.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("page");
const MORE = 100;
const SVG = "http://www.w3.org/2000/svg";
const RESULTS = { first: "1–0", second: "0–1", null: "½–½" };

let language = document.documentElement.lang;
let filter = { one: null, other: null };
let shown = MORE;
let chosen = null;
let ply = 0;

function words(key, values = {}) {
  const text = data.words[language][`tournament.${key}`] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// An element with its content: texts are never read as HTML.
function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick" || key === "onchange") element[key] = value;
    else if (value !== null && value !== false) element.setAttribute(key, value);
  }
  element.append(...content.filter((each) => each !== null));
  return element;
}

function number(value) {
  return value.toLocaleString(language);
}

function header() {
  const others = Object.entries(data.languages).filter(([code]) => code !== language);
  const played = words("games_played", { done: number(data.games.length), all: number(data.expected) });
  const told = [data.game[language], words(`format.${data.format}`), played].join(" · ");
  return make(
    "header", {},
    make("div", {}, make("h1", {}, words("title")), make("p", { class: "soft" }, told)),
    make("div", { class: "row" }, ...others.map(([code, name]) =>
      make("button", { lang: code, onclick: () => { language = code; document.documentElement.lang = code; draw(); } }, name))),
  );
}

function standings() {
  const columns = ["place", "player", "points", "games", "wins", "draws", "losses", "rating", "better"];
  const head = make("tr", {}, ...columns.map((column) =>
    make("th", { scope: "col", class: column === "player" ? "name" : null }, words(column))));
  const rows = data.rows.map((row, place) => {
    const rating = `${row.rating > 0 ? "+" : row.rating < 0 ? "−" : ""}${Math.abs(row.rating)} ± ${row.reach}`;
    const better = row.above === null ? "" : row.above > 0.999 ? "> 99.9 %" : `${(100 * row.above).toFixed(0)} %`;
    const cells = [row.points, row.games, row.wins, row.draws, row.losses].map((each) => make("td", {}, number(each)));
    return make("tr", {}, make("td", {}, String(place + 1)),
      make("th", { scope: "row", class: "name", title: data.names[row.player] }, data.names[row.player]),
      ...cells, make("td", {}, rating), make("td", {}, better));
  });
  const failed = data.rows.filter((row) => Object.keys(row.failures).length).map((row) => {
    const told = Object.entries(row.failures).map(([why, count]) => `${count} ${words(`reason.${why}`)}`).join(", ");
    const count = Object.values(row.failures).reduce((sum, each) => sum + each, 0);
    const key = count === 1 ? "failures_one" : "failures";
    return make("p", { class: "small" }, `${words(key, { name: data.names[row.player], count })} ${told}.`);
  });
  return make("section", { class: "card" }, make("h2", {}, words("standings")),
    make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": words("standings") },
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))),
    make("p", { class: "small soft" }, `${words("better")}: ${words("better_help")}`), ...failed, test());
}

function test() {
  if (!data.sprt) return null;
  const { ratio, bounds, decision, elo0, elo1, elo } = data.sprt;
  const told = words("ratio", { ratio: ratio.toFixed(2), lower: bounds[0].toFixed(2), upper: bounds[1].toFixed(2) });
  const difference = elo ? ` ${words("elo", { elo: Math.round(elo[0]), low: Math.round(elo[1]), high: Math.round(elo[2]) })}` : "";
  return make("p", {}, `${words(`test.${decision ?? "open"}`, { elo0, elo1 })} ${told}${difference}`);
}

function plot() {
  const drawn = make("div", { class: "plot", tabindex: 0, role: "region", "aria-label": words("ratings") });
  drawn.innerHTML = data.plot;
  return make("section", { class: "card" }, make("h2", {}, words("ratings")), drawn);
}

function crosstable() {
  const against = new Map(data.against.map(([one, other, ...counts]) => [`${one} ${other}`, counts]));
  const order = data.rows.map((row) => row.player);
  const head = make("tr", {}, make("th", { scope: "col", class: "name" }, words("player")),
    ...order.map((player, place) => make("th", { scope: "col", title: data.names[player] }, String(place + 1))));
  const rows = order.map((one, place) => make("tr", {},
    make("th", { scope: "row", class: "name", title: data.names[one] }, `${place + 1} ${data.names[one]}`),
    ...order.map((other) => {
      if (one === other) return make("td", { class: "self" }, "");
      const counts = against.get(`${one} ${other}`);
      if (!counts) return make("td", {}, "");
      const [wins, draws, losses] = counts;
      const points = number(wins + draws / 2);
      const label = `${points}: ${data.names[one]} – ${data.names[other]}, +${wins} =${draws} −${losses}`;
      const isChosen = filter.one === one && filter.other === other;
      return make("td", {}, make("button", {
        title: label, "aria-label": label, "aria-pressed": String(isChosen),
        onclick: () => choose(isChosen ? { one: null, other: null } : { one, other }),
      }, points));
    })));
  return make("section", { class: "card" }, make("h2", {}, words("crosstable")),
    make("p", { class: "small soft" }, words("crosstable_help")),
    make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": words("crosstable") },
      make("table", { class: "cross" }, make("thead", {}, head), make("tbody", {}, ...rows))));
}

function choose(wanted) {
  filter = wanted;
  shown = MORE;
  draw();
}

function isWanted(game) {
  const players = [game.first, game.second];
  return (filter.one === null || players.includes(filter.one)) && (filter.other === null || players.includes(filter.other));
}

function ending(game) {
  const winner = game.winner === null ? words("drawn") : words("wins_of", { name: data.names[game[game.winner]] });
  return `${winner}, ${words(`reason.${game.reason}`)}`;
}

function games() {
  const wanted = data.games.filter(isWanted);
  const select = make("select", { "aria-label": words("all_games"), onchange: (event) =>
    choose({ one: event.target.value === "" ? null : Number(event.target.value), other: null }) },
    make("option", { value: "" }, words("all_games")),
    ...data.rows.map((row) => make("option", { value: row.player, selected: filter.one === row.player && filter.other === null ? "" : null },
      words("of_player", { name: data.names[row.player] }))));
  const list = make("div", { class: "list" }, ...wanted.slice(0, shown).map((game) =>
    make("button", { "aria-current": String(game === chosen), onclick: () => { chosen = game; ply = game.frames.length - 1; draw(); } },
      make("strong", {}, `${data.names[game.first]} ${RESULTS[game.winner]} ${data.names[game.second]}`),
      make("span", { class: "small" }, `${words("game_of", game)} · ${ending(game)}`))));
  const more = wanted.length > shown
    ? make("button", { onclick: () => { shown += MORE; draw(); } }, words("more")) : null;
  const count = words("shown", { shown: number(Math.min(shown, wanted.length)), all: number(wanted.length) });
  return make("section", { class: "card" }, make("h2", {}, words("all_games")), select,
    make("p", { class: "small soft" }, count), list, more);
}

function board(game) {
  const place = make("div", { class: "board" });
  if (!data.board) {
    place.append(make("pre", {}, game.frames[ply]));
    return place;
  }
  place.innerHTML = data.board.empty;
  const picture = place.firstElementChild;
  const cells = new Map();
  for (const [changes] of game.frames.slice(0, ply + 1)) {
    for (let at = 0; at < changes.length; at += 2) cells.set(changes[at], changes[at + 1]);
  }
  const last = ply ? game.frames[ply][0] : [];
  for (const [cell, sign] of cells) {
    if (!sign) continue;
    const [x, y] = data.board.centres[cell];
    const piece = document.createElementNS(SVG, "g");
    piece.setAttribute("transform", `translate(${x} ${y})`);
    piece.innerHTML = data.board.signs[sign - 1];
    picture.append(piece);
  }
  for (let at = 0; at < last.length; at += 2) {
    if (last[at + 1]) picture.append(mark(last[at]));
  }
  for (const [struck, owner] of game.frames[ply][1]) picture.append(...strike(struck, owner));
  return place;
}

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function mark(cell) {
  const [x, y] = data.board.centres[cell];
  const reach = data.board.side * 0.47;
  return shape("rect", { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach, rx: reach / 4, fill: "none",
    stroke: "#4a2c10", "stroke-width": data.board.side / 28 });
}

// A line through the cells, or rings around them where they lie on several levels.
function strike(struck, owner) {
  const [core, halo] = data.board.colours[owner];
  const points = struck.map((cell) => data.board.centres[cell]);
  const widths = [[halo, data.board.side * 0.13], [core, data.board.side * 0.07]];
  if (data.board.levels > 1) {
    return widths.flatMap(([stroke, width]) => points.map(([cx, cy]) =>
      shape("circle", { cx, cy, r: data.board.side * 0.44, fill: "none", stroke, "stroke-width": width * 0.6 })));
  }
  const [[x1, y1], [x2, y2]] = [points[0], points[points.length - 1]];
  return widths.map(([stroke, width]) =>
    shape("line", { x1, y1, x2, y2, stroke, "stroke-width": width, "stroke-linecap": "round" }));
}

function go(to) {
  ply = Math.max(0, Math.min(chosen.frames.length - 1, to));
  const before = document.activeElement?.dataset.step;
  draw();
  if (before) document.querySelector(`[data-step="${before}"]`)?.focus();
}

function replay() {
  const title = make("h2", {}, words("replay"));
  if (!chosen) return make("section", { class: "card" }, title, make("p", { class: "soft" }, words("choose_game")));
  const last = chosen.frames.length - 1;
  const steps = [["first_move", "|◀", 0, ply === 0], ["previous_move", "◀", ply - 1, ply === 0],
    ["next_move", "▶", ply + 1, ply === last], ["last_move", "▶|", last, ply === last]];
  const buttons = steps.map(([key, sign, to, isOff]) =>
    make("button", { "aria-label": words(key), title: words(key), "data-step": key, disabled: isOff ? "" : null, onclick: () => go(to) }, sign));
  const moves = chosen.moves.map((move, at) => make("button", {
    "aria-current": String(ply === at + 1), class: at < chosen.opening ? "opening" : null, "data-step": `move ${at}`,
    title: at < chosen.opening ? words("of_opening") : null, onclick: () => go(at + 1) }, `${at + 1}. ${move}`));
  return make("section", { class: "card" }, title,
    make("p", {}, make("strong", {}, `${data.names[chosen.first]} – ${data.names[chosen.second]}`)),
    make("p", { class: "small soft" }, `${words("game_of", chosen)} · ${ending(chosen)}`),
    chosen.failure ? make("p", { class: "small" }, chosen.failure[language]) : null,
    board(chosen), make("div", { class: "row" }, ...buttons), make("div", { class: "moves" }, ...moves));
}

function draw() {
  const scrolled = document.querySelector(".list")?.scrollTop ?? 0;
  document.title = `${words("title")} · ${data.game[language]}`;
  page.replaceChildren(header(), standings(), plot(), crosstable(), make("div", { class: "games" }, games(), replay()));
  document.querySelector(".list").scrollTop = scrolled;
}

document.addEventListener("keydown", (event) => {
  if (!chosen || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
  if (event.key === "ArrowLeft") go(ply - 1);
  if (event.key === "ArrowRight") go(ply + 1);
});
if (data.games.length) {
  chosen = data.games[data.games.length - 1];
  ply = chosen.frames.length - 1;
}
draw();
