// Where the page is scrolled to when it is one's turn: to the felt, not to where one read last.

let seen = { stage: null, turns: "" };

function stuck(node) {
  return node && getComputedStyle(node).position === "sticky" ? node.getBoundingClientRect().height : 0;
}

/** Scroll so that the felt stands between the bar and the dock, or as much of it as fits. */
function showFelt() {
  const felt = document.querySelector(".page-table .felt");
  if (!felt) return;
  const box = felt.getBoundingClientRect();
  const top = stuck(document.querySelector(".bar"));
  const bottom = window.innerHeight - stuck(document.querySelector(".foot"));
  const under = window.scrollY + box.bottom - bottom;
  const over = window.scrollY + box.top - top;
  window.scrollTo(0, Math.max(0, Math.min(under, over)));
}

/** `busy`: whether somebody is typing or reading a sheet, who is left alone until that is done. */
export function aim(frame, turns, busy) {
  const stage = frame.table.code + " " + frame.view.deal + " " + frame.view.phase;
  const mine = turns.join();
  if (busy || (stage === seen.stage && mine === seen.turns)) return;
  const called = mine !== "" || (seen.stage !== null && stage !== seen.stage);
  seen = { stage: stage, turns: mine };
  if (called) showFelt();
}
