// Long names: set smaller until their longest word fits, rather than broken within a word.

const SMALLEST = 0.6;

/** Where names stand in boxes that do not grow with them. */
const BOXED = ".seat-name .name, .side-people .name, .head-name, .layout-who .name";

/**
 * Once after each drawing: first measure all, then set all, so that the page is laid out once.
 * A word that fits at no size is broken after all.
 */
export function fitNames() {
  const tight = Array.prototype.slice.call(document.querySelectorAll(BOXED)).map(function (name) {
    return { name: name, room: name.clientWidth, needs: name.scrollWidth };
  }).filter(function (one) { return one.needs > one.room && one.room > 0; });
  tight.forEach(function (one) {
    const size = parseFloat(getComputedStyle(one.name).fontSize);
    const ratio = Math.max(SMALLEST, 0.99 * one.room / one.needs);
    one.name.style.fontSize = (Math.floor(size * ratio * 10) / 10) + "px";
    one.name.classList.toggle("name-broken", one.room / one.needs < SMALLEST);
  });
}
