// "Your turn": two soft notes, a buzz where phones buzz, and the window's title.
// A browser lets a page sound only after a finger has touched it.

import { recall, remember } from "./keep.js";

let audio = null;

export function soundOn() {
  return recall("sound", "on") === "on";
}

export function setSound(on) {
  remember("sound", on ? "on" : "off");
  if (on) chime();
}

/** To be called from a tap: wakes the sound up. */
export function unlock() {
  const Audio = window.AudioContext || window.webkitAudioContext;
  if (!Audio || !soundOn()) return;
  if (!audio) audio = new Audio();
  if (audio.state === "suspended") audio.resume();
}

function note(pitch, start) {
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.0001, start);
  loud.gain.linearRampToValueAtTime(0.16, start + 0.02);
  loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
  tone.connect(loud);
  loud.connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.4);
}

function chime() {
  if (!audio || audio.state !== "running") return;
  note(587, audio.currentTime);
  note(880, audio.currentTime + 0.14);
}

/** Call the player. */
export function call() {
  if (soundOn()) chime();
  if (navigator.vibrate) {
    try { navigator.vibrate([60, 60, 60]); } catch (_) { return; }
  }
}
