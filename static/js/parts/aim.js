// Where the page is scrolled to when it is one's turn: to the felt; between two deals to what the
// one before came to; after the game to how to go on; not to where one read last.

let seen = { stage: null, turns: "" };

function stuck(node) {
  return node && getComputedStyle(node).position === "sticky" ? node.getBoundingClientRect().height : 0;
}

/** On its side a phone scrolls the table by itself: its pane, or null where the whole page scrolls. */
function ownPane() {
  const pane = document.querySelector(".page-table");
  return pane && getComputedStyle(pane).overflowY === "auto" ? pane : null;
}

/** Scroll so that this part stands between the bar and the dock, or as much of it as fits. */
function show(name) {
  const part = document.querySelector(".page-table ." + name);
  if (!part) return;
  const box = part.getBoundingClientRect();
  const pane = ownPane();
  if (pane) {
    const frame = pane.getBoundingClientRect();
    pane.scrollTop += Math.max(-pane.scrollTop, Math.min(box.bottom - frame.bottom, box.top - frame.top));
    document.querySelector(".foot").scrollTop = 0;
    return;
  }
  const top = stuck(document.querySelector(".bar"));
  const bottom = window.innerHeight - stuck(document.querySelector(".foot"));
  const under = window.scrollY + box.bottom - bottom;
  const over = window.scrollY + box.top - top;
  window.scrollTo(0, Math.max(0, Math.min(under, over)));
}

/** `busy`: whether somebody is typing or reading a sheet, who is left alone until that is done. */
export function aim(frame, turns, busy) {
  const view = frame.view;
  const stage = frame.table.code + " " + view.deal + " " + view.phase;
  const mine = turns.join();
  if (busy || (stage === seen.stage && mine === seen.turns)) return;
  const called = mine !== "" || (seen.stage !== null && stage !== seen.stage);
  seen = { stage: stage, turns: mine };
  if (called) show(view.score.over ? "over" : view.news && !view.trick && !view.last_trick ? "news" : "felt");
}
