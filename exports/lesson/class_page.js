"use strict";
// The page of a class folder: shows clips, takes calls, and hands the answers over as a file.
// LESSON and TEXT stand before this in the page. What is right is not known here.
const byId = (id) => document.getElementById(id);
const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const make = (tag, text, attributes) => {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  return node;
};

// The order of a seed, as annotator.model.lesson.shuffled makes it.
function shuffled(items, seed) {
  const mixed = items.slice();
  let state = seed % 2147483646;
  if (state === 0) return mixed;
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    state = (state * 48271) % 2147483647;
    const other = state % (last + 1);
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

// The same, but the questions of one match in the order of their time, as annotator.model.lesson.in_turn has it:
// else the board over a clip would tell the answer to one that is still to come.
function inTurn(questions, seed) {
  const mixed = shuffled(questions, seed);
  if (seed % 2147483646 === 0) return mixed;
  const waiting = new Map();
  for (const one of questions.slice().sort((a, b) => a.turn - b.turn)) {
    if (!waiting.has(one.match)) waiting.set(one.match, []);
    waiting.get(one.match).push(one);
  }
  return mixed.map((one) => waiting.get(one.match).shift());
}

// Exact fractions of a second, as the answers file writes them.
function fraction(num, den) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
  const d = gcd(num, den) || 1n;
  return `${num / d}/${den / d}`;
}
function later(first, milliseconds) {
  const [num, den] = first.split("/").map(BigInt);
  return fraction(num * 1000n + BigInt(milliseconds) * den, den * 1000n);
}

const attempts = [];
let attempt = null; // the one that is being taken
let order = [];
let at = -1;
let state = "start"; // ready, playing, answering, clause, done, end
let awards = [];
let controls = [];
let decided = false;
let replays = 0;
let reaction = null;
let endedAt = null;
let timer = null;
let saved = true;
const video = byId("clip");
const exam = () => attempt.mode === "exam";
const question = () => order[at];

function show(section) {
  for (const id of ["start", "question", "end"]) byId(id).hidden = id !== section;
}

function begin(seed) {
  const mode = document.querySelector("input[name=mode]:checked").value;
  order = inTurn(LESSON.questions, seed);
  attempt = {
    lesson: LESSON.id, trainee: byId("name").value.trim(), date: today(), mode, seed,
    order: order.map((one) => one.id), calls: [],
  };
  attempts.push(attempt);
  saved = false;
  at = -1;
  show("question");
  next();
}

