// What this browser remembers about its owner: a name, a theme, sound on or off.
// Storage may be shut (private windows, full phones); then things are simply forgotten.

export function recall(name, otherwise) {
  try {
    const value = window.localStorage.getItem("companion." + name);
    return value === null ? otherwise : value;
  } catch (_) {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    window.localStorage.setItem("companion." + name, value);
  } catch (_) {
    return;
  }
}

/** The same for this one page, until it is closed: a reload finds it again. */
export function rememberHere(name, value) {
  try {
    if (value === null) window.sessionStorage.removeItem("companion." + name);
    else window.sessionStorage.setItem("companion." + name, JSON.stringify(value));
  } catch (_) {
    return;
  }
}

export function recallHere(name) {
  try {
    return JSON.parse(window.sessionStorage.getItem("companion." + name));
  } catch (_) {
    return null;
  }
}

const THEMES = ["auto", "dark", "light"];

export function theme() {
  const chosen = recall("theme", "auto");
  return THEMES.indexOf(chosen) < 0 ? "auto" : chosen;
}

/** Dress the page: dark unless the system or the owner asks for light. */
export function wearTheme(chosen) {
  if (chosen) remember("theme", chosen);
  document.documentElement.setAttribute("data-theme", theme());
}
