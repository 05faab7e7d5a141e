// The only file that knows the network: frames come in, taps go out.
//
// Sockets only bring whole frames; every tap goes by POST with its own id and is repeated
// with that same id until it is answered, so a bid counts once however poor the Wi-Fi is.
// At most one tap is under way: a second one cannot slip into the next deal.

const PATIENCE = 7000;
const PAUSES = [400, 900, 1800, 3000];
const PATIENT = 5;
const PROBE = 2000;
const SLEPT = 5000;
// After that long without a word a server hangs up (its ping and the time to answer it).
const HUNG_UP = 16000;
const AT_ONCE = 300;
const POLL = 3000;

const DROPPED = { dropped: true };

const state = {
  table: null, kiosk: false, socket: null, link: "catching", since: Date.now(),
  seq: -1, code: null, busy: false, hold: false, greeted: false, onFrame: null, onLink: null, onRefused: null,
  beat: Date.now(), woken: 0, drop: null, withdrawing: null,
};

/** A fresh id for a tap: random, as an insecure page may have it. */
export function tapId() {
  const bytes = new Uint8Array(16);
  window.crypto.getRandomValues(bytes);
  return Array.prototype.map.call(bytes, function (byte) { return ("0" + byte.toString(16)).slice(-2); }).join("");
}

function wait(ms) {
  return new Promise(function (done) { setTimeout(done, ms); });
}

function ask(path, body) {
  const options = { credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) {
    options.method = "POST";
    options.headers = { "Content-Type": "application/json", "X-Companion": "1" };
    options.body = JSON.stringify(body);
  }
  const late = wait(PATIENCE).then(function () { throw new Error("late"); });
  return Promise.race([fetch(path, options), late]).then(function (answer) {
    return answer.json().then(function (json) { return { status: answer.status, json: json }; });
  });
}

/** Fetch JSON; null when the table cannot be reached. Refusals are answers too. */
export function get(path) {
  return ask(path).then(function (answer) { return answer.json; }, function () { return null; });
}

/** The same, tried again until the table answers. */
export async function getSurely(path) {
  for (let turn = 0; ; turn++) {
    const json = await get(path);
    if (json !== null) return json;
    setLink(navigator.onLine === false ? "offline" : "reconnecting");
    await wait(PAUSES[Math.min(turn, PAUSES.length - 1)]);
  }
}

function setLink(link) {
  if (state.link === link) return;
  if (link === "live" || state.link === "live" || state.link === "catching") state.since = Date.now();
  state.link = link;
  if (state.onLink) state.onLink(link);
}

/** How the connection stands: live, catching, reconnecting or offline; and since when. */
export function link() {
  return { state: state.link, since: state.since };
}

/** Show a frame unless a newer one of the same table is on the screen already. */
function take(frame, join) {
  if (!frame) return null;
  if (frame.table.code === state.code && frame.seq < state.seq) return null;
  state.code = frame.table.code;
  state.seq = frame.seq;
  return state.onFrame ? state.onFrame(frame, join || null) : null;
}

function takePayload(payload) {
  const data = typeof payload === "string" ? JSON.parse(payload) : payload;
  if (!data || !data.frame || state.hold) return;
  state.greeted = true;
  setLink("live");
  take(data.frame, data.join);
}

async function insist(path, body, dropped) {
  const never = dropped || new Promise(function () { return undefined; });
  for (let turn = 0; ; turn++) {
    try {
      const answer = await Promise.race([ask(path, body), never]);
      if (answer === DROPPED) return DROPPED;
      // A server that is just stopping or starting has not decided anything yet, nor has one
      // that wants a slower pace: the same tap is sent again after a while.
      const undecided = (answer.status >= 500 && !answer.json.code) || (answer.status === 429 && turn < PATIENT);
      if (!undecided) return answer.json;
    } catch (_) {
      setLink(navigator.onLine === false ? "offline" : "reconnecting");
    }
    const answer = await Promise.race([wait(PAUSES[Math.min(turn, PAUSES.length - 1)]), never]);
    if (answer === DROPPED) return DROPPED;
  }
}

async function post(path, body, dropped) {
  if (state.busy) return null;
  state.busy = true;
  try {
    if (state.withdrawing && await Promise.race([state.withdrawing, dropped || state.withdrawing]) === DROPPED) return DROPPED;
    const answer = await insist(path, body, dropped);
    take(answer.frame);
    return answer;
  } finally {
    state.busy = false;
  }
}

/** An entry as it is sent: with an id of its own, and what the finger had seen. */
export function sealed(entry) {
  return { table: state.code, tap: tapId(), seen: Math.max(state.seq, 0), entry: entry };
}

/**
 * Send a sealed entry; answers {ok, seq, frame} or {ok: false, code, msg}, {dropped: true} where
 * it was given up meanwhile; null if another one is under way.
 */