function today() {
  const now = new Date();
  const two = (n) => String(n).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function next() {
  at += 1;
  if (at >= order.length) { finish(); return; }
  const q = question();
  awards = []; controls = []; decided = false; replays = 0; reaction = null; endedAt = null;
  byId("heading").textContent = say(TEXT.heading, { n: at + 1, count: order.length });
  byId("rules").textContent = q.rules;
  byId("asks").textContent = q.question;
  buildButtons(q);
  byId("clauses").replaceChildren();
  byId("video-problem").hidden = true;
  video.src = q.clip;
  video.width = q.size[0]; video.height = q.size[1];
  video.controls = !exam();
  video.load();
  turn("ready");
  byId("heading").focus();
}

function buildButtons(q) {
  const board = byId("board");
  board.replaceChildren();
  q.athletes.forEach(([who, name], column) => {
    const side = make("div", "", { class: `side ${who}`, role: "group", "aria-label": name });
    side.append(make("h2", name));
    q.choices.forEach(([kind, value, text], i) => {
      side.append(callButton(text, keyName(i + 1, column), () => give(who, kind, value)));
    });
    side.append(callButton(TEXT.starts, keyName("C", column), () => control(who, "starts")));
    side.append(callButton(TEXT.lost, keyName("X", column), () => control(who, "lost")));
    board.append(side);
  });
}

const keyName = (key, column) => (column ? `${TEXT.shift}+${key}` : String(key));

function callButton(text, key, act) {
  const button = make("button", "", { type: "button" });
  button.append(make("span", text), " ", make("kbd", key));
  button.addEventListener("click", act);
  return button;
}

function turn(to) {
  state = to;
  const open = isOpen();
  for (const button of document.querySelectorAll("#board button, #nothing, #undo")) button.disabled = !open;
  byId("play").hidden = !(to === "ready" || (!exam() && to !== "clause" && to !== "done") || mayReplay());
  byId("play").firstElementChild.textContent = to === "ready" ? TEXT.play : TEXT.again;
  byId("confirm").hidden = !(open && to !== "playing") && to !== "clause";
  byId("confirm").disabled = !canConfirm();
  byId("on").hidden = to !== "done";
  tell();
}

// Calls are taken while the clip runs and until the time is up; in study whenever it is there.
const isOpen = () => state === "playing" || state === "answering" || (state === "ready" && !exam());
const mayReplay = () => exam() && state === "answering" && replays < LESSON.replays;
const canConfirm = () => state === "clause" || awards.length > 0 || decided;

function tell() {
  const q = question();
  const names = Object.fromEntries(q.athletes);
  const list = byId("called");
  list.replaceChildren(...awards.map((one) => make("li", say(TEXT.given, { who: names[one.athlete], what: one.words }))),
    ...controls.map((one) => make("li", say(TEXT.given, { who: names[one.athlete], what: one.kind === "starts" ? TEXT.starts : TEXT.lost }))));
  if (decided && awards.length === 0) list.append(make("li", TEXT.nothing));
  const status = {
    ready: exam() ? (LESSON.replays ? TEXT.readyAgain : TEXT.ready) : TEXT.readyStudy,
    playing: TEXT.watch, answering: exam() ? TEXT.answerNow : TEXT.answerFree,
    clause: TEXT.whichClause, done: byId("called").children.length ? TEXT.taken : TEXT.timeUp,
  }[state];
  byId("status").textContent = say(status || "", { seconds: LESSON.seconds, count: LESSON.replays });
}

function play() {
  // In study a clip that was stopped goes on where it stands.
  const goesOn = !exam() && state === "answering" && !video.ended && video.currentTime > 0;
  if (state === "answering" && !goesOn) {
    if (exam() && !mayReplay()) return;
    replays += 1;
  } else if (!goesOn && state !== "ready") return;
  stopTimer();
  endedAt = null;
  if (exam()) video.playbackRate = 1;
  if (!goesOn) video.currentTime = 0;
  turn("playing");
  const started = video.play();
  if (started) started.catch(broken);
}

function broken(error) {
  // Stopped before it began to run: nothing is wrong with the clip.
  if (state === "start" || state === "end" || (error && error.name === "AbortError")) return;
  if (error && error.name === "NotAllowedError") { turn("ready"); return; }
  byId("video-problem").hidden = false;
  if (state === "playing") ended();
}

function ended() {
  if (state !== "playing") return;
  endedAt = performance.now();
  turn("answering");
  if (exam()) {
    const deadline = endedAt + LESSON.seconds * 1000;
    const tick = () => {
      const left = Math.max(0, deadline - performance.now());
      byId("left").textContent = say(TEXT.left, { seconds: (Math.ceil(left / 100) / 10).toFixed(1) });
      if (left <= 0) close();
    };
    timer = setInterval(tick, 100);
    tick();
  }
}

function stopTimer() {
  clearInterval(timer);
  timer = null;
  byId("left").textContent = "";
}

const moment = () => later(question().first, Math.round(video.currentTime * 1000));

function noteReaction() {
  if (reaction !== null) return;
  const q = question();
  reaction = endedAt === null ? Math.round((video.currentTime - q.duration) * 1000) : Math.round(performance.now() - endedAt);
}

function give(athlete, kind, value) {
  if (!isOpen() || awards.length >= 8) return;
  const words = question().choices.find((one) => one[0] === kind && one[1] === value)[2];
  awards.push({ athlete, kind, value, time: moment(), words });
  noteReaction();
  turn(state);
}

function control(athlete, kind) {
  if (!isOpen() || controls.length >= 20) return;
  controls.push({ kind, athlete, time: moment() });
  turn(state);
}

function nothing() {
  if (!isOpen()) return;
  awards = [];
  decided = true;
  noteReaction();
  turn(state);
}

function undo() {
  if (!isOpen()) return;
  if (awards.length) awards.pop();
  else if (controls.length) controls.pop();
  else decided = false;
  turn(state);
}

function confirmAnswer() {
  if (state === "clause") { record(); return; }
  if (state === "playing" || !isOpen() || !canConfirm()) return;
  close();
}

function close() {
  stopTimer();
  video.pause();
  if (LESSON.asksClause && awards.length) {
    const part = byId("clauses");
    part.replaceChildren(...awards.map((one, i) => {
      const label = make("label", say(TEXT.clauseOf, { what: one.words }) + " ");
      const select = make("select", "", { id: `clause-${i}` });
      select.append(make("option", "–", { value: "" }));
      for (const [id, title] of question().clauses) select.append(make("option", title, { value: id }));
      label.append(select);
      return label;
    }));
    turn("clause");
    byId("clause-0").focus();
    return;
  }
  record();
}

function record() {
  awards.forEach((one, i) => {
    const select = byId(`clause-${i}`);
    if (select && select.value) one.clause = select.value;
  });
  const call = { moment: question().id, awards: awards.map(({ words, ...one }) => one) };
  if (controls.length) call.controls = controls;
  if (!decided && awards.length === 0) call.answered = false;
  if (replays) call.replays = replays;
  if (reaction !== null) call.reaction = fraction(BigInt(reaction), 1000n);
  attempt.calls.push(call);
  byId("clauses").replaceChildren();
  turn("done");
}

function step(frames) {
  if (exam() || video.readyState < 1) return;
  const q = question();
  video.pause();
  video.currentTime = stepped(q.times, q.duration, video.currentTime, frames);
}
// Where a frame so many on or back is shown: in its middle, so that rounding shows no other one.
function stepped(times, duration, from, frames) {
  const now = times.filter((time) => time <= from + 1e-6).length - 1;
  const to = Math.min(Math.max(0, now + frames), times.length - 1);
  return (times[to] + (to + 1 < times.length ? times[to + 1] : duration)) / 2;
}

function finish() {
  state = "end";
  video.removeAttribute("src");
  video.load();
  show("end");
  byId("end-heading").focus();
  byId("file-text").value = answers();
  byId("seed-again").value = String((attempt.seed % 1000000) + 1);
}

const answers = () => JSON.stringify({ format: LESSON.format, version: LESSON.version, attempts }, null, 1) + "\n";

function download() {
  const plain = (attempt.trainee.match(/[\p{L}\p{N}_-]+/gu) || ["trainee"]).join("-").slice(0, 60);
  const link = make("a", "", {
    href: URL.createObjectURL(new Blob([answers()], { type: "application/json" })), download: `${plain}.answers.json`,
  });
  document.body.append(link);
  link.click();
  link.remove();
  saved = true;
}

byId("start-form").addEventListener("submit", (event) => {
  event.preventDefault();
  begin(Number(byId("seed").value) || 0);
});
byId("play").addEventListener("click", play);
byId("nothing").addEventListener("click", nothing);
byId("undo").addEventListener("click", undo);
byId("confirm").addEventListener("click", confirmAnswer);
byId("on").addEventListener("click", next);
byId("download").addEventListener("click", download);
byId("again").addEventListener("click", () => { begin(Number(byId("seed-again").value) || 0); });
video.addEventListener("ended", ended);
video.addEventListener("error", () => broken(video.error));
video.addEventListener("contextmenu", (event) => event.preventDefault());
// In study the film's own controls may start it, too.
video.addEventListener("play", () => {
  if (attempt && !exam() && (state === "ready" || state === "answering")) turn("playing");
});
video.addEventListener("pause", () => { if (attempt && !exam() && state === "playing" && !video.ended) turn("answering"); });

document.addEventListener("keydown", (event) => {
  if (byId("question").hidden || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target instanceof HTMLSelectElement && event.code !== "Enter") return;
  const column = event.shiftKey ? 1 : 0;
  const who = question().athletes[column][0];
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  if (digit && digit[1] === "0") nothing();
  else if (digit) {
    const choice = question().choices[Number(digit[1]) - 1];
    if (!choice) return;
    give(who, choice[0], choice[1]);
  } else if (event.code === "KeyC") control(who, "starts");
  else if (event.code === "KeyX") control(who, "lost");
  else if (event.code === "Backspace") undo();
  else if (event.code === "Space") { if (state === "done") next(); else if (state === "playing" && !exam()) video.pause(); else play(); }
  else if (event.code === "Enter" || event.code === "NumpadEnter") { if (state === "done") next(); else confirmAnswer(); }
  else if (event.code === "Comma") step(-1);
  else if (event.code === "Period") step(1);
  else return;
  event.preventDefault();
  event.stopPropagation(); // the film's own keys do not act as well
}, true);
window.addEventListener("beforeunload", (event) => { if (!saved) event.preventDefault(); });
