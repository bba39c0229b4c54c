/** Four short sounds, made here and not fetched; off until somebody wants them. */
const STORED = "incognita.sound";
const current = $state({ on: localStorage.getItem(STORED) === "on" });
let context: AudioContext | null = null;

export type Sound = "lay" | "draw" | "turn" | "end";
type Tone = [hertz: number, start: number, seconds: number, loudness: number];

/** Wood for a card that is laid, paper for one that is drawn, two soft notes for a turn, three for an end. */
const SOUNDS: Record<Sound, Tone[]> = {
  lay: [[210, 0, 0.07, 0.5], [96, 0, 0.1, 0.5]],
  draw: [[640, 0, 0.05, 0.16], [760, 0.04, 0.06, 0.14]],
  turn: [[523, 0, 0.16, 0.22], [659, 0.12, 0.26, 0.22]],
  end: [[392, 0, 0.4, 0.2], [494, 0.14, 0.4, 0.2], [587, 0.28, 0.6, 0.2]],
};

export const soundOn = (): boolean => current.on;

export function setSound(on: boolean): void {
  current.on = on;
  localStorage.setItem(STORED, on ? "on" : "off");
  if (on) play("turn");
}

export function play(sound: Sound): void {
  if (!current.on) return;
  context ??= new AudioContext();
  for (const tone of SOUNDS[sound]) ring(context, tone);
}

/** Struck and fading, like something that was touched. */
function ring(audio: AudioContext, [hertz, start, seconds, loudness]: Tone): void {
  const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + start];
  tone.type = "triangle";
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
