// Drawings of numbers, each with its words for those who listen; the table is beside it.
//
// All are drawn on a phone's width, so that their letters stay large there.

import { svg } from "../dom.js";

const WIDE = 360;
const ROW = 44;
const HIGH = 220;
let drawn = 0;

function picture(height, title, desc, inside) {
  drawn += 1;
  const id = "chart-" + drawn;
  return svg("svg", { viewBox: "0 0 " + WIDE + " " + height, role: "img", "aria-labelledby": id + "-t " + id + "-d", class: "chart-picture" },
    svg("title", { id: id + "-t" }, title), svg("desc", { id: id + "-d" }, desc), inside);
}

/** Lengths from the least to the most, nought always among them. */
function scale(values, from, to) {
  const low = Math.min.apply(null, values.concat([0]));
  const high = Math.max.apply(null, values.concat([0]));
  const whole = high - low || 1;
  return function (value) { return from + (value - low) / whole * (to - from); };
}

function bar(row, index, at) {
  const y = index * ROW;
  const zero = at(0);
  let from = zero;
  const pieces = row.parts.map(function (value, part) {
    const to = from + at(value) - zero;
    const piece = svg("rect", {
      class: part ? "chart-second" : "chart-bar", x: Math.min(from, to).toFixed(1), y: y + 20,
      width: Math.max(Math.abs(to - from), value ? 1 : 0).toFixed(1), height: 15,
    });
    from = to;
    return piece;
  });
  return svg("g", null,
    svg("text", { class: "chart-name", x: 0, y: y + 14 }, row.name),
    svg("text", { x: WIDE, y: y + 14, "text-anchor": "end" }, row.says),
    pieces);
}

/** Bars, a row each: `rows` of {name, parts: [numbers], says}. Later parts are only outlined. */
export function bars(title, desc, rows) {
  const sums = rows.reduce(function (all, row) {
    return all.concat(row.parts, [row.parts.reduce(function (sum, part) { return sum + part; }, 0)]);
  }, []);
  const at = scale(sums, 1, WIDE - 1);
  return picture(rows.length * ROW, title, desc, [
    rows.map(function (row, index) { return bar(row, index, at); }),
    svg("line", { class: "chart-axis", x1: at(0), x2: at(0), y1: 18, y2: rows.length * ROW - 6 }),
  ]);
}

function mark(x, y, side) {
  const r = 4;
  const place = { class: "chart-dot" };
  if (side === 1) return svg("circle", Object.assign(place, { cx: x, cy: y, r: r }));
  if (side === 2) return svg("path", Object.assign(place, { d: "M" + x + " " + (y - 5) + "l5 5l-5 5l-5-5z" }));
  if (side === 3) return svg("path", Object.assign(place, { d: "M" + x + " " + (y - 5) + "l5 9h-10z" }));
  return svg("rect", Object.assign(place, { x: x - r, y: y - r, width: 2 * r, height: 2 * r }));
}

/** Where blocks of so many lines of text go, so that none covers another. */
function apart(wanted, count) {
  const order = wanted.map(function (_, index) { return index; }).sort(function (a, b) { return wanted[a] - wanted[b]; });
  let free = 10;
  const places = [];
  order.forEach(function (index) {
    places[index] = Math.max(wanted[index], free);
    free = places[index] + 14 * count + 4;
  });
  const over = Math.max(0, free - (HIGH - 14));
  return places.map(function (place) { return place - over; });
}

/** Lines from left to right, one for each side: `courses` of {names, values}; `from`, `to` name the ends. */
export function lines(title, desc, courses, from, to) {
  const all = courses.reduce(function (values, course) { return values.concat(course.values); }, []);
  const up = scale(all, HIGH - 26, 12);
  const steps = Math.max(courses[0].values.length - 1, 1);
  const right = 250;
  function across(step) { return 30 + step / steps * (right - 30); }
  const few = steps <= 24;
  const most = Math.max.apply(null, courses.map(function (course) { return course.names.length; }));
  const ends = apart(courses.map(function (course) { return up(course.values[course.values.length - 1]) + 11 - 7 * most; }), most);
  const ticks = [Math.min.apply(null, all.concat([0])), 0, Math.max.apply(null, all.concat([0]))].filter(function (value, index, list) { return list.indexOf(value) === index; });
  return picture(HIGH, title, desc, [
    ticks.map(function (value) {
      return [
        svg("line", { class: value ? "chart-grid" : "chart-axis", x1: 30, x2: right, y1: up(value), y2: up(value) }),
        svg("text", { class: "chart-quiet", x: 24, y: up(value) + 4, "text-anchor": "end" }, value < 0 ? "\u2212" + -value : String(value)),
      ];
    }),
    svg("text", { class: "chart-quiet", x: 30, y: HIGH - 6 }, from),
    svg("text", { class: "chart-quiet", x: right, y: HIGH - 6, "text-anchor": "end" }, to),
    courses.map(function (course, index) {
      const side = index % 4 + 1;
      const points = course.values.map(function (value, step) { return across(step).toFixed(1) + "," + up(value).toFixed(1); });
      return svg("g", { class: "side-" + side },
        svg("polyline", { class: "chart-line dash-" + side, points: points.join(" ") }),
        course.values.map(function (value, step) {
          return few || step === steps ? mark(across(step), up(value), side) : null;
        }),
        course.names.map(function (name, line) {
          const long = name.length > 12;
          return svg("text", { class: "chart-end", x: right + 10, y: ends[index] + 14 * line, textLength: long ? WIDE - right - 10 : null, lengthAdjust: long ? "spacingAndGlyphs" : null }, name);
        }));
    }),
  ]);
}
