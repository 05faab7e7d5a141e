// Elements from values, and patching a page with a freshly drawn copy of itself.
//
// Everything a person typed goes through text nodes; nothing here reads markup. A page is
// drawn whole each time and laid over the old one: what has not changed stays the same
// node, so that focus, scrolling, open details and half-typed names survive a push.

const SVG = "http://www.w3.org/2000/svg";

function fire(event) {
  const act = this.handlers && this.handlers[event.type];
  if (act) act.call(this, event);
}

function listen(node, handlers) {
  node.handlers = handlers;
  if (!node.heard) node.heard = {};
  Object.keys(handlers).forEach(function (type) {
    if (node.heard[type]) return;
    node.heard[type] = true;
    node.addEventListener(type, fire);
  });
}

function add(node, child) {
  if (child === null || child === undefined || child === false || child === "") return;
  if (Array.isArray(child)) child.forEach(function (one) { add(node, one); });
  else if (child instanceof Node) node.appendChild(child);
  else node.appendChild(document.createTextNode(String(child)));
}

function make(node, props, children) {
  Object.keys(props || {}).forEach(function (name) {
    const value = props[name];
    if (value === null || value === undefined || value === false) return;
    if (name === "on") listen(node, value);
    else if (name === "key") node.key = String(value);
    else if (name === "style") Object.keys(value).forEach(function (rule) { node.style.setProperty(rule, value[rule]); });
    else if (name === "value" && node.tagName !== "BUTTON") { node.value = value; node.given = String(value); }
    else node.setAttribute(name, value === true ? "" : value);
  });
  add(node, children);
  return node;
}

/** An HTML element: `el("p", {class: "quiet"}, "text", node, [more])`. */
export function el(tag, props) {
  return make(document.createElement(tag), props, Array.prototype.slice.call(arguments, 2));
}

/** An SVG element, in the same manner. */
export function svg(tag, props) {
  return make(document.createElementNS(SVG, tag), props, Array.prototype.slice.call(arguments, 2));
}

function alike(old, fresh) {
  return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && old.key === fresh.key;
}

function patchAttributes(old, fresh) {
  Array.prototype.slice.call(old.attributes).forEach(function (attribute) {
    const name = attribute.name;
    // A details element is opened and shut by its reader.
    if (name !== "style" && name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  });
  Array.prototype.slice.call(fresh.attributes).forEach(function (attribute) {
    const name = attribute.name;
    if (name !== "style" && old.getAttribute(name) !== attribute.value) old.setAttribute(name, attribute.value);
  });
  // The content policy forbids the style attribute; the object behind it is allowed.
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  if (fresh.given !== undefined && fresh.given !== old.given) {
    old.value = fresh.given;
    old.given = fresh.given;
  }
  if (fresh.handlers) listen(old, fresh.handlers);
  else if (old.handlers) old.handlers = {};
}

function patchNode(old, fresh) {
  if (old.nodeType === 3) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
}

function patchChildren(old, fresh) {
  const keyed = {};
  for (let node = old.firstChild; node; node = node.nextSibling) if (node.key) keyed[node.key] = node;
  let spot = old.firstChild;
  Array.prototype.slice.call(fresh.childNodes).forEach(function (next) {
    const known = next.key ? keyed[next.key] : spot;
    if (!known || !alike(known, next)) {
      old.insertBefore(next, spot);
      return;
    }
    if (known === spot) spot = spot.nextSibling;
    else old.insertBefore(known, spot);
    patchNode(known, next);
  });
  while (spot) {
    const gone = spot;
    spot = spot.nextSibling;
    old.removeChild(gone);
  }
}

/** Make the children of `root` look like the given ones, keeping what has not changed. */
export function patch(root) {
  const focused = document.activeElement;
  const fresh = document.createElement(root.tagName);
  add(fresh, Array.prototype.slice.call(arguments, 1));
  patchChildren(root, fresh);
  // Moving a node drops its focus; a reader of the screen would be thrown to the top.
  if (focused && focused !== document.activeElement && root.contains(focused)) focused.focus({ preventScroll: true });
}
