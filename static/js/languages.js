// Which language this phone speaks, and what languages call themselves.

import { recall } from "./keep.js";

const NAMES = { bg: "\u0411\u044A\u043B\u0433\u0430\u0440\u0441\u043A\u0438", de: "Deutsch", en: "English", fr: "Fran\u00E7ais", zh: "\u4E2D\u6587" };

/** A language's own name for itself. */
export function languageName(tag) {
  return NAMES[tag] || tag;
}

/** The one chosen before, else the first of the browser's that there is, else English. */
export function chooseLanguage(tags) {
  const wanted = [recall("language", "")].concat(navigator.languages || [navigator.language || "en"]);
  const found = wanted.map(function (tag) {
    return tags.filter(function (one) { return tag && one.split("-")[0] === tag.split("-")[0]; })[0];
  }).filter(Boolean)[0];
  return found || "en";
}
