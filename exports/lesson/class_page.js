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

// What strokes make of a call, as annotator.model.calling.Calling.press does.
const NO_CALL = { athlete: null, said: [], nothing: false, pending: null };
const CONTROLS = ["starts", "lost"];
function pressed(call, key, time) {
  const [what, value] = LESSON.keys[key];
  if (what === "red" || what === "blue") {
    const chosen = { ...call, athlete: what };
    return call.pending ? withPending(chosen) : chosen;
  }
  if (what === "nothing") {
    return { athlete: call.athlete, said: call.said.filter((one) => CONTROLS.includes(one.kind)), nothing: true, pending: null };
  }
  if (what === "take_back") {
    if (call.pending) return { ...call, pending: null };
    if (call.nothing) return { ...call, nothing: false };
    return { ...call, said: call.said.slice(0, -1) };
  }
  if (what === "confirm") return call;
  if (full(call, key)) return call;
  const asked = { ...call, pending: { kind: what, value: CONTROLS.includes(what) ? undefined : value, time, key } };
  return call.athlete ? withPending(asked) : asked;
}
// Why a stroke adds nothing more: an answer can be written down up to a length only.
function full(call, key) {
  const isControl = (one) => CONTROLS.includes(one.kind);
  const [what] = LESSON.keys[key];
  if (CONTROLS.includes(what)) return call.said.filter(isControl).length >= LESSON.most.controls ? TEXT.fullControls : "";
  if (["red", "blue", "nothing", "take_back", "confirm"].includes(what)) return "";
  return call.said.filter((one) => !isControl(one)).length >= LESSON.most.awards ? TEXT.fullAwards : "";
}
function withPending(call) {
  const one = { athlete: call.athlete, ...call.pending };
  return {
    athlete: call.athlete, said: [...call.said, one], pending: null,
    nothing: call.nothing && CONTROLS.includes(one.kind),
  };
}

// What is printed on the keys: by the reader's language, until the browser or a stroke tells.
const PRINTED = {
  fr: { KeyA: "Q", KeyQ: "A", KeyW: "Z", KeyZ: "W" },
  ru: { KeyR: "К", KeyB: "И", KeyN: "Т", KeyA: "Ф", KeyP: "З", KeyW: "Ц", KeyD: "В", KeyS: "Ы", KeyL: "Д", KeyM: "Ь" },
};
const printed = { ...(PRINTED[navigator.language.slice(0, 2)] || {}) };
const keyName = (key) => printed[key] || key.slice(-1);
function learn(key, text) {
  if (!/^Key[A-Z]$/.test(key) || !/^\p{L}$/u.test(text) || keyName(key) === text.toUpperCase()) return;
  const layout = Object.values(PRINTED).find((one) => one[key] === text.toUpperCase());
  for (const name of Object.keys(printed)) delete printed[name];
  Object.assign(printed, layout || {}, { [key]: text.toUpperCase() });
  label();
}
function label() {
  for (const node of document.querySelectorAll("kbd[data-place]")) node.textContent = keyName(node.dataset.place);
}
if (navigator.keyboard && navigator.keyboard.getLayoutMap) {
  navigator.keyboard.getLayoutMap().then((map) => { for (const [key, text] of map) learn(key, text); }, () => {});
}

// The place of a key; where a keyboard on the screen tells none, what it types has to do.
const NAMED = ["Enter", "Backspace", "Home", "ArrowLeft", "ArrowRight"];
function place(event) {
  if (event.key === " ") return "Space";
  if (NAMED.includes(event.key)) return event.key;
  if (event.code) return event.code.replace(/^Numpad(\d)$/, "Digit$1");
  if (/^\d$/.test(event.key)) return `Digit${event.key}`;
  const text = event.key.toUpperCase();
  const keys = [...Object.keys(LESSON.keys), "KeyM"].filter((key) => key.startsWith("Key"));
  return keys.find((key) => keyName(key) === text)
    || keys.find((key) => key === `Key${text}` || Object.values(PRINTED).some((one) => one[key] === text)) || "";
}