export async function act(tap) {
  let tell = null;
  const dropped = new Promise(function (done) { state.drop = function (arrived) { tell = arrived; done(DROPPED); }; });
  const answer = await post("/api/act", tap, dropped);
  state.drop = null;
  if (answer === DROPPED) withdraw(tap, tell);
  return answer;
}

/** Give up the entry under way; `arrived` is called should it turn out to have counted. */
export function giveUp(arrived) {
  if (state.drop) state.drop(arrived);
}

/** Tell the table that this tap is not meant any more, before anything else is sent. */
function withdraw(tap, arrived) {
  const done = insist("/api/withdraw", { table: tap.table, tap: tap.tap }).then(function (answer) {
    if (state.withdrawing === done) state.withdrawing = null;
    take(answer.frame);
    if (answer.counted) arrived();
  });
  state.withdrawing = done;
}

/** Send something that changes who this browser is: the socket must say hello again. */
export async function become(path, body) {
  if (state.busy) return null;
  // A seat would be taken by a browser that is not known again the moment it has it.
  if (navigator.cookieEnabled === false) return { ok: false, code: "no-cookies", msg: { code: "ui.no-cookies" } };
  state.hold = true;
  try {
    return await post(path, body);
  } finally {
    state.hold = false;
    if (state.socket) restart();
  }
}

/** Ask what a correction would change; answers {ok, preview} or {ok: false, code, msg}. */
export function preview(entry) {
  return post("/api/preview", { table: state.code, seen: Math.max(state.seq, 0), entry: entry });
}

/** Send anything else that is no entry: a pass, the next address, a new table. */
export function request(path, body) {
  return post(path, body);
}

function restart() {
  state.socket.disconnect();
  state.socket.connect();
}

/** Ask for the picture by the plain way: where sockets are slow or do not get through at all. */
function refresh() {
  const path = (state.kiosk ? "/api/kiosk" : "/api/frame") + (state.table ? "?table=" + encodeURIComponent(state.table) : "");
  get(path).then(function (json) { if (json && json.frame && !state.hold) take(json.frame, json.join); });
}

/** After sleep: the picture at once, and a socket that may be dead without knowing it. */
function wake() {
  const now = Date.now();
  const slept = now - state.beat;
  state.beat = now;
  if (!state.socket || state.hold || now - state.woken < AT_ONCE) return;
  state.woken = now;
  refresh();
  if (!state.socket.connected || slept > HUNG_UP) {
    restart();
    return;
  }
  let answered = false;
  state.socket.emit("sync", function (payload) {
    answered = true;
    takePayload(payload);
  });
  setTimeout(function () { if (!answered) restart(); }, PROBE);
}

function watch() {
  setInterval(function () {
    if (Date.now() - state.beat > SLEPT) wake();
    state.beat = Date.now();
    if (state.onLink && state.link !== "live") state.onLink(state.link);
  }, 1000);
  setInterval(function () {
    if (state.link === "live" || state.hold || document.hidden) return;
    refresh();
  }, POLL);
  document.addEventListener("visibilitychange", function () { if (!document.hidden) wake(); });
  document.addEventListener("resume", wake);
  window.addEventListener("pageshow", function (event) { if (event.persisted) wake(); });
  window.addEventListener("online", wake);
  window.addEventListener("offline", function () { setLink("offline"); });
}

/**
 * Follow a table (null: a kiosk's newest): frames to `hear.frame(frame, join)`, the
 * connection's state to `hear.link(state)`, being turned away to `hear.refused({code, msg})`.
 */
export function follow(table, kiosk, hear) {
  const first = state.socket === null;
  state.table = table;
  state.kiosk = kiosk;
  state.onFrame = hear.frame;
  state.onLink = hear.link;
  state.onRefused = hear.refused || null;
  if (!first) {
    restart();
    return;
  }
  const socket = window.io({
    transports: ["websocket", "polling"], tryAllTransports: true,
    reconnectionDelay: 300, reconnectionDelayMax: 3000, randomizationFactor: 0.5,
    auth: function (give) { give(state.table ? { table: state.table, kiosk: state.kiosk } : { kiosk: state.kiosk }); },
  });
  state.socket = socket;
  socket.on("connect", function () {
    // The first frame may have come with the greeting, before this event.
    if (!state.greeted) setLink("catching");
  });
  socket.on("frame", takePayload);
  socket.on("connect_error", function (error) {
    setLink(navigator.onLine === false ? "offline" : "reconnecting");
    // Turned away rather than unheard: the client does not try again by itself.
    if (error && error.data && state.onRefused) state.onRefused(error.data);
    if (socket.active === false) setTimeout(function () { socket.connect(); }, 3000);
  });
  socket.on("disconnect", function (reason) {
    state.greeted = false;
    setLink(navigator.onLine === false ? "offline" : "reconnecting");
    // The client does not come back by itself when it was the server that hung up.
    if (reason === "io server disconnect") setTimeout(function () { socket.connect(); }, 1500);
  });
  watch();
}

/** Draw a frame that came by another way than the socket; done when it is drawn. */
export function show(frame, join) {
  return take(frame, join);
}