const attempts = [];
let attempt = null; // the one that is being taken
let order = [];
let at = -1;
let state = "start"; // ready, playing, answering, clause, done, end
let calling = NO_CALL;
let replays = 0;
let reaction = null;
let endedAt = null;
let timer = null;
let saved = true;
const video = byId("clip");
const exam = () => attempt.mode === "exam";
const question = () => order[at];
const given = () => calling.said.filter((one) => !CONTROLS.includes(one.kind));
const controls = () => calling.said.filter((one) => CONTROLS.includes(one.kind));
const decided = () => calling.nothing || given().length > 0;

function show(section) {
  for (const id of ["start", "question", "end"]) byId(id).hidden = id !== section;
  document.body.classList.toggle("taking", section === "question");
}

function begin(seed) {
  const mode = LESSON.exam ? "exam" : document.querySelector("input[name=mode]:checked").value;
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
  calling = NO_CALL; replays = 0; reaction = null; endedAt = null;
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
  for (const [who, name] of q.athletes) {
    const key = Object.keys(LESSON.keys).find((one) => LESSON.keys[one][0] === who);
    const side = make("div", "", { class: `side ${who}`, role: "group", "aria-label": name });
    side.append(callButton(name, [key], () => press(key), { class: "who", "aria-pressed": "false" }));
    for (const [gift, text, shown] of q.choices) {
      if (shown) side.append(callButton(text, [key, gift], () => touch(key, gift)));
    }
    for (const [kind, text] of [["starts", TEXT.starts], ["lost", TEXT.lost]]) {
      const stroke = Object.keys(LESSON.keys).find((one) => LESSON.keys[one][0] === kind);
      side.append(callButton(text, [key, stroke], () => touch(key, stroke)));
    }
    board.append(side);
  }
}

function callButton(text, keys, act, attributes) {
  const button = make("button", "", { type: "button", ...attributes });
  button.append(make("span", text));
  for (const key of keys) button.append(" ", make("kbd", keyName(key), { "data-place": key }));
  button.addEventListener("click", act);
  return button;
}

// A button says both at once: whose it is, and what.
function touch(athlete, key) {
  if (!isOpen()) return;
  calling = { ...calling, pending: null };
  press(athlete);
  press(key);
}

function turn(to) {
  state = to;
  const open = isOpen();
  for (const button of document.querySelectorAll("#board button, #nothing, #undo")) button.disabled = !open;
  byId("play").hidden = !(to === "ready" || (!exam() && isOpen()));
  byId("play").firstElementChild.textContent = to === "playing" ? TEXT.stop : TEXT.play;
  byId("replay").hidden = !(isOpen() && to === "answering" && (!exam() || mayReplay()));
  byId("confirm").hidden = !(open && to !== "playing") && to !== "clause";
  byId("confirm").disabled = !canConfirm();
  byId("on").hidden = to !== "done";
  tell();
}

// Calls are taken while the clip runs and until the time is up; in study whenever it is there.
const isOpen = () => state === "playing" || state === "answering" || (state === "ready" && !exam());
const mayReplay = () => exam() && state === "answering" && replays < LESSON.replays;
const canConfirm = () => state === "clause" || (decided() && !calling.pending);

function wordsOf(one) {
  if (one.kind === "starts") return TEXT.starts;
  if (one.kind === "lost") return TEXT.lost;
  return question().choices.find(([key]) => key === one.key)[1];
}

function tell(hint) {
  const q = question();
  const names = Object.fromEntries(q.athletes);
  const list = byId("called");
  list.replaceChildren(...calling.said.map((one) => make("li", say(TEXT.given, { who: names[one.athlete], what: wordsOf(one) }))));
  if (calling.nothing) list.append(make("li", TEXT.nothing));
  if (calling.pending) list.append(make("li", say(TEXT.forWhom, { what: wordsOf(calling.pending) })));
  for (const button of document.querySelectorAll("#board .who")) {
    button.setAttribute("aria-pressed", String(button.parentElement.classList.contains(calling.athlete)));
  }
  const status = {
    ready: exam() ? (LESSON.replays ? TEXT.readyAgain : TEXT.ready) : TEXT.readyStudy,
    playing: TEXT.watch, answering: exam() ? TEXT.answerNow : TEXT.answerFree,
    clause: TEXT.whichClause, done: byId("called").children.length ? TEXT.taken : TEXT.timeUp,
  }[state];
  byId("status").textContent = hint || say(status || "", { seconds: LESSON.seconds, count: LESSON.replays });
}

// Start the clip; in study stop it, and go on.
function toggle() {
  if (state === "playing" && !exam()) video.pause();
  else if (state === "ready" || (state === "answering" && !exam())) play();
  else if (isOpen()) tell(TEXT.once);
}

// See the clip once more from its beginning.
function again() {
  if (state === "ready") play();
  else if (state === "answering" && (!exam() || mayReplay())) play(true);
  else if (state === "playing" && !exam()) { replays += 1; video.currentTime = 0; }
  else if (isOpen()) tell(state === "answering" ? TEXT.noReplay : TEXT.running);
}

function play(anew) {
  // In study a clip that was stopped goes on where it stands.
  const goesOn = !anew && !exam() && state === "answering" && !video.ended && video.currentTime > 0;
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

function press(key) {
  if (!isOpen()) { if (state === "ready") tell(TEXT.startFirst); return; }
  const why = full(calling, key);
  calling = pressed(calling, key, moment());
  if (decided()) noteReaction();
  turn(state);
  if (why) tell(why);
}

function confirmAnswer() {
  if (state === "clause") { record(); return; }
  if (!isOpen()) return;
  if (state === "playing" && exam()) tell(TEXT.running);
  else if (calling.pending) tell(TEXT.missingWho);
  else if (!decided()) tell(TEXT.missingWhat);
  else close();
}

function close() {
  stopTimer();
  video.pause();
  const awards = given();
  if (LESSON.asksClause && awards.length) {
    const part = byId("clauses");
    part.replaceChildren(...awards.map((one, i) => {
      const label = make("label", say(TEXT.clauseOf, { what: wordsOf(one) }) + " ");
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
  const awards = given().map(({ key, ...one }, i) => {
    const select = byId(`clause-${i}`);
    return select && select.value ? { ...one, clause: select.value } : one;
  });
  const call = { moment: question().id, awards };
  if (controls().length) call.controls = controls().map(({ kind, athlete, time }) => ({ kind, athlete, time }));
  if (!decided()) call.answered = false;
  if (replays) call.replays = replays;
  if (reaction !== null) call.reaction = fraction(BigInt(reaction), 1000n);
  attempt.calls.push(call);
  byId("clauses").replaceChildren();
  turn("done");
}

function mayMove() {
  if (!exam()) return isOpen();
  if (isOpen() || state === "ready") tell(TEXT.noStep);
  return false;
}

const RATES = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4];
function changeRate(way) {
  if (!mayMove()) return;
  const now = RATES.findIndex((one) => one >= video.playbackRate);
  video.playbackRate = RATES[Math.min(Math.max(0, now + way), RATES.length - 1)];
}

function step(frames) {
  if (!mayMove() || video.readyState < 1) return;
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
byId("play").addEventListener("click", toggle);
byId("replay").addEventListener("click", again);
byId("nothing").addEventListener("click", () => press("KeyN"));
byId("undo").addEventListener("click", () => press("Backspace"));
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

const FILM_KEYS = {
  Space: toggle, Home: again, Comma: () => step(-1), ArrowLeft: () => step(-1), Period: () => step(1),
  ArrowRight: () => step(1), BracketLeft: () => changeRate(-1), BracketRight: () => changeRate(1),
  KeyM: () => { video.muted = !video.muted; },
};
document.addEventListener("keydown", (event) => {
  if (byId("question").hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = place(event);
  if (event.target instanceof HTMLSelectElement && key !== "Enter") return;
  if (event.code) learn(event.code, event.key);
  const steps = ["Comma", "Period", "ArrowLeft", "ArrowRight"].includes(key);
  if (event.repeat && !steps) { if (key in FILM_KEYS || key in LESSON.keys) event.preventDefault(); return; }
  if (key === "Enter") { if (state === "done") next(); else confirmAnswer(); }
  else if (key in FILM_KEYS) FILM_KEYS[key]();
  else if (key in LESSON.keys) press(key);
  else return;
  event.preventDefault();
  event.stopPropagation(); // the film's own keys do not act as well
}, true);
label();
window.addEventListener("beforeunload", (event) => { if (!saved) event.preventDefault(); });
